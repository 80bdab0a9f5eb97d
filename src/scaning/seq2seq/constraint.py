"""Fact-safe decoding: slots are neither lost nor repeated nor invented, and nothing imitates them.

A text in slots holds no digits of its own: numbers are slots, so a token with a digit could only
invent one, and it is banned. A slot that is used up is forbidden, one that the source has not got
is banned, and the end is forbidden until every slot is used. A lane that reaches the length limit
before is lost: nothing is forced into it, because a number in a place that the model did not
choose is a broken text, and no text is better than a broken one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from scaning.seq2seq.stepper import Flags, Ids, Source

_BYTE = re.compile("<0x([0-9A-F]{2})>")
_NO_LIMIT = np.iinfo(np.int16).max


@dataclass(frozen=True, slots=True)
class Guard:
    """The tokens of the slots, the first that of ⟦1⟧, and those that a guarded text never holds."""

    slots: tuple[int, ...]
    banned: tuple[int, ...] = ()


def imitates_slots(piece: str) -> bool:
    """Could this piece of a vocabulary write a number, or a part of a slot, outside a slot?

    >>> pieces = ("the", " 2", "x²", "⟦1⟧", "⟦", "<0x0A>", "<0x31>")
    >>> [piece for piece in pieces if imitates_slots(piece)]
    [' 2', 'x²', '⟦1⟧', '⟦', '<0x31>']
    """
    byte = _BYTE.fullmatch(piece)
    text = chr(int(byte[1], 16)) if byte else piece
    return any(character.isnumeric() or character in "⟦⟧" for character in text)


class Tracker:
    """How often each lane has written each slot, and what it may write next.

    `watched` are the tokens that depend on it: the slots that occur, then the end.
    """

    def __init__(self, guard: Guard, sources: Sequence[Source], *, end: int) -> None:
        most = max((len(source.slots) for source in sources), default=0)
        assert most <= len(guard.slots)
        self.watched = (*guard.slots[:most], end)
        self.banned = tuple({*guard.slots[most:], *guard.banned} - {*self.watched})
        self._least = np.zeros((len(sources), 1, most), np.int16)
        self._most = np.zeros((len(sources), 1, most), np.int16)
        for row, source in enumerate(sources):
            for column, uses in enumerate(source.slots):
                self._least[row, 0, column] = uses.least
                self._most[row, 0, column] = _NO_LIMIT if uses.most is None else uses.most
        self._used = np.zeros((len(sources), 1, most), np.int16)

    def allowed(self) -> Flags:
        """What each lane may write of the watched tokens: (sources, lanes, watched)."""
        complete = (self._used >= self._least).all(-1, keepdims=True)
        return np.concatenate([self._used < self._most, complete], axis=-1)

    def follow(self, tokens: Ids, parents: Ids, kept: Ids) -> None:
        """Take the tokens that the lanes chose, as `Decoding.step` gets them."""
        self._least, self._most = self._least[kept], self._most[kept]
        slots = np.array(self.watched[:-1], np.int64)
        used = np.take_along_axis(self._used[kept], parents[:, :, None], axis=1)
        self._used = used + (tokens[:, :, None] == slots).astype(np.int16)
