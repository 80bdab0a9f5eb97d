"""Rows to open streams of JSON Lines, CSV, TSV and plain text."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from tempfile import SpooledTemporaryFile
from typing import BinaryIO, NamedTuple

from scaning.corpus.formulas import shielded
from scaning.corpus.rows import Cells

Writer = Callable[[BinaryIO, Iterable[Cells]], None]

SPOOL = 16_000_000  # bytes of rows in memory; what is more waits in a temporary file

# The texts of a row, the newest first: a plain text file holds the first that there is.
TEXTS = ("paraphrase", "candidate", "question")


def write_jsonl(stream: BinaryIO, rows: Iterable[Cells]) -> None:
    """One JSON object a line."""
    for row in rows:
        stream.write(_json(row) + b"\n")


def write_json(stream: BinaryIO, rows: Iterable[Cells]) -> None:
    """One JSON list, an object a line."""
    before = b"["
    for row in rows:
        stream.write(before + b"\n" + _json(row))
        before = b","
    stream.write(b"\n]\n" if before == b"," else b"[]\n")


def write_csv(stream: BinaryIO, rows: Iterable[Cells], delimiter: str = ",") -> None:
    """A table under a header; what a spreadsheet would run as a formula is shielded."""
    text = io.TextIOWrapper(stream, "utf-8", newline="")
    # "\r\n" is the standard's line end, and makes the module quote cells that hold either.
    writer = csv.writer(text, delimiter=delimiter, lineterminator="\r\n")
    with table(rows) as (header, body):
        writer.writerow(header)
        writer.writerows([shielded(str(flat(cell))) for cell in row] for row in body)
    text.flush()
    text.detach()


def write_tsv(stream: BinaryIO, rows: Iterable[Cells]) -> None:
    """A table under a header, its cells separated by tabs."""
    write_csv(stream, rows, "\t")


def write_txt(stream: BinaryIO, rows: Iterable[Cells]) -> None:
    """The newest text of each row on a line of its own."""
    for row in rows:
        text = next((str(row[name]) for name in TEXTS if name in row), "")
        stream.write(" ".join(text.split()).encode() + b"\n")


class Table(NamedTuple):
    """The columns of all rows, in the order in which they came, and the cells under them."""

    header: list[str]
    body: Iterator[list[object]]


@contextmanager
def table(rows: Iterable[Cells]) -> Iterator[Table]:
    """The rows as a table: its columns are only known after the last row, so the rows wait."""
    columns: dict[str, None] = {}
    with SpooledTemporaryFile(SPOOL) as waiting:
        for row in rows:
            columns |= dict.fromkeys(row)
            waiting.write(_json(row) + b"\n")
        waiting.seek(0)
        kept = map(json.loads, waiting)
        yield Table(list(columns), ([row.get(name) for name in columns] for row in kept))


def _json(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, allow_nan=False).encode()


def flat(cell: object) -> str | int | float:
    """What a table can hold of a cell: lists, objects and truths are JSON text."""
    if cell is None:
        return ""
    if isinstance(cell, bool) or not isinstance(cell, str | int | float):
        return _json(cell).decode()
    return cell
