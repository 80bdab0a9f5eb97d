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
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from report import report, state

from scaning.seq2seq import checkpoints
from scaning.seq2seq.progress import read_log

SEED, KILLS = 3407, 10
STEPS, SAVE_EVERY = 200, 5
PAUSE = 0.02


def command(base: Path, rows: Path, output: Path) -> list[str]:
    """The training."""
    cells = {
        "base": str(base), "train": str(rows), "output": str(output), "steps": STEPS,
        "batch_tokens": 1024, "learning_rate": 3e-3, "save_every": SAVE_EVERY, "log_every": 1,
    }  # fmt: skip
    told = [f"--set={name}={json.dumps(value)}" for name, value in cells.items()]
    return [sys.executable, "-m", "scaning.seq2seq.train", *told]


def life(told: list[str], output: Path, steps: int, wait: float) -> tuple[int | None, str]:
    """Run until so many steps are logged and a moment more, then kill; or to the end.

    What it said comes back, with the step at which it was killed.
    """
    before = last_step(output)
    with TemporaryDirectory() as folder:
        said = Path(folder) / "said"
        with said.open("w", encoding="utf-8") as file:
            process = subprocess.Popen(
                told, stderr=file, env={**os.environ, "OMP_NUM_THREADS": "1"}
            )
            begun = False
            while process.poll() is None:
                step = last_step(output)
                # A restart first takes back the lines after its checkpoint.
                begun = begun or step < before or step == 0 or step > before
                if begun and step >= max(0, before - SAVE_EVERY) + steps:
                    time.sleep(wait)
                    process.send_signal(signal.SIGKILL)
                    process.wait()
                    return step, said.read_text(encoding="utf-8")
                time.sleep(PAUSE)
        text = said.read_text(encoding="utf-8")
    if process.returncode:
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
    told = command(base, rows, output)
    at: list[int] = []
    words: list[str] = []
    torn = 0
    for _ in range(KILLS):
        step, said = life(told, output, chance.randint(6, 22), chance.random() * 0.3)
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
    _, said = life(told, output, STEPS * 2, 0.0)
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
        life(command(args.base, args.rows, whole), whole, STEPS * 2, 0.0)
        figures = killed(args.base, args.rows, broken)
        one, other = losses(whole), losses(broken)
        same = (whole / "model" / "model.safetensors").read_bytes() == (
            broken / "model" / "model.safetensors"
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
