"""The sections of a recipe: what each part of the method is told. The defaults are ours."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from scaning.errors import UsageError
from scaning.noise.settings import NoiseSettings
from scaning.prompts import TEST_PROMPTS
from scaning.seq2seq.decoding import DecodeSettings
from scaning.seq2seq.settings import Settings

SEED = 3407
PromptsOf = Literal["noise", "done", "none"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """How it runs: nothing here changes what comes out, but for the seed.

    Files of a recipe that begin with DATA/ lie in the folder `data`. `processes` is how many
    accelerators a training takes.
    """

    seed: int = SEED
    workers: int = 1
    data: str = ""
    wheels: str = ""
    device: str = "auto"
    processes: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Corpus:
    """Collections of problems, and the evaluation sets that they must keep clear of.

    `shares` are the hundredths of phase 1, phase 2 and the held-out part; of the first two no more
    are taken than their numbers say, and of the held-out problems no more than `valid`.
    """

    problems: tuple[str, ...] = ()
    against: tuple[str, ...] = ()
    shares: str = "45/50/5"
    phase1: int | None = None
    phase2: int | None = None
    valid: int = 300

    def __post_init__(self) -> None:
        if not self.problems:
            raise UsageError("corpus.problems names no file: which problems are to be learnt from?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Base:
    """What the trainings start from: a name that `scaning base` knows, or a folder it made."""

    name: str = "stitched"
    folder: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidates:
    """How candidates are written; `more` are files of candidates from elsewhere.

    `guarded` keeps the slots; `asking` is written for each question.
    """

    guarded: bool = True
    more: tuple[str, ...] = ()
    decoding: DecodeSettings = field(default_factory=DecodeSettings)


@dataclass(frozen=True, slots=True, kw_only=True)
class Scores:
    """How candidates are measured. With `all` also those are whose facts do not agree."""

    preset: str = "default"
    encoder: str = "embedded"
    all: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """Which candidates are chosen; what is not set is as the preset has it.

    `consistent` is the filter of prompts (PCF), `facts` drops what `scaning check` turned down.
    """

    preset: str = "default"
    keep: int | None = None
    similarity: float | None = None
    numeracy: float | None = None
    diversity: float | None = None
    apart: float | None = None
    relevance: float | None = None
    facts: bool | None = None
    consistent: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Pairs:
    """What the paraphraser learns from chosen candidates.

    `prompts`: those of the noise, as published; what was `done` to the text, as measured; or none.
    `reverse` learns to write the original from the paraphrase, the ablation P2O. `held_out` are
    the hundredths of the problems that judge the training.
    """

    prompts: PromptsOf = "noise"
    reverse: bool = False
    held_out: int = 3

    def __post_init__(self) -> None:
        if not 0 < self.held_out < 100:
            raise UsageError(f"pairs.held_out is {self.held_out}: it is from 1 to 99 hundredths.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Training:
    """A training: from the base, or for the paraphraser from the denoiser."""

    start: Literal["base", "denoiser"] = "base"
    settings: Settings


@dataclass(frozen=True, slots=True, kw_only=True)
class Evaluation:
    """What is measured at the end, on which files of problems.

    The denoiser is given `rows` noised texts of each problem, the paraphraser each of the prompts.
    `product` asks the whole way from a problem to its accepted rewritings, as a user does.
    """

    datasets: tuple[str, ...] = ()
    prompts: tuple[str, ...] = TEST_PROMPTS
    rows: int = 4
    product: bool = True
    preset: str = "default"
    encoder: str = "embedded"
    limit: int | None = None
    decoding: DecodeSettings = field(default_factory=DecodeSettings)
    noise: NoiseSettings = field(default_factory=lambda: NoiseSettings(mode="inference"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    """Everything that a run is told."""

    run: Run
    corpus: Corpus
    base: Base
    training_noise: NoiseSettings
    denoiser: Training
    inference_noise: NoiseSettings
    candidates: Candidates
    scores: Scores
    selection: Selection
    pairs: Pairs
    paraphraser: Training
    evaluation: Evaluation
