"""Mend what a collection is known for: counts like "76.0", formulas set as `$$11$$`, remnants."""

from __future__ import annotations

import re
from fractions import Fraction

from scaning.inflection import parts_of_speech
from scaning.lexicon import is_name, is_place, is_word

FLOAT = re.compile(r"(?<![\d.,])(\d+)\.0(?![\d])")
LONG_FLOAT = re.compile(r"(?<![\d.,])\d+\.\d{5,}")
# "The new 1.0 is taller": a pronoun that a program took for a number.
PRONOUN = re.compile(
    r"\b(the new|the old|the other|the first|the second|which|each|this|that|the only|no|any|every)"
    r" 1\.0\b(?! (?!is|was|has)\w+s\b)", re.I,
)  # fmt: skip
# Between two dollars, with no word in it: "$3 for me and $5" is money.
FORMULA = re.compile(r"\$\$?\s*((?:\\[a-zA-Z]+|(?![^\W\d_]{3})[^$])+?)\s*\$\$?(?!\d)")
# A formula that reads the same without its dollars: a number, an unknown, a sum of them.
BARE = re.compile(r"[\w\s.,:%°'+=()<>×÷/*-]*")
# "(2014 AMC 8, Question #6)": where a problem was set.
CITED = re.compile(
    r"\s*[(\[（][^()\[\]（）]*(?:question|problem|kangaroo|amc|examination|olympiad|adapted)"
    r"[^()\[\]（）]*\d[^()\[\]（）]*[)\]）]\s*\.?", re.I,
)  # fmt: skip
NUMBERED = re.compile(r"^\s*(?:q(?:uestion)?\s*)?\d{1,3}\s*[.)]\s+(?=[A-Z])")
BLANKS = re.compile(r"~?\\(?:uline|underline)\{[^}]*\}~?|_{2,}")
LOWER = re.compile(r"(?<![\w\\{])[a-z]{5,}(?![\w}])")
# Small words that others grow to, and the fewest letters that the others have.
GROWN = (("the", 3), ("and", 3), ("for", 3), ("of", 3), ("is", 4), ("in", 4), ("if", 3), ("he", 4),
         ("to", 4), ("by", 4), ("at", 4), ("an", 5), ("a", 5))  # fmt: skip
WHOLE = frozenset("inradius incircle theirs averge amound attemp".split())
TEX: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern), into)
    for pattern, into in (
        (r"\\textquotesingle\s?", "'"),
        (r"\\textbackslash\{?\}?\s?%", "%"),
        (r"\\[dt]?frac\s*\{([^{}]+)\}\s*\{([^{}]+)\}", r"\1/\2"),
        (r"\\[dt]?frac\s*(\d)\s*(\d)", r"\1/\2"),
        (r"\\(?:text|rm|mathrm|textbf|mathbf)\s*\{([^{}]*)\}", r"\1"),
        (r"\\rm\b\s*", ""),
        (r"\\textsuperscript\{([^{}]*)\}", r"\1"),
        (r"\\textbar\b\s*", "|"),
        (r"\\times\s*", "× "),
        (r"\\div\s*", "÷ "),
        (r"\\cdot\s*", "· "),
        (r"\\left\b|\\right\b", ""),
        (r"\\textless\s*", "< "),
        (r"\\textgreater\s*", "> "),
        (r"\\(?:leqslant|leq|le)\b\s*", "≤ "),
        (r"\\(?:geqslant|geq|ge)\b\s*", "≥ "),
        (r"\\(?:cdots|ldots|dots)\b\s*", "..."),
        (r"\\textasciitilde|~", " "),
        (r"\^\{?\\circ\}?", "°"),
        (r"\\pi\b", "π"),
        (r"\\([%$#&])", r"\1"),
        (r"\^\{(\w)\}", r"^\1"),
        (r"\{,\}", ","),
    )
)


def mended(text: str) -> str:
    """The text without the marks that its collection left in it.

    >>> mended("Stephanie has 76.0 Skittles. The new 1.0 is 2.3333333333333335 feet.")
    'Stephanie has 76 Skittles. The new one is 2 1/3 feet.'
    >>> mended("There are $$11$$ apples and $x+2$ pears at $3 each or $x^{2}$ for $5.")
    'There are 11 apples and x+2 pears at $3 each or $x^2$ for $5.'
    """
    for pattern, into in TEX:
        text = pattern.sub(into, text)
    if "\\" in text or "$$" in text or _formulas(text):
        text = FORMULA.sub(_formula, text)
    text = CITED.sub("", NUMBERED.sub("", BLANKS.sub("", text)))
    text = PRONOUN.sub(r"\1 one", text)
    text = FLOAT.sub(r"\1", text)
    text = LOWER.sub(_parted, LONG_FLOAT.sub(_fraction, text))
    return " ".join(text.split())


def _parted(found: re.Match[str]) -> str:
    """Two words that grew together, where the first is a small one: "forthe", "amechanic"."""
    word = found[0]
    if word in WHOLE or is_word(word) or is_name(word) or is_place(word):
        return word
    for first, least in GROWN:
        rest = word[len(first) :]
        if word.startswith(first) and len(rest) >= least and rest in parts_of_speech():
            return f"{first} {rest}"
    return word


def _formulas(text: str) -> bool:
    """Whether the dollars of a text are around formulas, and do not stand for money."""
    money = len(re.findall(r"\$ ?\d", text))
    closing = len(re.findall(r"[\w})]\$(?!\d)", text))
    return text.count("$") % 2 == 0 and closing > 0 and closing * 2 >= money


def _formula(found: re.Match[str]) -> str:
    inside = found[1].strip()
    return inside if BARE.fullmatch(inside) else f"${inside}$"


def _fraction(found: re.Match[str]) -> str:
    value = Fraction(found[0]).limit_denominator(12)
    if abs(value - Fraction(found[0])) > Fraction(1, 10_000):
        return f"{float(found[0]):.2f}"
    whole, rest = divmod(value, 1)
    parts = [str(whole)] * bool(whole or not rest) + [f"{rest}"] * bool(rest)
    return " ".join(parts)
