"""Which words name a unit where they stand: "in" is an inch only in "12 in. long"."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from scaning.facts.number_words import DENOMINATORS
from scaning.facts.scan import VULGAR, Scan
from scaning.facts.unit_table import FORMS, UNITS, Unit


class UnitAt(NamedTuple):
    """A unit found at a token, and the token after it."""

    unit: Unit
    end: int


# Words that are units only after a number: letters and words with another common meaning.
_ONLY_NUMBERED = frozenset(
    "m g l s h in ms mi lt mts ha re knot knots buck bucks k yard degree deg foot cl kl dl tb kw "
    "franc cad aud sar".split()
)
_PERSON_NAMES = frozenset({"miles", "min"})
_BODY = frozenset("his her my their your its bare four".split())
_ALGEBRA = frozenset("+ - = < > * ^ × ≤ ≥".split())
_POUND_IS_MASS = frozenset(
    "weigh weighs weighed weighing weight weights heavy heavier lose loses lost loss gain gained "
    "lb lbs ounce ounces oz $ dollar dollars cent cents rs rupees € euros ton tons kilogram "
    "kilograms kg flour sugar meat beef salt rice potatoes".split()
)
_POUND_IS_MONEY = frozenset(
    "£ pence penny pay pays paid cost costs money price priced salary earn earns earned borrow "
    "borrows borrowed owe owes bank wage wages sold profit tax invested invests".split()
)


def unit_word(s: Scan, i: int, numbered: bool) -> UnitAt | None:
    """The unit whose word or words are at token `i`, neither squared nor divided."""
    forms = FORMS.get(s.words[i])
    if forms is None:
        return None
    for form, unit in forms:
        size = len(form)
        if size > 1 and tuple(s.words[i : i + size]) != form:
            continue
        if size == 1 and not _is_unit(s, i, numbered):
            return None
        return UnitAt(_resolve(s, i, unit), i + size)
    return None


def _is_unit(s: Scan, i: int, numbered: bool) -> bool:
    """Whether a one-word form is a unit here, for the words that also mean something else."""
    word = s.words[i]
    if word in _ONLY_NUMBERED and not numbered and not _asked(s, i):
        return False
    if word in _PERSON_NAMES and not numbered and s.original(i)[0].isupper():
        return False
    if len(word) == 1 and word != "l" and s.original(i).isupper():
        return False
    if len(word) == 1 and s.words[i + 1] in _ALGEBRA and s.words[i + 2][:1].isalnum():
        return word in {"m", "s"} and s.words[i + 1 : i + 3] in (["^", "2"], ["^", "3"])
    check = _CHECKS.get(word)
    return check is None or check(s, i, numbered)


def _asked(s: Scan, i: int) -> bool:
    """Whether a longer word is named as a unit without a number: "how many degrees", "in feet"."""
    return len(s.words[i]) > 3 and s.words[i - 1] in {"many", "in", "per"}


def _is_inch(s: Scan, i: int, numbered: bool) -> bool:
    following = s.words[i + 1]
    if following == ".":
        return s.tight(i + 1) and not s.original(i + 2)[:1].isupper()
    if s.words[i - 2] in {"ft", "feet", "foot", "'"}:
        return following not in {"the", "a", "an"}
    return following in _INCH_AFTER


_INCH_AFTER = frozenset(", ) ? by x × * long wide tall high deep thick ^ ² ³ /".split()) | {""}


def _is_second(s: Scan, i: int, numbered: bool) -> bool:
    """Time, not the ordinal: only after a number or "per"."""
    before = s.words[i - 1 - (s.words[i - 1] == "-")]
    return numbered and before not in {"the", "and"} and s.words[i + 1] not in _RANKED


_RANKED = frozenset({"year", "years", "grade", "grader", "graders", "place", "hand", "class"})


def _is_cup(s: Scan, i: int, numbered: bool) -> bool:
    """A measure, not a thing to drink from: "cups of flour", "1/2 cup"."""
    before = s.words[i - 1]
    return (
        s.words[i + 1] == "of"
        or s.words[i - 2] == "/"
        or before in VULGAR
        or before in DENOMINATORS
    )


def _is_feet(s: Scan, i: int, numbered: bool) -> bool:
    return s.words[i - 1] not in _BODY


def _is_letter_s(s: Scan, i: int, numbered: bool) -> bool:
    # "the 1990s" is a decade.
    decade = s.tight(i) and len(s.words[i - 1]) == 4 and s.words[i - 1].endswith("0")
    return numbered and not decade and s.words[i - 1] != "'"


_CHECKS: dict[str, Callable[[Scan, int, bool], bool]] = {
    "in": _is_inch, "second": _is_second, "cup": _is_cup, "cups": _is_cup, "feet": _is_feet,
    "s": _is_letter_s,
}  # fmt: skip


def _resolve(s: Scan, i: int, unit: Unit) -> Unit:
    """The unit meant where a word names two: pounds of money or of weight."""
    if s.words[i] not in {"pound", "pounds"} or len(unit.name) > 5:
        return unit
    priced = s.has_any(_POUND_IS_MONEY) and not s.has_any(_POUND_IS_MASS)
    if priced or "£" in s.counts:
        if s.words[i + 1] == "of" or s.words[i - 1] in {"per", "/"}:
            return unit
        return UNITS["pound sterling"]
    return unit
