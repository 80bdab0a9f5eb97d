"""What makes a number more or less behind it: "three quarters", "and a half", "million"."""

from __future__ import annotations

from fractions import Fraction

from scaning.facts.number_words import (
    CARDINALS,
    DENOMINATORS,
    MULTIPLES,
    SCALES,
    denominator,
    worded,
)
from scaning.facts.numerals import is_figure, numeral_at
from scaning.facts.scan import VULGAR, Kind, Reading, Scan
from scaning.facts.unit_table import FORMS
from scaning.facts.units import unit_at

HALF = Fraction(1, 2)
COINS = frozenset("dime dimes nickel nickels penny pennies coin coins".split())
# "two third graders" are two of the third grade.
_AFTER_RANK = frozenset("grader graders grade grades class floor year years row place".split())
# A half "of" or "the" something is no part of the number before it.
_OTHER_WHOLE = frozenset({"of", "the", "his", "her", "its", "their", "that", "as"})


_CONTINUES = (
    frozenset({"-", "and", "a", "score"})
    | frozenset(MULTIPLES)
    | frozenset(DENOMINATORS)
    | frozenset(VULGAR)
    | frozenset(FORMS)
    | frozenset(CARDINALS)
)


def completed(s: Scan, reading: Reading) -> Reading:
    """Add the denominator, the fraction and the scale word that stand behind a number."""
    if s.words[reading.end] not in _CONTINUES:
        return reading
    over = _over(s, reading)
    if over is not None:
        return multiplied(s, over)
    return multiplied(s, _with_half(s, multiplied(s, reading)))


def _over(s: Scan, reading: Reading) -> Reading | None:
    """A numerator with its denominator in words: "two-thirds", "3 quarters"."""
    hyphen = s.words[reading.end] == "-"
    found = denominator(s.words, reading.end + hyphen)
    if found is None or reading.value.denominator != 1 or reading.value < 1:
        return None
    below, end = found
    word = s.words[reading.end + hyphen]
    if s.words[end] in _AFTER_RANK or (word == "half" and reading.value > 1):
        return None
    if word in {"quarter", "quarters"} and not _is_share(s, reading, hyphen, end):
        return None
    value = reading.value / below
    if value.denominator == 1:
        return None
    return Reading(value, "fraction", reading.first, end)


def _is_share(s: Scan, reading: Reading, hyphen: bool, end: int) -> bool:
    """Whether a number of quarters is a fraction, and not so many coins or periods."""
    if hyphen or s.words[end] == "of":
        return True
    if is_figure(s.words[reading.first]) or s.has_any(COINS):
        return False
    counted = s.counts["quarters"] > 1
    return reading.value == 1 or (reading.value == 3 and not counted)


def _with_half(s: Scan, reading: Reading) -> Reading:
    """A whole number with "and a half" behind it, or behind it and its unit."""
    if reading.value.denominator != 1 or reading.kind != "number":
        return reading
    end = reading.end
    if s.words[end] in VULGAR:
        tail = Fraction(VULGAR[s.words[end]])
        return reading._replace(value=reading.value + tail, kind="fraction", end=end + 1)
    if s.words[end] == "and":
        part = _part(s, end + 1)
        if part is None or part.value >= 1 or s.words[part.end] in _OTHER_WHOLE:
            return reading
        return _raised(s, reading, part)
    if s.words[end] not in FORMS:
        return reading
    at = unit_at(s, end, numbered=True)
    half = None if at is None else half_behind(s, at.end)
    if at is None or half is None:
        return reading
    value = reading.value + half.value
    return Reading(value, "fraction", reading.first, half.end, at.unit, end, at.end)


def _raised(s: Scan, reading: Reading, part: Reading) -> Reading:
    """The number with the part added: "two and a half", and of a dozen in "a dozen and a half"."""
    value = reading.value + part.value * MULTIPLES.get(s.words[reading.end - 1], 1)
    kind: Kind = "number" if value.denominator == 1 else "fraction"
    return reading._replace(value=value, kind=kind, end=part.end)


def half_behind(s: Scan, i: int) -> Reading | None:
    """The "and a half" at token `i`, where nothing follows that it could be the half of."""
    if s.words[i] != "and" or s.words[i + 1] not in {"a", "one", "half"}:
        return None
    part = _part(s, i + 1)
    if part is None or part.value >= 1:
        return None
    following = s.words[part.end]
    return part if not following.isalpha() or following in _AFTER_HALF else None


_AFTER_HALF = frozenset("to from at in for before after on per later ago and is long each".split())


def _part(s: Scan, i: int) -> Reading | None:
    """A fraction in words at token `i`: "a half", "half", "three quarters", "1/2"."""
    word = s.words[i]
    if is_figure(word) or word in VULGAR:
        found = numeral_at(s, i)
        return found if found is not None and found.kind == "fraction" else None
    if word == "half":
        return Reading(HALF, "fraction", i, i + 1)
    if word == "a":
        below = denominator(s.words, i + 1)
        return None if below is None else Reading(Fraction(1, below[0]), "fraction", i, below[1])
    number = worded(s.words, i) if word in CARDINALS else None
    if number is None or number.ordinal:
        return None
    return _over(s, Reading(number.value, "number", i, number.end))


def multiplied(s: Scan, reading: Reading) -> Reading:
    """A number with the scale words behind it: "2.5 million", "half a dozen", "3 score"."""
    value, end = reading.value, reading.end
    while True:
        k = end + (s.words[end] in {"-", "a"} and s.words[end + 1] in MULTIPLES)
        if s.words[end] == "a" and reading.kind != "fraction":
            break
        if s.words[k] in MULTIPLES:
            value, end = value * MULTIPLES[s.words[k]], k + 1
        else:
            break
    if end == reading.end:
        return _in_scores(s, reading)
    value, end = _with_smaller(s, value, end)
    reading = reading._replace(value=value, end=end)
    return reading._replace(kind="number") if value.denominator == 1 else reading


def _with_smaller(s: Scan, value: Fraction, end: int) -> tuple[Fraction, int]:
    """Add the smaller scales of "5 thousand 2 hundred"."""
    scale = SCALES.get(s.words[end - 1], 0)
    smaller = MULTIPLES.get(s.words[end + 1], 0)
    figures = s.words[end]
    if not (figures.isdecimal() and len(figures) < 4 and 12 < smaller < scale):
        return value, end
    return _with_smaller(s, value + int(figures) * smaller, end + 2)


def _in_scores(s: Scan, reading: Reading) -> Reading:
    counted = s.words[reading.first] in CARDINALS and s.words[reading.end] == "score"
    if not counted or reading.value > 9 or s.words[reading.end + 1] in {"of", "points", "cards"}:
        return reading
    return reading._replace(value=reading.value * 20, end=reading.end + 1)
