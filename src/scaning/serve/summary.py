"""What a dashboard shows of a job: counts of decisions and reasons, and how the scores lie."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from pydantic import BaseModel

from scaning.pipeline.charts import binned

BINS = 20
SCORES = ("similarity", "diversity", "solvability")


class Summary(BaseModel):
    """Counts of a job; each histogram has equal bins from 0 to 1."""

    problems: int
    with_variants: int
    variants: int
    turned_down: int
    decisions: dict[str, int]
    reasons: dict[str, int]
    scores: dict[str, list[int]]


def summary(problems: Iterable[Mapping[str, Any]]) -> Summary:
    """Count, one problem at a time."""
    found = served = variants = turned_down = 0
    decisions: Counter[str] = Counter()
    reasons: Counter[str] = Counter()
    scores = {name: [0] * BINS for name in SCORES}
    for problem in problems:
        found += 1
        served += any(one["rank"] is not None for one in problem["candidates"])
        for one in problem["candidates"]:
            if one["rank"] is None:
                turned_down += 1
                reasons.update({reason["kind"] for reason in one["cells"]["reasons"]})
            else:
                variants += 1
                _add(scores, one["cells"])
            if one["review"] or one["rank"] is not None:
                decisions[one["review"]["decision"] if one["review"] else "open"] += 1
    return Summary(
        problems=found,
        with_variants=served,
        variants=variants,
        turned_down=turned_down,
        decisions=dict(decisions),
        reasons=dict(reasons.most_common()),
        scores=scores,
    )


def _add(scores: Mapping[str, list[int]], cells: Mapping[str, Any]) -> None:
    for name, bins in scores.items():
        if cells[name] is not None:
            bins[binned([cells[name]], 0, 1, BINS).index(1)] += 1
