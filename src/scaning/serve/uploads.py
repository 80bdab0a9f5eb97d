"""From an uploaded file or a pasted text to problems and pairs."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

from scaning.banks import Bank, Item, is_bank
from scaning.banks import bank_of as read_bank
from scaning.corpus import PAIR, PROBLEM, BadRow, Row, pair_of, problem_of, read, records
from scaning.errors import InputError, ScaningError
from scaning.records import Pair

T = TypeVar("T")

PASTED = "Pasted"
SHOWN = 50  # bad rows that are kept with their reasons
_PARAGRAPHS = re.compile(r"\n[^\S\n]*\n\s*")
_ODD = re.compile(r"[^\w.,()&+-]+")
_SOURCES = ("source", "system", "model", "method")


@dataclass(frozen=True, slots=True)
class Entry:
    """A problem of a file with its own columns; `note` says why it stays, where it cannot go."""

    key: str
    question: str
    cells: dict[str, Any] = field(default_factory=dict)
    note: str = ""


@dataclass(frozen=True, slots=True)
class Upload:
    """What was in a file: its problems, and the rows that could not be read, with why."""

    name: str
    format: str
    entries: list[Entry]
    bad_rows: list[dict[str, Any]]
    file: bytes | None = None


def upload_of(name: str, data: bytes, *, most: int, longest: int) -> Upload:
    """The problems in a file; its ending says what it is."""
    name = clean_name(name)
    if is_bank(name):
        bank = bank_of(name, data)
        entries = [_entry(item) for item in bank.items]
        _count(len(entries), most)
        return Upload(name, Path(name).suffix[1:].lower(), entries, [], data)
    found, bad = _rows(name, data, PROBLEM, problem_of)
    fitting = []
    for row, problem in found:
        if len(problem.question) > longest:
            bad.append(BadRow(row.line, f"longer than {longest:,} characters"))
        else:
            fitting.append(Entry(problem.id, problem.question, dict(row.cells)))
    _count(len(fitting), most)
    bad.sort()
    if not fitting:
        why = f" (line {bad[0].line}: {bad[0].why})" if bad else ""
        raise InputError(f"{name}: there is no problem in it that can be read{why}.")
    return Upload(name, Path(name).suffix[1:].lower(), fitting, _named(bad))


def pasted(text: str, *, most: int, longest: int) -> Upload:
    r"""Problems that were pasted: paragraphs, or lines where there are no paragraphs.

    >>> upload = pasted("One?\n\nTwo\nand a half?", most=9, longest=99)
    >>> [entry.question for entry in upload.entries]
    ['One?', 'Two and a half?']
    """
    parts = _PARAGRAPHS.split(text.strip().replace("\r\n", "\n"))
    if len(parts) == 1:
        parts = parts[0].split("\n")
    lines = [" ".join(part.split()) for part in parts if part.strip()]
    whole = "\n".join(lines).encode()
    upload = upload_of(f"{PASTED}.txt", whole, most=most, longest=longest)
    first = upload.entries[0].question
    name = first if len(first) <= 60 else f"{first[:57].rstrip()}…"
    return Upload(name, upload.format, upload.entries, upload.bad_rows)


def pairs_of(name: str, data: bytes, *, most: int) -> list[Pair]:
    """The pairs in a file, for people to rate."""
    found, bad = _rows(clean_name(name), data, PAIR, pair_of)
    pairs = [pair for _, pair in found if pair.candidate.strip()]
    _count(len(pairs), most)
    if not pairs:
        why = f" (line {bad[0].line}: {bad[0].why})" if bad else ""
        raise InputError(f"{clean_name(name)}: there is no pair in it that can be read{why}.")
    return pairs


def source_of(pair: Pair) -> str:
    """Who wrote a candidate, by the first column that says so."""
    said = (pair.extra.get(name) for name in _SOURCES)
    return next((str(value)[:200] for value in said if value), "unknown")


def bank_of(name: str, data: bytes) -> Bank:
    """A question bank by its name and bytes."""
    try:
        return read_bank(data, gift=Path(name).suffix.lower() == ".gift")
    except InputError as error:
        raise InputError(f"{name}: {error}") from error


def clean_name(name: str) -> str:
    r"""A name without folders and odd characters, its ending kept.

    >>> clean_name("../a\x00b/quiz <1>.csv")
    'quiz 1 .csv'
    """
    last = re.split(r"[/\\]", name)[-1]
    stem, dot, ending = _ODD.sub(" ", last).strip().rpartition(".")
    return f"{stem[:150]}{dot}{ending[:20]}".strip() or "file"


def _entry(item: Item) -> Entry:
    question = item.question if item.why else item.text
    return Entry(item.id, question, {"id": item.id, "name": item.name}, item.why)


def _rows(
    name: str, data: bytes, fields: tuple[str, ...], make: Callable[[Row], T]
) -> tuple[list[tuple[Row, T]], list[BadRow]]:
    bad: list[BadRow] = []
    with _file(name, data) as path:
        try:
            return list(records(read(str(path), fields), make, bad.append)), bad
        except ScaningError as error:
            raise InputError(str(error).replace(str(path), name)) from error


@contextmanager
def _file(name: str, data: bytes) -> Iterator[Path]:
    """The bytes as a file for the readers, of which the one for workbooks needs to move in it."""
    with TemporaryDirectory(prefix="scaning-") as folder:
        path = Path(folder) / f"upload{Path(name).suffix}"
        path.write_bytes(data)
        yield path


def _count(found: int, most: int) -> None:
    if found > most:
        raise InputError(
            f"{found:,} problems are too many for one file; at most {most:,} are taken."
        )


def _named(bad: list[BadRow]) -> list[dict[str, Any]]:
    named: list[dict[str, Any]] = [{"line": row.line, "why": row.why} for row in bad[:SHOWN]]
    if len(bad) > SHOWN:
        named.append({"line": None, "why": f"and {len(bad) - SHOWN:,} more"})
    return named
