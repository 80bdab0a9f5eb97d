"""Rows from open streams of JSON Lines, JSON, CSV, TSV and plain text.

What cannot be read becomes a `BadRow` with its line, and reading goes on with the next.
"""

from __future__ import annotations

import codecs
import csv
import io
import re
from collections import deque
from collections.abc import Callable, Iterator
from itertools import chain, count
from typing import NamedTuple

from scaning.corpus.formulas import unshielded
from scaning.corpus.rows import BadRow, Row, header_of, table_row
from scaning.corpus.values import parse_json, parse_json_at
from scaning.errors import InputError

Fields = tuple[str, ...]
Reader = Callable[[io.BufferedReader, Fields], Iterator[Row | BadRow]]

MAX_LINE = 1_000_000  # characters; a row of the public collections has at most some thousands
MAX_LIST = 100_000_000  # characters; a list is read as a whole
MAX_CELL_LINES = 200  # of one quoted cell: the search for its closing quote ends there

UNCLOSED = "unexpected end of data"  # as the module csv says it
UNDECODED = re.compile("[\udc80-\udcff]")
ITEM = re.compile(r"[\s,]*+(\S)")


class _Line(NamedTuple):
    number: int
    text: str


class _Record(NamedTuple):
    line: int
    cells: list[str]


def read_jsonl(stream: io.BufferedReader, fields: Fields) -> Iterator[Row | BadRow]:
    """One JSON object a line."""
    with decoded(stream) as text:
        yield from _json_lines(text)


def read_json(stream: io.BufferedReader, fields: Fields) -> Iterator[Row | BadRow]:
    """One JSON list of objects; a file that holds one object a line is read as such."""
    with decoded(stream) as text:
        whole = text.read(MAX_LIST + 1)
    if len(whole) > MAX_LIST:
        raise InputError(f"longer than {MAX_LIST:,} characters; write one object a line as .jsonl")
    if whole.lstrip().startswith("["):
        yield from _json_list(whole)
    else:
        yield from _json_lines(io.StringIO(whole, newline=""))


def read_csv(
    stream: io.BufferedReader, fields: Fields, delimiter: str = ""
) -> Iterator[Row | BadRow]:
    """A table under a header, its cells separated by commas, or by semicolons or tabs."""
    with decoded(stream) as text:
        lines = _lines(text)
        first = next((line for line in lines if not _blank(line)), None)
        if first is None:
            return
        if isinstance(first, _Line) and not delimiter:
            delimiter = max(",;\t", key=first.text.count)
        yield from _table(_records(chain([first], lines), delimiter))


def read_tsv(stream: io.BufferedReader, fields: Fields) -> Iterator[Row | BadRow]:
    """A table under a header, its cells separated by tabs."""
    return read_csv(stream, fields, "\t")


def read_txt(stream: io.BufferedReader, fields: Fields) -> Iterator[Row | BadRow]:
    """One problem a line; for pairs the original, a tab and the candidate."""
    with decoded(stream) as text:
        for line in _lines(text):
            if isinstance(line, BadRow):
                yield line
            elif not _blank(line):
                yield _text_row(line, fields)


def decoded(stream: io.BufferedReader) -> io.TextIOWrapper:
    """The text of a stream in UTF-8, or UTF-16 if it says so; what is neither stays visible."""
    if stream.peek(2).startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return io.TextIOWrapper(stream, "utf-16", errors="replace", newline="")
    return io.TextIOWrapper(stream, "utf-8-sig", errors="surrogateescape", newline="")


def _lines(text: io.TextIOBase) -> Iterator[_Line | BadRow]:
    """The lines of a text, none of them read further than `MAX_LINE`."""
    for number in count(1):
        line = text.readline(MAX_LINE)
        if not line:
            return
        if len(line) == MAX_LINE and not line.endswith(("\n", "\r")):
            while (rest := text.readline(MAX_LINE)) and not rest.endswith(("\n", "\r")):
                pass
            yield BadRow(number, f"longer than {MAX_LINE:,} characters")
        elif "\0" in line:
            yield BadRow(number, "holds a null character; a text file in UTF-8 is needed")
        elif not line.isascii() and (found := UNDECODED.search(line)):
            byte = ord(found[0]) - 0xDC00
            where = f"byte {byte:#04x} at character {found.start() + 1}"
            yield BadRow(number, f"{where} is not UTF-8; save the file as UTF-8")
        else:
            yield _Line(number, line)


def _blank(line: _Line | BadRow) -> bool:
    return isinstance(line, _Line) and line.text.isspace()


def _text_row(line: _Line, fields: Fields) -> Row | BadRow:
    text = line.text.rstrip("\r\n")
    cells = text.split("\t") if len(fields) > 1 else [text]
    if len(cells) == len(fields):
        return Row(line.number, dict(zip(fields, cells, strict=True)))
    return BadRow(line.number, f"not {' and '.join(fields)} with one tab between them")


def _table(records: Iterator[_Record | BadRow]) -> Iterator[Row | BadRow]:
    head = next(records)
    if isinstance(head, BadRow):
        raise InputError(f"the header cannot be read: {head.why}")
    header = header_of(head.cells)
    for record in records:
        if isinstance(record, BadRow):
            yield record
        elif any(record.cells):
            yield table_row(header, record.line, [unshielded(cell) for cell in record.cells])


def _records(lines: Iterator[_Line | BadRow], delimiter: str) -> Iterator[_Record | BadRow]:
    """The records of a CSV; a quoted cell may hold line breaks.

    Where a quote is never closed only its own line is lost: the lines that were searched for its
    end are given back and read again. So are those that end with another number of cells than the
    first record has, since what looked like the end then was the beginning of another cell.
    """
    given_back: deque[_Line | BadRow] = deque()
    width = 0

    def take() -> _Line | BadRow | None:
        return given_back.popleft() if given_back else next(lines, None)

    while line := take():
        if isinstance(line, BadRow):
            yield line
            continue
        taken: list[_Line | BadRow] = []
        texts = chain([line.text], _rest_of_cell(take, taken))
        try:
            cells = next(csv.reader(texts, delimiter=delimiter, strict=True))
            width = width or len(cells)
            if taken and len(cells) != width:
                raise csv.Error(UNCLOSED)
            yield _Record(line.number, cells)
        except csv.Error as error:
            given_back.extendleft(reversed(taken))
            yield BadRow(line.number, _why_not_csv(error))


def _rest_of_cell(
    take: Callable[[], _Line | BadRow | None], taken: list[_Line | BadRow]
) -> Iterator[str]:
    while len(taken) < MAX_CELL_LINES and (line := take()):
        taken.append(line)
        if isinstance(line, BadRow):
            return
        yield line.text


def _why_not_csv(error: csv.Error) -> str:
    if str(error) == UNCLOSED:
        return "a quote is opened and never closed"
    if "expected after" in str(error):
        return "a quote inside a quoted cell must be doubled"
    return str(error)


def _json_lines(text: io.TextIOBase) -> Iterator[Row | BadRow]:
    for line in _lines(text):
        if isinstance(line, BadRow):
            yield line
        elif not _blank(line):
            try:
                yield _json_row(line.number, parse_json(line.text))
            except InputError as error:
                yield BadRow(line.number, str(error))


def _json_list(text: str) -> Iterator[Row | BadRow]:
    end = text.index("[") + 1
    number = 1 + text.count("\n", 0, end)
    while (item := ITEM.match(text, end)) and item[1] != "]":
        start = item.start(1)
        number += text.count("\n", end, start)
        try:
            value, end = parse_json_at(text, start)
        except InputError as error:
            yield BadRow(number, f"{error}; the rest of the list is not read")
            return
        yield _json_row(number, value)
        number += text.count("\n", start, end)
    if item is None:
        yield BadRow(number, "the list is never closed")


def _json_row(number: int, value: object) -> Row | BadRow:
    if isinstance(value, dict):
        return Row(number, value)
    return BadRow(number, 'not an object such as {"question": "…"}')
