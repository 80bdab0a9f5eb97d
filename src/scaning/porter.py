"""Porter's stemmer (M. F. Porter, "An algorithm for suffix stripping", Program 14, 1980)."""

from __future__ import annotations

import re
from functools import lru_cache

STEP_2 = """
    ational:ate tional:tion enci:ence anci:ance izer:ize abli:able alli:al entli:ent eli:e
    ousli:ous ization:ize ation:ate ator:ate alism:al iveness:ive fulness:ful ousness:ous aliti:al
    iviti:ive biliti:ble
"""
STEP_3 = "icate:ic ative: alize:al iciti:ic ical:ic ful: ness:"
STEP_4 = "al ance ence er ic able ible ant ement ment ent ion ou ism ate iti ous ive ize"


@lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """The stem of a lower-case English word.

    >>> stem("relational"), stem("hopping"), stem("happy"), stem("cats")
    ('relat', 'hop', 'happi', 'cat')
    """
    if len(word) <= 2:
        return word
    word = _plural(word)
    word = _past(word)
    if word.endswith("y") and _has_vowel(word[:-1]):
        word = word[:-1] + "i"
    word = _replaced(word, STEP_2)
    word = _replaced(word, STEP_3)
    word = _stripped(word)
    return _tidied(word)


def _plural(word: str) -> str:
    for ending, kept in (("sses", "ss"), ("ies", "i"), ("ss", "ss"), ("s", "")):
        if word.endswith(ending):
            return word[: -len(ending)] + kept
    return word


def _past(word: str) -> str:
    if word.endswith("eed"):
        return word[:-1] if _measure(word[:-3]) > 0 else word
    for ending in ("ed", "ing"):
        base = word.removesuffix(ending)
        if base != word:
            return _mended(base) if _has_vowel(base) else word
    return word


def _mended(base: str) -> str:
    """A stem that lost "-ed" or "-ing": "conflat" gets its "e" back, "hopp" loses a "p"."""
    if base.endswith(("at", "bl", "iz")):
        return base + "e"
    if _ends_double(base) and base[-1] not in "lsz":
        return base[:-1]
    return base + "e" if _measure(base) == 1 and _ends_cvc(base) else base


def _replaced(word: str, table: str) -> str:
    pairs = sorted((entry.partition(":") for entry in table.split()), key=lambda p: -len(p[0]))
    for ending, _, new in pairs:
        if word.endswith(ending):
            base = word[: -len(ending)]
            return base + new if _measure(base) > 0 else word
    return word


def _stripped(word: str) -> str:
    for ending in sorted(STEP_4.split(), key=len, reverse=True):
        if word.endswith(ending):
            base = word[: -len(ending)]
            if _measure(base) > 1 and (ending != "ion" or base.endswith(("s", "t"))):
                return base
            return word
    return word


def _tidied(word: str) -> str:
    if word.endswith("e"):
        base = word[:-1]
        if _measure(base) > 1 or (_measure(base) == 1 and not _ends_cvc(base)):
            word = base
    if word.endswith("ll") and _measure(word) > 1:
        return word[:-1]
    return word


def _shape(word: str) -> str:
    shape = ""
    for i, letter in enumerate(word):
        vowel = letter in "aeiou" or (letter == "y" and i > 0 and shape[-1] == "c")
        shape += "v" if vowel else "c"
    return shape


def _measure(word: str) -> int:
    return len(re.findall("v+c", _shape(word)))


def _has_vowel(word: str) -> bool:
    return "v" in _shape(word)


def _ends_double(word: str) -> bool:
    return len(word) > 1 and word[-1] == word[-2] and _shape(word)[-1] == "c"


def _ends_cvc(word: str) -> bool:
    return _shape(word)[-3:] == "cvc" and word[-1] not in "wxy"
