"""The rows that the paper printed, to stand beside ours: data/published/results.tsv."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib.resources import files

from scaning.evaluate.measure import Result

# What the paper calls a set, by the beginning of the name that ours has.
SETS = {"aqua": "AquaRAT", "sawp": "SAWP", "pawp": "PAWP", "em": "MathEM"}
SIZES = {"AquaRAT": 215, "MathEM": 200, "SAWP": 199, "PAWP": 400}
NOTHING = float("nan")


def published(datasets: Iterable[str]) -> Iterator[Result]:
    """The paper's rows for our datasets, in the order of the paper.

    >>> [row.value for row in published(["sawp_test"]) if row.system == "paper Ψ"]
    [0.99, 0.3, 1.0, 0.73, 0.44, 0.09]
    """
    names = {SETS[key]: name for name in datasets for key in SETS if name.startswith(key)}
    text = (files("scaning") / "data" / "published" / "results.tsv").read_text(encoding="utf-8")
    for line in text.splitlines():
        dataset, system, metric, value, std = line.split("\t")
        if dataset in names:
            deviation = float(std) if std else NOTHING
            yield Result(
                system, names[dataset], _summary(system), metric, float(value), deviation,
                NOTHING, NOTHING, SIZES[dataset], "printed in the paper",
            )  # fmt: skip


def _summary(system: str) -> str:
    """Both of the paper's models were reported as the best of all outputs by PQI."""
    return "best of 12" if "Δ" in system else "best of 24" if "Ψ" in system else "best"
