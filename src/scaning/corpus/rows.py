"""A row as it was read, and what makes of it a problem or a pair."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import NamedTuple

from scaning.corpus.values import parse_json
from scaning.errors import InputError, UsageError
from scaning.records import Pair, Problem, id_of

Cells = Mapping[str, object]

PROBLEM = ("question",)
PAIR = ("original", "candidate")
MAX_TEXT = 20_000  # characters; the parser reads no further, so facts beyond it would go unseen

# Our own columns that are not text: a table holds them as JSON, and gives them back as they were.
TYPED = frozenset(
    "ok solvability reasons similarity facts why bleu_diversity wpd diversity numeracy pqi rank "
    "dropped".split()
)


class Row(NamedTuple):
    """A row that was read: the line on which it begins, and its cells in their order."""

    line: int
    cells: Cells


class BadRow(NamedTuple):
    """A row that is dropped: the line on which it begins, and why."""

    line: int
    why: str


def header_of(names: Iterable[str]) -> list[str]:
    """The names of a table's columns; nameless columns at its end are not counted."""
    header = [name.strip() for name in names]
    while header and not header[-1]:
        header.pop()
    twice = [name for name, times in Counter(header).items() if times > 1]
    if twice:
        raise InputError(f"two columns are called {twice[0]!r}; rename one of them")
    return header


def table_row(header: list[str], line: int, cells: list[object]) -> Row | BadRow:
    """One row of a table under its header; missing cells at its end are empty."""
    while len(cells) > len(header) and cells[-1] in (None, ""):
        cells.pop()
    if len(cells) > len(header):
        return BadRow(line, f"{len(cells)} cells, but the header names {len(header)} columns")
    cells += [""] * (len(header) - len(cells))
    return Row(
        line,
        {n: _typed(c) if n in TYPED else c for n, c in zip(header, cells, strict=True)},
    )


def _typed(cell: object) -> object:
    if not isinstance(cell, str):
        return cell
    if not cell:
        return None
    try:
        # Spreadsheets write TRUE.
        return parse_json(cell.lower() if cell in ("TRUE", "FALSE") else cell)
    except InputError:
        return cell


def renamed(row: Row, columns: Mapping[str, str]) -> Row:
    """The row with its column `columns[name]` called `name`."""
    names = {theirs: ours for ours, theirs in columns.items() if theirs in row.cells}
    for theirs, ours in names.items():
        if ours in row.cells and ours not in columns.values():
            raise UsageError(
                f"--column {ours}={theirs}: there is a column {ours!r} already. Rename one of them."
            )
    return Row(row.line, {names.get(name, name): cell for name, cell in row.cells.items()})


def missing(cells: Cells, fields: Iterable[str]) -> str | None:
    """What to say when a row lacks one of the columns `fields`; None if it has them all."""
    for name in fields:
        if name not in cells:
            by_key = {theirs.casefold(): theirs for theirs in cells}
            near = get_close_matches(name, by_key, n=1)
            theirs = by_key[near[0]] if near else "NAME"
            columns = ", ".join(map(repr, cells)) or "none"
            return (
                f"no column {name!r}; the columns are {columns}. "
                f"Rename one or use --column {name}={theirs}"
            )
    return None


def problem_of(row: Row) -> Problem:
    """The problem in a row.

    >>> problem_of(Row(1, {"id": 7, "question": "What is 2 + 3?", "grade": 1})).extra
    {'grade': 1}
    """
    question = _text(row.cells, "question")
    return Problem(_id(row.cells, question), question, _others(row.cells, PROBLEM))


def pair_of(row: Row) -> Pair:
    """The original and the candidate in a row; a candidate may be empty: facts say what it is."""
    original = _text(row.cells, "original")
    candidate = _text(row.cells, "candidate", empty=True)
    prompt = row.cells.get("prompt") or ""
    if not isinstance(prompt, str):
        raise InputError(f"'prompt' is {_kind(prompt)}, not a text")
    extra = _others(row.cells, (*PAIR, "prompt"))
    return Pair(_id(row.cells, original), original, candidate, prompt, extra)


def identified(cells: Cells, id: str) -> Cells:
    """The cells with an identifier: their own if they have one, else `id` before them."""
    own = cells.get("id") not in (None, "")
    return cells if own else {"id": id, **cells} | {"id": id}


def _text(cells: Cells, name: str, *, empty: bool = False) -> str:
    text = cells[name]
    if text is None:
        text = ""
    if not isinstance(text, str):
        raise InputError(f"{name!r} is {_kind(text)}, not a text")
    if not (empty or text.strip()):
        raise InputError(f"{name!r} is empty")
    if len(text) > MAX_TEXT:
        raise InputError(f"{name!r} has {len(text):,} characters; at most {MAX_TEXT:,} are read")
    if "\0" in text:
        raise InputError(f"{name!r} holds a null character")
    return text


def _id(cells: Cells, text: str) -> str:
    given = cells.get("id")
    if given is None or given == "":
        return id_of(text)
    if isinstance(given, bool) or not isinstance(given, str | int | float):
        raise InputError(f"'id' is {_kind(given)}, not a text or a number")
    return str(given)


def _others(cells: Cells, ours: tuple[str, ...]) -> Cells:
    return {name: cell for name, cell in cells.items() if name not in ours and name != "id"}


def _kind(value: object) -> str:
    if isinstance(value, bool):
        return "true or false"
    if isinstance(value, int | float):
        return "a number"
    return "a list" if isinstance(value, list) else "an object"
