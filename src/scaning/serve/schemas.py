"""What comes in and goes out over HTTP; the names are those of `docs/fields.md`."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from scaning.paraphraser import MIN_DIVERSITY, Wish
from scaning.serve.agreement import BEST, WORST

# No problem is longer than a service allows, which `Limits.text` says; this bounds all of them.
LONGEST = 20_000
LARGEST = 2**31 - 1  # of an integer column


_UNSTORABLE = re.compile("[\0\ud800-\udfff]")


def storable(text: str) -> str:
    """The text, if it is one that can be sent and kept."""
    if _UNSTORABLE.search(text):
        raise ValueError("it holds a null character or half a surrogate pair")
    return text


def _said(text: str) -> str:
    if not text.strip():
        raise ValueError("it is empty")
    return text


def _one_line(text: str) -> str:
    return " ".join(text.split())


Storable = Annotated[str, AfterValidator(storable)]
Text = Annotated[Storable, Field(max_length=LONGEST)]
Said = Annotated[Text, AfterValidator(_said)]
Name = Annotated[Storable, Field(max_length=100), AfterValidator(_one_line)]
Prompt = Literal["passive", "shuffle", "replace", "fix", "combinations"]
Decision = Literal["accepted", "edited", "rejected", "open"]
Grade = Annotated[int, Field(ge=WORST, le=BEST, strict=True)]
Number = Annotated[int, Field(ge=1, le=LARGEST)]


class Asked(BaseModel):
    """A body of a request: unknown names are a mistake."""

    model_config = ConfigDict(extra="forbid")


class Wishes(Asked):
    """How to rewrite."""

    n: Annotated[int, Field(ge=1, le=100, description="Variants of each problem.")] = 3
    prompt: Annotated[Prompt | None, Field(description="How, if not as is best.")] = None
    keep_names: Annotated[bool, Field(description="Keep all names, or allow others.")] = True
    min_diversity: Annotated[float, Field(ge=0, le=1)] = MIN_DIVERSITY

    def wish(self) -> Wish:
        """The same for the paraphraser."""
        return Wish(self.n, self.prompt, self.keep_names, self.min_diversity)


class ToParaphrase(Wishes):
    """One problem."""

    question: Said
    id: Annotated[Storable, Field(max_length=200)] = ""
    segments: Annotated[bool, Field(description="Also word by word, with facts marked.")] = False


class OneProblem(Asked):
    """A problem among others."""

    question: Said
    id: Annotated[Storable, Field(max_length=200)] = ""


class ToParaphraseMany(Wishes):
    """Several problems; strings are problems without an id."""

    problems: Annotated[list[OneProblem | Said], Field(min_length=1, max_length=10_000)]
    segments: bool = False


class ToCompare(Asked):
    """A pair."""

    original: Said
    candidate: Text
    segments: bool = False


class ToReview(Asked):
    """A decision; `text` is what a person made of the candidate, where `decision` is "edited".

    An edit that does not keep the facts is only taken with `anyway`.
    """

    decision: Decision
    text: Text = ""
    reviewer: Name = ""
    anyway: bool = False


class EditedText(Asked):
    """A text that a person is still writing."""

    text: Text


class ToRate(Asked):
    """The grades of a rater for a sample."""

    sample: Number
    rater: Annotated[Name, AfterValidator(_said)]
    solvability: Grade
    diversity: Grade
    fluency: Grade


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
