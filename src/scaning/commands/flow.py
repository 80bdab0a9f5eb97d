"""What every command does around its own work: rows in, bad rows named, rows out, a summary."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import BinaryIO, TypeVar

import typer
from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from scaning.commands.options import Options
from scaning.corpus import WRITERS, BadRow, Cells, Row, name_of, read, records, written
from scaning.errors import InputError
from scaning.show import View
from scaning.terminal import counted, tell

T = TypeVar("T")
Stage = Callable[[Iterable[tuple[Row, T]]], Iterator[Cells]]

SHOWN = 20  # bad rows are named one by one up to here, then counted


class BadRows:
    """Names each bad row as it comes, and counts them."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.count = 0

    def __call__(self, bad: BadRow) -> None:
        """Take one."""
        self.count += 1
        if self.count <= SHOWN:
            tell(f"{self.source}:{bad.line}: {bad.why}")
        elif self.count == SHOWN + 1:
            tell("further rows that cannot be read are only counted")


def run(
    options: Options,
    fields: tuple[str, ...],
    make: Callable[[Row], T],
    stage: Stage[T],
    view: View,
    *,
    spin: bool = True,
) -> None:
    """Read, work, write, and say what was done; the exit status is 1 if rows were dropped.

    `spin`: count the rows in the terminal; a stage that shows its own progress says no.
    """
    bad = BadRows(options.input)
    rows = read(options.input, fields, format=options.source, columns=options.columns)
    work = records(rows, make, bad)
    with written(options.output) as stream:
        first = next(work, None)
        if first is not None:
            write(options, stream, stage(chain([first], work)), view, spin=spin)
        elif bad.count:
            raise InputError(f"{name_of(options.input)}: no row of it can be read")
    if not options.quiet:
        for line in view.summary().splitlines():
            tell(line)
        if bad.count:
            tell(f"{counted(bad.count, 'row')} could not be read")
    if bad.count:
        raise typer.Exit(1)


def write(
    options: Options, stream: BinaryIO, rows: Iterator[Cells], view: View, *, spin: bool = True
) -> None:
    """Rows into a stream, in the format that is asked for or for the eye."""
    target = options.target or ("table" if stream.isatty() else "jsonl")
    counted = _counted(rows, view)
    if target != "table":
        watch = spin and sys.stderr.isatty() and not (options.quiet or stream.isatty())
        WRITERS[target](stream, _watched(counted) if watch else counted)
        return
    text = io.TextIOWrapper(stream, "utf-8", write_through=True)
    console = Console(file=text, highlight=False)
    for row in counted:
        console.print(view.show(row))
    text.detach()


def _watched(rows: Iterator[Cells]) -> Iterator[Cells]:
    """The rows, while the terminal shows how many there were and how long it took."""
    columns = (SpinnerColumn(), TextColumn("{task.completed:,.0f} rows"), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=None)
        for row in rows:
            yield row
            progress.advance(task)


def _counted(rows: Iterator[Cells], view: View) -> Iterator[Cells]:
    for row in rows:
        view.count(row)
        yield row
