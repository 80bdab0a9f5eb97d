"""New words for a part of a text."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from scaning.noise.voice.clauses import Clause
from scaning.noise.voice.nounphrases import capitalised
from scaning.parse import Text


class Edit(NamedTuple):
    """New words for a range of characters."""

    start: int
    end: int
    words: str

    def moved(self, by: int) -> Edit:
        """The same edit of a text that begins elsewhere."""
        return self._replace(start=self.start + by, end=self.end + by)


def edit_of(text: Text, clause: Clause, words: str) -> Edit:
    """New words for a clause, with a capital where it begins a sentence that has one."""
    first = text.tokens[clause.start]
    lower_case = first.text.islower() and (len(first.text) > 1 or first.text == "a")
    if first.i == text.sents[text.sentence_of[first.i]][0] and not lower_case:
        words = capitalised(words)
    return Edit(first.start, text.tokens[clause.end - 1].end, words)


def applied(text: str, edits: Iterable[Edit]) -> str:
    """The text with all edits made."""
    for edit in sorted(edits, reverse=True):
        text = text[: edit.start] + edit.words + text[edit.end :]
    return text


def spaced(*pieces: str) -> str:
    """The pieces that are not empty, as running text."""
    return " ".join(piece for piece in pieces if piece).replace(" ,", ",")
