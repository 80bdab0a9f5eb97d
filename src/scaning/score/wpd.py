"""Word position deviation (Liu & Soh, ACL 2022): how far the shared words have moved."""

from __future__ import annotations

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
    found: dict[str, list[float]] = {}
    if last < 1:
        return found
    for i, lemma in enumerate(lemmas):
        found.setdefault(lemma, []).append(i / last)
    return found


def position_deviation(original: Positions, candidate: Positions) -> float:
    """The mean shift of the lemmas that both texts have; punctuation marks are lemmas too.

    0 where a text has fewer than two tokens, 1 where no lemma is shared: so it is published.
    """
    if not original or not candidate:
        return 0.0
    shifts = [_shift(places, candidate[lemma]) for lemma, places in original.items()
              if lemma in candidate]  # fmt: skip
    return sum(shifts) / len(shifts) if shifts else 1.0


def _shift(original: Sequence[float], candidate: Sequence[float]) -> float:
    if len(original) == len(candidate) == 1:
        return abs(original[0] - candidate[0])
    if len(original) < len(candidate):
        original, candidate = candidate, original
    return sum(_distances(original, candidate)) / len(original)


def _distances(places: Sequence[float], others: Sequence[float]) -> list[float]:
    # Both are in ascending order, so the nearest other only moves forward: linear, where asking
    # every pair would take minutes on a text that repeats one word ten thousand times.
    found, near = [], 0
    for place in places:
        while near + 1 < len(others) and abs(others[near + 1] - place) <= abs(others[near] - place):
            near += 1
        found.append(abs(others[near] - place))
    return found
