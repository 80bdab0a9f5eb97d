"""The problems that the noise benchmarks read, and the options they share."""

from __future__ import annotations

import argparse
import json
import os
from pathlib import Path
from random import Random

from scaning.records import Problem

SEED = 3407


def options(description: str | None, *, limit: int) -> argparse.ArgumentParser:
    """A parser of the options --data and --limit."""
    parser = argparse.ArgumentParser(description=description)
    known = os.environ.get("SCANING_DATA")
    parser.add_argument("--data", type=Path, default=known, required=known is None)
    parser.add_argument("--limit", type=int, default=limit, help="problems to use")
    return parser


def problems(data: Path, limit: int, file: str = "word_problems.jsonl") -> list[Problem]:
    """A random sample of the problems of a file, always the same."""
    with (data / file).open(encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    chosen = Random(SEED).sample(rows, min(limit, len(rows)))
    return [Problem(row["id"], row["question"]) for row in chosen]
