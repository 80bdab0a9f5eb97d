"""A training that is killed ten times at random moments beside one that nothing disturbs.

    python bench/killing.py BASE ROWS

BASE is a folder that `scaning base` made, ROWS what `scaning denoise` made. Each life of the killed
training ends by SIGKILL after a random number of steps and a random part of a second, so that some
kills come while a checkpoint is written: every fifth step is one.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from report import report, state

from scaning.seq2seq import checkpoints
from scaning.seq2seq.loop import MODEL  # what takes long is loaded once, before the first fork
from scaning.seq2seq.progress import read_log
from scaning.seq2seq.settings import Settings, settings_of
from scaning.seq2seq.train import train

SEED, KILLS = 3407, 10
STEPS, SAVE_EVERY = 200, 5
PAUSE = 0.02


def settings(base: Path, rows: Path, output: Path) -> Settings:
    """The training."""
    return settings_of({
        "base": str(base), "train": str(rows), "output": str(output), "steps": STEPS,
        "batch_tokens": 512, "learning_rate": 3e-3, "save_every": SAVE_EVERY, "log_every": 1,
    })  # fmt: skip


def begin(told: Settings, said: Path) -> int:
    """A process of its own that trains; it is a copy of this one, so torch is loaded once."""
    child = os.fork()
    if child:
        return child
    code = 1
    try:
        os.dup2(os.open(said, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), sys.stderr.fileno())
        train(told)
        code = 0
    finally:
        sys.stderr.flush()
        os._exit(code)


def life(told: Settings, steps: int, wait: float) -> tuple[int | None, str]:
    """Run until so many steps are logged and a moment more, then kill; or to the end.

    What it said comes back, with the step at which it was killed.
    """
    output = Path(told.output)
    before = last_step(output)
    said = output.with_suffix(".said")
    child = begin(told, said)
    begun = False
    while True:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            break
        step = last_step(output)
        # A restart first takes back the lines after its checkpoint.
        begun = begun or step != before
        if begun and step >= before - SAVE_EVERY + steps:
            time.sleep(wait)
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            return last_step(output), said.read_text(encoding="utf-8")
        time.sleep(PAUSE)
    text = said.read_text(encoding="utf-8")
    if status:
        raise SystemExit(text)
    return None, text


def last_step(output: Path) -> int:
    """The newest step of the log."""
    steps = [int(line["step"]) for line in read_log(output) if "loss" in line]
    return max(steps, default=0)


def losses(output: Path) -> dict[int, float]:
    """The loss of each step."""
    return {int(line["step"]): line["loss"] for line in read_log(output) if "loss" in line}


def killed(base: Path, rows: Path, output: Path) -> dict[str, object]:
    """Ten kills and a last life; what was killed where, and what was passed over."""
    chance = random.Random(SEED)
    told = settings(base, rows, output)
    at: list[int] = []
    words: list[str] = []
    torn = 0
    for _ in range(KILLS):
        step, said = life(told, chance.randint(7, 17), chance.random() * 0.1)
        words += [line for line in said.splitlines() if "passed over" in line]
        if step is None:
            raise SystemExit("The training ended before ten kills: its steps are too few.")
        at.append(step)
        torn += (output / checkpoints.PARTIAL).exists()
        print(f"killed at step {step}", flush=True)
    # One more tear, on purpose: the newest checkpoint loses the end of a file.
    newest = checkpoints.found(output)[-1]
    weights = newest / "model.safetensors"
    weights.write_bytes(weights.read_bytes()[: weights.stat().st_size // 2])
    _, said = life(told, STEPS * 2, 0.0)
    words += [line.split("/")[-1] for line in said.splitlines() if "passed over" in line]
    return {"killed_at_steps": at, "kills_while_a_checkpoint_was_written": torn,
            "torn_on_purpose": newest.name, "said": words}  # fmt: skip


def main() -> None:
    """Train twice, compare, record."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("base", type=Path)
    parser.add_argument("rows", type=Path)
    args = parser.parse_args()
    commit = state()
    with TemporaryDirectory() as folder:
        whole, broken = Path(folder) / "whole", Path(folder) / "killed"
        life(settings(args.base, args.rows, whole), STEPS * 2, 0.0)
        figures = killed(args.base, args.rows, broken)
        one, other = losses(whole), losses(broken)
        same = (whole / MODEL / "model.safetensors").read_bytes() == (
            broken / MODEL / "model.safetensors"
        ).read_bytes()
    figures |= {
        "final_loss": {"undisturbed": one[STEPS], "killed": other[STEPS]},
        "final_loss_differs_by": abs(one[STEPS] - other[STEPS]),
        "most_any_step_differs_by": max(abs(one[step] - other[step]) for step in one),
        "same_weights_to_the_byte": same,
    }
    print(json.dumps(figures, indent=1))
    told = "python bench/killing.py BASE ROWS"
    print(report("killing", figures, command=told, n=KILLS, seed=SEED, commit=commit))


if __name__ == "__main__":
    main()
