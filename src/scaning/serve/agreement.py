"""What several raters say together: means of each sample, and how far two raters agree."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from math import sqrt
from typing import NamedTuple

MEASURES = ("solvability", "diversity", "fluency")
WORST, BEST = 0, 5


class Rating(NamedTuple):
    """What one rater says of one sample; each measure from 0 to 5."""

    item: int
    rater: str
    solvability: int
    diversity: int
    fluency: int


class Mean(NamedTuple):
    """A mean over samples, with its deviation (n - 1); None where there are too few."""

    n: int
    mean: float | None
    std: float | None


class Agreement(NamedTuple):
    """Cohen's κ of each pair of raters, averaged over the pairs.

    `weighted` counts a distance of d as d²: a 4 beside a 5 is nearly agreement. `samples` were
    rated by both raters of a pair, summed over the `pairs`. None where κ is not defined.
    """

    pairs: int
    samples: int
    kappa: float | None
    weighted: float | None


def kappa(first: Sequence[int], second: Sequence[int], *, weighted: bool = False) -> float | None:
    """Cohen's κ of two raters' values; None if nothing but agreement could be expected.

    >>> kappa([5, 5, 0, 0], [5, 5, 0, 5])
    0.5
    """
    n = len(first)
    if not n:
        return None

    def apart(a: int, b: int) -> int:
        return (a - b) ** 2 if weighted else a != b

    seen = sum(apart(a, b) for a, b in zip(first, second, strict=True)) / n
    expected = sum(apart(a, b) for a in first for b in second) / n**2
    return 1 - seen / expected if expected else None


def agreement(ratings: Iterable[Rating], measure: str) -> Agreement:
    """How far the raters agree in a measure."""
    by_rater: dict[str, dict[int, int]] = {}
    for rating in ratings:
        by_rater.setdefault(rating.rater, {})[rating.item] = getattr(rating, measure)
    found: list[tuple[int, float | None, float | None]] = []
    for one, other in combinations(by_rater.values(), 2):
        both = sorted(one.keys() & other.keys())
        if both:
            values = [one[item] for item in both], [other[item] for item in both]
            found.append((len(both), kappa(*values), kappa(*values, weighted=True)))
    return Agreement(
        len(found),
        sum(n for n, _, _ in found),
        _average([k for _, k, _ in found]),
        _average([w for _, _, w in found]),
    )


def mean_of(ratings: Iterable[Rating], measure: str) -> Mean:
    """The mean over samples of the mean over raters, as the paper reports it.

    >>> mean_of([Rating(1, "a", 5, 0, 0), Rating(1, "b", 4, 0, 0)], "solvability")
    Mean(n=1, mean=4.5, std=None)
    """
    by_item: dict[int, list[int]] = {}
    for rating in ratings:
        by_item.setdefault(rating.item, []).append(getattr(rating, measure))
    values = [sum(several) / len(several) for several in by_item.values()]
    mean = sum(values) / len(values) if values else None
    std = None
    if mean is not None and len(values) > 1:
        std = sqrt(sum((value - mean) ** 2 for value in values) / (len(values) - 1))
    return Mean(len(values), mean, std)


def histogram(ratings: Iterable[Rating], measure: str) -> list[int]:
    """How often each value from 0 to 5 was given."""
    counts = [0] * (BEST - WORST + 1)
    for rating in ratings:
        counts[getattr(rating, measure) - WORST] += 1
    return counts


def by_source(ratings: Sequence[Rating], sources: Mapping[int, str]) -> dict[str, dict[str, Mean]]:
    """The means of each source of samples, which the raters did not see."""
    return {
        source: {
            measure: mean_of([r for r in ratings if sources[r.item] == source], measure)
            for measure in MEASURES
        }
        for source in sorted({sources[rating.item] for rating in ratings})
    }


def _average(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None
