"""What speaks against a candidate, and how strongly."""

from __future__ import annotations

from typing import NamedTuple


class Evidence(NamedTuple):
    """One observation: `weight` is the chance, seen alone, that it breaks the solution."""

    kind: str
    weight: float
    original: str
    candidate: str
    message: str
