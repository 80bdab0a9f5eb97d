"""Other ways to write the same number, amount or unit."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

from num2words import num2words

from scaning.parse import Text

from .spans import Edit, Number, edited, mathematical, numbers


def spell_number(problem: Text, rng: Random) -> str | None:
    """A number in digits is now in words."""
    text = problem.text
    options = [number for number in numbers(problem) if _can_be_spelled(text, number)]
    if not options or mathematical(text):
        return None
    start, end, value, *_ = rng.choice(options)
    words: str = num2words(int(value)).replace(",", "")
    begins = text[:start].rstrip()[-1:] in {"", ".", "?", "!"}
    return edited(text, [Edit(start, end, words.capitalize() if begins else words)])


def _can_be_spelled(text: str, number: Number) -> bool:
    return (
        text[number.start].isdigit()
        and number.value.is_integer()
        and number.sign != "$"
        and 1 < number.value < 1_000_000
        and not 1700 <= number.value <= 2100
        and text[number.end : number.end + 1] in {" ", ""}
        and "." not in text[number.start : number.end]
    )


def write_digits(problem: Text, rng: Random) -> str | None:
    """A number in words is now in digits."""
    options = [n for n in numbers(problem) if not problem.text[n.start].isdigit()]
    if not options or mathematical(problem.text):
        return None
    start, end, value, *_ = rng.choice(options)
    return edited(problem.text, [Edit(start, end, f"{value:.0f}")])


def separators(problem: Text, rng: Random) -> str | None:
    """A number such as 1,000 is now 1000, or the other way round."""
    text = problem.text
    options = [
        number
        for number in numbers(problem)
        if re.fullmatch(r"\d{1,3}(?:,\d{3})+|\d{4,}", text[number.start : number.end])
        and not 1700 <= number.value <= 2100
    ]
    if not options or mathematical(text):
        return None
    start, end, value, *_ = rng.choice(options)
    return edited(
        text, [Edit(start, end, f"{value:.0f}" if "," in text[start:end] else f"{value:,.0f}")]
    )


def _rewriting(
    pattern: str, new: Callable[[re.Match[str]], str]
) -> Callable[[Text, Random], str | None]:
    """Rewrites one place where the pattern fits."""
    compiled = re.compile(pattern)

    def change(problem: Text, rng: Random) -> str | None:
        found = list(compiled.finditer(problem.text))
        if not found or mathematical(problem.text):
            return None
        match = rng.choice(found)
        return edited(problem.text, [Edit(*match.span(), new(match))])

    return change


percent = _rewriting(
    r"(?<=\d)(?: ?%| percent\b)(?!\w)", lambda m: " percent" if "%" in m[0] else "%"
)
_FRACTIONS = {
    "1/2": "half", "half": "1/2", "1/3": "one third", "one-third": "1/3", "one third": "1/3",
    "2/3": "two thirds", "two-thirds": "2/3", "two thirds": "2/3", "1/4": "a quarter",
    "3/4": "three fourths", "three-fourths": "3/4", "three-quarters": "3/4", "1/5": "one fifth",
    "2/5": "two fifths", "3/5": "three fifths", "one-fourth": "1/4", "one fifth": "1/5",
}  # fmt: skip
fraction = _rewriting(
    rf"(?<![\w.,/$-])(?<!\d )(?:{'|'.join(_FRACTIONS)})(?= (?:of|as)\b)(?<!a half)",
    lambda m: _FRACTIONS[m[0]],
)
_AMOUNT = r"\d+(?:,\d{3})*(?:\.\d\d)?"
money = _rewriting(
    rf"(?<!\w)\$ ?(?P<amount>{_AMOUNT})(?=[.,;?](?!\d)| (?:for|and|in|each|to|on|at|from)\b)"
    rf"|(?<![\w.,$/])(?P<bare>{_AMOUNT}) dollars\b",
    lambda m: f"${m['bare']}" if m["bare"] else f"{m['amount']} dollar{'s' * (m['amount'] != '1')}",
)
_UNIT_NAMES = {
    "km": "kilometers", "kilometers": "km", "cm": "centimeters", "centimeters": "cm",
    "kg": "kilograms", "kilograms": "kg", "mph": "miles per hour", "miles per hour": "mph",
    "km/h": "kilometers per hour", "kmph": "km/h", "km/hr": "km per hour", "meters": "metres",
    "liters": "litres", "litres": "liters", "metres": "meters", "hrs": "hours", "ft": "feet",
    "kilometers per hour": "km/h", "km per hour": "km/h",
}  # fmt: skip
_UNIT_NAME = "|".join(sorted(_UNIT_NAMES, key=len, reverse=True))
unit_name = _rewriting(
    rf"(?<=\d )(?<!\b1 )(?:{_UNIT_NAME})\b(?! ?/| per|\.\w)", lambda m: _UNIT_NAMES[m[0]]
)


def plain_maths(problem: Text, rng: Random) -> str | None:
    """A number between dollar signs, as LaTeX has it, stands without them."""
    del rng
    text = problem.text
    if "\\" in text or not re.search(r"\$\$", text):
        return None
    plain = re.sub(r"\$\$\s*(\d+(?:\.\d+)?)\s*\$\$", r"\1", text)
    return plain if plain != text and "$$" not in plain else None
