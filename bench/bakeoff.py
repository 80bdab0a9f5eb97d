"""Which base a small model is best made of: the same rows, the same budget, one after another.

    python bench/bakeoff.py train --work WORK --rows ROWS        # resumes; one thread
    python bench/bakeoff.py rate --work WORK --rows ROWS         # with nothing beside it
    python bench/bakeoff.py judge --work WORK --rows HELD_OUT --questions ASKED
    python bench/bakeoff.py table --work WORK

WORK/bases holds the bases as `scaning base NAME` makes them: opus, stitched, flan, bart, smollm2.
ROWS and HELD_OUT are what `scaning denoise` makes of noised problems, ASKED what `scaning generate
--ask` makes of those held out. The budget counts the processor time of the one thread, because
other work runs on the machine: alone it is the time of the clock.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import islice, pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from report import report
from written import judged, questions

from scaning.errors import UsageError
from scaning.seq2seq import progress
from scaning.seq2seq.decoding import DecodeSettings
from scaning.seq2seq.export import export
from scaning.seq2seq.model import Asked, Seq2Seq
from scaning.seq2seq.rows import read_pairs
from scaning.seq2seq.settings import Settings, settings_of

MINUTES = 6.0
GREEDY = DecodeSettings(mode="greedy", n=1, max_length=200, max_ratio=1.5)


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
_COMMON = {"batch_tokens": 1024, "log_every": 4, "save_every": 40, "keep": 1}


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


def rate_all(args: argparse.Namespace) -> None:
    """How fast each is trained and writes, by one thread, in seconds of its processor."""
    progress.time = _ProcessorTime  # type: ignore[assignment]
    from scaning.seq2seq.train import train

    for entry in chosen(args):
        with TemporaryDirectory() as folder:
            told = settings(args.work, args.rows, entry, output=folder, minutes=args.minutes)
            train(replace(told, log_every=1, save_every=10**6))
            steady = [line for line in progress.read_log(Path(folder)) if "loss" in line][1:]
        seconds = [line["seconds"] for line in steady]
        tokens = [line["tokens_per_second"] for line in steady]
        spent = [b - a for a, b in pairwise([0.0, *seconds])][1:]
        found = sum(r * s for r, s in zip(tokens[1:], spent, strict=True)) / sum(spent)
        keep(args.work, entry, {"training_tokens_per_second": round(found, 1)})


def judge_all(args: argparse.Namespace) -> None:
    """What each learnt: on the same held-out rows and questions."""
    for entry in chosen(args):
        model = args.work / "runs" / entry.name / "model"
        if (model / "training.json").exists():
            keep(args.work, entry, judged_model(args, model))


def judged_model(args: argparse.Namespace, model: Path) -> dict[str, object]:
    """The figures of one trained model."""
    exact = Seq2Seq.load(model, device="cpu", threads=1)
    pairs = list(islice(read_pairs(args.rows), args.limit))
    words = sum(len(pair.target.split()) for pair in pairs)
    asked = [Asked(pair.id, pair.prompt, pair.source) for pair in pairs]
    loss = -sum(exact.log_likelihoods(asked, [pair.target for pair in pairs])) / words
    record = json.loads((model / "training.json").read_text(encoding="utf-8"))
    rows = sum_of_rows(model.parent)
    figures: dict[str, object] = {
        "steps": record["step"], "processor_seconds": record["seconds"], "rows_seen": rows,
        "loss_per_word": round(loss, 4),
    }  # fmt: skip
    try:
        folder = model.parent / "int8"
        export(model, folder)
        writer = Seq2Seq.load(folder, threads=1)
        figures["int8_mb"] = round(sum(p.stat().st_size for p in folder.iterdir()) / 1e6, 1)
    except UsageError:
        writer = exact
        figures["fp32_mb"] = round((model / "model.safetensors").stat().st_size / 1e6, 1)
    questions_, originals = questions(args.questions, args.limit)
    for name, guarded in (("free", False), ("guarded", True)):
        start = time.process_time()
        found = writer.generate(questions_, GREEDY, guarded=guarded)
        spent = time.process_time() - start
        tokens = sum(len(writer.tokens.encode(text.said)) for texts in found for text in texts)
        texts = [texts[0].text if texts else None for texts in found]
        figures[name] = judged(originals, texts)
        if not guarded:
            figures["writing_tokens_per_second"] = round(tokens / spent, 1)
    return figures


def sum_of_rows(run: Path) -> int:
    """How many rows a training saw: the log's rates times its times."""
    lines = [line for line in progress.read_log(run) if "loss" in line]
    times = [0.0, *(line["seconds"] for line in lines)]
    return round(sum(line["examples_per_second"] * (b - a)
                     for line, (a, b) in zip(lines, pairwise(times), strict=True)))  # fmt: skip


def keep(work: Path, entry: Entry, found: dict[str, Any]) -> None:
    """Add figures to those of a base."""
    path = work / "figures" / f"{entry.name}.json"
    path.parent.mkdir(exist_ok=True)
    known = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    path.write_text(json.dumps(known | found, indent=1) + "\n", encoding="utf-8")
    print(entry.name, json.dumps(found), flush=True)


def table(args: argparse.Namespace) -> None:
    """All figures in one file."""
    found = {
        path.stem: json.loads(path.read_text(encoding="utf-8"))
        for entry in ENTRIES
        if (path := args.work / "figures" / f"{entry.name}.json").exists()
    }
    settings_ = {entry.name: entry.settings for entry in ENTRIES} | {"all": _COMMON}
    command = "python bench/bakeoff.py table --work WORK"
    print(report("bakeoff", {"bases": found, "settings": settings_, "why": args.why},
                 command=command, n=args.limit, seed=3407))  # fmt: skip


def chosen(args: argparse.Namespace) -> list[Entry]:
    """The entries whose base is there."""
    return [
        entry
        for entry in ENTRIES
        if (args.work / "bases" / entry.name).exists() and args.only in ("", entry.name)
    ]


def main() -> None:
    """One part of the bake-off."""
    parts: dict[str, Callable[[argparse.Namespace], None]] = {
        "train": train_all, "rate": rate_all, "judge": judge_all, "table": table,
    }  # fmt: skip
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("part", choices=parts)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--rows", type=Path)
    parser.add_argument("--minutes", type=float, default=MINUTES)
    parser.add_argument("--questions", type=Path)
    parser.add_argument("--limit", type=int, default=200)
    parser.add_argument("--why", default="", help="the choice, for the record")
    parser.add_argument("--only", default="", help="one base")
    args = parser.parse_args()
    parts[args.part](args)


if __name__ == "__main__":
    main()
