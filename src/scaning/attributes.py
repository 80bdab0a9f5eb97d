"""What spaCy's attribute ruler does, many times as fast: parts of speech and features from tags.

spaCy tries every pattern at every token, which took a third of the time of a parse. The patterns
look at the tag, the form and the dependency of a token, seldom of two; what they say of such a
token is found once and remembered.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

# What the patterns ask of a token, and its place in a key.
FIELDS: Mapping[str, int] = {"LOWER": 0, "TAG": 1, "DEP": 2, "IS_SPACE": 3}
_TESTS: Mapping[str, Callable[[Any, Any], bool]] = {
    "IN": lambda value, wanted: value in wanted,
    "NOT_IN": lambda value, wanted: value not in wanted,
    "REGEX": lambda value, wanted: re.search(wanted, value) is not None,
}
_REMEMBERED = 1 << 16

Attrs = Mapping[str, str]
Pattern = Sequence[Mapping[str, Any]]
Key = tuple[str, str, str, bool]


class _Rule(NamedTuple):
    """A pattern of one or two tokens, the one of them that it is about, and what it sets there."""

    rank: int
    pattern: Pattern
    about: int
    attrs: Attrs


class _Known(NamedTuple):
    """What the rules say of a token by itself, and which rules on two it may be one of."""

    alone: tuple[_Rule, ...]
    merged: Attrs
    first: frozenset[int]
    second: frozenset[int]


class Attributes:
    """The rules of an attribute ruler, from its `patterns`; call it on a parsed document."""

    def __init__(self, patterns: Sequence[Mapping[str, Any]]) -> None:
        rules = [
            _Rule(rank, pattern, entry["index"], entry["attrs"])
            for rank, entry in enumerate(patterns)
            for pattern in entry["patterns"]
        ]
        self._alone = [rule for rule in rules if len(rule.pattern) == 1]
        self._pairs = [rule for rule in rules if len(rule.pattern) == 2]
        self._known: dict[Key, _Known] = {}

    def __call__(self, doc: Doc) -> Doc:
        """Set the attributes of every token that a rule is about; the later of two rules wins."""
        known = self._known
        if len(known) > _REMEMBERED:
            known.clear()
        found = [
            known.get(key) or self._remember(key)
            for key in ((t.lower_, t.tag_, t.dep_, t.is_space) for t in doc)
        ]
        attrs = [one.merged for one in found]
        for i, (a, b) in enumerate(pairwise(found)):
            if a.first and b.second:
                for number in a.first & b.second:
                    at = i + self._pairs[number].about
                    attrs[at] = _merged([*found[at].alone, *self._pairs_at(found, at)])
        for token, values in zip(doc, attrs, strict=True):
            _set(token, values)
        return doc

    def _remember(self, key: Key) -> _Known:
        alone = tuple(rule for rule in self._alone if _fits(key, rule.pattern[0]))
        first, second = (
            frozenset(n for n, rule in enumerate(self._pairs) if _fits(key, rule.pattern[side]))
            for side in (0, 1)
        )
        self._known[key] = known = _Known(alone, _merged(alone), first, second)
        return known

    def _pairs_at(self, found: Sequence[_Known], at: int) -> list[_Rule]:
        """The rules on two tokens that are about the token at `at`."""
        before = found[at - 1].first & found[at].second if at else frozenset()
        after = found[at].first & found[at + 1].second if at + 1 < len(found) else frozenset()
        numbers = [n for n in before if self._pairs[n].about == 1]
        numbers += [n for n in after if self._pairs[n].about == 0]
        return [self._pairs[n] for n in numbers]


def can_read(patterns: Sequence[Mapping[str, Any]]) -> bool:
    """Whether the patterns of a ruler ask nothing but what `Attributes` understands."""
    return all(
        len(pattern) <= 2 and entry["index"] in {0, 1} and all(map(_is_readable, pattern))
        for entry in patterns
        for pattern in entry["patterns"]
    )


def _is_readable(token: Mapping[str, Any]) -> bool:
    return token.keys() <= FIELDS.keys() and all(
        isinstance(wanted, str | bool)
        or (isinstance(wanted, Mapping) and wanted.keys() <= _TESTS.keys())
        for wanted in token.values()
    )


def _fits(key: Key, token: Mapping[str, Any]) -> bool:
    return all(_is(key[FIELDS[field]], wanted) for field, wanted in token.items())


def _is(value: str | bool, wanted: object) -> bool:
    if isinstance(wanted, Mapping):
        return all(_TESTS[test](value, against) for test, against in wanted.items())
    return bool(value == wanted)


def _merged(rules: Sequence[_Rule]) -> Attrs:
    merged: dict[str, str] = {}
    for rule in sorted(rules, key=lambda rule: rule.rank):
        merged.update(rule.attrs)
    return merged


def _set(token: Token, attrs: Attrs) -> None:
    for name, value in attrs.items():
        if name == "MORPH":
            token.set_morph(value)
        else:
            setattr(token, f"{name.lower()}_", value)
