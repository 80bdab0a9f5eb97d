"""Which tokens a text's vector is pooled over: all, the numbers, and the words that relate them.

The mean of all the tokens hides a number among forty words. The comparison that the scorer learns
(`compare`) sees the numbers and the relations by themselves too, and early layers beside late ones:
a text that kept its words but not its sense is near in the first and far in the last.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

# The layers whose states are pooled, over which tokens; 0 is the word table with the places.
POOLED: Mapping[str, tuple[int, ...]] = MappingProxyType(
    {"all": (0, 2, 4, 6), "numbers": (0, 3, 6), "relations": (0, 6)}
)
BLOCKS = sum(map(len, POOLED.values()))
_NUMBERS = frozenset(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety "
    "hundred thousand million billion lakh dozen half quarter third fourth fifth thirds quarters "
    "halves double triple twice thrice pair some few many several".split()
)
_RELATIONS = frozenset(
    "more less fewer greater smaller larger bigger older younger taller shorter heavier lighter "
    "faster slower than times each every per total altogether together combined sum difference "
    "product average left remaining remain increase increased decrease decreased gain loss profit "
    "before after ago first last later earlier gave give gives received receive bought buy sold "
    "sell sells lost won added subtracted multiplied divided without not no only least most "
    "maximum minimum up down upstream downstream from to of another and".split()
)


def tables(vocabulary: Mapping[str, int]) -> dict[str, NDArray[np.float32]]:
    """For each kind but "all" a row with 1 for the word pieces of that kind."""
    rows = {kind: np.zeros(max(vocabulary.values()) + 1, np.float32) for kind in POOLED}
    for piece, i in vocabulary.items():
        word = piece.removeprefix("##")
        rows["numbers"][i] = word in _NUMBERS or word.isdecimal()
        rows["relations"][i] = piece in _RELATIONS
    return {kind: row for kind, row in rows.items() if kind != "all"}
