"""What spaCy's attribute ruler does, many times as fast: parts of speech and features from tags.

spaCy tries every pattern at every token, which took a third of the time of a parse. The patterns
look at the tag, the form and the dependency of a token, seldom of two, and most forms are named in
none of them; what they say of such a token is found once and remembered.
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
_COLUMNS = [*FIELDS]
# The one attribute that is set by a method.
_SETTER: Mapping[str, str] = {"MORPH": "set_morph"}
_TESTS: Mapping[str, Callable[[Any, Any], bool]] = {
    "IN": lambda value, wanted: value in wanted,
    "NOT_IN": lambda value, wanted: value not in wanted,
    "REGEX": lambda value, wanted: re.search(wanted, value) is not None,
}
_REMEMBERED = 1 << 16
# Stands for every form that no pattern names.
_OTHER = ""

Attrs = Mapping[str, str]
Pattern = Sequence[Mapping[str, Any]]
Key = tuple[str, str, str, bool]
# What is set of a token: the name of the attribute and its value.
Setters = tuple[tuple[str, str], ...]


class _Rule(NamedTuple):
    """A pattern of one or two tokens, the one of them that it is about, and what it sets there."""

    rank: int
    pattern: Pattern
    about: int
    attrs: Attrs


class _Known(NamedTuple):
    """What the rules say of a token by itself, and which rules on two it may be one of."""

    alone: tuple[_Rule, ...]
    merged: Setters
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
        self._named = _Named(rules)
        self._of_key: dict[Key, _Known] = {}
        # The same by numbers of strings, as spaCy has them: no string is made of a known token.
        self._known: dict[tuple[int, ...], _Known] = {}

    def __call__(self, doc: Doc) -> Doc:
        """Set the attributes of every token that a rule is about; the later of two rules wins."""
        known = self._known
        if len(known) > _REMEMBERED:
            known.clear()
        found = [
            known.get(row) or self._remember(row, doc[i])
            for i, row in enumerate(map(tuple, doc.to_array(_COLUMNS).tolist()))
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

    def _remember(self, row: tuple[int, ...], token: Token) -> _Known:
        form = token.lower_ if self._named(token.lower_) else _OTHER
        key = (form, token.tag_, token.dep_, token.is_space)
        self._known[row] = known = self._of_key.get(key) or self._read(key)
        return known

    def _read(self, key: Key) -> _Known:
        alone = tuple(rule for rule in self._alone if _fits(key, rule.pattern[0]))
        first, second = (
            frozenset(n for n, rule in enumerate(self._pairs) if _fits(key, rule.pattern[side]))
            for side in (0, 1)
        )
        self._of_key[key] = known = _Known(alone, _merged(alone), first, second)
        return known

    def _pairs_at(self, found: Sequence[_Known], at: int) -> list[_Rule]:
        """The rules on two tokens that are about the token at `at`."""
        before = found[at - 1].first & found[at].second if at else frozenset()
        after = found[at].first & found[at + 1].second if at + 1 < len(found) else frozenset()
        numbers = [n for n in before if self._pairs[n].about == 1]
        numbers += [n for n in after if self._pairs[n].about == 0]
        return [self._pairs[n] for n in numbers]


class _Named:
    """Whether the rules look at a form of a token: whether they name it, or a part of it."""

    def __init__(self, rules: Sequence[_Rule]) -> None:
        asked = [test["LOWER"] for rule in rules for test in rule.pattern if "LOWER" in test]
        tests = [{"IN": [test]} if isinstance(test, str) else test for test in asked]
        self._forms = frozenset(
            form for test in tests for name in ("IN", "NOT_IN") for form in test.get(name, ())
        )
        self._parts = [re.compile(test["REGEX"]) for test in tests if "REGEX" in test]

    def __call__(self, form: str) -> bool:
        return form in self._forms or any(part.search(form) for part in self._parts)


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


def _merged(rules: Sequence[_Rule]) -> Setters:
    merged: dict[str, str] = {}
    for rule in sorted(rules, key=lambda rule: rule.rank):
        merged.update(rule.attrs)
    return tuple((_SETTER.get(name) or f"{name.lower()}_", text) for name, text in merged.items())


def _set(token: Token, attrs: Setters) -> None:
    for name, value in attrs:
        if name == _SETTER["MORPH"]:
            token.set_morph(value)
        else:
            setattr(token, name, value)
