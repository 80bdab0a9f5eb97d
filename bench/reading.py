"""Texts to be read without knowing where they come from, and what the reader found.

    python bench/reading.py draw shipped/aqua_test.product.jsonl shipped/sawp_test.product.jsonl
    python bench/reading.py sum

`draw` takes 30 random first outputs of each file and writes them, mixed, to results/reading.jsonl
with empty marks: solvability, diversity, fluency, 0 to 5 each. `sum` writes results/reading.json.
Files of other systems can be mixed in; results/reading_key.json says which text is whose.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

from report import ROOT, report

from scaning.blocks import line_of, rows_of
from scaning.evaluate import figure

TEXTS = ROOT / "results" / "reading.jsonl"
KEY = ROOT / "results" / "reading_key.json"
MARKS = ("solvability", "diversity", "fluency")
EACH = 30
# Table "human evaluation" of the paper, its own model.
PAPER = {"solvability": 3.59, "diversity": 3.96, "fluency": 3.85}


def draw(files: Sequence[Path], *, seed: int) -> None:
    """Write texts to be read, and apart from them whose they are."""
    texts = [row for path in files for row in _first(path, seed)]
    Random(seed).shuffle(texts)
    lines = []
    for number, row in enumerate(texts, start=1):
        empty = dict.fromkeys(MARKS)
        kept = {"n": number, "original": row["original"], "text": row["candidate"]}
        lines.append(line_of({**kept, **empty, "remark": ""}))
    TEXTS.write_text("\n".join(lines) + "\n", encoding="utf-8")
    key = {str(n): [row["file"], row["id"]] for n, row in enumerate(texts, start=1)}
    KEY.write_text(json.dumps(key, indent=0) + "\n", encoding="utf-8")
    print(f"{len(texts)} texts: {TEXTS}")


def _first(path: Path, seed: int) -> Iterator[dict[str, Any]]:
    """Random problems of a file, each with the output that was handed out first."""
    rows: dict[str, dict[str, Any]] = {}
    for row in rows_of(path):
        if row.get("rank", 1) == 1:
            rows.setdefault(str(row["id"]), row)
    drawn = Random(f"{seed}/{path.name}").sample(sorted(rows), min(EACH, len(rows)))
    return ({**rows[id], "file": path.name} for id in drawn)


def total() -> None:
    """Means of the marks, of each file and of all, with intervals."""
    key = json.loads(KEY.read_text(encoding="utf-8"))
    rows = list(rows_of(TEXTS))
    missing = [row["n"] for row in rows if any(row[mark] is None for mark in MARKS)]
    if missing:
        raise SystemExit(f"not read yet: {missing}")
    found: dict[str, object] = {"paper": PAPER}
    for name in dict.fromkeys(file for file, _ in key.values()):
        mine = [row for row in rows if key[str(row["n"])][0] == name]
        found[name] = {mark: figure([float(row[mark]) for row in mine])._asdict() for mark in MARKS}
    found["all"] = {mark: figure([float(row[mark]) for row in rows])._asdict() for mark in MARKS}
    command = "python bench/reading.py sum"
    print(report("reading", found, command=command, n=len(rows), seed=0))
    print(json.dumps(found, indent=1))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("draw", "sum"))
    parser.add_argument("files", type=Path, nargs="*")
    parser.add_argument("--seed", type=int, default=3407)
    args = parser.parse_args()
    if args.what == "draw":
        draw(args.files, seed=args.seed)
    else:
        total()
