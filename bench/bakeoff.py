"""Which base a small model is best made of: the same rows, the same budget, one after another.

    python bench/bakeoff.py train --work WORK --rows ROWS        # resumes; one thread
    python bench/bakeoff.py judge --work WORK --held-out NOISED --questions ASKED
    python bench/bakeoff.py rates --work WORK --rows ROWS        # with nothing beside it
    python bench/bakeoff.py table --work WORK

WORK/bases holds the bases as `scaning base NAME` makes them: opus, stitched, flan, bart, smollm2.
ROWS and NOISED are what `scaning denoise` makes of noised problems, ASKED what `scaning generate
--ask` makes of them. The budget counts the processor time of the one thread, because other work
runs on the machine: alone it is the time of the clock.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scaning.seq2seq import progress
from scaning.seq2seq.settings import Settings, settings_of

MINUTES = 6.0


@dataclass(frozen=True)
class Entry:
    """A base, and what its training needs otherwise than the rest."""

    name: str
    settings: dict[str, Any]


# The learning rates are what each kind is usually trained with; none was tuned.
ENTRIES = (
    Entry("stitched", {"learning_rate": 3e-4}),
    Entry("flan", {"learning_rate": 5e-4}),
    Entry("opus", {"learning_rate": 3e-4}),
    Entry("bart", {"learning_rate": 1e-3}),
    Entry("smollm2", {"learning_rate": 1e-3, "lora": 16}),
)
_COMMON = {"batch_tokens": 1536, "log_every": 10, "save_every": 40, "keep": 1}


class _ProcessorTime:
    monotonic = staticmethod(time.process_time)


def settings(work: Path, rows: Path, entry: Entry, **more: object) -> Settings:
    """The settings of a training."""
    cells = {"base": str(work / "bases" / entry.name), "train": str(rows), **_COMMON}
    return settings_of(cells | entry.settings | more)


def train_all(args: argparse.Namespace) -> None:
    """Train each base that is there, as far as it is not trained."""
    progress.time = _ProcessorTime  # type: ignore[assignment]
    from scaning.seq2seq.train import train

    for entry in chosen(args):
        output = args.work / "runs" / entry.name
        if not (output / "model").exists():
            print(entry.name, flush=True)
            train(settings(args.work, args.rows, entry, output=str(output), minutes=args.minutes))


def chosen(args: argparse.Namespace) -> list[Entry]:
    """The entries whose base is there."""
    return [
        entry
        for entry in ENTRIES
        if (args.work / "bases" / entry.name).exists() and args.only in ("", entry.name)
    ]


def main() -> None:
    """One part of the bake-off."""
    parts: dict[str, Callable[[argparse.Namespace], None]] = {"train": train_all}
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("part", choices=parts)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--rows", type=Path)
    parser.add_argument("--minutes", type=float, default=MINUTES)
    parser.add_argument("--only", default="", help="one base")
    args = parser.parse_args()
    parts[args.part](args)


if __name__ == "__main__":
    main()
