"""Reads the word tables that ship with the package (`data/lexicon`)."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

from scaning.errors import ResourceError


def table_path(name: str) -> Path:
    """Where a table lies."""
    return Path(str(files("scaning") / "data" / "lexicon" / name))


def lines(name: str) -> list[str]:
    """The lines of a table."""
    try:
        return table_path(name).read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise ResourceError(
            f"The table {name!r} of the lexicon cannot be read: reinstall scaning. ({error})"
        ) from error


def rows(name: str) -> Iterator[list[str]]:
    """The tab-separated fields of each line."""
    return (line.split("\t") for line in lines(name))


def column(name: str) -> dict[str, str]:
    """The first field of each line with the rest of it, "" where there is no more."""
    return {key: rest for key, _, rest in (line.partition("\t") for line in lines(name))}


def last_column(name: str) -> dict[str, str]:
    """The last field of each line by what stands before it."""
    return {key: last for key, _, last in (line.rpartition("\t") for line in lines(name))}
