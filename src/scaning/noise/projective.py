"""Makes a tree of heads projective, so that what hangs by a token is one stretch of the text."""

from __future__ import annotations

from collections.abc import Sequence

from scaning.parse import Token


def projective(tokens: Sequence[Token]) -> dict[int, int]:
    """Each token's head, without crossing arcs: who hangs by one goes to its head's head."""
    heads = {token.i: token.head for token in tokens}
    # Of two arcs that cross, only one can end at the root; the other can go up.
    while crossing := [i for i in heads if _crosses(heads, i) and not _is_root(heads, heads[i])]:
        shortest = min(crossing, key=lambda i: abs(heads[i] - i))
        heads[shortest] = heads[heads[shortest]]
    return heads


def _crosses(heads: dict[int, int], i: int) -> bool:
    """Whether something between `i` and its head hangs by something outside."""
    low, high = sorted((i, heads[i]))
    return any(not low <= heads[j] <= high or _is_root(heads, j) for j in range(low + 1, high))


def _is_root(heads: dict[int, int], i: int) -> bool:
    return heads[i] == i
