"""Files and standard streams: which format they hold, opened, and written whole or not at all."""

from __future__ import annotations

import io
import os
import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from difflib import get_close_matches
from pathlib import Path
from types import MappingProxyType
from typing import BinaryIO, Literal, get_args

from scaning.corpus.read import Reader, decoded, read_csv, read_json, read_jsonl, read_tsv, read_txt
from scaning.corpus.rows import BadRow, Row, missing, renamed
from scaning.corpus.spreadsheet import read_xlsx, write_xlsx
from scaning.corpus.write import Writer, write_csv, write_json, write_jsonl, write_tsv, write_txt
from scaning.errors import InputError, UsageError

Format = Literal["jsonl", "json", "csv", "tsv", "xlsx", "txt"]

STREAM = "-"
ENDINGS: Mapping[str, Format] = MappingProxyType(
    {f".{name}": name for name in get_args(Format)} | {".ndjson": "jsonl", ".tab": "tsv"}
)
READERS: Mapping[Format, Reader] = MappingProxyType(
    {
        "jsonl": read_jsonl,
        "json": read_json,
        "csv": read_csv,
        "tsv": read_tsv,
        "xlsx": read_xlsx,
        "txt": read_txt,
    }
)
WRITERS: Mapping[Format, Writer] = MappingProxyType(
    {
        "jsonl": write_jsonl,
        "json": write_json,
        "csv": write_csv,
        "tsv": write_tsv,
        "xlsx": write_xlsx,
        "txt": write_txt,
    }
)
TABLES = ("csv", "tsv", "xlsx")
NO_COLUMNS: Mapping[str, str] = MappingProxyType({})


def format_of(path: str) -> Format:
    """The format that a file's ending names.

    >>> format_of("Quiz.XLSX")
    'xlsx'
    """
    ending = Path(path).suffix.lower()
    if ending not in ENDINGS:
        raise UsageError(
            f"{path}: no format is called {ending or 'nothing'!r}. Known: {' '.join(ENDINGS)}."
        )
    return ENDINGS[ending]


def read(
    source: str,
    fields: tuple[str, ...],
    *,
    format: Format | None = None,
    columns: Mapping[str, str] = NO_COLUMNS,
) -> Iterator[Row | BadRow]:
    """The rows of a file, or of standard input for "-", that must have the columns `fields`.

    The format is what the ending says, or on standard input what the first characters look like.
    `columns` gives our names with the file's own, where they differ. A table without one of the
    columns is an error; in the other formats each row that lacks one is a bad row.
    """
    try:
        with _opened(source) as stream:
            if format is None:
                format = sniffed(stream, fields, columns) if source == STREAM else format_of(source)
            for row in READERS[format](stream, fields):
                if isinstance(row, BadRow):
                    yield row
                    continue
                row = renamed(row, columns)
                why = missing(row.cells, fields)
                if why is None:
                    yield row
                elif format in TABLES:
                    raise InputError(why)
                else:
                    yield BadRow(row.line, why)
    except InputError as error:
        raise InputError(f"{name_of(source)}: {error}") from error
    except OSError as error:
        raise InputError(f"{name_of(source)}: {error.strerror or error}.") from error


def name_of(source: str) -> str:
    """What to call a source in a message."""
    return "standard input" if source == STREAM else source


def sniffed(
    stream: io.BufferedReader, fields: tuple[str, ...], columns: Mapping[str, str] = NO_COLUMNS
) -> Format:
    """The format that the beginning of a stream looks like."""
    head = stream.peek(4096)[:4096]
    if head.startswith(b"PK\x03\x04"):
        return "xlsx"
    text = decoded(io.BufferedReader(io.BytesIO(head))).read().lstrip()
    if text.startswith(("{", "[")):
        return "jsonl" if text.startswith("{") else "json"
    line = re.split("[\r\n]", text)[0]
    names = {name.strip(' "').casefold() for name in re.split("[,;\t]", line)}
    if names.isdisjoint({"id", *fields, *(name.casefold() for name in columns.values())}):
        return "txt"
    return "tsv" if "\t" in line else "csv"


@contextmanager
def _opened(source: str) -> Iterator[io.BufferedReader]:
    if source == STREAM:
        with open(sys.stdin.fileno(), "rb", closefd=False) as stream:
            yield stream
        return
    path = Path(source)
    if path.is_dir():
        raise InputError("a folder; name a file in it")
    if not path.exists():
        beside = path.parent.iterdir() if path.parent.is_dir() else ()
        near = get_close_matches(path.name, (other.name for other in beside), n=1)
        hint = f"; did you mean {str(path.with_name(near[0]))!r}?" if near else ""
        raise InputError(f"no such file{hint}")
    with path.open("rb") as stream:
        yield stream


@contextmanager
def written(target: str) -> Iterator[BinaryIO]:
    """A stream into a file that appears when all of it is written; "-" is standard output."""
    if target == STREAM:
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    path = Path(target).resolve()
    if not path.parent.is_dir():
        raise UsageError(f"{target}: there is no folder {str(path.parent)!r}. Make it first.")
    if path.exists() and not path.is_file():  # a pipe or a device cannot be replaced
        with path.open("wb") as stream:
            yield stream
        return
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with part.open("wb") as stream:
            yield stream
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
