"""What can go wrong, in words for the person who can mend it.

ScaningError
├── InputError      a file or a row that cannot be read
├── UsageError      options that do not fit together, or a name that does not exist
└── ResourceError   a model or a table that is missing or damaged
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


class ScaningError(Exception):
    """An error for the user: the command line prints it as one line and exits with 2."""


class InputError(ScaningError):
    """A file or a row that cannot be read."""


class UsageError(ScaningError):
    """Options that do not fit together, or a name that does not exist."""


class ResourceError(ScaningError):
    """A model or a table that is missing, damaged or of another version."""


def unknown_name(what: str, name: str, known: Iterable[str]) -> UsageError:
    """The error for a name that is not in a table, with the nearest names that are.

    >>> print(unknown_name("preset", "papr", ["paper", "official"]))
    No preset 'papr'; did you mean 'paper'? Known: official, paper.
    """
    names = sorted(known)
    near = get_close_matches(name, names, n=1)
    hint = f"; did you mean {near[0]!r}?" if near else "."
    return UsageError(f"No {what} {name!r}{hint} Known: {', '.join(names)}.")
