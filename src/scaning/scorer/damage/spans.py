"""Where the numbers, the sentences and the question of a problem stand, found by plain means.

The benchmark needs its own finder: one that shared code with the checker would share its blind
spots. It may miss much, for an operator that finds nothing is simply not applied.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from scaning.parse import Text, Token

from .words import CALENDAR, MEN, NUMBER_WORDS, WOMEN


class Span(NamedTuple):
    """A range of characters."""

    start: int
    end: int

    def holds(self, at: int) -> bool:
        """Whether the character `at` is in the range."""
        return self.start <= at < self.end


class Edit(NamedTuple):
    """New text for a range of characters."""

    start: int
    end: int
    new: str


class Number(NamedTuple):
    """A number in the text, with the noun that it counts as the tokens say."""

    start: int
    end: int
    value: float
    noun: Token | None
    sign: str  # "$" or "%" or ""


def edited(text: str, edits: Iterable[Edit]) -> str:
    """The text with the ranges replaced; they must not overlap."""
    for start, end, new in sorted(edits, reverse=True):
        text = text[:start] + new + text[end:]
    return text


_END = re.compile(r"(?:(?<=[.?!])\s+(?=[A-Z\"“$\d])|(?<=\s[.?])\s+)")
_ABBREVIATED = re.compile(r"\b(?:Rs|Re|Mr|Mrs|Ms|Dr|St|No|no|approx|i\.e|e\.g|vs|[A-Z])\.$")


def sentences(text: str) -> list[Span]:
    """The sentences, without the space between them; an abbreviation ends none."""
    spans, start = [], 0
    for gap in _END.finditer(text):
        if not _ABBREVIATED.search(text[start : gap.start()]):
            spans.append(Span(start, gap.start()))
            start = gap.end()
    end = len(text.rstrip())
    return [*spans, Span(start, end)] if start < end else spans


_ASKS = re.compile(
    r"\b(?:how (?:many|much|long|far|old|fast|tall|often|high|big|deep|wide|heavy)|what|whose|find"
    r"|calculate|determine|compute)\b|(?:^|, )(?:which|who|when|where|in how|by how|at what)\b",
    re.IGNORECASE,
)
_CONDITION = re.compile(r",? (?:if|when|given that|assuming) ")


def asked(text: str) -> Span | None:
    """The part that asks, without a condition after it; None where none is found."""
    for sentence in reversed(sentences(text)):
        words = text[sentence.start : sentence.end]
        found = _ASKS.search(words)
        if found:
            start = found.start() + (2 if found[0].startswith(",") else 0)
            condition = _CONDITION.search(words, start)
            end = condition.start() if condition else len(words)
            return Span(sentence.start + start, sentence.start + end)
    return None


_DIGITS = re.compile(
    r"(?<![\w.,:/^{}()\\+*=<>×–−-])(?<![+*=<>×^/–−-]\s)(?<!\bx\s)"
    r"\d+(?:,\d{2,3})*(?:\.\d+)?"
    r"(?![\w:/^{}()\\+*=<>×–−]|-\d|[.,]\d|\s*[+*=<>×^/:]|\s[-–−x]\s|\s*x\s*\d)"
)
_LABELS = frozenset(
    "grade class question problem level no number figure step chapter room type page day week "
    "year # no. square section".split()
)


def numbers(problem: Text) -> list[Number]:
    """The plain numbers: no clock times, fractions, ratios, algebra or labels such as Grade 4."""
    found = []
    at = {token.start: token.i for token in problem.tokens}
    for match in _DIGITS.finditer(problem.text):
        if word_before(problem.text, match.start()) in _LABELS:
            continue
        value = float(match[0].replace(",", ""))
        found.append(_number(problem, Span(*match.span()), value))
    for token in problem.tokens:
        if token.lower in NUMBER_WORDS and token.start in at and _alone(problem, token):
            value = float(NUMBER_WORDS[token.lower])
            found.append(_number(problem, Span(token.start, token.end), value))
    return sorted(found)


def _alone(problem: Text, token: Token) -> bool:
    near = [problem.tokens[i] for i in (token.i - 1, token.i + 1) if 0 <= i < len(problem)]
    return not any(
        t.lower in NUMBER_WORDS or t.pos == "NUM" or t.text in "-–" or t.lower in _SCALES
        for t in near
    )


_SCALES = frozenset("hundred thousand million billion dozen half third fourth fifth".split())


def _number(problem: Text, span: Span, value: float) -> Number:
    text = problem.text
    after = text[span.end : span.end + 12].lstrip()
    sign = ""
    if mathematical(text):
        after = after.lstrip("$ ")
    elif text[: span.start].rstrip().endswith(("$", "Rs.", "Rs", "£", "€", "₹")):
        sign = "$"
    if after.startswith(("%", "percent", "per cent")):
        sign = "%"
    return Number(*span, value, None if sign else counted(problem, span.end), sign)


def counted(problem: Text, end: int) -> Token | None:
    """The head of the noun phrase that follows a number: `boxes` for "5 large wooden boxes"."""
    first = next((token.i for token in problem.tokens if token.start >= end), len(problem))
    for token in problem.tokens[first : first + 5]:
        if token.pos not in {"ADJ", "NOUN"} or not token.text.isalpha():
            return None
        following = problem.tokens[token.i + 1].pos if token.i + 1 < len(problem) else ""
        if token.pos == "NOUN" and following not in {"NOUN", "ADJ"}:
            return token
    return None


def word_before(text: str, at: int) -> str:
    """The word before a place, in lower case and without what LaTeX adds to it."""
    return (text[:at].rstrip(" $\\#-").split() or [""])[-1].lower()


def people(text: str) -> list[str]:
    """The first names of the text, in order of appearance."""
    return [name for name in dict.fromkeys(_NAME.findall(text)) if f"St. {name}" not in text]


_NAME = re.compile(rf"\b(?:{'|'.join((*WOMEN, *MEN))})\b")


def named(problem: Text) -> list[str]:
    """Everybody who is called by one capitalised word and does or owns something."""
    found = people(problem.text)
    for token, following in pairwise(problem.tokens):
        before = problem.tokens[token.i - 1].pos if token.i else ""
        if (
            token.pos == "PROPN"
            and re.fullmatch("[A-Z][a-z]{2,}", token.text)
            and before not in {"PROPN", "SYM"}
            and (following.pos in {"VERB", "AUX"} or following.text in {"'s", "’s"})
            and token.lower not in CALENDAR
        ):
            found.append(token.text)
    return list(dict.fromkeys(found))


def lowered(problem: Text, sentence: str) -> str:
    """The first sentence without its capital, unless a name or a person called A begins it."""
    first, second = problem.tokens[:2]
    again = len(re.findall(rf"\b{re.escape(first.text)}\b", problem.text)) > 1
    if first.pos == "PROPN" or first.text == "I" or (again and first.pos not in {"DET", "ADP"}):
        return sentence
    if first.text == "A" and second.pos in {"AUX", "VERB", "CCONJ", "PUNCT"}:
        return sentence
    return sentence[0].lower() + sentence[1:]


def places(text: str, word: str) -> list[Span]:
    """Where a word stands, as a whole word."""
    return [Span(*match.span()) for match in re.finditer(rf"\b{re.escape(word)}\b", text)]


def mathematical(text: str) -> bool:
    """Whether the text is written in LaTeX, where words and numbers cannot be told by sight."""
    return "\\" in text or "$$" in text or re.search(r"\$[^$\s]+\$", text) is not None


def within(spans: Sequence[Span], at: int) -> int:
    """Which of the spans holds the character; the last one for what is between them."""
    return next((n for n, span in enumerate(spans) if span.holds(at)), len(spans) - 1)
