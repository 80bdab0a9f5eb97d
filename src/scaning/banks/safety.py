"""Which questions must stay as they are, and which variants do not go with their answers."""

from __future__ import annotations

import re
from collections.abc import Sequence

from scaning.banks.records import Item

# Fewer words than this are a label beside a picture or a formula, not a problem.
LEAST = 5
_REFERS = re.compile(
    r"\b(?:figure|diagram|graph|chart|picture|image|drawing|table|shown|above|below|underlined|"
    r"in bold|italics?|sentences?|paragraphs?|statements?|(?:the|this|which|what) words?|blanks?|"
    r"passage|text|fill in|match the)\b",
    re.IGNORECASE,
)
_BLANK = re.compile(r"_{2,}|\.{4,}|\[\[\d|\[_|(?<!\w)\?{2,}")
_FORMULA = re.compile(r"\\|\$\$|\$[^$\d][^$]*\$|@@\w+@@|\{[\w.=+*/-]+\}")
_WORD = re.compile(r"[^\W\d_]{3,}")
_COMMON = frozenset(
    "the and are was were for with that this have has had how many much not all from each than "
    "then them they its his her their there which what when who will would can could does did "
    "more less none both only other total true false yes correct wrong answer number".split()
)


def why_not(text: str, *, formula: bool = False, pictures: int = 0) -> str:
    """Why a text cannot be rewritten safely; empty where it can.

    >>> why_not("Which word in this sentence is underlined?")
    'it refers to what is shown or to its own words'
    >>> why_not("Ann has 3 pens and buys 5 more. How many pens has she?")
    ''
    """
    words = _WORD.findall(text)
    if _BLANK.search(text):
        return "an answer is written inside its text"
    if _FORMULA.search(text) or formula:
        return "its text holds a formula or a placeholder"
    if len(words) < LEAST:
        return "it is mostly a picture" if pictures else "its text is too short"
    if _REFERS.search(text):
        return "it refers to what is shown or to its own words"
    return ""


def goes_with(item: Item, variant: str) -> bool:
    """Does a variant keep the words that the rest of the question shares with its text?

    An option "the shopkeeper" is lost when the shopkeeper has become a merchant.
    """
    theirs = _words([item.before, item.after, *item.fixed])
    shared = _words([item.text]) & theirs
    return shared <= _words([variant])


def _words(texts: Sequence[str]) -> set[str]:
    return {word.lower() for text in texts for word in _WORD.findall(text)} - _COMMON
