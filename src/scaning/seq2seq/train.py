"""The training loop that the denoiser and the paraphraser share.

```sh
scaning train settings.toml --set minutes=40
python -m scaning.seq2seq.train settings.toml --set minutes=40     # where typer is not installed
accelerate launch --num_processes 8 -m scaning.seq2seq.train settings.toml
```

It needs torch, transformers, accelerate, tokenizers and numpy; `settings.py` says what can be set.
The output folder holds `model` (the best by the task's score, or else the last), checkpoints,
`log.jsonl` and the curve of the loss. The same command again goes on from the newest checkpoint.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from scaning.errors import ScaningError, UsageError
from scaning.seq2seq.evaluation import Score, score_of
from scaning.seq2seq.settings import Settings, read_settings
from scaning.terminal import tell


def train(settings: Settings, *, score: Score | None = None) -> Path:
    """Train, or go on with a training; the folder of the model comes back.

    `score` is another than those that `settings.score` can name.
    """
    from scaning.seq2seq.loop import run

    return run(settings, score or score_of(settings.score))


def overrides(given: Sequence[str]) -> dict[str, Any]:
    """The settings in arguments NAME=VALUE; a value is TOML, or else a text.

    >>> overrides(["minutes=40", "base=bases/opus"])
    {'minutes': 40, 'base': 'bases/opus'}
    """
    import tomllib

    found: dict[str, Any] = {}
    for argument in given:
        name, equals, value = argument.partition("=")
        if not (name and equals):
            raise UsageError(f"--set {argument!r}: write NAME=VALUE, as in minutes=40.")
        try:
            found[name] = tomllib.loads(f"value = {value}")["value"]
        except tomllib.TOMLDecodeError:
            found[name] = value
    return found


def main(arguments: Sequence[str] | None = None) -> None:
    """Train by the arguments of the command line."""
    import argparse

    parser = argparse.ArgumentParser(description="Train a sequence-to-sequence model.")
    parser.add_argument("settings", type=Path, nargs="?", help="a TOML file")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE")
    args = parser.parse_args(arguments)
    try:
        train(read_settings(args.settings, overrides(args.set)))
    except (ScaningError, OSError) as error:
        tell(f"train: {error}")
        sys.exit(2)


if __name__ == "__main__":
    main()
