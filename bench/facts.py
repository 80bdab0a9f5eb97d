"""Measure `facts.compare` as a classifier of solvability on human labels.

python bench/facts.py --data DATA

The development sets are for choosing; the report sets are only ever reported. Beside the judged
pairs of ParaQD stand the invented rewritings of bench/judged, half of them free and half broken
with intent. A pair counts as solvable from the accepting solvability on: a verbatim copy is
solvable, though it is refused as a paraphrase. Seconds are the process's own.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from datetime import date
from pathlib import Path
from random import Random
from subprocess import run
from typing import Any

from scaning import facts
from scaning.facts.judge import ACCEPT
from scaning.records import Verdict
from scaning.score.numeracy import official_numbers, official_numeracy

HERE = Path(__file__).parent
SETS = {
    "dev": "paraqd_aqua_labels", "report": "paraqd_sawp_labels",
    "free_dev": "judged/dev", "free_report": "judged/test",
}  # fmt: skip


def rows_of(data: Path, name: str) -> list[dict[str, Any]]:
    """The judged pairs of one file, of the data folder or beside this script."""
    folder = HERE if name.startswith("judged/") else data
    path = folder / f"{name}.jsonl"
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def auc(labels: Sequence[bool], scores: Sequence[float]) -> float:
    """Share of (valid, invalid) pairs that the score orders rightly; ties count half."""
    good = [s for y, s in zip(labels, scores, strict=True) if y]
    bad = sorted(s for y, s in zip(labels, scores, strict=True) if not y)
    won = sum(bisect_left(bad, g) + bisect_right(bad, g) for g in good)
    return won / 2 / (len(good) * len(bad))


def accuracy(labels: Sequence[bool], guesses: Sequence[bool]) -> float:
    """Share of right guesses."""
    return sum(y == g for y, g in zip(labels, guesses, strict=True)) / len(labels)


def macro_f1(labels: Sequence[bool], guesses: Sequence[bool]) -> float:
    """The mean of the F1 of both classes."""
    scores = []
    for side in (True, False):
        hit = sum(y == g == side for y, g in zip(labels, guesses, strict=True))
        total = sum(y == side for y in labels) + sum(g == side for g in guesses)
        scores.append(2 * hit / total if total else 0.0)
    return sum(scores) / 2


def measure(labels: list[bool], scores: list[float], threshold: float) -> dict[str, Any]:
    """AUC, accuracy and macro-F1, each with a 95% bootstrap interval."""
    rng = Random(3407)
    guesses = [s >= threshold for s in scores]
    figures: dict[str, Callable[[Sequence[int]], float]] = {
        "auc": lambda i: auc([labels[k] for k in i], [scores[k] for k in i]),
        "accuracy": lambda i: accuracy([labels[k] for k in i], [guesses[k] for k in i]),
        "macro_f1": lambda i: macro_f1([labels[k] for k in i], [guesses[k] for k in i]),
    }
    everything = range(len(labels))
    samples = [rng.choices(everything, k=len(labels)) for _ in range(300)]
    result: dict[str, Any] = {"n": len(labels), "threshold": threshold}
    for name, figure in figures.items():
        spread = sorted(figure(s) for s in samples)
        result[name] = round(figure(list(everything)), 4)
        result[name + "_95"] = [round(spread[7], 4), round(spread[292], 4)]
    return result


def timed(pairs: list[tuple[str, str]]) -> tuple[list[Verdict], float]:
    """Verdicts and the seconds they took; the second time the texts are parsed already."""
    start = time.process_time()
    return list(facts.compare_many(pairs)), time.process_time() - start


def main() -> None:
    """Print the figures and write them to results/facts.json."""
    parser = argparse.ArgumentParser(description=__doc__)
    known = os.environ.get("SCANING_DATA")
    parser.add_argument("--data", type=Path, default=known, required=known is None)
    arguments = parser.parse_args()
    commit = run(
        ["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=True
    )
    results: dict[str, Any] = {
        "command": "python bench/facts.py --data DATA",
        "commit": commit.stdout.strip(),
        "date": date.today().isoformat(),
    }
    for name, file in SETS.items():
        rows = rows_of(arguments.data, file)
        labels = [row["valid"] for row in rows]
        pairs = [(r["original"], r["candidate"]) for r in rows]
        verdicts, with_parse = timed(pairs)
        _, parsed = timed(pairs)
        numbers = [[official_numbers(r[k]) for k in ("original", "candidate")] for r in rows]
        numeracy = [official_numeracy(a, b) for a, b in numbers]
        results[name] = {
            "file": file,
            "facts": measure(labels, [v.solvability for v in verdicts], ACCEPT),
            "published numeracy": measure(labels, numeracy, 1.0),
            "accepted": sum(v.ok for v in verdicts),
            "pairs_per_second": round(len(rows) / parsed, 1),
            "pairs_per_second_with_parse": round(len(rows) / with_parse, 1),
            "wrong": [
                r["id"]
                for r, v in zip(rows, verdicts, strict=True)
                if (v.solvability >= ACCEPT) != r["valid"]
            ] if name == "dev" else [],
        }  # fmt: skip
        print(name, json.dumps({k: v for k, v in results[name].items() if k != "wrong"}, indent=1))
    path = Path("results/facts.json")
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
