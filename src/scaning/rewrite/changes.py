"""A change to a text: edits that are made together, and what kind of rewriting they are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Literal, NamedTuple

from scaning.noise.voice.edits import Edit, applied
from scaning.parse import Text

Kind = Literal["passive", "shuffle", "replace", "fix"]

__all__ = ["Change", "Edit", "Kind", "Rule", "applied", "clash", "made"]


class Change(NamedTuple):
    """Edits that belong together; `rule` names the rule that proposed them."""

    kind: Kind
    rule: str
    edits: tuple[Edit, ...]


Rule = Callable[[Text], Iterator[Change]]


def clash(one: Change, other: Change) -> bool:
    """Do two changes touch the same characters?"""
    return any(a.start < b.end and b.start < a.end for a in one.edits for b in other.edits)


def made(text: str, changes: Iterable[Change]) -> str:
    """The text with all changes made; no two of them may clash."""
    return applied(text, (edit for change in changes for edit in change.edits))
