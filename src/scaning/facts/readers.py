"""What a number can start with, and the reader for each start."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from scaning.facts.clock import MONTHS, NAMED_TIMES, date_at, day_first, past_or_to, time_at
from scaning.facts.number_words import (
    CARDINALS,
    DENOMINATORS,
    MULTIPLES,
    ORDINALS,
    SCALES,
    denominator,
    worded,
)
from scaning.facts.numerals import ORDINAL_SUFFIXES, exponent_at, is_figure, numeral_at
from scaning.facts.one import counts_one
from scaning.facts.parts import COINS, HALF, completed, half_behind, multiplied
from scaning.facts.scan import SUPERSCRIPTS, VULGAR, Reading, Scan
from scaning.facts.unit_table import FORMS
from scaning.facts.units import unit_at

Reader = Callable[[Scan, int], Reading | None]

MULTIPLIERS: dict[str, Fraction] = {
    "twice": Fraction(2), "thrice": Fraction(3), "halved": HALF, "halves": HALF, "halving": HALF,
    **{w: Fraction(2) for w in ("double", "doubles", "doubled", "doubling", "twofold")},
    **{w: Fraction(3) for w in ("triple", "triples", "tripled", "tripling", "threefold")},
    **{w: Fraction(4) for w in ("quadruple", "quadruples", "quadrupled", "fourfold")},
    **{w: Fraction(5) for w in ("quintuple", "quintupled", "fivefold")},
    "sixfold": Fraction(6), "eightfold": Fraction(8), "tenfold": Fraction(10),
}  # fmt: skip
_FRACTION_SUFFIXES = ORDINAL_SUFFIXES | {"rds", "ths", "nds"}


def read_figure(s: Scan, i: int) -> Reading | None:
    """The quantity whose figures start at token `i`, without its sign and its unit."""
    if s.words[i + 1] in _IN_DATES and (when := date_at(s, i) or time_at(s, i)) is not None:
        return when
    found = numeral_at(s, i)
    if found is None or _names_digit(s, found.end):
        return None
    k = found.end + (s.words[found.end] == "^")
    if found.kind == "fraction":
        suffixed = s.words[k] in _FRACTION_SUFFIXES
        return multiplied(s, found._replace(end=k + 1) if suffixed else found)
    if s.words[k] in ORDINAL_SUFFIXES:
        return found._replace(kind="ordinal", end=k + 1)
    if s.words[found.end] in {"past", "minutes"} and found.value in _MINUTES:
        time = past_or_to(s, i, int(found.value), found.end)
        if time is not None:
            return time
    return completed(s, found)


# What may follow the first figures of a date or a clock time.
_IN_DATES = (
    frozenset("/ - of ^ : am pm a p o noon midnight".split()) | ORDINAL_SUFFIXES | set(MONTHS)
)
_MINUTES = frozenset(map(Fraction, (5, 10, 15, 20, 25)))


def _read_cardinal(s: Scan, i: int) -> Reading | None:
    if s.words[i] in CARDINALS:
        found = time_at(s, i)
        if found is not None:
            return found
    number = worded(s.words, i)
    if number is None or _is_vague(s, i) or _names_digit(s, number.end):
        return None
    reading = Reading(number.value, "ordinal" if number.ordinal else "number", i, number.end)
    if number.ordinal:
        return reading
    if s.words[reading.end] in {"past", "minutes"} and number.value in _MINUTES:
        time = past_or_to(s, i, int(number.value), number.end)
        if time is not None:
            return time
    whole = completed(s, reading)
    single = whole.end == i + 1 and s.words[i] == "one"
    return None if single and not counts_one(s.words, i) else whole


def _names_digit(s: Scan, end: int) -> bool:
    """Whether a number is only the name of a place: "the ten's digit"."""
    return s.words[end : end + 3] in (["'", "s", "digit"], ["'", "s", "place"])


def _is_vague(s: Scan, i: int) -> bool:
    """Whether a scale word stands alone and counts nothing exactly: "a few hundred"."""
    return s.words[i] not in CARDINALS and s.words[i - 1] in _VAGUE


_VAGUE = frozenset("few several some many couple tens".split())


def _read_article(s: Scan, i: int) -> Reading | None:
    """A number that starts with "a" or "an": "a hundred", "a third of", "a pair of"."""
    word, beyond = s.words[i + 1], s.words[i + 2]
    if word in MULTIPLES and word != "dozens":
        number = worded(s.words, i + 1)
        value, end = (Fraction(12), i + 2) if number is None else (number.value, number.end)
        return completed(s, Reading(value, "number", i, end))
    if word in {"pair", "couple"} and beyond == "of":
        return Reading(Fraction(2), "multiplier", i, i + 2)
    if word == "score" and beyond == "of" and _is_plural(s.words[i + 3]):
        return Reading(Fraction(20), "number", i, i + 2)
    if word in DENOMINATORS or word in CARDINALS:
        return _read_part(s, i)
    if word in FORMS and s.words[i + 2] == "and":
        at = unit_at(s, i + 1, numbered=True)
        half = None if at is None else half_behind(s, at.end)
        if at is not None and half is not None:
            value = 1 + half.value
            return Reading(value, "fraction", i, half.end, at.unit, i + 1, at.end)
    return None


def _is_plural(word: str) -> bool:
    return word.endswith("s") and word not in {"points", "runs", "marks", "less", "its", "his"}


def _read_part(s: Scan, i: int) -> Reading | None:
    """A fraction such as "a half" or "a quarter of"; "a third pipe" is an ordinal."""
    found = denominator(s.words, i + 1)
    if found is None:
        return None
    below, end = found
    if below == 4 and s.words[i + 1] == "quarter":
        if s.words[end] in {"past", "to"} and (time := past_or_to(s, i, 15, end)) is not None:
            return time
        if s.words[end] not in _AFTER_PART and s.has_any(COINS):
            return None
    elif below > 2 and not _ends_part(s, end):
        return Reading(Fraction(below), "ordinal", i + 1, end)
    return multiplied(s, Reading(Fraction(1, below), "fraction", i, end))


_AFTER_PART = frozenset(
    "of as less more the that its his her their were are is have has was had like likes to and "
    "full than in by for on from which what but with who prefer left remain do did "
    "went goes got gets will would".split()
)


def _ends_part(s: Scan, end: int) -> bool:
    following = s.words[end]
    if following in _AFTER_PART or not following.isalpha():
        return following != "-" or s.words[end + 1] in FORMS
    return unit_at(s, end, numbered=True) is not None


def _read_half(s: Scan, i: int) -> Reading | None:
    if s.words[i + 1] == "past" and (time := past_or_to(s, i, 30, i + 1)) is not None:
        return time
    return multiplied(s, Reading(HALF, "fraction", i, i + 1))


def _read_quarter(s: Scan, i: int) -> Reading | None:
    """A bare "quarter": a share where "of" or a unit follows, a time before "past"."""
    if s.words[i + 1] in {"past", "to"} and (time := past_or_to(s, i, 15, i + 1)) is not None:
        return time
    k = i + 1 + (s.words[i + 1] == "-")
    ranked = s.words[i - 1] in ORDINALS or s.words[i - 1] in {"this", "each", "last", "next"}
    if ranked or not (s.words[k] == "of" or unit_at(s, k, numbered=True) is not None):
        return None
    return Reading(Fraction(1, 4), "fraction", i, i + 1)


def _read_ordinal(s: Scan, i: int) -> Reading | None:
    found = day_first(s, i)
    if found is not None:
        return found
    number = worded(s.words, i)
    if number is None or not _is_rank(s, i, number.end):
        return None
    if s.words[i - 1] in {"another", "remaining", "other"} and s.words[number.end] == "of":
        return Reading(1 / number.value, "fraction", i, number.end) if number.value > 2 else None
    return Reading(number.value, "ordinal", i, number.end)


_SPEAKERS = frozenset(
    "at he she they it i we you who is are was were be must first when had has have".split()
)


def _is_rank(s: Scan, i: int, end: int) -> bool:
    """Whether an ordinal ranks something: "first, he ran" and "at first" do not."""
    if s.words[i] == "second":
        return s.words[i - 1] != "per" and s.words[i - 1] != "/"
    if s.words[i] != "first" or s.words[i - 1] in {"the", "'", "s", "his", "her", "their", "its"}:
        return True
    if s.words[end] == "-":
        return True
    if s.words[end] == "," or s.words[i - 1] in _SPEAKERS:
        return False
    return s.words[i - 1] not in {"", ".", "?", "!", ":"} or s.words[end] not in _SUBJECTS


_SUBJECTS = frozenset("he she they it i we you the a an find solve fill there this that".split())


def _read_multiplier(s: Scan, i: int) -> Reading | None:
    word = s.words[i]
    k = i + 1 + (s.words[i + 1] == "-")
    if word == "halves" and s.words[i - 1] not in {"he", "she", "it", "then"}:
        return None
    if word in {"double", "triple"} and s.words[k] in {
        "decker",
        "digit",
        "digits",
        "room",
        "rooms",
    }:
        return None
    return Reading(MULTIPLIERS[word], "multiplier", i, i + 1)


def _read_dozen(s: Scan, i: int) -> Reading | None:
    return (
        None if s.words[i - 1] in {"several", "few"} else Reading(Fraction(12), "number", i, i + 1)
    )


def _read_exponent(s: Scan, i: int) -> Reading | None:
    """The exponent of an unknown or a bracket: "x^2", "(a + b)²", "x squared"."""
    before = s.words[i - 1]
    if not (
        before in {")", "]", "}"} or (len(before) == 1 and before.isalnum()) or is_figure(before)
    ):
        return None
    found = exponent_at(s, i)
    if found is None or (before == "m" and unit_at(s, i - 1, numbered=False) is not None):
        return None
    return Reading(found[0], "exponent", i, found[1])


READERS: dict[str, Reader] = {
    **dict.fromkeys((*CARDINALS, *SCALES, "hundred"), _read_cardinal),
    **dict.fromkeys(ORDINALS, _read_ordinal),
    **dict.fromkeys(MULTIPLIERS, _read_multiplier),
    **dict.fromkeys(NAMED_TIMES, time_at),
    **dict.fromkeys(MONTHS, date_at),
    **dict.fromkeys(VULGAR, read_figure),
    **dict.fromkeys(("^", "*", "squared", "cubed", *map(chr, SUPERSCRIPTS)), _read_exponent),
    "a": _read_article, "an": _read_article, "half": _read_half, "quarter": _read_quarter,
    "dozen": _read_dozen,
}  # fmt: skip
