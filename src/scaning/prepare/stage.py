"""The corpus stage: collections in, cleaned problems out, each left-out one with its reason."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple
from zlib import crc32

from scaning.errors import UsageError
from scaning.prepare.casing import Casing, capitalised
from scaning.prepare.duplicates import NEAR_EVALUATION, Seen
from scaning.prepare.mend import mended
from scaning.prepare.spacing import detokenised
from scaning.prepare.usable import unusable
from scaning.records import Problem

CLOSING = re.compile(r"[.?!:][)\]\"']?$")
QUESTION = re.compile(
    r"(?:^|[.,;?!:] )(?:then |and |also |so )?(?:what|how|which|who|whose|when|where|in how|"
    r"at what|by what|by how|for how|in what|after how|"
    r"is|are|does|do|did|can|will)\b[^.?!]*$", re.I,
)  # fmt: skip
SPLITS = ("phase1", "phase2", "valid")


@dataclass(slots=True)
class Report:
    """What was read, kept and left out, by source and reason; examples of what was left out."""

    read: Counter[str] = field(default_factory=Counter)
    kept: Counter[str] = field(default_factory=Counter)
    dropped: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    examples: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))

    def drop(self, source: str, reason: str, text: str) -> None:
        """Count a problem that is left out."""
        self.dropped[reason][source] += 1
        if len(self.examples[reason]) < 3:
            self.examples[reason].append(text)


class Shares(NamedTuple):
    """How the problems are divided, in hundredths."""

    phase1: int = 45
    phase2: int = 50
    valid: int = 5


USUAL = Shares()


def split_of(id: str, shares: Shares = USUAL) -> str:
    """The part of the corpus that a problem belongs to: the same in every run and on any machine.

    >>> [split_of(f"q-{n}") for n in range(4)]
    ['phase2', 'phase1', 'phase2', 'phase1']
    """
    if sum(shares) != 100:
        raise UsageError(f"The shares of the corpus must sum to 100, not {sum(shares)}.")
    place = crc32(id.encode()) % 100
    if place < shares.phase1:
        return "phase1"
    return "phase2" if place < shares.phase1 + shares.phase2 else "valid"


def prepared(
    problems: Iterable[Problem], *, against: Iterable[str] = (), report: Report
) -> Iterator[Problem]:
    """The problems that can be used, mended and cased, none of them twice or near an evaluation."""
    rows = list(problems)
    evaluation = Seen(near=NEAR_EVALUATION)
    for text in against:
        evaluation.add(text)
    casing = Casing.learn(_mended(row) for row in rows if _cased(row))
    seen = Seen()
    # Texts that came with their capitals go first, so that of two alike the better one stays.
    for row in sorted(rows, key=lambda row: not _cased(row)):
        source = str(row.extra.get("source", "other"))
        report.read[source] += 1
        text = _mended(row)
        text = finished(capitalised(text) if _cased(row) else casing.cased(text))
        reason = unusable(text) or _seen_before(text, evaluation, seen)
        if reason:
            report.drop(source, reason, text)
            continue
        seen.add(text)
        report.kept[source] += 1
        yield Problem(row.id, text, row.extra)


def _seen_before(text: str, evaluation: Seen, seen: Seen) -> str | None:
    """The reason to leave a text out because of another one."""
    if kind := evaluation.kind(text):
        return f"evaluation set: {kind}"
    kind = seen.kind(text)
    return f"twice: {kind}" if kind else None


def _mended(row: Problem) -> str:
    return detokenised(mended(row.question))


def _cased(row: Problem) -> bool:
    given = row.extra.get("cased")
    return bool(given) if given is not None else row.question != row.question.lower()


def finished(text: str) -> str:
    """The text with an end: a question mark after a question, a point after a sentence.

    >>> finished("Find the sum"), finished("In how many days will A do it"), finished("The sum is")
    ('Find the sum.', 'In how many days will A do it?', 'The sum is')
    """
    text = re.sub(r"\s*[:;,-]+$", "", text.strip())
    text = re.sub(r"[:=]\s*\?$", "?", text)
    if QUESTION.search(text.rstrip(".")) and not text.endswith(("?", "...")):
        return text.rstrip(". ") + "?"
    if CLOSING.search(text) or _open(text):
        return text
    return text + "."


def _open(text: str) -> bool:
    return bool(re.search(r"\b(?:is|are|be|was|were|equals|=|of|in|by|at|to|as)$", text))


def texts_of(rows: Iterable[Sequence[object]]) -> Iterator[str]:
    """Every text of rows of cells."""
    return (cell for row in rows for cell in row if isinstance(cell, str))
