"""What goes out over HTTP; the names are those of `docs/fields.md`."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel

from scaning.serve.schemas import Decision


class ReasonOut(BaseModel):
    """Something that speaks against a candidate."""

    kind: str
    original: str
    candidate: str
    message: str


class SegmentOut(BaseModel):
    """A stretch of text; `change` is same, new or gone, `fact` number, unknown, name or empty."""

    text: str
    change: Literal["same", "new", "gone"]
    fact: str


class VerdictOut(BaseModel):
    """Whether a candidate keeps what the solution rests on."""

    ok: bool
    solvability: float
    reasons: list[ReasonOut]
    segments: list[SegmentOut] | None = None


class ScoresOut(BaseModel):
    """How close, how different, how exact."""

    similarity: float | None
    bleu_diversity: float
    wpd: float
    diversity: float
    numeracy: float
    pqi: float | None


class VariantOut(BaseModel):
    """A candidate with all that is known of it; `rank` is null where it was turned down."""

    paraphrase: str
    rank: int | None
    prompt: str
    source: str
    ok: bool
    solvability: float | None
    reasons: list[ReasonOut]
    similarity: float | None
    bleu_diversity: float | None
    wpd: float | None
    diversity: float | None
    numeracy: float | None
    pqi: float | None
    segments: list[SegmentOut] | None = None


class ParaphrasedOut(BaseModel):
    """A problem with its variants, best first; `note` says what is missing, if anything is."""

    id: str
    question: str
    note: str
    variants: list[VariantOut]
    rejected: list[VariantOut]
    segments: list[SegmentOut] | None = None


class JobOut(BaseModel):
    """A job: how far it is, what was decided; `bad_rows` could not be read."""

    id: str
    name: str
    created: str
    state: Literal["waiting", "running", "done"]
    format: str
    wish: dict[str, Any]
    bad_rows: list[Any]
    problems: int
    done: int
    variants: int
    accepted: int
    rejected: int


class ReviewOut(BaseModel):
    """What was last decided about a candidate."""

    decision: Decision
    reviewer: str
    at: str
    text: str
    cells: dict[str, Any]
    segments: list[SegmentOut]


class CandidateOut(BaseModel):
    """A candidate of a job, with the last decision."""

    id: int
    rank: int | None
    text: str
    cells: dict[str, Any]
    segments: list[SegmentOut]
    review: ReviewOut | None


class ProblemOut(BaseModel):
    """A problem of a job with its candidates, the best first."""

    id: int
    place: int
    key: str
    question: str
    segments: list[SegmentOut]
    note: str
    done: bool
    candidates: list[CandidateOut]


class StudyOut(BaseModel):
    """A study: how many samples there are, and how many of them each rater has rated."""

    id: str
    name: str
    created: str
    samples: int
    raters: dict[str, int]


class SampleOut(BaseModel):
    """A sample to rate, without a word about who wrote it; `mine` is what this rater said."""

    id: int
    original: str
    candidate: str
    mine: dict[str, int] | None = None


class TaskOut(BaseModel):
    """The samples of a study in the order of one rater."""

    study: StudyOut
    rater: str
    samples: list[SampleOut]


class ProblemDetails(BaseModel):
    """What is wrong, in a line (RFC 9457)."""

    status: int
    title: str
    detail: str
