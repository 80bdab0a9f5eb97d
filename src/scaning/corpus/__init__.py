"""Collections of problems and pairs: files in, records out; rows in, files out.

A row that cannot be read never stops the others: it becomes a `BadRow` with its line and a reason.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from scaning.corpus.files import (
    ENDINGS,
    NO_COLUMNS,
    STREAM,
    WRITERS,
    Format,
    format_of,
    name_of,
    read,
    written,
)
from scaning.corpus.rows import PAIR, PROBLEM, BadRow, Cells, Row, identified, pair_of, problem_of
from scaning.errors import InputError

__all__ = [
    "ENDINGS",
    "NO_COLUMNS",
    "PAIR",
    "PROBLEM",
    "STREAM",
    "WRITERS",
    "BadRow",
    "Cells",
    "Format",
    "Row",
    "format_of",
    "identified",
    "name_of",
    "pair_of",
    "problem_of",
    "read",
    "records",
    "written",
]

T = TypeVar("T")


def records(
    rows: Iterable[Row | BadRow], make: Callable[[Row], T], report: Callable[[BadRow], None]
) -> Iterator[tuple[Row, T]]:
    """Each good row with the record that `make` makes of it; `report` hears of the others."""
    for row in rows:
        if isinstance(row, BadRow):
            report(row)
            continue
        try:
            record = make(row)
        except InputError as error:
            report(BadRow(row.line, str(error)))
        else:
            yield row, record
