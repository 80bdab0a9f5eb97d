"""How fast a model is trained, beside a plain Seq2SeqTrainer.

    python bench/training.py BASE ROWS --wheels WHEELS

BASE is the base "stitched" as `scaning base` makes it of WHEELS, ROWS what `scaning denoise` made.
The plain trainer has the same model with its whole vocabulary, the same rows with the same tokens,
and pads sources and targets to 256. It sees fewer rows, because it needs so much longer for each.
Both are timed from their second step on, in seconds of the clock and of the processors.
"""

from __future__ import annotations

import argparse
import json
import time
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import torch
from report import report, state
from transformers import (
    PreTrainedModel,
    Seq2SeqTrainer,
    Seq2SeqTrainingArguments,
    TrainerCallback,
)
from transformers.utils.logging import disable_progress_bar

from scaning.seq2seq.batches import IGNORED
from scaning.seq2seq.loop import Loop
from scaning.seq2seq.opus import stitched
from scaning.seq2seq.rows import read_pairs
from scaning.seq2seq.settings import settings_of
from scaning.seq2seq.tokens import Tokens
from scaning.seq2seq.train import train

SEED, WIDTH = 3407, 256
PAD = 59_513  # of opus-mt
PLAIN_ROWS, PLAIN_STEPS, OUR_STEPS = 8, 4, 8


class Stopwatch(TrainerCallback):  # type: ignore[misc]
    """The clock and the processors, from the end of the first step on."""

    def __init__(self) -> None:
        self.start: tuple[float, float] | None = None
        self.end = (0.0, 0.0)

    def on_step_end(self, *_: object, **__: object) -> None:
        """Note the time."""
        self.end = (time.perf_counter(), time.process_time())
        self.start = self.start or self.end

    def rates(self, examples: int) -> dict[str, float]:
        """Examples a second."""
        assert self.start
        clock, processor = (b - a for a, b in zip(self.start, self.end, strict=True))
        return {"examples": examples, "per_second": round(examples / clock, 3),
                "per_processor_second": round(examples / processor, 3)}  # fmt: skip


def ours(base: Path, rows: Path, folder: Path) -> dict[str, float]:
    """Our loop, on the base with its vocabulary cut down."""
    watch, sizes = Stopwatch(), []
    init, step = Loop.__init__, Loop.training_step

    def watched(self: Loop, *args: Any, **named: Any) -> None:  # noqa: ANN401
        init(self, *args, **named)
        self.add_callback(watch)

    def counted(self: Loop, model: Any, inputs: Any, *args: Any, **named: Any) -> Any:  # noqa: ANN401
        sizes.append(len(inputs["labels"]))
        return step(self, model, inputs, *args, **named)

    Loop.__init__, Loop.training_step = watched, counted  # type: ignore[method-assign]
    train(settings_of({
        "base": str(base), "train": str(rows), "output": str(folder), "steps": OUR_STEPS,
        "batch_tokens": 2048, "log_every": 1, "save_every": 10**6,
    }))  # fmt: skip
    Loop.__init__, Loop.training_step = init, step  # type: ignore[method-assign]
    return watch.rates(sum(sizes[1:]))


def plain(base: Path, rows: Path, wheels: Path, folder: Path) -> dict[str, float]:
    """The trainer of transformers, as its examples use it with fixed lengths."""
    raw = stitched(wheels)
    tokens = Tokens.load(base)
    numbers = {piece.text: number for piece, number in raw.pieces.items()}
    held = {at: numbers.get(text, 0) for text, at in tokens.tokenizer.get_vocab().items()}
    given = [
        {
            "input_ids": padded([held[at] for at in tokens.encode(pair.read)], PAD),
            "labels": padded([held[at] for at in tokens.encode(pair.target)], IGNORED),
        }
        for pair in islice(read_pairs(rows), PLAIN_ROWS * PLAIN_STEPS)
    ]
    for row in given:
        begun = [PAD if number == IGNORED else number for number in row["labels"][:-1]]
        row["decoder_input_ids"] = [PAD, *begun]
        row["attention_mask"] = [int(number != PAD) for number in row["input_ids"]]
    watch = Stopwatch()
    trainer(raw.model, given, folder, watch).train()
    return watch.rates(PLAIN_ROWS * (PLAIN_STEPS - 1))


def trainer(model: PreTrainedModel, rows: list[Any], folder: Path, watch: Stopwatch) -> Any:  # noqa: ANN401
    """A Seq2SeqTrainer with the same optimiser."""
    return Seq2SeqTrainer(
        model=model,
        args=Seq2SeqTrainingArguments(
            output_dir=str(folder), max_steps=PLAIN_STEPS, seed=SEED, report_to="none",
            per_device_train_batch_size=PLAIN_ROWS, learning_rate=3e-4, weight_decay=0.03,
            label_smoothing_factor=0.1, optim="adamw_torch_fused", save_strategy="no",
            disable_tqdm=True, use_cpu=True,
        ),
        train_dataset=rows,
        callbacks=[watch],
    )  # fmt: skip


def padded(ids: list[int], filler: int) -> list[int]:
    """To the width of all."""
    return [*ids, *[filler] * WIDTH][:WIDTH]


def main() -> None:
    """Measure, print and record."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("base", type=Path)
    parser.add_argument("rows", type=Path)
    parser.add_argument("--wheels", type=Path, required=True)
    parser.add_argument("--threads", type=int, default=2)
    args = parser.parse_args()
    commit = state()
    disable_progress_bar()
    torch.set_num_threads(args.threads)
    with TemporaryDirectory() as folder:
        figures: dict[str, Any] = {"ours": ours(args.base, args.rows, Path(folder) / "ours")}
        beside = plain(args.base, args.rows, args.wheels, Path(folder) / "plain")
    figures["plain"] = beside
    for name in ("per_second", "per_processor_second"):
        figures[f"ours_over_plain_{name}"] = round(figures["ours"][name] / beside[name], 2)
    figures["threads"] = args.threads
    print(json.dumps(figures, indent=1))
    command = "python bench/training.py BASE ROWS --wheels WHEELS"
    rows = int(figures["ours"]["examples"])
    print(report("training", figures, command=command, n=rows, seed=SEED, commit=commit))


if __name__ == "__main__":
    main()
