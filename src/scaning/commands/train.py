"""`scaning train`: train a sequence-to-sequence model, or go on with it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def train(
    settings: Annotated[
        Path | None, typer.Argument(metavar="[SETTINGS]", help="A TOML file of settings.")
    ] = None,
    given: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=VALUE", help="A setting; wins over the file's."),
    ] = None,
) -> None:
    """Train a model on JSON Lines of prompt, source and target.

    Needed are the settings base, train and output, and how long: steps, epochs or minutes. The
    same command given again goes on from the newest checkpoint. Several processes:
    accelerate launch -m scaning.seq2seq.train SETTINGS.
    """
    from scaning.errors import ResourceError
    from scaning.seq2seq.settings import read_settings
    from scaning.seq2seq.train import overrides, train

    wanted = read_settings(settings, overrides(given or ()))
    try:
        train(wanted)
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("scaning"):
            raise
        raise ResourceError(
            f"Training needs {error.name}: pip install 'scaning[train]' and torch."
        ) from None
