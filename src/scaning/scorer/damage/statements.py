"""Damage to what is said and asked: statements, the question, and the text as a whole."""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random

from scaning.parse import Text

from .entities import things
from .spans import Edit, Span, asked, edited, mathematical, numbers, sentences
from .words import GARBAGE, OTHER_UNIT

_LINK = re.compile(
    r"\b(?:the rest|remaining|equally|twice|half|the same number|equal|without replacement)\b"
)


def drop_statement(problem: Text, rng: Random) -> str | None:
    """A sentence with a number, or with a word that ties numbers together, is gone."""
    text, found = problem.text, numbers(problem)
    question, values = asked(text), [number.value for number in found]
    facts = [
        span
        for span in sentences(text)
        if question
        and not span.holds(question.start)
        and (
            any(span.holds(n.start) and values.count(n.value) == 1 for n in found)
            or _LINK.search(text[span.start : span.end])
        )
    ]
    if not facts:
        return None
    start, end = rng.choice(facts)
    return (text[:start] + text[end:].lstrip()).strip()


def add_statement(problem: Text, rng: Random) -> str | None:
    """A made-up event that touches what is counted comes before the question."""
    text, spans = problem.text, sentences(problem.text)
    question, found = asked(text), things(problem)
    if question is None or not found or len(spans) < 2 or not spans[-1].holds(question.start):
        return None
    if mathematical(text):
        return None
    thing, more = rng.choice(found), rng.randint(3, 30)
    made_up = [
        f"However, some of the {thing} are missing.",
        f"After that, {more} more {thing} are added.",
        f"Then half of the {thing} are taken away.",
    ]
    if "$" in text:
        made_up += [
            f"A tax of {more}% is added to every price.",
            f"There is also a fee of ${more}.",
        ]
    at = spans[-1].start
    return f"{text[:at]}{rng.choice(made_up)} {text[at:]}"


def drop_question(problem: Text, rng: Random) -> str | None:
    """The question is gone, and only statements are left."""
    del rng
    text, spans, question = problem.text, sentences(problem.text), asked(problem.text)
    if question is None or len(spans) < 2 or spans[-1].start != question.start:
        return None
    return text[: spans[-1].start].rstrip()


# Words for a whole or a part of what another noun names.
_VAGUE = frozenset(
    "pieces items people things flowers fruits animals objects units persons parts ones others "
    "products slices pairs".split()
)


def ask_for_another_thing(problem: Text, rng: Random) -> str | None:
    """The question asks how many there are of something else that is counted."""
    text, question = problem.text, asked(problem.text)
    if question is None or mathematical(text):
        return None
    match = re.match(r"how many (?:more |fewer )?([a-z]+)\b", text[question.start :], re.IGNORECASE)
    wanted = match[1].lower() if match else ""
    tokens = [token for token in problem.tokens if token.lower == wanted and token.tag == "NNS"]
    others = [
        word
        for word in things(problem)
        if word not in text[question.start : question.end].lower() and word not in _VAGUE
    ]
    if not match or not tokens or not others or wanted in OTHER_UNIT or wanted in _VAGUE:
        return None
    at = question.start + match.start(1)
    return edited(text, [Edit(at, at + len(wanted), rng.choice(others))])


_ASKED_FOR = {
    "how long": "how far",
    "how far": "how long",
    "how old": "how tall",
    "how tall": "how old",
    "how fast": "how long",
    "area": "perimeter",
    "perimeter": "area",
    "volume": "surface area",
    "speed": "length",
    "length": "width",
    "width": "length",
    "cost price": "selling price",
    "selling price": "cost price",
    "original price": "final price",
    "sum": "product",
    "difference": "sum",
    "largest": "smallest",
    "smallest": "largest",
    "greatest": "least",
    "how many more": "how many times as many",
    "profit": "cost",
    "probability": "number of ways",
    "average": "largest",
}
_HOW = "|".join(sorted((word for word in _ASKED_FOR if " " in word), key=len, reverse=True))
_NOUNS = "|".join(word for word in _ASKED_FOR if " " not in word)
# A noun is what is asked for after "the" or "its"; a length of 5 m is given.
_ASKED_WORD = re.compile(
    rf"\b(?:{_HOW})\b|(?:(?<=\bthe )|(?<=\bits ))(?:{_NOUNS})\b(?! \d| of \d)", re.IGNORECASE
)


def ask_something_else(problem: Text, rng: Random) -> str | None:
    """The question asks for another quantity: how far instead of how long."""
    text, question = problem.text, asked(problem.text)
    if question is None or mathematical(text):
        return None
    found = list(_ASKED_WORD.finditer(text, *question))
    if not found:
        return None
    match = rng.choice(found)
    new = _ASKED_FOR[match[0].lower()]
    return edited(text, [Edit(*match.span(), new.capitalize() if match[0][0].isupper() else new)])


_UNITS = "|".join(sorted(OTHER_UNIT, key=len, reverse=True))
_ASKED_UNIT = re.compile(rf"\b(?:in|how many) (?P<unit>{_UNITS})\b(?!\s?/)", re.IGNORECASE)


def ask_in_another_unit(problem: Text, rng: Random) -> str | None:
    """The answer is asked for in another unit: in cents instead of in dollars."""
    text, question = problem.text, asked(problem.text)
    found = list(_ASKED_UNIT.finditer(text, *question)) if question else []
    if not found or mathematical(text):
        return None
    match = rng.choice(found)
    return edited(text, [Edit(*match.span("unit"), OTHER_UNIT[match["unit"].lower()])])


def ask_twice(problem: Text, rng: Random) -> str | None:
    """A second question follows the first."""
    text, found = problem.text, things(problem)
    if asked(text) is None or not found or not text.rstrip().endswith("?"):
        return None
    thing = rng.choice(found)
    more = (f"How many {thing} are missing?", f"What is the average number of {thing}?")
    return f"{text.rstrip()} {rng.choice(more)}"


_OPEN_ENDED = frozenset(
    "a an the of in by for is are was were will does do did many much and".split()
)


def truncate(problem: Text, rng: Random) -> str | None:
    """The text breaks off in the middle of the question."""
    question = asked(problem.text)
    if question is None:
        return None
    ends = [
        token.end
        for token in problem.tokens
        if question.holds(token.start)
        and token.lower in _OPEN_ENDED
        and len(problem.text) - token.end > 4
    ]
    return problem.text[: rng.choice(ends)] if ends else None


def loop(problem: Text, rng: Random) -> str | None:
    """A phrase comes four times in a row."""
    long = [span for span in sentences(problem.text) if len(_words(problem, span)) > 8]
    if not long:
        return None
    words = _words(problem, rng.choice(long))
    size = rng.randint(3, 5)
    start = rng.randrange(1, len(words) - size)
    phrase = Span(words[start].start, words[start + size - 1].end)
    again = (" " + problem.text[phrase.start : phrase.end]) * 3
    return edited(problem.text, [Edit(phrase.end, phrase.end, again)])


def scramble(problem: Text, rng: Random) -> str | None:
    """The words of the longest sentence come in a random order."""
    spans = sentences(problem.text)
    longest = max(spans, key=lambda span: span.end - span.start, default=None)
    if longest is None or len(words := _words(problem, longest)) < 10:
        return None
    mixed = [problem.text[word.start : word.end] for word in words[:-1]]
    rng.shuffle(mixed)
    return edited(problem.text, [Edit(words[0].start, words[-2].end, " ".join(mixed))])


def _words(problem: Text, span: Span) -> Sequence[Span]:
    return [
        Span(match.start() + span.start, match.end() + span.start)
        for match in re.finditer(r"\S+", problem.text[span.start : span.end])
    ]


def garble(problem: Text, rng: Random) -> str | None:
    """Three of the nouns are now words that make no sense there."""
    nouns = [t for t in problem.tokens if t.pos == "NOUN" and t.text.isalpha() and len(t.text) > 2]
    if len(nouns) < 5 or mathematical(problem.text):
        return None
    new = rng.sample(GARBAGE, 3)
    chosen = rng.sample(nouns, 3)
    return edited(
        problem.text, [Edit(t.start, t.end, word) for t, word in zip(chosen, new, strict=True)]
    )


def copy(problem: Text, rng: Random) -> str | None:
    """The text comes back as it was."""
    del rng
    return problem.text
