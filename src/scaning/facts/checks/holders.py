"""Whose a number is and what it counts: people and things that exchanged their numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import combinations, takewhile

from scaning import lexicon
from scaning.facts.align import SYNONYM, Alignment, closeness
from scaning.facts.evidence import Evidence
from scaning.facts.frames import CONVERSE
from scaning.facts.reading import Binding, Facts
from scaning.facts.words import GENERIC

OTHER_LABEL, EXCHANGED = 0.6, 0.7
FIRM = 0.85
_REACH = 3

Numbers = Mapping[Fraction, Binding]


def check_holders(
    a: Facts, ours: Numbers, b: Facts, theirs: Numbers, alignment: Alignment
) -> Iterator[Evidence]:
    """Compare what stands behind, and who stands before, the numbers that both texts hold once."""
    yield from _labelled(a, ours, b, theirs, alignment)
    yield from _held(a, ours, b, theirs, alignment)


def _labelled(
    a: Facts, ours: Numbers, b: Facts, theirs: Numbers, alignment: Alignment
) -> Iterator[Evidence]:
    """Find "35 red and 20 blue balloons" that became "35 blue and 20 red balloons"."""
    mine = {value: _labels(a, binding) for value, binding in ours.items()}
    other = {value: _labels(b, binding) for value, binding in theirs.items()}
    for value in mine.keys() & other.keys():
        now = {alignment.original_of(label) for label in other[value]}
        elsewhere = {x for v, labels in mine.items() if v != value for x in labels}
        new, gone = (now - mine[value]) & elsewhere, mine[value] - now
        for x in sorted(gone):
            for y in sorted(new):
                if not _one_kind(x, y):
                    message = f"{ours[value].quantity.text!r} was said of {x!r} and now of {y!r}."
                    yield Evidence("swapped-roles", OTHER_LABEL, x, y, message, FIRM)
                    return


def _labels(facts: Facts, binding: Binding) -> set[str]:
    """What tells the thing of a number from others: the adjectives and nouns behind it."""
    unit = facts.token_at(max(binding.quantity.end, binding.quantity.unit_end) - 1)
    tokens = facts.text.tokens[max(binding.last, unit) + 1 :]
    if tokens and tokens[0].lower == "of":
        tokens = tokens[1:]
    run = takewhile(lambda t: t.pos in {"ADJ", "NOUN", "PROPN"}, tokens[:_REACH])
    lemmas = {t.lemma.lower() for t in run if not facts.is_relation(t.i)}
    return {lemma for lemma in lemmas if lemma not in GENERIC and len(lemma) > 1}


def _one_kind(x: str, y: str) -> bool:
    return x in lexicon.hypernyms(y) or y in lexicon.hypernyms(x) or closeness(x, y) > SYNONYM


def _held(
    a: Facts, ours: Numbers, b: Facts, theirs: Numbers, alignment: Alignment
) -> Iterator[Evidence]:
    """Find "a cat of 4 kg and a dog of 11 kg" that became "a dog of 4 kg and a cat of 11 kg"."""
    subjects = _subjects(a)
    mine, other = (
        {v: _holder(facts, numbers, v, subjects, names) for v in ours.keys() & theirs.keys()}
        for facts, numbers, names in ((a, ours, None), (b, theirs, alignment))
    )
    for v, w in combinations(sorted(mine), 2):
        x, y = mine[v], mine[w]
        if x and y and x != y and (other[v], other[w]) == (y, x):
            message = f"{x!r} and {y!r} have exchanged {ours[v].quantity.text} and "
            message += f"{ours[w].quantity.text}."
            yield Evidence("swapped-roles", EXCHANGED, f"{x}, {y}", f"{y}, {x}", message, FIRM)
            return


def _subjects(facts: Facts) -> frozenset[str]:
    """The nouns that do something in a text, and its names."""
    agents = {i for frame in facts.frames for role, i in frame.arguments if role == "agent"}
    return frozenset(
        w.lemma
        for w in facts.words
        if w.kind == "name" or (w.kind == "noun" and w.i in agents and w.lemma not in GENERIC)
    )


def _holder(
    facts: Facts,
    numbers: Numbers,
    value: Fraction,
    subjects: frozenset[str],
    alignment: Alignment | None,
) -> str:
    """The one subject or unknown named between a number and the number before it, if it is one."""
    first, verb = numbers[value].first, numbers[value].verb
    if verb >= 0 and facts.text.tokens[verb].lemma.lower() in CONVERSE:
        # Who lends and who borrows the same is for the roles to say.
        return ""
    start = facts.text.sents[facts.text.sentence_of[first]][0]
    before = max([b.last + 1 for b in facts.bindings if b.last < first] + [start])
    named = {facts.token_at(v.start): v.name for v in facts.variables}
    found = {name for i, name in named.items() if before <= i < first}
    if not found:
        name = alignment.original_of if alignment else str
        lemmas = {name(w.lemma) for w in facts.words if before <= w.i < first}
        found = lemmas & subjects
    return found.pop() if len(found) == 1 else ""
