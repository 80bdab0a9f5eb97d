"""`scaning evaluate scorer`: how well scores of similarity tell what keeps a solution."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scaning.commands import options

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scaning.encoder import Encoder
    from scaning.records import Pair


def scorer(
    judged: Annotated[
        list[Path],
        typer.Argument(metavar="PAIRS…", help="Files of judged pairs: original, candidate, valid."),
    ],
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="The figures, as JSON.")
    ] = None,
    encoder: Annotated[
        str, typer.Option(help="The trained scorer: embedded, or a folder.")
    ] = "embedded",
    also: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=ENCODER",
            help="The cosine of another encoder: a folder, or a name of the model hub.",
        ),
    ] = None,
    plots: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Distributions and confusions, as PNG.")
    ] = None,
    quiet: options.Quiet = False,
) -> None:
    """Measure scorers on pairs that people have judged.

    The published protocol (valid above a cosine of 0.5: precision, recall, F1, separation), and
    what needs no threshold: AUC, and the share of a question's pairs that are ranked rightly.
    """
    from scaning.encoder import encoder_at
    from scaning.scorer.evaluate import figures, plot, rows
    from scaning.terminal import tell

    ours = options.scorer_of(encoder, "--encoder")
    others: dict[str, Encoder] = {}
    for one in also or ():
        name, folder = options.named("--also", one)
        others[name] = encoder_at(folder)
    found: dict[str, Any] = {"encoder": ours.encoder.name}
    for path in judged:
        pairs, valid = judged_pairs(path)
        measured = rows(pairs, ours, others)
        table = figures(pairs, valid, measured)
        found[path.stem] = {"n": len(pairs), "valid": sum(valid), **table}
        if plots:
            plots.mkdir(parents=True, exist_ok=True)
            plot(valid, measured, plots / f"scorer_{path.stem}.png")
        if not quiet:
            for line in _lines(path.stem, len(pairs), table):
                tell(line)
    text = json.dumps(found, indent=1) + "\n"
    if output is None:
        typer.echo(text, nl=False)
    else:
        output.write_text(text, encoding="utf-8")


def judged_pairs(path: Path) -> tuple[list[Pair], list[bool]]:
    """The pairs of a file, and whether each is valid."""
    from scaning.corpus import PAIR, BadRow, pair_of, read
    from scaning.errors import InputError

    pairs, valid = [], []
    for row in read(str(path), (*PAIR, "valid")):
        if isinstance(row, BadRow):
            raise InputError(f"{path}:{row.line}: {row.why}")
        said = str(row.cells.get("valid", "")).strip().lower()
        if said not in _SAID:
            raise InputError(f"{path}:{row.line}: valid is {said!r}; write true or false")
        pairs.append(pair_of(row))
        valid.append(_SAID[said])
    return pairs, valid


_SAID = {"true": True, "1": True, "yes": True, "false": False, "0": False, "no": False}


def _lines(name: str, n: int, table: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """A line for each scorer."""
    lines = [f"{name}: {n} pairs"]
    for scorer, row in table.items():
        low, high = row["auc_95"]
        lines.append(
            f"  {scorer:20} AUC {row['auc']:.3f} ({low:.3f} to {high:.3f})  within questions "
            f"{row['within_question']:.3f}  above {row['threshold']}: accuracy "
            f"{row['accuracy']:.3f}, macro F1 {row['macro_f1']:.3f}, separation "
            f"{row['separation']:.3f}"
        )
    return lines
