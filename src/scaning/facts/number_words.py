"""English number words read from tokens: cardinals, ordinals, decimals and denominators."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

_SMALL = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen"
)
_SMALL_ORDINALS = (
    "zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth "
    "thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth"
)
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")

CARDINALS: dict[str, int] = {
    **{word: value for value, word in enumerate(_SMALL.split())},
    **{word: 10 * value for value, word in enumerate(_TENS, 2)},
    # Misspellings that occur in problems.
    "fourty": 40,
    "ninty": 90,
}
SCALES: dict[str, int] = {
    "thousand": 10**3, "lakh": 10**5, "lakhs": 10**5, "lac": 10**5, "lacs": 10**5,
    "million": 10**6, "crore": 10**7, "crores": 10**7, "billion": 10**9, "trillion": 10**12,
}  # fmt: skip
MULTIPLES: dict[str, int] = {"hundred": 100, "dozen": 12, "dozens": 12, **SCALES}
ORDINALS: dict[str, int] = {
    **{word: value for value, word in enumerate(_SMALL_ORDINALS.split())},
    **{word[:-1] + "ieth": 10 * value for value, word in enumerate(_TENS, 2)},
}
_SCALE_ORDINALS = {"hundredth": 100} | {
    word + "th": SCALES[word] for word in ("thousand", "million", "billion", "trillion")
}
# "second" is never a denominator.
DENOMINATORS: dict[str, int] = {
    "half": 2, "halves": 2, "quarter": 4, "quarters": 4,
    **{w: n for w, n in (ORDINALS | _SCALE_ORDINALS).items() if n > 2},
    **{w + "s": n for w, n in (ORDINALS | _SCALE_ORDINALS).items() if n > 2},
}  # fmt: skip


class Worded(NamedTuple):
    """A number in words: its value, the token after it, and whether it is an ordinal."""

    value: Fraction
    end: int
    ordinal: bool = False


class _Part(NamedTuple):
    value: int
    end: int
    ordinal: bool = False


def worded(words: list[str], i: int) -> Worded | None:
    """The number whose words start at token `i`: "two hundred and five", "twenty-first".

    >>> worded(["twenty", "-", "five", "", "", ""], 0)
    Worded(value=Fraction(25, 1), end=3, ordinal=False)
    """
    whole = _worded(words, i, between=False)
    if whole is None or whole.ordinal:
        return whole
    if words[i - 1] == "between" and words[whole.end] != "and":
        # The "and" of "between two hundred and five hundred" parts two numbers.
        whole = _worded(words, i, between=True)
    return None if whole is None else _decimals(words, whole)


def _worded(words: list[str], i: int, *, between: bool) -> Worded | None:
    total, last, end = 0, 0, i
    while True:
        part = _group(words, end, between)
        if part is None and not total and words[end] in SCALES:
            part = _Part(1, end)
        if part is None:
            return Worded(Fraction(total), end) if total else None
        scale = SCALES.get(words[part.end + (words[part.end] == "-")], 0)
        if last and (scale or part.value) >= last:
            return Worded(Fraction(total), _before_joint(words, end))
        end = part.end
        ordinal_scale = _SCALE_ORDINALS.get(words[end], 0)
        if not part.ordinal and ordinal_scale > 100 and not last:
            return Worded(Fraction(part.value * ordinal_scale), end + 1, True)
        if part.ordinal or not scale:
            return Worded(Fraction(total + part.value), end, part.ordinal)
        total += part.value * scale
        last = scale
        end += 1 + (words[end] == "-")
        ahead = _after_joint(words, end, between)
        if ahead is None:
            return Worded(Fraction(total), end)
        end = ahead


def _after_joint(words: list[str], end: int, between: bool) -> int | None:
    """Where the number goes on after a scale word, or None where it ends."""
    if words[end] == "and":
        return None if between else end + 1
    if words[end] != ",":
        return end
    # "one thousand, two hundred": a comma joins only what cannot be the next of a list.
    part = _group(words, end + 1, between)
    joins = part is not None and (part.value >= 100 or words[part.end] in SCALES)
    return end + 1 if joins else None


def _before_joint(words: list[str], end: int) -> int:
    return end - 1 if words[end - 1] in {"and", ","} else end


def _group(words: list[str], i: int, between: bool) -> _Part | None:
    """A number below ten thousand without a scale word: "twenty five hundred and six"."""
    part = _below_hundred(words, i)
    if part is None and words[i] == "hundred":
        part = _Part(1, i)
    if part is None or part.ordinal:
        return part
    end = part.end + (words[part.end] == "-")
    if words[end] == "hundredth" and end == part.end:
        return _Part(part.value * 100, end + 1, True)
    if words[end] != "hundred":
        return _year(words, part)
    value, end = part.value * 100, end + 1
    joint = words[end] in {"and", "-"}
    rest = _below_hundred(words, end + joint)
    if rest is None or (joint and between) or words[rest.end] == "hundred" or not rest.value:
        return _Part(value, end)
    if joint and rest.value == 1 and words[rest.end] == "of":
        return _Part(value, end)
    return _Part(value + rest.value, rest.end, rest.ordinal)


def _below_hundred(words: list[str], i: int) -> _Part | None:
    value = CARDINALS.get(words[i])
    if value is None:
        ordinal = ORDINALS.get(words[i])
        return _Part(ordinal, i + 1, True) if ordinal is not None else None
    if value < 20:
        return _Part(value, i + 1)
    hyphen = words[i + 1] == "-"
    k = i + 1 + hyphen
    unit, ordinal = CARDINALS.get(words[k], 0), ORDINALS.get(words[k], 0)
    # "twenty one-dollar bills" are twenty bills.
    splits = not hyphen and words[k + 1] == "-" and words[k + 2] not in CARDINALS
    if 0 < unit < 10 and not splits:
        return _Part(value + unit, k + 1)
    if 0 < ordinal < 10 and not (ordinal == 2 and not hyphen):
        return _Part(value + ordinal, k + 1, True)
    return _Part(value, i + 1)


def _year(words: list[str], part: _Part) -> _Part:
    """The year "nineteen eighty-four" is one number; "ten twenty" is two."""
    if not 13 <= part.value <= 20:
        return part
    rest = _below_hundred(words, part.end)
    if rest is None or rest.ordinal or rest.value < 10 or words[rest.end] in MULTIPLES:
        return part
    return _Part(part.value * 100 + rest.value, rest.end)


def _decimals(words: list[str], whole: Worded) -> Worded:
    """Add the digits after the word "point"."""
    if words[whole.end] != "point":
        return whole
    digits, k = "", whole.end + 1
    while words[k] in CARDINALS and (value := CARDINALS[words[k]]) < 10:
        digits += str(value)
        k += 1
    if not digits and (tail := _below_hundred(words, k)) is not None and not tail.ordinal:
        digits, k = str(tail.value), tail.end
    if not digits:
        return whole
    return Worded(whole.value + Fraction(int(digits), 10 ** len(digits)), k)


def denominator(words: list[str], i: int) -> tuple[int, int] | None:
    """The denominator word at token `i` and the token after it: "thirds", "twenty-fifths"."""
    value = DENOMINATORS.get(words[i])
    if value is not None:
        return value, i + 1
    tens = CARDINALS.get(words[i], 0)
    if tens >= 20 and words[i + 1] == "-" and words[i + 2] in DENOMINATORS:
        return tens + DENOMINATORS[words[i + 2]], i + 3
    return None


def is_number(word: str) -> bool:
    """Whether a token starts a cardinal number, in words or figures."""
    return word in CARDINALS or word[:1].isdigit()
