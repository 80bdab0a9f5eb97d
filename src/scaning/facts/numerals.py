"""Numbers in figures read from tokens: separators, fractions, mixed numbers and powers."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache

from scaning.facts.scan import SUPERSCRIPTS, VULGAR, Kind, Reading, Scan

# Python refuses to read longer figures, and no problem needs them.
_MAX_DIGITS = 4000
# 2^4096 is written out with 1,234 digits; what is larger stays a base and an exponent.
_MAX_BITS = 4096
_MAX_GROUPS = 9
_SEPARATORS = re.compile(r"[,'’\u00a0\u2009\u202f{}\\]")
_EUROPEAN = re.compile(r"\d{1,3}(?:\.\d{3})+(?:,\d\d?)?|\d{1,3}(?:\.\d{3})*,\d\d?")
_LATEX_FRACTION = re.compile(r"\\[dtc]?frac\s?(?:\{\s?(\d+)\s?\}|(\d))\s?(?:\{\s?(\d+)\s?\}|(\d))")
ORDINAL_SUFFIXES = frozenset({"st", "nd", "rd", "th"})
TIMES = frozenset({"×", "x", "*"})


@lru_cache(maxsize=4096)
def literal(word: str) -> Fraction | None:
    """The value of one token of figures: "1,250.75", "12,50,000", "1.000,50", "1e6", "½".

    >>> literal("1,250.75")
    Fraction(5003, 4)
    """
    if word in VULGAR:
        return Fraction(VULGAR[word])
    if word[:1] == "\\":
        return _latex(word)
    if len(word) > _MAX_DIGITS:
        return None
    dots, comma = word.count("."), word.rfind(",")
    if dots and (dots > 1 or word.find(".") < comma) and _EUROPEAN.fullmatch(word):
        return Fraction(word.replace(".", "").replace(",", "."))
    try:
        return Fraction(_SEPARATORS.sub("", word))
    except ValueError:
        return None


def _latex(word: str) -> Fraction | None:
    match = _LATEX_FRACTION.fullmatch(word)
    if match is None:
        return None
    above, below = match[1] or match[2], match[3] or match[4]
    return Fraction(int(above), int(below)) if int(below) else None


def is_figure(word: str) -> bool:
    """Whether a token is a number in figures."""
    return word[:1].isdigit() or (word[:1] == "." and len(word) > 1 and word[1].isdigit())


def numeral_at(s: Scan, i: int) -> Reading | None:
    """The number in figures at token `i`, with its fraction or power; no sign, no unit.

    >>> from scaning.facts.scan import scan
    >>> numeral_at(scan("2 1/2 cups"), 0).value
    Fraction(5, 2)
    """
    if _is_code(s, i):
        return None
    value, end = _whole(s, i)
    if value is None:
        return None
    kind: Kind = "fraction" if s.words[i] in VULGAR or s.words[i][0] == "\\" else "number"
    if kind == "fraction":
        return Reading(value, kind, i, end)
    return (
        _scientific(s, i, value, end)
        or _power(s, i, value, end)
        or _fraction(s, i, value, end)
        or _mixed(s, i, value, end)
        or Reading(value, kind, i, end)
    )


_CODE_AFTER = frozenset(
    "room flat bus gate seat apartment class grade section house platform".split()
)


def _is_code(s: Scan, i: int) -> bool:
    """Whether the figures belong to a name: "A1", "x_2", "H2O", "mp3", "Room 12B"."""
    under = i - 1 - (s.words[i - 1] == "{")
    if s.words[under] == "_" and s.text[s.ends[under] : s.starts[i]] in {"", "{"}:
        return s.words[under - 1] not in {"log", "\\log"}
    if s.words[i - 1] in _CODE_AFTER and s.tight(i + 1) and s.original(i + 1).isupper():
        return True
    if not s.tight(i) or not s.words[i - 1].isalpha():
        return False
    before = s.original(i - 1)
    if before in TIMES and s.tight(i - 1) and is_figure(s.words[i - 2]):
        return False
    if s.words[i - 1] in {"rs", "usd", "inr", "gbp", "eur", "log", "sqrt"}:
        return False
    return len(before) == 1 or before.isupper() or before in {"mp", "cm", "mm", "km", "ft"}


def _whole(s: Scan, i: int) -> tuple[Fraction | None, int]:
    """The value of the figures at token `i`, joined with those behind a spaced separator."""
    word, end = s.words[i], i + 1
    if word[0] == "." and s.words[i - 1] == "rs":
        word = word[1:]
    if not word.isdecimal() or len(word) > 3:
        return literal(word), end
    if s.words[end] == ",":
        if _joins_comma(s, i):
            return literal(word + s.words[end + 1]), end + 1 + 1
    elif s.words[end] == ".":
        if _joins_point(s, i):
            return literal(f"{word}.{s.words[end + 1]}"), end + 2
    elif s.words[end].isdecimal():
        while s.words[end].isdecimal() and s.starts[end] == s.ends[end - 1] + 1:
            end += 1
            if end > i + _MAX_GROUPS:
                return literal(word), i + 1
        if _joins_spaces(s, i, end):
            return literal("".join(s.words[i:end])), end
    return literal(word), i + 1


def _joins_comma(s: Scan, i: int) -> bool:
    """Whether "$ 1 , 500" is one number, and not a list, as tokenised texts write it."""
    group = s.words[i + 2]
    if s.tight(i + 1) or s.tight(i + 2) or not re.fullmatch(r"\d{3}(?:,\d{3})*(?:\.\d+)?", group):
        return False
    listed = s.words[i + 3] == "," and is_figure(s.words[i + 4])
    if listed or s.words[i - 1] == ",":
        return False
    before = s.words[i - 2] if s.words[i - 1] == "." else s.words[i - 1]
    return group[:3] == "000" or before in {"$", "rs", "£", "€", "₹"}


def _joins_point(s: Scan, i: int) -> bool:
    """Whether "is 1 . 5 kmph" is a decimal, and not the end of a sentence."""
    tail = s.words[i + 2]
    if s.tight(i + 1) or s.tight(i + 2) or len(s.words[i]) > 1 or len(tail) > 1:
        return False
    if not tail.isdecimal() or s.words[i - 1] in {":", ",", "/", "to"}:
        return False
    return s.words[i + 3] in _AFTER_DECIMAL


_AFTER_DECIMAL = frozenset("kmph km kg m cm mm mph litres liters % percent hrs".split())


def _joins_spaces(s: Scan, i: int, end: int) -> bool:
    """Whether "5 650 000" is one number, and not three."""
    groups = s.words[i + 1 : end]
    if not groups or s.words[i - 1].isdecimal() or any(len(group) != 3 for group in groups):
        return False
    return groups[-1] == "000" or (len(groups) > 1 and len(s.words[i]) < 3)


def _fraction(s: Scan, i: int, value: Fraction, end: int) -> Reading | None:
    """A numerator with "/" and a denominator behind it."""
    below = s.words[end + 1]
    if s.words[end] != "/" or not below.isdecimal() or value.denominator != 1:
        return None
    if s.words[i - 1] == "/" or len(below) > _MAX_DIGITS or not int(below):
        return None
    power = s.words[end + 2] in {"^", "²", "³"}
    return None if power else Reading(value / int(below), "fraction", i, end + 2)


def _mixed(s: Scan, i: int, value: Fraction, end: int) -> Reading | None:
    """A whole number with a proper fraction behind it: "2 1/2", "2½", "2-1/2", "2 and 3/4"."""
    if value.denominator != 1:
        return None
    k = end
    if s.words[k] == "-":
        k += s.tight(k) and s.tight(k + 1) and s.tight(k + 2)
    elif s.words[k] == "and":
        k += s.words[i - 1] not in {"of", "between", ","}
    part = s.words[k]
    if part in VULGAR or part[:1] == "\\":
        tail = literal(part)
        found = None if tail is None else Reading(tail, "fraction", k, k + 1)
    elif part.isdecimal() and len(part) <= 3:
        found = _fraction(s, k, Fraction(int(part)), k + 1)
    else:
        return None
    if found is None or found.value >= 1 or (k > end and s.words[end] == "and" and not value):
        return None
    return Reading(value + found.value, "fraction", i, found.end)


def exponent_at(s: Scan, i: int) -> tuple[Fraction, int] | None:
    """The exponent written at token `i`, and the token after it: "^2", "²", "^{-3}", "** 2"."""
    word = s.words[i]
    if word and word[0] in "⁰¹²³⁴⁵⁶⁷⁸⁹⁻":
        figures = word.translate(SUPERSCRIPTS)
        return (Fraction(int(figures)), i + 1) if re.fullmatch(r"-?\d{1,9}", figures) else None
    if word in {"squared", "cubed"}:
        return Fraction(2 if word == "squared" else 3), i + 1
    k = i + 1
    if word == "*" and s.words[k] == "*" and s.tight(k):
        k += 1
    elif word != "^":
        return None
    bracket = s.words[k] in {"(", "{"}
    k += bracket
    minus = s.words[k] == "-"
    k += minus
    if not s.words[k].isdecimal() or len(s.words[k]) > 9:
        return None
    value, end = Fraction(int(s.words[k])), k + 1
    if s.tight(end) and s.words[end].isalpha() and s.words[end] not in ORDINAL_SUFFIXES:
        return None
    if bracket:
        if s.words[end] == "/" and s.words[end + 1].isdecimal() and s.words[end + 1].strip("0"):
            value, end = value / int(s.words[end + 1][:9]), end + 2
        if s.words[end] not in {")", "}"}:
            return None
        end += 1
    return (-value if minus else value), end


def _power(s: Scan, i: int, value: Fraction, end: int) -> Reading | None:
    exponent = exponent_at(s, end)
    if exponent is None or exponent[0].denominator != 1 or not value:
        return None
    if s.words[exponent[1]] in {"^", "°", *ORDINAL_SUFFIXES}:
        return None
    n = int(exponent[0])
    bits = max(value.numerator.bit_length(), value.denominator.bit_length())
    if bits * abs(n) > _MAX_BITS:
        return None
    return Reading(value**n, "power", i, exponent[1])


def _scientific(s: Scan, i: int, value: Fraction, end: int) -> Reading | None:
    """A mantissa times a power of ten: "2.5 × 10^6"."""
    if s.words[end] not in TIMES or s.words[end + 1] != "10" or not 1 <= value < 10:
        return None
    if s.words[i - 1] in TIMES:
        return None
    ten = _power(s, end + 1, Fraction(10), end + 2)
    return None if ten is None else Reading(value * ten.value, "power", i, ten.end)
