"""The figures by which a scorer is judged, in plain Python."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import NamedTuple

SAMPLES = 1000


class Confusion(NamedTuple):
    """How many pairs of each truth got which verdict."""

    true_valid: int
    false_valid: int
    true_invalid: int
    false_invalid: int


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


def confusion(scores: Sequence[float], valid: Sequence[bool], threshold: float) -> Confusion:
    """What "valid above the threshold" gets right and wrong.

    >>> confusion([0.9, 0.6, 0.2], [True, False, True], 0.5)
    Confusion(true_valid=1, false_valid=1, true_invalid=0, false_invalid=1)
    """
    said = [score > threshold for score in scores]
    counts: dict[tuple[bool, bool], int] = defaultdict(int)
    for ours, truth in zip(said, valid, strict=True):
        counts[ours, truth] += 1
    return Confusion(
        counts[True, True], counts[True, False], counts[False, False], counts[False, True]
    )


def published(
    scores: Sequence[float], valid: Sequence[bool], threshold: float = 0.5
) -> dict[str, float]:
    """ParaQD's own figures: F1 is the harmonic mean of mean precision and mean recall.

    `separation` is the mean score of the valid pairs less that of the invalid ones.
    """
    found = confusion(scores, valid, threshold)
    classes = (
        (found.true_valid, found.false_valid, found.false_invalid),
        (found.true_invalid, found.false_invalid, found.false_valid),
    )
    precision = [_share(hit, hit + wrong) for hit, wrong, _ in classes]
    recall = [_share(hit, hit + missed) for hit, _, missed in classes]
    sizes = [hit + missed for hit, _, missed in classes]
    total = max(1, sum(sizes))
    figures: dict[str, float] = {}
    for name, weights in (("macro", (0.5, 0.5)), ("weighted", [n / total for n in sizes])):
        p, r = (
            sum(w * x for w, x in zip(weights, side, strict=True)) for side in (precision, recall)
        )
        figures |= {f"{name}_precision": p, f"{name}_recall": r, f"{name}_f1": _harmonic(p, r)}
    means = [
        _share(sum(s for s, v in zip(scores, valid, strict=True) if v is side), size)
        for side, size in zip((True, False), sizes, strict=True)
    ]
    right = _share(found.true_valid + found.true_invalid, total)
    return figures | {"accuracy": right, "separation": means[0] - means[1]}


def within(
    questions: Sequence[str], scores: Sequence[float], valid: Sequence[bool]
) -> tuple[float, int]:
    """Of each question's pairs of a valid and an invalid candidate, the share ranked rightly.

    And how many questions have both; a tie counts half.
    """
    groups: dict[str, list[int]] = defaultdict(list)
    for i, question in enumerate(questions):
        groups[question].append(i)
    shares = [
        auc([scores[i] for i in rows], [valid[i] for i in rows])
        for rows in groups.values()
        if len({valid[i] for i in rows}) == 2
    ]
    return (_share(sum(shares), len(shares)), len(shares))


def interval(
    questions: Sequence[str],
    scores: Sequence[float],
    valid: Sequence[bool],
    figure: Callable[[Sequence[float], Sequence[bool]], float] = auc,
    *,
    seed: int = 3407,
    samples: int = SAMPLES,
) -> tuple[float, float]:
    """The 95% interval of a figure when the questions are drawn anew, each with all its pairs."""
    groups: dict[str, list[int]] = defaultdict(list)
    for i, question in enumerate(questions):
        groups[question].append(i)
    names, rng, found = list(groups), Random(seed), []
    for _ in range(samples):
        rows = [i for name in rng.choices(names, k=len(names)) for i in groups[name]]
        value = figure([scores[i] for i in rows], [valid[i] for i in rows])
        if value == value:  # not a number where a draw has one class only
            found.append(value)
    found.sort()
    if not found:
        return (float("nan"), float("nan"))
    return found[int(0.025 * len(found))], found[min(len(found) - 1, int(0.975 * len(found)))]


def summary(
    questions: Sequence[str], scores: Sequence[float], valid: Sequence[bool], threshold: float
) -> Mapping[str, object]:
    """All the figures of one scorer on one set."""
    share, n = within(questions, scores, valid)
    figures = published(scores, valid, threshold)
    return {
        "auc": round(auc(scores, valid), 4),
        "auc_95": [round(x, 4) for x in interval(questions, scores, valid)],
        "within_question": round(share, 4),
        "questions_with_both": n,
        "threshold": threshold,
        **{name: round(value, 4) for name, value in figures.items()},
        "confusion": confusion(scores, valid, threshold)._asdict(),
    }


def _share(part: float, whole: float) -> float:
    return part / whole if whole else 0.0


def _harmonic(a: float, b: float) -> float:
    return 2 * a * b / (a + b) if a + b else 0.0
