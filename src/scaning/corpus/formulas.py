"""Keeps a spreadsheet from running what a text says, without losing a character of it.

A cell of a CSV that begins with = + - @ or a line break is a formula to a spreadsheet, so such a
text is written with an apostrophe before it, and read without it.
"""

from __future__ import annotations

import re

# The apostrophes of the text itself are counted in, so that one more can be told from them.
FORMULA = re.compile(r"'*[=+\-@\t\r\n]")
SHIELDED = re.compile(r"'+[=+\-@\t\r\n]")
NUMBER = re.compile(r"[+-]?(\d[\d., ]*|[.,]\d+)%?")  # -5 is no danger


def shielded(text: str) -> str:
    """The text as a table may hold it.

    >>> shielded("=HYPERLINK(…)"), shielded("5 = x"), shielded("-5"), shielded("'-a")
    ("'=HYPERLINK(…)", '5 = x', '-5', "''-a")
    """
    return "'" + text if FORMULA.match(text) and not NUMBER.fullmatch(text) else text


def unshielded(cell: str) -> str:
    """The text that a table's cell stands for.

    >>> unshielded("'=HYPERLINK(…)"), unshielded("'tis 5")
    ('=HYPERLINK(…)', "'tis 5")
    """
    return cell[1:] if SHIELDED.match(cell) else cell
