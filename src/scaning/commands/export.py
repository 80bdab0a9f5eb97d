"""`scaning export`: a trained model in eight bits, to run without torch."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from scaning.commands import options


def export(
    model: Annotated[
        Path, typer.Argument(metavar="MODEL", help="The folder of a trained model or of a base.")
    ],
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="FOLDER", help="Where the export goes.")
    ],
    compare: Annotated[
        Path | None,
        typer.Option(
            "--compare",
            metavar="FILE",
            help="JSON Lines of prompt, source and target: does the export write what MODEL does?",
        ),
    ] = None,
    rows: Annotated[int, typer.Option("--rows", help="Compare on so many rows at most.")] = 200,
    quiet: options.Quiet = False,
) -> None:
    """Write a model in eight bits, a quarter of its size, to run anywhere without torch.

    FOLDER gets encoder.onnx, decoder.onnx, the tokenizer and a manifest with the sha256 of each,
    which are checked when it is loaded.
    """
    from itertools import islice

    from scaning.errors import ResourceError
    from scaning.seq2seq.rows import read_pairs

    compared = list(islice(read_pairs(compare), rows)) if compare else []
    try:
        from scaning.seq2seq.export import export

        made = export(model, output, compared=compared)
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("scaning"):
            raise
        raise ResourceError(
            f"An export needs {error.name}: pip install 'scaning[train]' and torch."
        ) from None
    if not quiet:
        _report(output, made.get("parity"))


def _report(output: Path, parity: dict[str, float] | None) -> None:
    from scaning.terminal import tell

    size = sum(path.stat().st_size for path in output.iterdir()) / 1e6
    tell(f"{output}: {size:.0f} MB")
    if parity:
        tell(
            f"{parity['same_greedy']:.1%} of {parity['rows']} greedy texts are those of the "
            f"model; the log-likelihood is {parity['off_in_all']:.2%} off"
        )
