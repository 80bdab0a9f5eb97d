"""The figures by which a scorer is judged, in plain Python."""

from __future__ import annotations

from collections.abc import Sequence


def auc(scores: Sequence[float], valid: Sequence[bool]) -> float:
    """The chance that a valid pair scores above an invalid one; a tie counts half.

    >>> auc([0.9, 0.4, 0.4], [True, False, True])
    0.75
    """
    order = sorted(range(len(scores)), key=lambda i: scores[i])
    ranks, at = 0.0, 0
    while at < len(order):
        end = at
        while end < len(order) and scores[order[end]] == scores[order[at]]:
            end += 1
        ranks += sum(valid[i] for i in order[at:end]) * (at + end + 1) / 2
        at = end
    positive = sum(valid)
    negative = len(valid) - positive
    if not positive or not negative:
        return float("nan")
    return (ranks - positive * (positive + 1) / 2) / (positive * negative)
