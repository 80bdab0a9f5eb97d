"""The trained scorer in use: a similarity, and a solvability that says why.

Two things are known of a pair: what the trained comparison of its two vectors says, and what the
fact check finds. The first is calibrated to be the similarity, a chance; both are weighed into the
solvability. The weights stand in the manifest of the encoder as plain numbers
(`bench/scorer_weights.py` fits them).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from math import exp, log

from scaning.encoder import OnnxEncoder, encoder_of
from scaning.errors import ResourceError
from scaning.facts import compare_many
from scaning.parse import Parser
from scaning.records import Reason, Verdict

CHUNK = 256
# The fact check's solvability is a product of chances: 0 and 1 are as sure as this.
SUREST = 0.0001
ACCEPT = 0.5
_DOUBT = "By their vectors the two texts do not ask for the same answer (chance {:.2f})."


@dataclass(frozen=True, slots=True)
class Line:
    """A straight line: what is known becomes a log of odds."""

    slope: float
    at_zero: float

    def __call__(self, x: float) -> float:
        """The log of the odds at x."""
        return self.slope * x + self.at_zero


@dataclass(frozen=True, slots=True)
class Why:
    """What each side says, in log odds: above 0 for the candidate, below 0 against it."""

    similarity: float
    facts: float

    @property
    def odds(self) -> float:
        """The log of the odds that the candidate keeps the solution."""
        return self.similarity + self.facts


@dataclass(frozen=True, slots=True)
class Judgement:
    """What the scorer says of a pair; `reasons` are those of the fact check."""

    cosine: float
    similarity: float
    facts: float
    solvability: float
    why: Why
    reasons: tuple[Reason, ...]

    @property
    def verdict(self) -> Verdict:
        """Whether the candidate is accepted.

        The similarity may outweigh what the fact check holds against it, but not that it is a copy,
        nor what leaves it no chance at all.
        """
        firm = any(reason.kind == "copy" for reason in self.reasons) or not self.facts
        if self.solvability >= ACCEPT and not firm:
            return Verdict(ok=True, solvability=self.solvability)
        doubt = Reason("doubted", "", "", _DOUBT.format(self.similarity))
        return Verdict(ok=False, solvability=self.solvability, reasons=self.reasons or (doubt,))


class Scorer:
    """The shipped scorer, or another trained one: pairs in, judgements out, in order."""

    def __init__(self, encoder: OnnxEncoder | None = None, parser: Parser | None = None) -> None:
        chosen = encoder or encoder_of()
        if not isinstance(chosen, OnnxEncoder):
            raise ResourceError(f"The encoder {chosen.name} is no trained scorer.")
        self.encoder = chosen
        self.parser = parser
        lines = {name: Line(*line) for name, line in chosen.calibration.items()}
        self.alone, self.similarity, self.facts = (
            lines[name] for name in ("alone", "similarity", "facts")
        )

    def __call__(self, original: str, candidate: str) -> Judgement:
        """The judgement on one pair."""
        return next(self.judge([(original, candidate)]))

    def judge(self, pairs: Iterable[tuple[str, str]]) -> Iterator[Judgement]:
        """The judgements on many pairs; every text is parsed and encoded once."""
        stream = iter(pairs)
        while chunk := list(islice(stream, CHUNK)):
            known = zip(self.cosines(chunk), self.encoder.compare(chunk), strict=True)
            verdicts = compare_many(chunk, parser=self.parser)
            for (cosine, logit), verdict in zip(known, verdicts, strict=True):
                why = Why(self.similarity(logit), self.facts(log_odds(verdict.solvability)))
                yield Judgement(
                    cosine=cosine,
                    similarity=chance(self.alone(logit)),
                    facts=verdict.solvability,
                    solvability=chance(why.odds),
                    why=why,
                    reasons=verdict.reasons,
                )

    def cosines(self, pairs: Sequence[tuple[str, str]]) -> list[float]:
        """The cosine of each pair."""
        originals, candidates = (self.encoder.encode([pair[i] for pair in pairs]) for i in (0, 1))
        return [float(min(1.0, max(-1.0, x))) for x in (originals * candidates).sum(axis=1)]


def chance(odds: float) -> float:
    """The chance whose odds have this logarithm.

    >>> chance(0.0)
    0.5
    """
    return 1 / (1 + exp(-odds)) if odds > -500 else 0.0


def log_odds(facts: float) -> float:
    """The fact check's solvability as log odds, never surer than `SUREST`."""
    sure = min(1 - SUREST, max(SUREST, facts))
    return log(sure / (1 - sure))
