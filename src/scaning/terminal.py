"""One line for the user, whatever is in it."""

from __future__ import annotations

import sys

# Control characters of a text could move the cursor or recolour the terminal: show their pictures.
PICTURES = {code: 0x2400 + code for code in range(32) if code not in (9, 10)}
PICTURES |= {0x7F: 0x2421} | dict.fromkeys(range(0x80, 0xA0), 0xFFFD)


def visible(text: str) -> str:
    r"""The text with its control characters as pictures.

    >>> visible("5 \x1b[31mapples")
    '5 ␛[31mapples'
    """
    return text.translate(PICTURES)


def tell(message: str) -> None:
    """Say one line on the standard error."""
    sys.stderr.write(" ".join(visible(message).split()) + "\n")


def counted(number: int, noun: str) -> str:
    """A number of things.

    >>> counted(1, "row"), counted(1000, "row")
    ('1 row', '1,000 rows')
    """
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
