"""Which words of a variant are new, and which of the original are gone."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from itertools import pairwise
from typing import NamedTuple

_WORD = re.compile(r"\d[\d.,]*\d|\w+(?:['’]\w+)*|[^\w\s]")


class Piece(NamedTuple):
    """A stretch of text; `kind` is "same", "gone" (of the original) or "new" (of the variant)."""

    kind: str
    text: str


def pieces(original: str, variant: str) -> list[Piece]:
    """Both texts word by word: joined without "gone" they are the variant, white space included.

    >>> [(piece.kind, piece.text) for piece in pieces("Ann has 3 pens.", "Ann owns 3 pens.")]
    [('same', 'Ann '), ('gone', 'has '), ('new', 'owns '), ('same', '3 pens.')]
    """
    before, after = _split(original), _split(variant)
    matcher = SequenceMatcher(
        None, [w.strip().casefold() for w in before], [w.strip().casefold() for w in after], False
    )
    found: list[Piece] = []
    for tag, a, b, c, d in matcher.get_opcodes():
        if tag == "equal":
            found.append(Piece("same", "".join(after[c:d])))
            continue
        found += [Piece("gone", "".join(before[a:b])), Piece("new", "".join(after[c:d]))]
    return [piece for piece in found if piece.text]


def _split(text: str) -> list[str]:
    """The words, each with the white space behind it; white space at the start leads the first."""
    starts = [match.start() for match in _WORD.finditer(text)]
    if not starts:
        return [text] if text else []
    cuts = [0, *starts[1:], len(text)]
    return [text[a:b] for a, b in pairwise(cuts)]
