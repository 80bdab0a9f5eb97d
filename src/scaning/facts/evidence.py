"""What speaks against a candidate, and how strongly."""

from __future__ import annotations

from typing import NamedTuple


class Evidence(NamedTuple):
    """One observation: `weight` is the chance, seen alone, that it breaks the solution.

    `firm` is the share of the weight that counts however free the rewriting is.
    """

    kind: str
    weight: float
    original: str
    candidate: str
    message: str
    firm: float = 0.0
