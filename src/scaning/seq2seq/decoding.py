"""How a model is asked to write: every choice is a field, and nothing else forbids or shortens."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from scaning.errors import UsageError, unknown_name

Mode = Literal["greedy", "beam", "diverse", "sample"]
MODES: tuple[Mode, ...] = get_args(Mode)
SEED = 3407
# A stepper hands over so many tokens at most, and a sample is drawn from them.
MOST_TOKENS = 256


@dataclass(frozen=True, slots=True)
class DecodeSettings:
    """The choices of a search.

    `n` texts come back for each source. `max_length` limits their tokens, and `max_ratio` those
    for each token of the source (with ten to spare). `no_repeat` of 3 forbids a third token that
    would repeat three in a row more often than the source itself does.

    Beams: `beams` in all, in `groups`; a token that earlier groups chose at this step loses
    `penalty` for each lane that chose it. `penalty_stays` keeps that loss in the lane's score, as
    the official code does; the paper's definition counts it where it is chosen. Finished texts are
    ranked by log-likelihood / tokens ** `length_penalty`.

    Samples: the logarithms are divided by `temperature`, then `top_k` tokens stay, then the fewest
    whose probability reaches `top_p`.
    """

    mode: Mode = "diverse"
    n: int = 3
    max_length: int = 256
    max_ratio: float | None = None
    no_repeat: int = 0
    beams: int = 6
    groups: int = 3
    penalty: float = 10.0
    penalty_stays: bool = False
    length_penalty: float = 1.0
    temperature: float = 1.0
    top_k: int = 50
    top_p: float = 1.0
    seed: int = SEED

    def __post_init__(self) -> None:
        if self.mode not in MODES:
            raise unknown_name("mode", self.mode, MODES)
        for name, low in (("n", 1), ("max_length", 1), ("beams", 1), ("groups", 1), ("top_k", 1)):
            if getattr(self, name) < low:
                raise UsageError(f"{name} is {getattr(self, name)}: it must be at least {low}.")
        if self.no_repeat < 0 or self.penalty < 0:
            raise UsageError("no_repeat and penalty are zero or more.")
        if self.temperature <= 0 or not 0 < self.top_p <= 1 or self.top_k > MOST_TOKENS:
            raise UsageError(
                f"temperature is above 0, top_p above 0 and at most 1, top_k at most {MOST_TOKENS}."
            )
        self._check_beams()

    def _check_beams(self) -> None:
        if self.mode == "diverse" and self.beams % self.groups:
            raise UsageError(
                f"{self.beams} beams do not part into {self.groups} groups of equal size."
            )
        most = {"greedy": 1, "beam": self.beams, "diverse": self.beams}.get(self.mode)
        if most is not None and self.n > most:
            raise UsageError(f"{self.mode} gives at most {most} texts, not n = {self.n}.")

    @property
    def lanes(self) -> int:
        """How many texts are written at once for each source."""
        return {"greedy": 1, "sample": self.n}.get(self.mode, self.beams)

    def limit(self, tokens: int) -> int:
        """How many tokens a text may have whose source has so many, the end included."""
        if self.max_ratio is None:
            return self.max_length
        return min(self.max_length, 10 + round(self.max_ratio * tokens))


DECODING = {
    "paper": DecodeSettings(),
    "official": DecodeSettings(penalty=100.0, penalty_stays=True, no_repeat=3),
    "sample": DecodeSettings(mode="sample", top_p=0.9),
    "greedy": DecodeSettings(mode="greedy", n=1),
}
