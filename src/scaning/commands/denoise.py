"""`scaning denoise`: noised problems as rows that a model learns from, with slots."""

from __future__ import annotations

import json as to_json
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scaning.commands import options

if TYPE_CHECKING:
    from rich.console import RenderableType

    from scaning.corpus import Cells, Row

NOISED = ("prompt", "source", "target")
CHOSEN = ("prompt", "candidate", "original")


def denoise(
    input: options.Input,
    output: options.Output = "-",
    pairs: Annotated[
        bool,
        typer.Option("--pairs", help="INPUT is chosen candidates: learn to write them."),
    ] = False,
    workers: Annotated[
        int, typer.Option("--workers", min=1, help="Processes; the rows are the same with any.")
    ] = 1,
    source: options.From = None,
    column: options.Column = None,
    quiet: options.Quiet = False,
) -> None:
    """Make rows to train on: prompt, source and target, with slots for what must be kept.

    INPUT is what `scaning noise` wrote, or with --pairs what `scaning select` kept: then the
    original is read and the candidate is to be written. Numbers, unknowns and names become slots
    (⟦1⟧). A row in which one of them is lost is left out, and counted.
    """
    from scaning.commands.flow import run
    from scaning.commands.stages import into_file, textual
    from scaning.denoise.stage import learning, paraphrasing

    asked = options.gather(
        input, output=output, source=source, target=None, json=False, column=column, quiet=quiet
    )
    work = paraphrasing if pairs else learning
    fields = CHOSEN if pairs else NOISED

    def make(row: Row) -> Cells:
        return textual(row, *fields)

    if asked.target == "jsonl" and asked.output != "-":
        name = "denoise"
        settings = work.__name__
        if into_file(asked, fields, make, work, name=name, settings=settings, workers=workers):
            raise typer.Exit(1)
        return
    view = Learnt()

    def stage(rows: Iterable[tuple[Row, Cells]]) -> Iterator[Cells]:
        made = work([cells for _, cells in rows])
        view.left = made.counts
        yield from map(to_json.loads, made.lines)

    run(asked, fields, make, stage, view)


class Learnt:
    """The rows of `denoise` in a terminal."""

    def __init__(self) -> None:
        self.left: Any = {}

    def count(self, cells: Cells) -> None:
        """Rows are counted by the stage."""

    def show(self, cells: Cells) -> RenderableType:
        """One row: what is read, and what is to be written."""
        from rich.text import Text

        from scaning.terminal import visible

        return Text(visible(f"  {cells['prompt']}{cells['source']}\n→ {cells['target']}\n"))

    def summary(self) -> str:
        """How many rows are kept, and why others are not."""
        from scaning.commands.stages import tally

        return tally(self.left)
