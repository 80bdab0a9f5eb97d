"""Word position deviation (Liu & Soh, ACL 2022): how far the shared words have moved."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import TypeAlias

Positions: TypeAlias = Mapping[str, Sequence[float]]


def positions_of(lemmas: Sequence[str]) -> Positions:
    """Where each lemma stands, from 0 at the first token to 1 at the last.

    Empty for a text of fewer than two tokens, in which nothing can move.

    >>> positions_of(["a", "dog", "a"])
    {'a': [0.0, 1.0], 'dog': [0.5]}
    """
    last = len(lemmas) - 1
    if last < 1:
        return {}
    found: dict[str, list[float]] = defaultdict(list)
    for i, lemma in enumerate(lemmas):
        found[lemma].append(i / last)
    return dict(found)


def position_deviation(original: Positions, candidate: Positions) -> float:
    """The mean shift of the lemmas that both texts have; punctuation marks are lemmas too.

    0 where a text has fewer than two tokens, 1 where no lemma is shared: so it is published.
    """
    if not original or not candidate:
        return 0.0
    shifts = [
        # Nearly every lemma stands once in both.
        abs(places[0] - others[0]) if len(places) == len(others) == 1 else _shift(places, others)
        for lemma, places in original.items()
        if (others := candidate.get(lemma))
    ]
    return sum(shifts) / len(shifts) if shifts else 1.0


def _shift(original: Sequence[float], candidate: Sequence[float]) -> float:
    many, few = original, candidate
    if len(many) < len(few):
        many, few = few, many
    if len(few) == 1:
        return sum(abs(place - few[0]) for place in many) / len(many)
    # Both are in ascending order, so the nearest of the few only moves forward: linear, where
    # asking every pair would take minutes on a text that repeats one word ten thousand times.
    total, near, last = 0.0, 0, len(few) - 1
    for place in many:
        while near < last and abs(few[near + 1] - place) <= abs(few[near] - place):
            near += 1
        total += abs(few[near] - place)
    return total / len(many)
