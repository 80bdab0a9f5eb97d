"""What the commands share whose work goes into a file in blocks, and survives a crash."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scaning.commands.flow import BadRows
from scaning.commands.options import Options
from scaning.corpus import Cells, Row, read, records
from scaning.terminal import counted, tell

if TYPE_CHECKING:
    from scaning.blocks import Work


def into_file(
    asked: Options,
    fields: tuple[str, ...],
    make: Callable[[Row], Cells],
    work: Work[Any],
    *,
    name: str,
    settings: object,
    workers: int = 1,
) -> int:
    """Read rows that have these fields and write what is made of them, or go on with it.

    `make` gives what a row is to the work, which may go to another process. Gives the
    number of rows that could not be read.
    """
    from scaning.blocks import through
    from scaning.watch import Ticker

    bad = BadRows(asked.input)
    rows = read(asked.input, fields, format=asked.source, columns=asked.columns)
    cells = (made for _, made in records(rows, make, bad))
    watch = Ticker(name, 0, quiet=asked.quiet)
    counts = through(
        cells, work, Path(asked.output), settings=settings, workers=workers, watch=watch
    )
    if not asked.quiet:
        tell(f"{asked.output}: {tally(counts)}")
    if bad.count:
        tell(f"{counted(bad.count, 'row')} could not be read")
    return bad.count


def tally(counts: Mapping[str, int]) -> str:
    """Counts in one line.

    >>> tally({"kept": 1200, "too long": 3})
    '1,200 kept, 3 too long'
    """
    return ", ".join(f"{count:,} {name}" for name, count in counts.items()) or "no rows"


def textual(row: Row, *names: str) -> Cells:
    """The cells of a row in which these columns have to be texts; with an id."""
    from scaning.errors import InputError
    from scaning.records import id_of

    for name in names:
        if not isinstance(row.cells.get(name), str):
            raise InputError(f"{name!r} is {row.cells.get(name)!r}, not a text")
    own = row.cells.get("id")
    first = str(row.cells[names[-1]])
    return {**row.cells, "id": id_of(first) if own in (None, "") else str(own)}
