"""A text as a row of small tokens, with LaTeX and typographic variants levelled."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from typing import Literal, NamedTuple
from unicodedata import decimal

from scaning.facts.unit_table import Unit

Kind = Literal[
    "number", "fraction", "percent", "money", "ratio", "time", "date", "ordinal", "multiplier",
    "power", "range", "exponent",
]  # fmt: skip

_RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹⁻"
SUPERSCRIPTS = str.maketrans(_RAISED, "0123456789-")
VULGAR = {
    "½": "1/2", "⅓": "1/3", "⅔": "2/3", "¼": "1/4", "¾": "3/4", "⅕": "1/5", "⅖": "2/5", "⅗": "3/5",
    "⅘": "4/5", "⅙": "1/6", "⅚": "5/6", "⅐": "1/7", "⅛": "1/8", "⅜": "3/8", "⅝": "5/8", "⅞": "7/8",
    "⅑": "1/9", "⅒": "1/10",
}  # fmt: skip

# Every repetition is bounded or unambiguous, so that no text makes the scan slower than linear.
_TOKEN = re.compile(
    r"""(
    # A pair of coordinates, (100,200), is not a number with a separator.
    (?! (?<=\() \d{1,3} , (?!000) \d{3} \) )
    \d{1,3} (?: (?: [,'’\u00a0\u2009\u202f] | \{,\} | \\, ) \d{3} ){1,9} (?!\d) (?: \.\d+ )?
    | \d{1,2} (?: ,\d\d ){1,6} ,\d{3} (?!\d) (?: \.\d+ )?
    | \d{1,3} (?: \.\d{3} ){1,9} ,\d\d? (?!\d)
    | \d{1,3} (?: \.\d{3} ){2,9} (?!\d)
    | \d+ (?: \.\d+ )? (?: e[+-]?\d{1,3} (?!\w) )?
    | (?<![\w.)\]]) \.\d+
    | \\[dtc]?frac \s? (?: \{\s?\d{1,18}\s?\} | \d ) \s? (?: \{\s?\d{1,18}\s?\} | \d )
    | \\[hv]space \{ [^}]{0,12} \}
    | \\(?: [a-z]+ | . )
    | [^\W\d_VULGAR RAISED]+
    | [RAISED]+
    | \S
    )""".replace("VULGAR ", "".join(VULGAR)).replace("RAISED", _RAISED),
    re.VERBOSE | re.IGNORECASE | re.DOTALL,
)

_LEVEL = {
    "−": "-", "–": "-", "‐": "-", "‑": "-", "﹣": "-", "－": "-", "⁄": "/", "∕": "/", "’": "'",
    "′": "'", "″": '"', "”": '"', "“": '"', "＄": "$", "￡": "£", "％": "%", "：": ":", "∶": ":",
    "，": ",", "。": ".", "．": ".", "∗": "*", "·": "×", "⋅": "×", "✕": "×", "◦": "°", "∘": "°",
    "º": "°", "˚": "°", "\\%": "%", "\\$": "$", "\\times": "×", "\\cdot": "×", "\\circ": "°",
    "\\degree": "°", "\\div": "÷", "\\textsuperscript": "^", "\\pounds": "£", "\\euro": "€",
    "\\&": "&", "\\colon": ":", "\\textdollar": "$", "\\textquotesingle": "'", "\\min": "min",
}  # fmt: skip
# What LaTeX writes for looks only.
_SILENT = frozenset(
    r"{ } ~ \left \right \rm \text \textbf \mathrm \mathbf \textbackslash \textasciitilde \bf "
    r"\displaystyle \quad \textrm \, \; \! \: \mathit \textit \mbox \it \\".split()
) | {"\\ "}
# Between two single dollar signs there is mathematics when the closing one neither follows a space
# nor stands before a digit ("$5 and $6", "$5-$6"), and no English word stands between them.
_MATHS = re.compile(r"(?<!\\)\$(?=[^\s$])([^$]{1,300})(?<!\s)(?<!\\)\$(?!\d)")
_ENGLISH = re.compile(r"(?<![\\a-zA-Z{])[a-zA-Z]{3,}|(?<![\\a-zA-Z{])(?:is|of|he|in|to|at|or)\b")
_PAD = 8


class Reading(NamedTuple):
    """A number that a reader has found: its value, and the tokens from `first` up to `end`."""

    value: Fraction
    kind: Kind
    first: int
    end: int
    unit: Unit | None = None
    unit_first: int = -1
    unit_end: int = -1

    @property
    def stop(self) -> int:
        """The token after the number and its unit."""
        return max(self.end, self.unit_end)


class Scan:
    """The tokens of a text in lower case, with their places; empty ones pad the end.

    The padding lets a reader look at `words[i - 2]` and `words[i + 5]` without asking for bounds.
    """

    __slots__ = ("__dict__", "ends", "size", "starts", "text", "words")

    def __init__(self, text: str, words: list[str], starts: list[int], ends: list[int]) -> None:
        self.text = text
        self.size = len(words)
        self.words = words + [""] * _PAD
        self.starts = starts + [len(text)] * _PAD
        self.ends = ends + [len(text)] * _PAD

    @cached_property
    def counts(self) -> Counter[str]:
        """How often each token occurs in the whole text."""
        return Counter(self.words)

    def has_any(self, words: frozenset[str]) -> bool:
        """Whether one of these words occurs anywhere in the text."""
        return not words.isdisjoint(self.counts)

    def tight(self, i: int) -> bool:
        """Whether token `i` follows the token before it without a space."""
        return i > 0 and self.starts[i] == self.ends[i - 1]

    def original(self, i: int) -> str:
        """Token `i` as the text spells it."""
        return self.text[self.starts[i] : self.ends[i]]


def scan(text: str) -> Scan:
    """Cut a text into tokens.

    >>> scan("12km for $5").words[:5]
    ['12', 'km', 'for', '$', '5']
    """
    pieces = _TOKEN.split(text)
    stops = list(accumulate(map(len, pieces)))
    words = [piece.lower() for piece in pieces[1::2]]
    starts, ends = stops[0:-1:2], stops[1::2]
    if not text.isascii() or "\\" in text or text.count("$") > 1 or "^{" in text:
        words, starts, ends = _level(text, words, starts, ends)
    return Scan(text, words, starts, ends)


def _level(
    text: str, words: list[str], starts: list[int], ends: list[int]
) -> tuple[list[str], list[int], list[int]]:
    delimiters = _delimiters(text)
    latex = bool(delimiters) or "\\" in text or "^{" in text
    kept = [
        i
        for i, word in enumerate(words)
        if not ((latex and word in _SILENT) or (word == "$" and starts[i] in delimiters))
    ]
    levelled = [_LEVEL.get(words[i], words[i]) for i in kept]
    if not text.isascii():
        levelled = [_ascii_digits(word) if word[0] > "\x7f" else word for word in levelled]
    return levelled, [starts[i] for i in kept], [ends[i] for i in kept]


def _ascii_digits(word: str) -> str:
    if not word[0].isdecimal():
        return word
    return "".join(str(decimal(c)) if c.isdecimal() else c for c in word)


def _delimiters(text: str) -> frozenset[int]:
    """The places of the dollar signs that delimit mathematics."""
    if "$" not in text:
        return frozenset()
    found: set[int] = set()
    at = text.find("$$")
    while at >= 0:
        found |= {at, at + 1}
        at = text.find("$$", at + 2)
    at = 0
    while (match := _MATHS.search(text, at)) is not None:
        at = match.start() + 1
        if match.start() in found or match.end() - 1 in found:
            continue
        if _opens_maths(text, match):
            found |= {match.start(), match.end() - 1}
            at = match.end()
    return frozenset(found)


def _opens_maths(text: str, match: re.Match[str]) -> bool:
    start, inside = match.start(), match[1]
    # "10$-20$" writes its dollars behind the numbers.
    if start and text[start - 1].isdigit() and not inside.startswith("\\"):
        return False
    return not _ENGLISH.search(inside)
