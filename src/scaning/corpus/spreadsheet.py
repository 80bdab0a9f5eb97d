"""Rows from and to the first sheet of an Excel workbook (.xlsx).

A workbook is a zip of XML: what it may unpack to is bounded before any of it is read. Formulas are
read as the values that were last computed, and never written.
"""

from __future__ import annotations

import io
import re
import warnings
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from datetime import date, time
from itertools import islice
from math import isfinite
from typing import BinaryIO

from scaning.corpus.formulas import shielded
from scaning.corpus.rows import BadRow, Cells, Row, header_of, table_row
from scaning.corpus.write import flat, table
from scaning.errors import InputError

MAX_FILE = 50_000_000  # bytes
MAX_UNPACKED = 100_000_000  # bytes; openpyxl reads some three million a second
MAX_COLUMNS = 256  # what stands to the right of them is not read
MAX_ROWS = 1_048_576  # what Excel itself can hold
MAX_CELL = 32_767
MAX_EXACT = 2**53  # a spreadsheet's whole numbers lose digits beyond it

# ECMA-376 writes a character that XML cannot hold as _xHHHH_, and escapes what looks like that.
UNWRITABLE = re.compile(r"[\x00-\x08\x0b-\x1f\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)")
ESCAPED = re.compile(r"_x((?![dD][89a-fA-F])[0-9A-Fa-f]{4})_")


def read_xlsx(stream: io.BufferedReader, fields: tuple[str, ...]) -> Iterator[Row | BadRow]:
    """The rows of the first sheet; the first that is not empty names the columns."""
    data = stream.read(MAX_FILE + 1)
    if len(data) > MAX_FILE:
        raise InputError(f"the workbook is larger than {MAX_FILE:,} bytes; save it as CSV")
    header: list[str] | None = None
    for number, cells in enumerate(_sheet(data), 1):
        if isinstance(cells, InputError):
            yield BadRow(number, f"this row and what follows cannot be read: {cells}")
        elif cells and header is None:
            header = header_of("" if cell is None else str(cell) for cell in cells)
        elif cells and header is not None:
            yield table_row(header, number, cells)


def _sheet(data: bytes) -> list[list[object] | InputError]:
    """The cells of each row of the first sheet; the last may be what stopped the reading."""
    rows: list[list[object] | InputError] = []
    with warnings.catch_warnings():
        # openpyxl warns of styles and validations, which we do not read.
        warnings.simplefilter("ignore")
        import openpyxl

        try:
            with zipfile.ZipFile(io.BytesIO(data)) as archive:
                unpacked = sum(part.file_size for part in archive.infolist())
            if unpacked > MAX_UNPACKED:
                raise InputError(f"the workbook unpacks to {unpacked:,} bytes; save it as CSV")
            book = openpyxl.load_workbook(
                io.BytesIO(data), read_only=True, data_only=True, keep_links=False
            )
            sheet = book.worksheets[0]
            sheet.reset_dimensions()
            cells = sheet.iter_rows(values_only=True)
            rows.extend(_trimmed(row) for row in islice(cells, MAX_ROWS))
        except InputError:
            raise
        except Exception as error:  # openpyxl lets through whatever a damaged file leads to
            cause = error.__cause__ or error
            damage = InputError(f"not a sound .xlsx workbook ({type(cause).__name__}: {cause})")
            if not rows:
                raise damage from error
            rows.append(damage)
    return rows


def _trimmed(cells: Sequence[object]) -> list[object]:
    row = [_value(cell) for cell in islice(cells, MAX_COLUMNS)]
    while row and row[-1] in (None, ""):
        row.pop()
    return row


def _value(cell: object) -> object:
    """The cell as JSON can hold it."""
    if cell is None or isinstance(cell, bool | int):
        return cell
    if isinstance(cell, str):
        return ESCAPED.sub(lambda found: chr(int(found[1], 16)), cell)
    if isinstance(cell, float) and isfinite(cell):
        return cell
    return cell.isoformat() if isinstance(cell, date | time) else str(cell)


def write_xlsx(stream: BinaryIO, rows: Iterable[Cells]) -> None:
    """A workbook of one sheet, its header kept in sight; what looks like a formula stays text."""
    import openpyxl

    book = openpyxl.Workbook(write_only=True)
    sheet = book.create_sheet("scaning")
    sheet.freeze_panes = "A2"
    with table(rows) as (header, body), closing(sheet):
        sheet.append([_cell(sheet, name) for name in header])
        for row in body:
            sheet.append([_cell(sheet, value) for value in row])
    book.save(stream)


def _cell(sheet: object, value: object) -> object:
    from openpyxl.cell import WriteOnlyCell

    if isinstance(value, int | float) and abs(value) <= MAX_EXACT:
        return value
    plain = str(flat(value))
    text = UNWRITABLE.sub(lambda found: f"_x{ord(found[0]):04X}_", plain)
    if len(text) > MAX_CELL:
        raise InputError(
            f"A cell of {len(text):,} characters does not fit a spreadsheet, "
            f"which holds {MAX_CELL:,}. Write .jsonl or .csv."
        )
    cell = WriteOnlyCell(sheet, text or None)
    if text:
        cell.data_type = "s"
        cell.quotePrefix = shielded(plain) != plain
    return cell
