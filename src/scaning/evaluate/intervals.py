"""A mean with its interval, by drawing the problems again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

DRAWS = 2000
LOW, HIGH = 2.5, 97.5


class Figure(NamedTuple):
    """A mean, the deviation of its values (n - 1), its 95% interval, and how many there are."""

    value: float
    std: float
    low: float
    high: float
    n: int


def figure(values: Sequence[float], *, seed: int = 3407) -> Figure:
    """The mean of the problems' values; the interval is the percentile bootstrap's.

    >>> figure([1.0, 1.0, 1.0])
    Figure(value=1.0, std=0.0, low=1.0, high=1.0, n=3)
    """
    if not values:
        return Figure(float("nan"), float("nan"), float("nan"), float("nan"), 0)
    given = np.asarray(values, np.float64)
    rng = np.random.default_rng(seed)
    drawn = given[rng.integers(0, len(given), (DRAWS, len(given)))].mean(axis=1)
    low, high = np.percentile(drawn, [LOW, HIGH])
    std = float(given.std(ddof=1)) if len(given) > 1 else 0.0
    return Figure(float(given.mean()), std, float(low), float(high), len(given))
