"""What each score says of solvability, on pairs that people have judged.

    python bench/score_labels.py --data DATA

For every preset and column: the AUC as a judge of the pairs; for the numeracy also the accuracy and
the macro-F1 of "every number is kept". `paraqd_aqua_labels` is for choosing, `paraqd_sawp_labels`
for reporting only.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import asdict
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np
from encoder_parity import auc

from scaning.encoder import encoder_of
from scaning.records import Pair, Scores
from scaning.score import PRESETS, Preset, overall_score, score_pairs, signature

ROOT = Path(__file__).resolve().parent.parent
SETS = {"paraqd_aqua_labels": "dev", "paraqd_sawp_labels": "report"}


def macro_f1(said: Sequence[bool], valid: Sequence[bool]) -> float:
    """The mean of the F1 of both classes."""
    scores = []
    for side in (True, False):
        hits = sum(s == v == side for s, v in zip(said, valid, strict=True))
        named = sum(s == side for s in said) + sum(v == side for v in valid)
        scores.append(2 * hits / named)
    return sum(scores) / len(scores)


def figures(scores: Sequence[Scores], valid: Sequence[bool], preset: Preset) -> dict[str, float]:
    """The figures of one preset on one set."""
    columns: dict[str, list[Any]] = {
        name: [asdict(one)[name] for one in scores] for name in asdict(scores[0])
    }
    columns["overall"] = [overall_score(one, preset) for one in scores]
    found = {f"auc_{name}": auc(np.array(column), valid) for name, column in columns.items()}
    kept = [one.numeracy == 1.0 for one in scores]
    found["accuracy_of_numeracy"] = sum(map(bool.__eq__, kept, valid)) / len(valid)
    found["macro_f1_of_numeracy"] = macro_f1(kept, valid)
    return {name: round(value, 3) for name, value in found.items()}


def main() -> None:
    """Measure, print, write."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--data", default=os.environ.get("SCANING_DATA"))
    args = parser.parse_args()
    if args.data is None:
        sys.exit("Say where the data is: --data DIR or SCANING_DATA.")
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=True,
    ).stdout.strip()
    record: dict[str, Any] = {
        "command": "python bench/score_labels.py --data DATA",
        "commit": commit,
        "date": date.today().isoformat(),
    }
    for name, role in SETS.items():
        lines = (Path(args.data) / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
        rows = [json.loads(line) for line in lines]
        pairs = [Pair(row["id"], row["original"], row["candidate"]) for row in rows]
        valid = [row["valid"] for row in rows]
        for preset in PRESETS.values():
            scores = list(score_pairs(pairs, preset=preset))
            line = signature(preset, encoder_of(), len(pairs), metric="solvability")
            found = figures(scores, valid, preset)
            record[f"{name}/{preset.name}"] = {"role": role, "signature": line, **found}
            print(line, found, flush=True)
    text = json.dumps(record, indent=2)
    (ROOT / "results/score_labels.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
