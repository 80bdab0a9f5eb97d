"""The minus sign, the currency and the unit that belong to a number."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from scaning.facts.number_words import CARDINALS
from scaning.facts.numerals import is_figure
from scaning.facts.scan import Kind, Reading, Scan
from scaning.facts.unit_table import FORMS, UNITS, Unit
from scaning.facts.units import SIGNS, compound, per_at, sign_at, unit_at

_UNITLESS: frozenset[Kind] = frozenset({"ordinal", "time", "date", "exponent", "multiplier"})
_SHORT_SCALES = {"k": 10**3, "m": 10**6, "mn": 10**6, "b": 10**9, "bn": 10**9}
# Words that may stand between a number and its unit.
_BETWEEN = frozenset("more less fewer additional extra full whole consecutive".split())
_PENCE_TEXT = frozenset({"£", "pence", "pounds"})
_AFTER_FEET = frozenset("x × by long tall wide high deep".split())
_BEFORE_MINUS = frozenset(
    "( [ { , = < > + * / ^ × ÷ : | ≤ ≥ ≠ and or is of to between than by from equals are if as "
    "be below above was were into with for ; \\leq \\geq \\le \\ge \\lt \\gt".split()
)


class _Sign(NamedTuple):
    unit: Unit
    first: int
    end: int


def bind(s: Scan, reading: Reading) -> Reading:
    """Add the minus sign, the currency sign and the unit of a number, and settle its kind."""
    if reading.kind in _UNITLESS:
        return reading
    if reading.unit is None:
        reading = _priced(s, reading) or _marked(s, reading) or _measured(s, reading)
    return _signed(s, reading)


def _priced(s: Scan, reading: Reading) -> Reading | None:
    """The number with the currency sign before it, and what the price is per."""
    first = reading.first
    minus = s.words[first - 1] == "-" and s.words[first - 2] in SIGNS
    sign = _sign_before(s, first - minus)
    if sign is None or (minus and is_figure(s.words[first - 3])):
        return None
    value, end = _shortened(s, reading)
    unit, unit_first, unit_end = sign
    below = per_at(s, end)
    if below is not None:
        unit, unit_first, unit_end = compound(unit, below.unit), end, below.end
    value = -value if minus else value
    return Reading(value, "money", sign.first, end, unit, unit_first, unit_end)


def _shortened(s: Scan, reading: Reading) -> tuple[Fraction, int]:
    """The value with the "k" of "$280k" multiplied in, and the token after it."""
    scale = _SHORT_SCALES.get(s.words[reading.end])
    if scale is None or not (s.tight(reading.end) or s.words[reading.end] == "k"):
        return reading.value, reading.end
    return reading.value * scale, reading.end + 1


def _sign_before(s: Scan, end: int) -> _Sign | None:
    """The currency sign whose last token stands before token `end`."""
    before = s.words[end - 1]
    two_words = (before == "." and s.words[end - 2] in {"rs", "re"}) or (
        before == "$" and s.words[end - 2] in {"us", "s", "c", "a"} and s.tight(end - 1)
    )
    if two_words:
        first = end - 2
    elif before == "¢" and is_figure(s.words[end - 2]):
        return None
    elif before in SIGNS or before == "rs" or (len(before) == 3 and before in FORMS):
        first = end - 1
    else:
        return None
    at = sign_at(s, first)
    return None if at is None or at.end != end else _Sign(at.unit, first, end)


def _marked(s: Scan, reading: Reading) -> Reading | None:
    """The number with the sign behind it: "5%", "50¢", "20$", "5p"."""
    end = reading.end
    word = s.words[end]
    if word == "k" and s.words[end + 1] in {"$", "dollars"}:
        reading = reading._replace(value=reading.value * 1000, end=end + 1)
        end, word = end + 1, s.words[end + 1]
    if word == "%":
        kind: Kind = "percent"
    elif word == "p" and _counts_pence(s, end):
        return Reading(reading.value, "money", reading.first, end + 1, UNITS["pence"], end, end + 1)
    elif word == "¢" or (word in SIGNS and not is_figure(s.words[end + 1])):
        kind = "money"
    else:
        return None
    unit = FORMS[word][0][1]
    return Reading(reading.value, kind, reading.first, end + 1, unit, end, end + 1)


def _counts_pence(s: Scan, i: int) -> bool:
    return s.words[i + 1] not in {"=", "+", "-"} and s.has_any(_PENCE_TEXT)


def _measured(s: Scan, reading: Reading) -> Reading:
    """The number with the unit in words behind it, if it has one."""
    end = reading.end
    word = s.words[end]
    if word in {"'", '"'}:
        return _in_feet(s, reading)
    if word == "-" or word in _BETWEEN or (word == "^" and s.words[end + 1] == "°"):
        end += 1
    elif reading.kind == "fraction":
        end = _past_article(s, end)
    at = unit_at(s, end, numbered=True)
    if at is None:
        return _multiplying(s, reading)
    return _united(reading, at.unit, end, at.end)


def _past_article(s: Scan, end: int) -> int:
    """Where the unit stands in "half an hour" and "3/4 of a mile"."""
    k = end + (s.words[end] == "of")
    return k + 1 if s.words[k] in {"a", "an"} and s.words[k + 1] in FORMS else end


def _united(reading: Reading, unit: Unit, first: int, end: int) -> Reading:
    kind = reading.kind
    if unit.dimension == "share":
        kind = "percent"
    elif unit.dimension.startswith("money"):
        kind = "money"
    return reading._replace(kind=kind, unit=unit, unit_first=first, unit_end=end)


def _multiplying(s: Scan, reading: Reading) -> Reading:
    hyphen = s.words[reading.end] == "-"
    if s.words[reading.end + hyphen] in {"times", "fold"}:
        return reading._replace(kind="multiplier")
    return reading


def _in_feet(s: Scan, reading: Reading) -> Reading:
    """The marks of feet and inches: 6'2", and 8' x 10'."""
    end = reading.end
    if not s.tight(end):
        return reading
    if s.words[end] == '"':
        inches = s.words[reading.first - 1] == "'" or s.words[end + 1] in _AFTER_FEET
        return _united(reading, UNITS["inch"], end, end + 1) if inches else reading
    doubled = s.words[end + 1] == "'" and s.tight(end + 1)
    if doubled and (s.words[reading.first - 1] == "'" or s.words[end + 2] in _AFTER_FEET):
        return _united(reading, UNITS["inch"], end, end + 2)
    beside = s.words[reading.first - 1] in _AFTER_FEET and s.words[reading.first - 2] == "'"
    if beside or s.words[end + 1].isdecimal() or s.words[end + 1] in _AFTER_FEET:
        return _united(reading, UNITS["foot"], end, end + 1)
    return reading


def _signed(s: Scan, reading: Reading) -> Reading:
    """The number with the minus sign before it, where it is one."""
    i = reading.first - 1
    word = s.words[i]
    if word in {"minus", "negative"}:
        unary = word == "negative" or not _is_operand(s, i - 1)
    else:
        unary = word == "-" and _is_unary(s, i)
    return reading._replace(value=-reading.value, first=i) if unary else reading


def _is_unary(s: Scan, i: int) -> bool:
    """Whether the hyphen at token `i` is a minus sign, and no dash or subtraction."""
    before = s.words[i - 1]
    if before == "" or before == "-":
        return s.tight(i + 1) and before == ""
    if before in _BEFORE_MINUS:
        # "3-to-4" has hyphens.
        return not (before.isalpha() and s.tight(i))
    return s.tight(i + 1) and not s.tight(i) and not _is_operand(s, i - 1)


def _is_operand(s: Scan, i: int) -> bool:
    """Whether token `i` is a number, a letter or a closing bracket."""
    word = s.words[i]
    if is_figure(word) or word in CARDINALS or word in {")", "]", "%", "$"}:
        return True
    return len(word) == 1 and word.isalpha()
