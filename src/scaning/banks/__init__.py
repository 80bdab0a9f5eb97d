"""Question banks: Moodle XML, GIFT and QTI 2.1, of which only the words of questions change.

Answers, options, pictures and everything else stay as they are, byte by byte. A question that
cannot be rewritten safely stays too, and says why.
"""

from __future__ import annotations

from pathlib import Path

from scaning.banks.records import Bank, Item
from scaning.banks.rewriting import Rewritten, rewritings
from scaning.errors import InputError

__all__ = ["ENDINGS", "Bank", "Item", "Rewritten", "is_bank", "read_bank", "rewritings"]

ENDINGS = (".xml", ".gift")


def is_bank(path: str) -> bool:
    """Does the ending name a question bank?

    >>> is_bank("Quiz.XML"), is_bank("quiz.csv")
    (True, False)
    """
    return Path(path).suffix.lower() in ENDINGS


def read_bank(path: str | Path) -> Bank:
    """The questions of a file: GIFT by its ending, Moodle XML and QTI by their first element."""
    try:
        data = Path(path).read_bytes()
        return bank_of(data, gift=Path(path).suffix.lower() == ".gift")
    except InputError as error:
        raise InputError(f"{path}: {error}") from error
    except OSError as error:
        raise InputError(f"{path}: {(error.strerror or str(error)).lower()}") from error


def bank_of(data: bytes, *, gift: bool = False) -> Bank:
    """The questions in the bytes of a file."""
    from scaning.banks.gift import read_gift
    from scaning.banks.moodle import read_moodle
    from scaning.banks.places import elements
    from scaning.banks.qti import read_qti

    if gift:
        return read_gift(data)
    root, encoding = elements(data)
    if root.name == "quiz":
        return read_moodle(data, root, encoding)
    if root.name in ("assessmentItem", "assessmentTest", "assessmentSection"):
        return read_qti(data, root, encoding)
    raise InputError(
        f"<{root.name}> is no question bank: Moodle XML begins with <quiz>, QTI 2.1 with "
        "<assessmentItem>"
    )
