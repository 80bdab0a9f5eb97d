"""Damage to who and what a problem speaks of: people, things and unknowns."""

from __future__ import annotations

import re
from itertools import pairwise, permutations
from random import Random

from scaning.parse import Text

from .spans import (
    Edit,
    asked,
    edited,
    mathematical,
    named,
    numbers,
    people,
    places,
    sentences,
    within,
)
from .words import MEASURES, MEN, NUMBER_WORDS, OTHER_UNIT, STRANGERS, WOMEN

_UNEQUAL = re.compile(
    r"\b(?:than|as (?:many|much|old|tall|long|fast|heavy)|gave|gives|sold|lent|sent|paid|owes|"
    r"times|twice|half)\b"
)


def swap_roles(problem: Text, rng: Random) -> str | None:
    """Two people trade places in one statement, while the rest of the problem stays."""
    text, question = problem.text, asked(problem.text)
    names = named(problem) or _letters(problem)
    options = []
    for span in sentences(text):
        here = sorted(
            (place, name)
            for name in names
            for place in places(text, name)
            if span.holds(place.start) and not (question and question.holds(place.start))
        )
        if len(here) != 2 or here[0][1] == here[1][1]:
            continue
        (first, a), (second, b) = here
        elsewhere = [p for name in (a, b) for p in places(text, name) if p not in (first, second)]
        if elsewhere and _UNEQUAL.search(text[first.end : second.start]):
            options.append([Edit(*first, b), Edit(*second, a)])
    return edited(text, rng.choice(options)) if options else None


def _letters(problem: Text) -> list[str]:
    """The capitals that stand for people, places or unknowns."""
    return list(
        dict.fromkeys(
            token.text
            for token in problem.tokens
            if re.fullmatch("[A-HK-Z]", token.text) and (token.text != "A" or token.pos == "PROPN")
        )
    )


def merge_people(problem: Text, rng: Random) -> str | None:
    """Two people become one: every Ann is now Tom."""
    text, spans, told = problem.text, sentences(problem.text), _with_numbers(problem)
    known = [
        name
        for name in named(problem)
        if any(told[within(spans, place.start)] for place in places(text, name))
    ]
    if len(known) < 2:
        return None
    kept, lost = rng.sample(known, 2)
    return re.sub(rf"\b{lost}\b", kept, text)


def split_person(problem: Text, rng: Random) -> str | None:
    """One person becomes two: a later sentence that matters names somebody new."""
    text, spans, told = problem.text, sentences(problem.text), _with_numbers(problem)
    question = asked(text)
    options = []
    for name in people(text):
        numbered = [(within(spans, place.start), place) for place in places(text, name)]
        first, lines = numbered[0][0], [line for line, _ in numbered]
        options += [
            (name, place)
            for line, place in numbered
            if line != first
            and lines.count(line) == 1
            and (told[line] or (question and question.holds(place.start)))
        ]
    if not options:
        return None
    name, place = rng.choice(options)
    return edited(text, [Edit(*place, rng.choice(strangers(name, text)))])


def strangers(name: str, text: str) -> list[str]:
    """Names of the same gender that the text does not hold."""
    return [other for other in (WOMEN if name in WOMEN else MEN) if other not in text]


def _with_numbers(problem: Text) -> list[bool]:
    found = numbers(problem)
    return [any(span.holds(n.start) for n in found) for span in sentences(problem.text)]


def things(problem: Text) -> list[str]:
    """The plurals that the problem counts, without units."""
    found = {n.noun.lower: n.noun for n in numbers(problem) if n.noun}
    return [
        word
        for word, noun in found.items()
        if noun.tag == "NNS" and word not in MEASURES and noun.lemma not in MEASURES
    ]


_LISTED = re.compile(r",? (?:and|or|but)|,")


def merge_things(problem: Text, rng: Random) -> str | None:
    """Two things that are counted side by side become one: every orange is now an apple."""
    text, question, found = problem.text, asked(problem.text), numbers(problem)
    if question is None or mathematical(text):
        return None
    wanted = text[question.start : question.end].lower()
    pairs = [
        (first.noun.lower, second.noun.lower)
        for first, second in pairwise(found)
        if first.noun
        and second.noun
        and {first.noun.lower, second.noun.lower} <= set(things(problem))
        and first.noun.start == first.end + 1
        and second.noun.start == second.end + 1
        and _LISTED.fullmatch(text[first.noun.end : second.start].rstrip())
    ]
    pairs = [
        pair for pair in pairs
        if pair[0] != pair[1] and any(re.search(rf"\b{word}\b", wanted) for word in pair)
    ]  # fmt: skip
    if not pairs:
        return None
    kept, lost = rng.sample(rng.choice(pairs), 2)
    return re.sub(rf"\b{lost}\b", kept, text, flags=re.IGNORECASE)


def split_thing(problem: Text, rng: Random) -> str | None:
    """One thing becomes two: a later mention of the apples speaks of spoons."""
    text = problem.text
    new = [word for word in STRANGERS if word[:-1] not in text]
    options = [
        place
        for word in things(problem)
        for place in places(text, word)[1:]
        if re.search(rf"(?:\d|\bmany|\b(?:{'|'.join(NUMBER_WORDS)}))\s$", text[: place.start])
    ]
    if not options or not new or mathematical(text):
        return None
    return edited(text, [Edit(*rng.choice(options), rng.choice(new))])


# "x bottles", "A cents": a letter that counts a plural, and is no possessive and no unit.
_COUNTING = re.compile(r"(?<!\S)(?P<letter>[a-hj-ln-rt-zB-HK-Z]|A(?= cents)) (?=[a-z]{3,}s\b)")
# A letter in its own right, and not the unit of a number before it.
_UNKNOWN = re.compile(r"(?<![\w.'’\\{}])(?<!\d )(?<!\d\$)(?P<letter>[bknqrt-z])(?![\w.'’{}]|/\w\w)")


# The sign of a product, as in "8 cm x 3 cm".
_BY = re.compile(r"\d(?: ?[a-z]{1,6})? x \d")


def lose_variable(problem: Text, rng: Random) -> str | None:
    """An unknown that counts is gone: "A cents" is now "some cents" or "a cents"."""
    text = problem.text
    plurals = {token.start for token in problem.tokens if token.tag == "NNS"}
    found = [
        match
        for match in _COUNTING.finditer(text)
        if match["letter"] != "a"
        and match.end() in plurals
        and (match["letter"].islower() or text[match.end() :].split()[0].strip(",.?") in OTHER_UNIT)
    ]
    if not found:
        return None
    letter = rng.choice(found)
    return edited(text, [Edit(*letter.span("letter"), rng.choice(("some", "a")))])


def rename_variable(problem: Text, rng: Random) -> str | None:
    """An unknown that stands twice or more gets another letter in one of its places."""
    text = problem.text
    found = list(_UNKNOWN.finditer(text))
    letters = [match["letter"] for match in found]
    options = [match for match in found if letters.count(match["letter"]) > 1]
    fresh = [letter for letter in "xyznkqrtw" if not re.search(rf"\b\d*{letter}", text)]
    if not options or not fresh or _BY.search(text):
        return None
    return edited(text, [Edit(*rng.choice(options).span(), rng.choice(fresh))])


def merge_letters(problem: Text, rng: Random) -> str | None:
    """Two unknowns, points or people named by a letter become one: every B is now A."""
    text = problem.text
    letters = _letters(problem) or sorted({match["letter"] for match in _UNKNOWN.finditer(text)})
    pairs = [(a, b) for a, b in permutations(letters, 2) if _same_kind(text, a, b)]
    if not pairs or mathematical(text) or _BY.search(text):
        return None
    kept, lost = rng.choice(pairs)
    return re.sub(rf"(?<![A-Za-z])\b(\d*){lost}\b", rf"\g<1>{kept}", text)


def _same_kind(text: str, a: str, b: str) -> bool:
    """Whether two letters name things of one kind: "A and B", "pipe A" and "pipe B", x and y."""
    if a.islower():
        return True
    listed = re.search(
        rf"\b{a}(?:,|,? and|,? or| ?&|:)? ?{b}\b|\b{b}(?:,|,? and|,? or| ?&|:)? ?{a}\b", text
    )
    called = [
        set(re.findall(rf"\b([a-z]{{3,}}) {letter}\b", text.lower()))
        for letter in (a.lower(), b.lower())
    ]
    return listed is not None or bool(called[0] & called[1] - {"and", "the"})
