"""The repetition rule: no run of n tokens comes more often than in the source, or than once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from scaning.seq2seq.stepper import Ids

Runs = Counter[tuple[int, ...]]


def runs_of(ids: Sequence[int], n: int) -> Runs:
    """How often each run of n tokens occurs.

    >>> runs_of([5, 6, 5, 6], 2)[5, 6]
    2
    """
    return Counter(tuple(ids[at : at + n]) for at in range(len(ids) - n + 1))


def forbidden(written: Ids, sources: Sequence[Runs], n: int) -> list[tuple[int, int, int]]:
    """The (source, lane, token) that would repeat a run; `written` is (sources, lanes, tokens)."""
    length = written.shape[-1]
    if not n or length < n:
        return []
    starts = length - n + 1
    same: NDArray[np.bool_] = np.ones((*written.shape[:2], starts), np.bool_)
    for offset in range(n - 1):
        same &= written[:, :, offset : offset + starts] == written[:, :, starts + offset, None]
    found: Counter[tuple[int, int, int]] = Counter(
        (int(row), int(lane), int(written[row, lane, at + n - 1]))
        for row, lane, at in np.argwhere(same)
    )
    return [
        (row, lane, token)
        for (row, lane, token), times in found.items()
        if times >= max(1, sources[row][(*map(int, written[row, lane, starts:]), token)])
    ]
