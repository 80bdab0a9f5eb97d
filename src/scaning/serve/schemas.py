"""What comes in over HTTP; the names are those of `docs/fields.md`."""

from __future__ import annotations

import re
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from scaning.paraphraser import MIN_DIVERSITY, Wish
from scaning.serve.agreement import BEST, WORST

# No problem is longer than a service allows, which `Limits.text` says; this bounds all of them.
LONGEST = 20_000
LARGEST = 2**31 - 1  # of an integer column
ID = r"^[\w-]{1,16}$"  # of a job or a study


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
