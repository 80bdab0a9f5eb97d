"""What neighbouring numbers are to each other: a ratio, a range, a list with one unit."""

from __future__ import annotations

from fractions import Fraction

from scaning.facts.clock import HOUR, NOON, RATIO_WORDS
from scaning.facts.scan import Kind, Reading, Scan

_PLAIN: frozenset[Kind] = frozenset({"number", "fraction", "percent", "money"})
_SHARING: frozenset[Kind] = _PLAIN | {"range"}
# How far before "3 to 4" the word "ratio" is looked for, within the sentence.
_RATIO_REACH = 16
_LISTS = frozenset(
    {("to",), ("-",), ("and",), ("or",), ("x",), ("×",), ("*",), ("by",), (",",), (",", "and")}
)
_OPERATORS = frozenset("+ - * / ^ = × ÷ ( ) < >".split())


def relate(s: Scan, found: list[Reading]) -> list[Reading]:
    """Settle the kinds and units that only neighbours decide."""
    if len(found) < 2:
        return found
    found = list(found)
    for k in range(len(found) - 1):
        a, b = found[k], found[k + 1]
        gap = s.words[a.stop : b.first]
        if not 1 <= len(gap) <= 3:
            continue
        if b.kind == "time" and gap in (["to"], ["and"], ["-"]):
            found[k] = _same_half(s, a, b)
        elif (kind := _relation(s, a, b, gap)) is not None:
            found[k] = found[k]._replace(kind=kind)
            found[k + 1] = b._replace(kind=kind)
    return _share_units(s, found)


def _relation(s: Scan, a: Reading, b: Reading, gap: list[str]) -> Kind | None:
    if (a.kind not in _PLAIN and a.kind not in {"ratio", "range"}) or b.kind not in _PLAIN:
        return None
    if gap == [":"]:
        colon = a.stop
        symmetric = s.tight(colon) == s.tight(colon + 1)
        return "ratio" if symmetric or _names_ratio(s, a.first) else None
    if gap == ["to"] or gap == ["is", "to"]:
        named = _names_ratio(s, a.first) or s.words[b.stop] in RATIO_WORDS
        return "ratio" if named or len(gap) == 2 else "range"
    if gap == ["-", "to", "-"]:
        return "ratio" if b.unit is None else "range"
    if gap == ["and"]:
        return "range" if s.words[a.first - 1] == "between" else None
    return "range" if gap == ["-"] and _is_span(s, a, b) else None


def _is_span(s: Scan, a: Reading, b: Reading) -> bool:
    """Whether "5-10" runs from five to ten, and is no subtraction."""
    if a.value >= b.value or a.kind == "ratio":
        return False
    return s.words[a.first - 1] not in _OPERATORS and s.words[b.stop] not in _OPERATORS


def _names_ratio(s: Scan, i: int) -> bool:
    for word in reversed(s.words[max(0, i - _RATIO_REACH) : i]):
        if word in RATIO_WORDS:
            return True
        if word in {".", "?", "!"}:
            return False
    return False


def _share_units(s: Scan, found: list[Reading]) -> list[Reading]:
    """In "5 to 10 miles", "3 x 4 feet" and "$5-6" both numbers have the unit of one."""
    for k in range(len(found) - 2, -1, -1):
        a, b = found[k], found[k + 1]
        gap = tuple(s.words[a.stop : b.first])
        if gap in _LISTS and a.unit is None and a.kind in _SHARING and _lends(b, gap):
            found[k] = _with_unit_of(a, b)
    for k in range(len(found) - 1):
        a, b = found[k], found[k + 1]
        gap = tuple(s.words[a.stop : b.first])
        if gap in {("to",), ("-",)} and b.unit is None and b.kind in _SHARING and _is_signed(a):
            found[k + 1] = _with_unit_of(b, a)
    return found


def _with_unit_of(reading: Reading, other: Reading) -> Reading:
    unit, unit_first, unit_end = other.unit, other.unit_first, other.unit_end
    kind = reading.kind
    if kind == "number" and other.kind in {"money", "percent"}:
        kind = other.kind
    return reading._replace(kind=kind, unit=unit, unit_first=unit_first, unit_end=unit_end)


def _is_signed(reading: Reading) -> bool:
    """Whether the unit of a number is the currency sign before it."""
    return reading.unit is not None and reading.unit_first == reading.first


def _lends(b: Reading, gap: tuple[str, ...]) -> bool:
    """Whether `b` has a unit behind it; a comma alone joins only lists that end in "and"."""
    if b.unit is None or b.unit_first <= b.first or b.kind not in _SHARING:
        return False
    borrowed = b.unit_first > b.end
    return gap != (",",) or borrowed


def _same_half(s: Scan, a: Reading, b: Reading) -> Reading:
    """In "from 2 to 5 pm" the 2 is an hour of the same half of the day, or of the one before."""
    spelled = s.words[b.first + 1 : b.end]
    if a.kind != "number" or a.unit is not None or not {"am", "pm", "m"} & set(spelled):
        return a
    if not 1 <= a.value <= 12 or a.value.denominator != 1:
        return a
    half = Fraction(NOON if b.value >= NOON else 0)
    minutes = a.value % 12 * HOUR + half
    if minutes > b.value:
        minutes = abs(minutes - NOON)
    return a._replace(value=minutes, kind="time")
