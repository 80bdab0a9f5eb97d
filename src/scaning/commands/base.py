"""`scaning base`: make a pretrained model ready for training."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from scaning.commands import options


def base(
    name: Annotated[
        str,
        typer.Argument(
            metavar="NAME",
            help="stitched, opus, flan, smollm2, bart, scratch; or a model's hub name or folder.",
        ),
    ],
    corpus: Annotated[
        list[Path],
        typer.Option(
            "--corpus", metavar="FILE", help="JSON Lines whose words are kept. Repeat at will."
        ),
    ],
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="FOLDER", help="Where the base goes.")
    ],
    wheels: Annotated[
        Path | None,
        typer.Option(
            "--wheels", metavar="FOLDER", help="The packages of stitched, opus, flan, smollm2."
        ),
    ] = None,
    half: Annotated[
        bool, typer.Option("--half", help="Write the weights with 16 bits: half the size.")
    ] = False,
    shard: Annotated[
        str, typer.Option("--shard", metavar="SIZE", help="The most that a file may hold.")
    ] = "5GB",
    seed: Annotated[int, typer.Option("--seed", help="Same seed, same base.")] = 3407,
    quiet: options.Quiet = False,
) -> None:
    """Make a base: a pretrained model with the vocabulary of a corpus, slots and masks.

    Pieces that the corpus lacks go, so the model is smaller and faster. No character of any text
    is lost in it. `manifest.json` says where the weights come from, and under which licence.
    """
    from scaning.seq2seq.bases import prepare, texts_of
    from scaning.terminal import tell

    texts = (text for path in corpus for text in texts_of(path))
    made = prepare(name, output, texts, wheels=wheels, half=half, shard=shard, seed=seed)
    if not quiet:
        tell(
            f"{output}: {made['parameters'] / 1e6:.1f} million parameters, "
            f"{made['vocabulary']:,} of {made['vocabulary_before']:,} pieces"
        )
