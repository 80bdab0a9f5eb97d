"""The frozen records that travel between the stages, and the names of their fields.

The field names are a contract: they are what the command line reads and writes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import blake2b


def id_of(text: str) -> str:
    """A short stable identifier made from a text, for rows that bring none.

    >>> id_of("Ann has 3 apples. How many has she?")
    'q-de57a28235d0'
    """
    return "q-" + blake2b(text.encode("utf-8", "surrogatepass"), digest_size=6).hexdigest()


@dataclass(frozen=True, slots=True)
class Problem:
    """A word problem as the user gave it; `extra` holds the columns that are not ours."""

    id: str
    question: str
    extra: Mapping[str, object] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class Pair:
    """An original and a candidate rewriting of it; `id` groups the candidates of one problem."""

    id: str
    original: str
    candidate: str
    prompt: str = ""
    extra: Mapping[str, object] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a candidate is not a safe rewriting; `kind` is one of `scaning.facts.REASONS`."""

    kind: str
    original: str
    candidate: str
    message: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """What `facts.compare` says of a pair; `ok` is true exactly when there is no reason against."""

    ok: bool
    solvability: float
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class Scores:
    """What the metrics say of a pair; `similarity` and `pqi` are None where no encoder was used."""

    similarity: float | None
    bleu_diversity: float
    wpd: float
    diversity: float
    numeracy: float
    pqi: float | None


@dataclass(frozen=True, slots=True)
class Candidate:
    """A rewriting that a generator proposes; nobody has looked at it yet.

    `prompt` says what was asked ("paraphrase shuffle : "), `source` who made it, and `score` how
    sure that one is, if it says so.
    """

    text: str
    prompt: str = ""
    source: str = ""
    score: float | None = None


@dataclass(frozen=True, slots=True)
class Variant:
    """An accepted rewriting: its place from 1, what was asked, its scores, and who made it."""

    text: str
    rank: int
    prompt: str
    scores: Scores
    verdict: Verdict
    source: str


@dataclass(frozen=True, slots=True)
class Rejected:
    """A rewriting that is not handed out, and everything that speaks against it.

    `scores` and `verdict` are None where they were not asked for, since it had failed before.
    """

    text: str
    prompt: str
    source: str
    reasons: tuple[Reason, ...]
    scores: Scores | None = None
    verdict: Verdict | None = None


@dataclass(frozen=True, slots=True)
class Paraphrased:
    """A problem with its accepted rewritings, best first, and those that were turned down.

    `note` is empty if there are as many variants as asked for; else it says how many are missing
    and why.
    """

    id: str
    question: str
    variants: tuple[Variant, ...]
    rejected: tuple[Rejected, ...] = ()
    note: str = ""
