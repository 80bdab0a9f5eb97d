"""One text to read and one to write, in slots; or why they cannot be had in slots.

What must be kept to the letter is found in the text that is kept (`slots_of`), shown in the text
that is read (`read_slots`) and left as slots alone in the text that is written (`write_slots`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scaning.seq2seq.slots import (
    CLOSE,
    MAX_SLOTS,
    OPEN,
    SLOT,
    Slot,
    Slotted,
    keeps_slots,
    read_slots,
    write_slots,
)

BRACKETS = "holds the brackets of slots"
MANY = f"more than {MAX_SLOTS} slots"
NO_NUMBER = "a number is missing in what is read"
NO_NAME = "a name or an unknown is missing in what is read"
NOT_KEPT = "what is written does not keep its slots"
DIGITS = "what is written has a digit outside its slots"


@dataclass(frozen=True, slots=True)
class Unfit:
    """Why a row is left out."""

    reason: str


@dataclass(frozen=True, slots=True)
class Learnt:
    """What a model reads and is to write, both in slots."""

    source: str
    target: str


def asked(slots: Sequence[Slot], source: str) -> Slotted | Unfit:
    """A text as a model reads it that has to keep these slots.

    >>> asked((Slot("27", 1, 1), Slot("A")), "cost A cents 27 bottles.").text
    'cost ⟦1⟧A cents ⟦2⟧27 bottles.'
    >>> asked((Slot("27", 1, 1), Slot("A")), "cost cents 27 bottles.").reason
    'a name or an unknown is missing in what is read'
    """
    if OPEN in source or CLOSE in source:
        return Unfit(BRACKETS)
    if len(slots) > MAX_SLOTS:
        return Unfit(MANY)
    read = read_slots(source, slots)
    missing = {kept.value for kept in slots} - {kept.value for kept in read.slots}
    if missing:
        number = any(kept.most is not None for kept in slots if kept.value in missing)
        return Unfit(NO_NUMBER if number else NO_NAME)
    return read


def learnt(slots: Sequence[Slot], source: str, target: str) -> Learnt | Unfit:
    """A text that is read and one that is written, which keeps these slots.

    >>> learnt((Slot("27", 1, 1), Slot("A")), "for A cents 27 caps.", "27 caps for A cents.")
    Learnt(source='for ⟦1⟧A cents ⟦2⟧27 caps.', target='⟦2⟧ caps for ⟦1⟧ cents.')
    """
    read = asked(slots, source)
    if isinstance(read, Unfit):
        return read
    if OPEN in target or CLOSE in target:
        return Unfit(BRACKETS)
    said = write_slots(target, read.slots)
    if said is None:
        return Unfit(NOT_KEPT)
    if any(map(str.isnumeric, SLOT.sub("", said))):
        return Unfit(DIGITS)
    assert keeps_slots(said, read.slots)
    return Learnt(read.text, said)
