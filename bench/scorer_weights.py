"""Fit the calibration and the weights of the scorer, and write them into its manifest.

    python bench/scorer_weights.py FOLDER --data DATA

On the development pairs that people wrote, `paraqd_aqua_labels` and bench/judged/dev.jsonl: the
hard pairs are made by the operators that the scorer learnt from, and would make it look surer than
it is. Each pair counts the same, and so do both classes. Two
logistic regressions: on what the comparison says, which is the similarity, and on that and the fact
check, which is the solvability. Each is written as lines (slope, value at 0), whose values add up
to the log of the odds; what the sum needs besides goes with the facts, so that the similarity says
nothing halfway between valid and broken pairs.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from scaning.encoder import OnnxEncoder
from scaning.facts import compare_many
from scaning.scorer.judge import log_odds

ROOT = Path(__file__).parents[1]
RIDGE = 1e-3
Floats = NDArray[np.float64]


class Known(NamedTuple):
    """What is known of the pairs of a set: a column each of the comparison and the facts."""

    features: Floats
    valid: Floats


def read(path: Path) -> list[dict[str, Any]]:
    """The rows of a JSONL file."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def known(rows: Sequence[dict[str, Any]], encoder: OnnxEncoder) -> Known:
    """The two numbers of each pair."""
    pairs = [(str(row["original"]), str(row["candidate"])) for row in rows]
    facts = [log_odds(verdict.solvability) for verdict in compare_many(pairs)]
    features = np.stack([encoder.compare(pairs), facts], axis=1).astype(np.float64)
    return Known(features, np.array([float(row["valid"]) for row in rows]))


def logistic(features: Floats, valid: Floats, weights: Floats) -> Floats:
    """The coefficients and, last, the bias of a logistic regression (Newton's method)."""
    x = np.hstack([features, np.ones((len(features), 1))])
    beta = np.zeros(x.shape[1])
    for _ in range(50):
        chance = 1 / (1 + np.exp(-(x @ beta)))
        gradient = x.T @ (weights * (chance - valid)) + RIDGE * beta
        curvature = (x * (weights * chance * (1 - chance))[:, None]).T @ x
        beta = beta - np.linalg.solve(curvature + RIDGE * np.eye(len(beta)), gradient)
    return beta


def together(sets: Iterable[Known]) -> tuple[Floats, Floats, Floats]:
    """All the pairs, each class with the same weight."""
    kept = list(sets)
    features = np.concatenate([one.features for one in kept])
    valid = np.concatenate([one.valid for one in kept])
    share = valid.mean()
    return features, valid, np.where(valid > 0, 0.5 / share, 0.5 / (1 - share))


def lines(features: Floats, valid: Floats, weights: Floats) -> dict[str, list[float]]:
    """The similarity alone, and the two parts of the solvability, each as slope and value at 0."""
    alone = logistic(features[:, :1], valid, weights)
    both = logistic(features, valid, weights)
    means = [
        np.average(features[valid == side, 0], weights=weights[valid == side]) for side in (0, 1)
    ]
    halfway = both[0] * sum(means) / 2
    found: dict[str, Sequence[float]] = {
        "alone": list(alone),
        "similarity": (both[0], -halfway),
        "facts": (both[1], both[2] + halfway),
    }
    return {name: [round(float(x), 4) for x in line] for name, line in found.items()}


def main() -> None:
    """Fit, print, write into the manifest."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--data", type=Path, required=True)
    args = parser.parse_args()
    encoder = OnnxEncoder(args.folder)
    paths = (args.data / "paraqd_aqua_labels.jsonl", ROOT / "bench/judged/dev.jsonl")
    features, valid, weights = together(known(read(path), encoder) for path in paths)
    scorer = lines(features, valid, weights)
    path = args.folder / "manifest.json"
    manifest = json.loads(path.read_text(encoding="utf-8")) | {"scorer": scorer}
    path.write_text(json.dumps(manifest, indent=2) + "\n", encoding="utf-8")
    print(json.dumps(scorer))


if __name__ == "__main__":
    main()
