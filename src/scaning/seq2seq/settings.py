"""The settings of a training, read from TOML; a key that does not exist is an error."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any, Literal

from scaning.errors import InputError, UsageError, unknown_name

FILE = "settings.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What is trained on what, for how long and how. The defaults are the paper's where it says.

    How long: `steps`, or else `epochs`, or until `minutes` are over, whichever comes first; the
    learning rate reaches zero with it.
    """

    base: str
    train: str
    output: str
    validation: str = ""
    epochs: float | None = None
    steps: int | None = None
    minutes: float | None = None

    # A batch is as many rows as fit in `batch_tokens`, padding counted, source and target; or
    # `batch_rows` rows. Of each process, before accumulation.
    batch_tokens: int = 4096
    batch_rows: int | None = None
    accumulate: int = 1
    # Longer rows are left out: a target that is cut teaches to stop too early.
    max_source: int = 256
    max_target: int = 256

    learning_rate: float = 3e-4
    warmup: float = 0.1
    weight_decay: float = 0.03
    label_smoothing: float = 0.1
    clip: float = 1.0
    dropout: float | None = None
    # The rank of adapters that are trained instead of the weights (needs peft); 0: the weights.
    lora: int = 0
    precision: Literal["auto", "fp32", "bf16", "fp16"] = "auto"
    seed: int = 3407

    # What chooses the best checkpoint: how much of the targets came back, or the PQI of what was
    # written where it keeps the facts (needs the parser and the encoder of the default install).
    score: Literal["reconstruction", "paraphrase"] = "reconstruction"
    evaluate_every: int = 0
    evaluate_rows: int = 200
    generate_rows: int = 50
    save_every: int = 500
    keep: int = 2
    log_every: int = 50
    workers: int = 0
    # A tracker of transformers, or several: "tensorboard", "wandb", ["mlflow", "wandb"].
    report_to: str | list[str] = "none"

    def __post_init__(self) -> None:
        if self.steps is None and self.epochs is None and self.minutes is None:
            raise UsageError("How long? Set one of steps, epochs and minutes.")
        if self.precision not in ("auto", "fp32", "bf16", "fp16"):
            raise unknown_name("precision", self.precision, ("auto", "fp32", "bf16", "fp16"))
        if self.score not in ("reconstruction", "paraphrase"):
            raise unknown_name("score", self.score, ("reconstruction", "paraphrase"))
        for name in ("batch_tokens", "accumulate", "max_source", "max_target", "log_every", "keep"):
            if getattr(self, name) < 1:
                raise UsageError(f"{name} = {getattr(self, name)}: it has to be 1 or more.")
        for name in ("warmup", "label_smoothing"):
            if not 0 <= getattr(self, name) < 1:
                raise UsageError(f"{name} = {getattr(self, name)}: it is a share, from 0 to 1.")

    def shaping(self) -> dict[str, object]:
        """What must not change when a training goes on: the batches depend on it."""
        names = ("base", "seed", "batch_tokens", "batch_rows", "accumulate", "max_source",
                 "max_target", "learning_rate", "label_smoothing", "weight_decay",
                 "lora")  # fmt: skip
        return {name: value for name, value in asdict(self).items() if name in names}


def settings_of(cells: Mapping[str, Any]) -> Settings:
    """Settings from the keys of a table.

    >>> settings_of({"base": "b", "train": "t.jsonl", "output": "o", "step": 5})
    Traceback (most recent call last):
    scaning.errors.UsageError: No setting 'step'; did you mean 'steps'? Known: accumulate, base, \
batch_rows, batch_tokens, clip, dropout, epochs, evaluate_every, evaluate_rows, generate_rows, \
keep, label_smoothing, learning_rate, log_every, lora, max_source, max_target, minutes, output, \
precision, report_to, save_every, score, seed, steps, train, validation, warmup, weight_decay, \
workers.
    """
    known = {field.name for field in fields(Settings)}
    for name in cells:
        if name not in known:
            raise unknown_name("setting", name, known)
    missing = [name for name in ("base", "train", "output") if not cells.get(name)]
    if missing:
        raise UsageError(f"Not set: {', '.join(missing)}.")
    return Settings(**cells)


def read_settings(path: Path | None, overrides: Mapping[str, Any]) -> Settings:
    """The settings of a file, if there is one, with those that were given beside it."""
    cells: dict[str, Any] = {}
    if path is not None:
        try:
            cells = tomllib.loads(path.read_text(encoding="utf-8"))
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise InputError(f"{path}: not TOML: {error}") from None
    return settings_of({**cells, **overrides})


def keep_settings(settings: Settings, output: Path, *, fresh: bool) -> None:
    """Write down the settings; a training that goes on has to have those that it began with."""
    path = output / FILE
    shaping = settings.shaping()
    if not fresh and path.exists():
        before = json.loads(path.read_text(encoding="utf-8"))
        changed = [name for name in shaping if shaping[name] != before.get(name, shaping[name])]
        if changed:
            told = ", ".join(f"{name} {before[name]!r} → {shaping[name]!r}" for name in changed)
            raise UsageError(f"{output} was begun with other settings: {told}.")
    path.write_text(json.dumps(asdict(settings), indent=2) + "\n", encoding="utf-8")
