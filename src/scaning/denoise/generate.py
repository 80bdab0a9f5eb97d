"""Questions in, candidates out: what a model writes for each question, in blocks.

```sh
scaning generate MODEL problems.jsonl -o candidates.jsonl
python -m scaning.denoise.generate MODEL questions.jsonl candidates.jsonl   # without a parser
```

The second form needs torch, tokenizers and numpy alone; `scaning generate --ask` writes the
questions for it.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scaning.blocks import Made, Watch, count_of, digest, line_of, rows_of, through
from scaning.errors import ScaningError, UsageError, unknown_name
from scaning.seq2seq.decoding import DECODING, DecodeSettings
from scaning.seq2seq.model import Asked, Seq2Seq
from scaning.seq2seq.slots import Slot
from scaning.terminal import tell

if TYPE_CHECKING:
    from scaning.seq2seq.model import Output

Cells = Mapping[str, Any]

CANDIDATES = "candidates"
NOTHING = "questions without an answer"
TWICE = "the same text twice"
# Sources of like length are written together: the more a block holds, the less is padded.
BATCHES = 4
_CARRIED = ("log", "passive")


def generate(
    model: Seq2Seq,
    questions: Iterable[Cells],
    output: Path,
    settings: DecodeSettings,
    *,
    name: str = "",
    guarded: bool = True,
    watch: Watch | None = None,
) -> Counter[str]:
    """Write candidates, or go on where a run was stopped. `name` tells one model from another."""
    work = partial(candidates, model=model, settings=settings, guarded=guarded)
    block = max(1, BATCHES * model.batch // settings.lanes)
    marked = {"model": name, "guarded": guarded, **asdict(settings)}
    return through(questions, work, output, settings=marked, block=block, watch=watch)


def candidates(
    questions: Sequence[Cells], *, model: Seq2Seq, settings: DecodeSettings, guarded: bool = True
) -> Made:
    """The candidates of some questions as lines, and how many questions had none."""
    found = model.generate([asked_of(row) for row in questions], settings, guarded=guarded)
    lines: list[str] = []
    counts: Counter[str] = Counter({CANDIDATES: 0})
    for row, outputs in zip(questions, found, strict=True):
        distinct = {output.text: output for output in reversed(outputs)}
        counts[NOTHING] += not outputs
        counts[TWICE] += len(outputs) - len(distinct)
        lines.extend(_line(row, output) for output in reversed(distinct.values()))
    counts[CANDIDATES] = len(lines)
    return Made(lines, +counts)


def asked_of(row: Cells) -> Asked:
    """The question in a row, as a model takes it."""
    slots = tuple(Slot(value, least, most) for value, least, most in row["slots"])
    return Asked(f"{row['id']}/{row['prompt']}", str(row["ask"]), str(row["text"]), slots)


def mark(folder: Path) -> str:
    """What tells a model from another, or from itself after more training."""
    known = [(path.name, path.stat().st_size, path.stat().st_mtime_ns)
             for path in sorted(folder.glob("*")) if path.is_file()]  # fmt: skip
    return digest([str(folder), *known])


def decoding(name: str, changes: Mapping[str, Any]) -> DecodeSettings:
    """The settings of a name, with changes.

    >>> decoding("paper", {"beams": 12}).beams
    12
    """
    if name not in DECODING:
        raise unknown_name("decoding", name, DECODING)
    known = DecodeSettings.__dataclass_fields__
    for key in changes:
        if key not in known:
            raise unknown_name("setting of decoding", key, known)
    try:
        return replace(DECODING[name], **changes)
    except TypeError as error:
        raise UsageError(f"decoding: {error}") from None


def _line(row: Cells, output: Output) -> str:
    cells = {
        "id": row["id"],
        "original": row["original"],
        "candidate": output.text,
        "prompt": row["prompt"],
        "score": round(output.score, 5),
        "log_likelihood": round(output.log_likelihood, 4),
    }
    return line_of(cells | {name: row[name] for name in _CARRIED if name in row})


def main(arguments: Sequence[str] | None = None) -> None:
    """Answer a file of questions."""
    import argparse

    from scaning.seq2seq.train import overrides
    from scaning.watch import Ticker

    parser = argparse.ArgumentParser(description="Write candidates for questions.")
    parser.add_argument("model", type=Path)
    parser.add_argument("questions", type=Path)
    parser.add_argument("output", type=Path)
    parser.add_argument("--decoding", default="paper", help=", ".join(DECODING))
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--device", default="auto")
    parser.add_argument("--batch", type=int, help="texts that are written at once")
    args = parser.parse_args(arguments)
    try:
        settings = decoding(args.decoding, overrides(args.set))
        model = Seq2Seq.load(args.model, device=args.device, batch=args.batch)
        watch = Ticker("generate", count_of(args.questions))
        rows = rows_of(args.questions)
        counts = generate(model, rows, args.output, settings, name=mark(args.model), watch=watch)
    except (ScaningError, OSError) as error:
        tell(f"generate: {error}")
        sys.exit(2)
    tell(", ".join(f"{count:,} {name}" for name, count in counts.items()))


if __name__ == "__main__":
    main()
