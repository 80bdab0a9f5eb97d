"""The same statements and the same question in another order."""

from __future__ import annotations

import re
from random import Random
from typing import NamedTuple

from scaning.parse import Text

from .spans import Edit, Span, asked, edited, lowered, mathematical, numbers, sentences
from .words import MEASURES, NUMBER_WORDS

_POINTING = (
    "he|she|it|they|his|her|hers|its|their|theirs|him|them|this|that|these|those|then|now|both|each"
)
_TIED = re.compile(
    rf"\b(?:{_POINTING}|also|another|other|others|later|after|next|before|more|less|fewer|rest|"
    r"remaining|left|first|second|last|too|same|again|finally|total|such|however|but|so|the|if|let|"
    r"when|today|yesterday|tomorrow|instead|only|still|already|together|as many|as much|times)\b",
    re.IGNORECASE,
)
_PRONOUN = re.compile(rf"\b(?:{_POINTING})\b", re.IGNORECASE)


def reorder_statements(problem: Text, rng: Random) -> str | None:
    """Two neighboring statements that do not lean on each other trade places."""
    text, spans = problem.text, sentences(problem.text)
    free = [_stands_alone(problem, span) for span in spans]
    followed = [bool(_PRONOUN.search(text, *span)) for span in [*spans[2:], Span(0, 0)]]
    pairs = [
        (a, b)
        for a, b, free_a, free_b, tied in zip(
            spans, spans[1:], free, free[1:], followed, strict=False
        )
        if free_a and free_b and not tied and not _names(text, a) & _names(text, b)
    ]
    if not pairs or mathematical(text) or re.search(r"\bII\.", text):
        return None
    a, b = rng.choice(pairs)
    return edited(text, [Edit(*a, text[b.start : b.end]), Edit(*b, text[a.start : a.end])])


def _names(text: str, span: Span) -> set[str]:
    """The capitalised words: what is told twice of one person is told in its order."""
    return set(re.findall(r"\b[A-Z][a-z]+", text[span.start : span.end])) - {"There", "A", "The"}


def _stands_alone(problem: Text, span: Span) -> bool:
    """Whether a sentence names all that it speaks of: no pronoun, and a noun to every number."""
    sentence, question = problem.text[span.start : span.end], asked(problem.text)
    counts = [n for n in numbers(problem) if span.holds(n.start)]
    return (
        re.match(r"[A-Z][^?]+\.$", sentence) is not None
        and not (question and span.holds(question.start))
        and not _TIED.search(sentence)
        and all(number.noun or number.sign for number in counts)
    )


_ITEM = rf"(?:\d+|{'|'.join(NUMBER_WORDS)}) (?:[a-z]+ )?[a-z]+s"
_LIST = re.compile(rf"(?<!of )(?<!between )\b({_ITEM}(?:, {_ITEM})*),? and ({_ITEM})\b(?= ?[.?,])")


def reorder_list(problem: Text, rng: Random) -> str | None:
    """A list is turned round: "4 pears and 5 plums" is now "5 plums and 4 pears"."""
    found = [m for m in _LIST.finditer(problem.text) if not MEASURES & set(m[0].split())]
    if not found or mathematical(problem.text) or "respectively" in problem.text:
        return None
    match = rng.choice(found)
    first, *others = [str(match[2]), *reversed(str(match[1]).split(", "))]
    turned = f"{', '.join([first, *others[:-1]])} and {others[-1]}"
    return edited(problem.text, [Edit(*match.span(), turned)])


class Halves(NamedTuple):
    """What a short problem tells, without its full stop, and what it asks."""

    told: str
    wanted: str


def _two_sentences(problem: Text) -> Halves | None:
    """A statement and a question after it."""
    text, spans, question = problem.text, sentences(problem.text), asked(problem.text)
    if len(spans) != 2 or question != spans[1] or mathematical(text):
        return None
    told, wanted = text[slice(*spans[0])], text[slice(*spans[1])]
    if (
        not told.endswith(".")
        or len(told.split()) > 30
        or _UNFIT.match(told)
        or re.search(r"[;:?]| if |\. [A-Z]", told)
        or not wanted.endswith("?")
    ):
        return None
    return Halves(lowered(problem, told.rstrip(" .")), wanted)


def _condition(problem: Text) -> Halves | None:
    """The two halves of a last sentence such as "If S, how many …?"."""
    text, spans, question = problem.text, sentences(problem.text), asked(problem.text)
    if not spans or question is None or spans[-1].end != question.end or mathematical(text):
        return None
    match = re.fullmatch(r"If ([^?]+?), (?:then )?", text[spans[-1].start : question.start])
    wanted = text[question.start :].rstrip()
    if not match or re.search(r"\b(?:would|were to|had)\b", match[1] + wanted) or wanted[-1] != "?":
        return None
    return Halves(match[1], wanted)


_UNFIT = re.compile(r"(?:If|When|Suppose|Let|Given|Assume|For|At|There|Find|After)\b")


def question_first(problem: Text, rng: Random) -> str | None:
    """The question comes first, and what is told follows as its condition."""
    del rng
    halves = _two_sentences(problem)
    before = ""
    if halves is None:
        halves = _condition(problem)
        before = problem.text[: sentences(problem.text)[-1].start] if halves else ""
    if halves is None or _PRONOUN.search(halves.wanted) or re.search(r"\bthe\b", halves.wanted):
        return None
    wanted = halves.wanted.rstrip("? ")
    return f"{before}{wanted[0].upper()}{wanted[1:]} if {halves.told}?"


def if_first(problem: Text, rng: Random) -> str | None:
    """What is told becomes a condition: "S. How many …?" is now "If S, how many …?"."""
    del rng
    halves = _two_sentences(problem)
    if halves is None:
        return None
    return f"If {halves.told}, {halves.wanted[0].lower()}{halves.wanted[1:]}"


def drop_if(problem: Text, rng: Random) -> str | None:
    """A condition becomes a statement: "If S, how many …?" is now "S. How many …?"."""
    del rng
    halves = _condition(problem)
    if halves is None or re.match(r"[a-z]\b", halves.told):
        return None
    told, wanted = halves
    before = problem.text[: sentences(problem.text)[-1].start]
    return f"{before}{told[0].upper()}{told[1:].rstrip('.')}. {wanted[0].upper()}{wanted[1:]}"
