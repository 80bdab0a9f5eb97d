"""What a training says while it runs: a line for a person, a line of JSON, a curve at the end."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Mapping
from pathlib import Path

LOG = "log.jsonl"
CURVE = "loss.svg"


class Clock:
    """The time that a training has had, over all its starts, and how far it is.

    What it says changes only with `tick`, which gives all processes the time of the first.
    """

    def __init__(self, budget: float | None, steps: int | None) -> None:
        self._budget = budget
        self._steps = steps
        self.start()

    def start(self, before: float = 0.0) -> None:
        """Begin to count; `before` are the seconds of earlier starts."""
        self._zero = time.monotonic() - before
        self.seconds = before

    def now(self) -> float:
        """The seconds at this moment."""
        return time.monotonic() - self._zero

    def tick(self, seconds: float) -> None:
        """Let it be so late."""
        self.seconds = seconds

    def done(self, step: float) -> float:
        """How much of the training is over, from 0 to 1: of its steps or its time."""
        by_steps = step / self._steps if self._steps else 0.0
        by_time = self.seconds / self._budget if self._budget else 0.0
        return min(1.0, max(by_steps, by_time))

    @property
    def is_over(self) -> bool:
        """Has the time been used up?"""
        return self._budget is not None and self.seconds >= self._budget


def triangle(done: float, warmup: float) -> float:
    """The learning rate's share of its peak: up during the warm-up, then straight down to zero.

    >>> [round(triangle(done, 0.1), 6) for done in (0.05, 0.1, 0.55, 1.0)]
    [0.5, 1.0, 0.5, 0.0]
    """
    return done / warmup if done < warmup else (1 - done) / (1 - warmup)


def log(output: Path, record: Mapping[str, object]) -> None:
    """Add a line to the log."""
    with (output / LOG).open("a", encoding="utf-8") as lines:
        lines.write(json.dumps(record) + "\n")


def read_log(output: Path) -> list[dict[str, float]]:
    """The lines of the log; the last may be cut off."""
    path = output / LOG
    if not path.exists():
        return []
    found = []
    for line in path.read_text(encoding="utf-8").splitlines():
        try:
            found.append(json.loads(line))
        except ValueError:
            continue
    return found


def rewind(output: Path, step: int) -> None:
    """Take from the log what came after a step, for it will come again."""
    kept = [record for record in read_log(output) if record["step"] <= step]
    partial = output / f"{LOG}.part"
    partial.write_text("".join(json.dumps(record) + "\n" for record in kept), encoding="utf-8")
    partial.replace(output / LOG)


def say(record: Mapping[str, float], done: float) -> None:
    """One line on the standard error: where the training is, how fast, and how long it takes."""
    parts = [f"{done:4.0%}", f"step {record['step']:,}"]
    for name, form in (("loss", ".3f"), ("eval_loss_per_word", ".3f"), ("eval_score", ".3f"),
                       ("examples_per_second", ",.0f"), ("tokens_per_second", ",.0f"),
                       ("memory_gb", ".2f")):  # fmt: skip
        if name in record:
            parts.append(f"{name.replace('_per_', '/').replace('_', ' ')} {record[name]:{form}}")
    if 0 < done < 1 and "seconds" in record:
        left = int(record["seconds"] * (1 - done) / done)
        parts.append(f"{left // 3600}:{left // 60 % 60:02d}:{left % 60:02d} left")
    sys.stderr.write("  ".join(parts) + "\n")
    sys.stderr.flush()


def plot(output: Path) -> Path | None:
    """The curve of the loss, where matplotlib is installed."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        return None
    records = read_log(output)
    axes = (figure := Figure(figsize=(7, 4))).subplots()
    for name, label in (("loss", "training, a token"), ("eval_loss_per_word", "held out, a word")):
        points = [(record["step"], record[name]) for record in records if name in record]
        if points:
            axes.plot(*zip(*points, strict=True), label=label, marker="." if "eval" in name else "")
    axes.set(xlabel="step", ylabel="loss")
    axes.legend()
    figure.savefig(output / CURVE)
    return output / CURVE
