"""Numeracy: the share of numbers that original and candidate have in common, cubed.

Three readings of one formula, (|A ∩ B| / max(|A|, |B|))³:

official  the published code: its number reader, and a count that is neither set nor multiset
paper     the formula as printed, on lists, with the number reader of the published code, since
          the paper names none: what differs from `official` is the intersection alone
default   the formula as printed, on the exact values that `scaning.facts` reads
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Sequence
from fractions import Fraction

from scaning.facts.quantities import quantities

EXPONENT = 3  # the paper's p: "a relatively harsher penalty"

UNITS = {
    word: value
    for value, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
        "fifteen sixteen seventeen eighteen nineteen".split()
    )
}
TENS = {
    word: 10 * value
    for value, word in enumerate("twenty thirty forty fifty sixty seventy eighty ninety".split(), 2)
}
SCALES = {"hundred": 100, "thousand": 1_000, "million": 1_000_000}
NUMBER_WORDS = frozenset(UNITS) | frozenset(TENS) | frozenset(SCALES)
# "hundred hundred hundred …" would grow without end; as a float everything above is infinite.
LARGEST = 10**400

MARK = re.compile(r"([.?!])")
# The reader sets a blank after every full stop, so its own decimals look like "15. 2".
NUMBER = re.compile(r"\d+\.\s\d*|\d+")


def official_numeracy(original: Sequence[float], candidate: Sequence[float]) -> float:
    """The published count: numbers of one text that occur anywhere in the other, the fewer side.

    >>> official_numeracy([5, 5, 3], [5, 3, 3])
    1.0
    """
    shared = min(_occurring(original, candidate), _occurring(candidate, original))
    return _cubed_share(shared, original, candidate)


def multiset_numeracy(original: Sequence[Hashable], candidate: Sequence[Hashable]) -> float:
    """The formula as printed: every occurrence of a number needs its own partner.

    >>> round(multiset_numeracy([5, 5, 3], [5, 3, 3]), 2)
    0.3
    """
    shared = (Counter(original) & Counter(candidate)).total()
    return _cubed_share(shared, original, candidate)


def exact_numbers(text: str) -> list[Fraction]:
    """The values of the quantities that a text states; the 1 of "an hour" is not stated."""
    return [quantity.value for quantity in quantities(text) if not quantity.implicit]


def official_numbers(text: str) -> list[float]:
    """The numbers that the published code reads in a text, with its misreadings.

    >>> official_numbers("He paid 1,000 for twenty-five. 20 came and five hundred two left.")
    [1.0, 0.0, 20.0, 502.0]
    """
    found = NUMBER.findall(words_to_digits(text))
    return [float(number.strip(".").replace(" ", "")) for number in found]


def words_to_digits(text: str) -> str:
    """Number words as digits, the way of the `wordtodigits` package that the published code uses.

    Only words that stand alone are seen ("five," and "twenty-five" are not), "and" before a
    number word always joins, neighbouring numbers are added, and there is no billion.
    """
    words = MARK.sub(r" \1 ", text).split()
    out: list[str] = []
    total = part = 0
    reading = decimals = False
    for word, after in zip(words, [*words[1:], ""], strict=False):
        low = word.lower()
        if low in NUMBER_WORDS and not decimals:
            total, part = _extended(total, part, low)
            reading = True
        elif decimals and low in UNITS:
            out.append(str(UNITS[low]))
        elif word == "and" and after in NUMBER_WORDS:
            continue
        elif low == "point" and after in NUMBER_WORDS:
            total += part
            out.append(f" {total}.")
            reading, decimals = False, True
        else:
            out.append(f" {total + part}" if reading else "")
            out.append(word if MARK.fullmatch(word) else f" {word}")
            total = part = 0
            reading = decimals = False
    out.append(f" {total + part}" if reading else "")
    return "".join(out)


def _extended(total: int, part: int, word: str) -> tuple[int, int]:
    if word == "hundred":
        return total, min(part * 100, LARGEST)
    if word in SCALES:
        return total + part * SCALES[word], 0
    return total, part + (UNITS[word] if word in UNITS else TENS[word])


def _occurring(numbers: Sequence[float], other: Sequence[float]) -> int:
    known = set(other)
    return sum(number in known for number in numbers)


def _cubed_share(shared: int, original: Sequence[Hashable], candidate: Sequence[Hashable]) -> float:
    most = max(len(original), len(candidate))
    return (shared / most) ** EXPONENT if most else 1.0
