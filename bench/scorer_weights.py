"""Fit the calibration and the weights of the scorer, and write them into its manifest.

    python bench/scorer_weights.py FOLDER --data DATA --pairs HARDDEV

On the development pairs alone: `paraqd_aqua_labels`, bench/judged/dev.jsonl, and hard pairs of the
development part of the training problems. Each set counts the same. The similarity is the chance
that a pair of this cosine is valid, by pooling neighbours (isotonic regression), made strictly
rising; the solvability is a logistic regression on three numbers.
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
KNOTS = 12
Floats = NDArray[np.float64]


class Known(NamedTuple):
    """What is known of the pairs of a set: a column each of cosine, together, facts."""

    features: Floats
    valid: Floats


def read(path: Path) -> list[dict[str, Any]]:
    """The rows of a JSONL file."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def known(rows: Sequence[dict[str, Any]], encoder: OnnxEncoder) -> Known:
    """The three numbers of each pair."""
    pairs = [(str(row["original"]), str(row["candidate"])) for row in rows]
    originals, candidates = (encoder.encode([pair[i] for pair in pairs]) for i in (0, 1))
    columns = (
        (originals * candidates).sum(axis=1),
        encoder.logits(pairs),
        [log_odds(verdict.solvability) for verdict in compare_many(pairs)],
    )
    features = np.stack([np.asarray(column, np.float64) for column in columns], axis=1)
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


def isotonic(x: Floats, y: Floats, weights: Floats) -> list[tuple[float, float]]:
    """The rising steps that are nearest to y: neighbours that fall are pooled."""
    blocks: list[list[float]] = []
    for i in np.argsort(x, kind="stable"):
        blocks.append([float(x[i]), float(y[i]), float(weights[i])])
        while len(blocks) > 1 and blocks[-2][1] >= blocks[-1][1]:
            _, value, weight = blocks.pop()
            left, below, size = blocks.pop()
            total = size + weight
            middle = (left * size + float(x[i]) * weight) / total
            blocks.append([middle, (below * size + value * weight) / total, total])
    return [(left, value) for left, value, _ in blocks]


def knots(steps: Sequence[tuple[float, float]]) -> list[list[float]]:
    """A few points of the steps, strictly rising from (−1, 0) to (1, 1)."""
    chosen = [steps[i] for i in np.unique(np.linspace(0, len(steps) - 1, KNOTS).astype(int))]
    points = [[-1.0, 0.0]]
    for x, y in chosen:
        last_x, last_y = points[-1]
        if last_x + 0.005 < x < 0.995 and last_y + 0.002 < y < 0.995:
            points.append([round(x, 4), round(y, 4)])
    return [*points, [1.0, 1.0]]


def sized(sets: Iterable[Known]) -> tuple[Floats, Floats, Floats]:
    """All the pairs, each set with the same weight and in it each class."""
    features, valid, weights = [], [], []
    for one in sets:
        share = one.valid.mean()
        features.append(one.features)
        valid.append(one.valid)
        weights.append(np.where(one.valid > 0, 0.5 / share, 0.5 / (1 - share)) / len(one.valid))
    weight = np.concatenate(weights)
    return np.concatenate(features), np.concatenate(valid), weight / weight.mean()


def main() -> None:
    """Fit, print, write into the manifest."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--pairs", type=Path, required=True, help="hard pairs of the dev part")
    args = parser.parse_args()
    encoder = OnnxEncoder(args.folder)
    paths = (args.data / "paraqd_aqua_labels.jsonl", ROOT / "bench/judged/dev.jsonl", args.pairs)
    sets = [known(read(path), encoder) for path in paths]
    features, valid, weights = sized(sets)
    beta = logistic(features, valid, weights)
    names = ("cosine", "together", "facts", "bias")
    centres = sum(
        np.average(features[valid == side], axis=0, weights=weights[valid == side]) / 2
        for side in (0, 1)
    )
    scorer = {
        "weights": {name: round(float(b), 4) for name, b in zip(names, beta, strict=True)},
        "centres": {name: round(float(c), 4) for name, c in zip(names, centres, strict=False)},
        "similarity": knots(isotonic(features[:, 0], valid, weights)),
    }
    path = args.folder / "manifest.json"
    manifest = json.loads(path.read_text(encoding="utf-8")) | {"scorer": scorer}
    path.write_text(json.dumps(manifest, indent=2) + "\n", encoding="utf-8")
    print(json.dumps(scorer))


if __name__ == "__main__":
    main()
