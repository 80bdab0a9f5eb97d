"""What int8 costs and gains: the shipped encoder beside the same network in fp32.

    for v in exact dynamic; do python bench/export_encoder.py WEIGHTS $v --variant $v; done
    taskset -c 0 python bench/encoder_parity.py --data DATA --exact exact --dynamic dynamic

Agreement of vectors on 500 problems, of similarities on the labelled pairs and on random pairs, the
AUC of the similarity as a judge of those pairs, how far a text's vector moves with the texts beside
it, and texts a second, all on one core within one run.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from datetime import date
from importlib.metadata import version
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scaning.encoder import OnnxEncoder, Vectors

ROOT = Path(__file__).resolve().parent.parent
SHIPPED = ROOT / "src/scaning/models/encoder"
PROBLEMS, RANDOM_PAIRS, ALONE, SEED = 500, 5_000, 64, 3407

Floats = NDArray[np.float64]


def ranks(values: Floats) -> Floats:
    """Ranks from 0, ties at their mean."""
    _, inverse, counts = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(counts) - 1
    found: Floats = (last - (counts - 1) / 2)[inverse]
    return found


def spearman(a: Floats, b: Floats) -> float:
    """The correlation of the ranks."""
    return float(np.corrcoef(ranks(a), ranks(b))[0, 1])


def auc(scores: Floats, valid: Sequence[bool]) -> float:
    """The chance that a valid pair scores above an invalid one."""
    labels = np.array(valid)
    positive, negative = labels.sum(), (~labels).sum()
    above = ranks(scores)[labels].sum() - positive * (positive - 1) / 2
    return float(above / (positive * negative))


class Measured:
    """One encoder's vectors of all texts, and its pace."""

    def __init__(self, folder: Path, texts: Sequence[str]) -> None:
        encoder = OnnxEncoder(folder, threads=1)
        encoder.encode(["Ann has 3 apples."])
        start = time.perf_counter()
        self.vectors = encoder.encode(texts)
        self.pace = len(texts) / (time.perf_counter() - start)
        one_by_one = OnnxEncoder(folder, threads=1)
        alone = np.concatenate([one_by_one.encode([text]) for text in texts[:ALONE]])
        self.moved = float(
            np.abs(alone @ alone.T - self.vectors[:ALONE] @ self.vectors[:ALONE].T).max()
        )
        self.megabytes = (folder / "model.onnx").stat().st_size / 1e6


def cosines(vectors: Vectors, pairs: Sequence[tuple[int, int]]) -> Floats:
    """The cosine of each pair of rows."""
    first, second = np.array(pairs).T
    found: Floats = np.einsum("ij,ij->i", vectors[first], vectors[second], dtype=np.float64)
    return found


def compare(
    measured: Measured,
    exact: Measured,
    labelled: Sequence[tuple[int, int]],
    valid: Sequence[bool],
    drawn: Sequence[tuple[int, int]],
) -> dict[str, float]:
    """The figures of one encoder beside the exact one."""
    agreement = np.einsum("ij,ij->i", measured.vectors, exact.vectors)[:PROBLEMS]
    own, reference = cosines(measured.vectors, labelled), cosines(exact.vectors, labelled)
    return {
        "megabytes": round(measured.megabytes, 1),
        "cosine_to_fp32_mean": round(float(agreement.mean()), 5),
        "cosine_to_fp32_least": round(float(agreement.min()), 5),
        "spearman_labelled_pairs": round(spearman(own, reference), 5),
        "spearman_random_pairs": round(
            spearman(cosines(measured.vectors, drawn), cosines(exact.vectors, drawn)), 5
        ),
        "similarity_moves_most": round(float(np.abs(own - reference).max() / 2), 4),
        "auc": round(auc(own, valid), 4),
        "moved_by_neighbours": round(measured.moved, 6),
        "texts_per_second": round(measured.pace, 1),
        "times_fp32": round(measured.pace / exact.pace, 2),
    }


def rows(path: Path) -> list[dict[str, Any]]:
    """The rows of a JSONL file."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def main() -> None:
    """Encode everything with each encoder, compare, print, write."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--data", default=os.environ.get("SCANING_DATA"))
    parser.add_argument("--exact", type=Path, required=True, help="the fp32 variant's folder")
    parser.add_argument("--dynamic", type=Path, required=True, help="the dynamic variant's folder")
    args = parser.parse_args()
    if args.data is None:
        sys.exit("Say where the data is: --data DIR or SCANING_DATA.")
    rng = Random(SEED)
    problems = rng.sample(rows(Path(args.data) / "word_problems.jsonl"), PROBLEMS)
    judged = rows(Path(args.data) / "paraqd_aqua_labels.jsonl")
    texts = list(dict.fromkeys(
        [problem["question"] for problem in problems]
        + [row[side] for row in judged for side in ("original", "candidate")]
    ))  # fmt: skip
    place = {text: i for i, text in enumerate(texts)}
    labelled = [(place[row["original"]], place[row["candidate"]]) for row in judged]
    drawn = [(rng.randrange(len(texts)), rng.randrange(len(texts))) for _ in range(RANDOM_PAIRS)]
    valid = [row["valid"] for row in judged]
    folders = {"fp32": args.exact, "shipped": SHIPPED, "onnxruntime_dynamic": args.dynamic}
    measured = {name: Measured(folder, texts) for name, folder in folders.items()}
    figures = {
        name: compare(one, measured["fp32"], labelled, valid, drawn)
        for name, one in measured.items()
    }
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=True,
    ).stdout.strip()
    record = {
        "command": "taskset -c 0 python bench/encoder_parity.py --data DATA --exact exact "
        "--dynamic dynamic",
        "commit": commit,
        "date": date.today().isoformat(),
        "packages": {name: version(name) for name in ("onnxruntime", "tokenizers", "numpy")},
        "n": {
            "problems": PROBLEMS,
            "pairs": len(judged),
            "random": RANDOM_PAIRS,
            "texts": len(texts),
        },
        **figures,
    }
    text = json.dumps(record, indent=2)
    print(text)
    (ROOT / "results/encoder_parity.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
