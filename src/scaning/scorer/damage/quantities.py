"""Damage to what is counted: the numbers, their units and the unknowns."""

from __future__ import annotations

import re
from random import Random

from scaning.parse import Text, Token

from .spans import Edit, Number, edited, mathematical, numbers, word_before
from .words import NUMBER_WORDS, OTHER_UNIT

_TOGETHER = re.compile(
    r"\b(?:total|altogether|in all|sum|combined|together|average|mean|product)\b"
)
_PRODUCT = re.compile(
    r"\b(?:each|every|per|cost|costs|an?) (?:\w+ )?(?:hour|minute|day|week|month|box|pack)|\beach\b"
)
_DEFINITE = frozenset("the these those all of other his her their its than exactly".split())
_GOES_ON = re.compile(r" ?(?:old|ago|later|long|wide|high|tall|more|less|fewer|of|as|apart)\b|[-']")


def swap_numbers(problem: Text, rng: Random) -> str | None:
    """Two numbers that count different things trade places."""
    text = problem.text
    found = [n for n in numbers(problem) if text[n.start].isdigit() and _counts(n)]
    pairs = [
        (a, b)
        for i, a in enumerate(found)
        for b in found[i + 1 :]
        if a.value != b.value and _counts(a) != _counts(b) and not _may_trade(text, a, b)
    ]
    if not pairs or mathematical(text):
        return None
    a, b = rng.choice(pairs)
    return edited(
        text,
        [Edit(a.start, a.end, text[b.start : b.end]), Edit(b.start, b.end, text[a.start : a.end])],
    )


def _counts(number: Number) -> str:
    return number.sign or (number.noun.lemma.lower() if number.noun else "")


def _may_trade(text: str, a: Number, b: Number) -> bool:
    """Whether the answer may stay when they trade places: terms of a sum, factors, alternatives.

    20% of 50 is 50% of 20, and 3 times as many as 5 is 5 times as many as 3.
    """
    counts = a.noun is not None and b.noun is not None
    return bool(
        (a.sign == "%") != (b.sign == "%")
        or {"time", "dozen"} & {_counts(a), _counts(b)}
        or re.fullmatch(r"[a-z -]+ or ", text[a.end : b.start])
        or (counts and _TOGETHER.search(text.lower()))
        or _PRODUCT.search(text)
    )


def change_number(problem: Text, rng: Random) -> str | None:
    """One number gets another value."""
    found = numbers(problem)
    known = {number.value for number in found}
    options = [n for n in found if n.value > 1 and not 1800 <= n.value <= 2100]
    if not options:
        return None
    number = rng.choice(options)
    old, value = problem.text[number.start : number.end], number.value
    if not old[0].isdigit():
        new = rng.choice([word for word, other in NUMBER_WORDS.items() if other not in known])
        return edited(problem.text, [Edit(number.start, number.end, new)])
    changed = rng.choice(
        [v for v in (value + 2, value + 3, value * 2, value + 10, value * 10) if v not in known]
        or [value + 4321]
    )
    separator = "," if "," in old else ""
    digits = len(old.partition(".")[2])
    return edited(
        problem.text, [Edit(number.start, number.end, f"{changed:{separator}.{digits}f}")]
    )


def drop_number(problem: Text, rng: Random) -> str | None:
    """One number is gone: "5 apples" is now "apples" or "some apples"."""
    found = numbers(problem)
    values = [number.value for number in found]
    options = [
        number
        for number in found
        if _counts_freely(problem, number) and values.count(number.value) == 1
    ]
    if not options:
        return None
    start, end, *_ = rng.choice(options)
    new = Edit(start, end, "some") if rng.random() < 0.5 else Edit(start, end + 1, "")
    return edited(problem.text, [new])


def add_number(problem: Text, rng: Random) -> str | None:
    """A number comes in: "5 apples" is now "5 apples and another 7 apples"."""
    found = numbers(problem)
    known = {number.value for number in found}
    nouns = [
        number.noun
        for number in found
        if _counts_freely(problem, number)
        and number.noun
        and not _GOES_ON.match(problem.text[number.noun.end :])
    ]
    if not nouns:
        return None
    noun: Token = rng.choice(nouns)
    extra = rng.choice([n for n in range(3, 40) if n not in known])
    return edited(problem.text, [Edit(noun.end, noun.end, f" and another {extra} {noun.text}")])


def _counts_freely(problem: Text, number: Number) -> bool:
    """Whether the number says how many of a plural there are, and does not point back at them."""
    return (
        number.noun is not None
        and number.noun.tag == "NNS"
        and problem.text[number.end] == " "
        and word_before(problem.text, number.start) not in _DEFINITE
    )


_UNIT = re.compile(
    rf"(?:(?<![\w$£€.,])\d[\d,]*(?:\.\d+)?|\b(?:{'|'.join(NUMBER_WORDS)}))"
    r"[ -]?(?P<unit>km/hr?|[a-z]+)\b(?!/)"
)


def change_unit(problem: Text, rng: Random) -> str | None:
    """A quantity gets another unit: miles are now kilometers, once."""
    found = [match for match in _UNIT.finditer(problem.text) if match["unit"] in OTHER_UNIT]
    if not found or mathematical(problem.text):
        return None
    unit = rng.choice(found)
    return edited(problem.text, [Edit(*unit.span("unit"), OTHER_UNIT[unit["unit"]])])


def change_currency(problem: Text, rng: Random) -> str | None:
    """An amount of money gets another currency, once."""
    found = list(re.finditer(r"\$(?=\s?\d)|\bRs\.? ?(?=\d)|£(?=\d)|€(?=\d)", problem.text))
    if not found or mathematical(problem.text):
        return None
    sign = rng.choice(found)
    others = [other for other in "$£€" if not sign[0].startswith(other)]
    return edited(problem.text, [Edit(*sign.span(), rng.choice(others))])


def drop_percent(problem: Text, rng: Random) -> str | None:
    """A percentage is now a plain number."""
    found = list(re.finditer(r"(?<=\d) ?(?:%|percent\b|per cent\b)", problem.text))
    if not found or mathematical(problem.text):
        return None
    return edited(problem.text, [Edit(*rng.choice(found).span(), "")])
