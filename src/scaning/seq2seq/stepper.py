"""What a search asks of a model: one step for many sources, each with some lanes.

A lane is a text that is being written; a beam search has several for each source. A stepper knows
nothing of beams, samples or slots, so that every search runs on every model.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

Ids: TypeAlias = NDArray[np.int64]
Floats: TypeAlias = NDArray[np.float32]
# Log-probabilities that are added up.
Doubles: TypeAlias = NDArray[np.float64]
Flags: TypeAlias = NDArray[np.bool_]


def pick_along(values: NDArray[Any], places: Ids) -> NDArray[Any]:
    """The values at places of the last axis."""
    return np.take_along_axis(values, places, axis=-1)


def rows_of(flags: Flags) -> list[int]:
    """The rows in which a flag is up."""
    return [int(row) for row in np.flatnonzero(flags.reshape(len(flags), -1).any(1))]


class Step(NamedTuple):
    """The most probable next tokens of each lane, best first, and the watched ones besides.

    `ids` and `logs` are (sources, lanes, top), `watched` is (sources, lanes, watched tokens). Logs
    are the model's own log-probabilities over its whole vocabulary, whatever is banned.
    """

    ids: Ids
    logs: Floats
    watched: Floats


class Decoding(Protocol):
    """A batch of sources that is being decoded."""

    def step(self, tokens: Ids, parents: Ids, kept: Ids, *, top: int) -> Step:
        """Append a token to each lane.

        `kept` are the places of the sources in the step before, of which some may be dropped;
        `parents` (sources, lanes) are the lanes of that step which these continue. Before the
        first step each source has one lane.
        """
        ...


class Stepper(Protocol):
    """A sequence-to-sequence model."""

    @property
    def start(self) -> int:
        """The token that a decoder begins with."""
        ...

    @property
    def end(self) -> int:
        """The token that ends a text."""
        ...

    @property
    def never(self) -> tuple[int, ...]:
        """Tokens that no text holds, such as padding."""
        ...

    @property
    def positions(self) -> int:
        """How many tokens it can read, or write."""
        ...

    def encode(
        self, sources: Sequence[Sequence[int]], *, banned: Sequence[int], watched: Sequence[int]
    ) -> Decoding:
        """Begin to decode sources; neither banned nor watched tokens come among the top."""
        ...

    def score(
        self, sources: Sequence[Sequence[int]], targets: Sequence[Sequence[int]]
    ) -> list[Floats]:
        """The log-probability of each token of each target, the end included."""
        ...


@dataclass(frozen=True, slots=True)
class Uses:
    """How often a slot may be written; no `most` is no limit."""

    least: int = 1
    most: int | None = None


@dataclass(frozen=True, slots=True)
class Source:
    """What is decoded: the encoder's tokens, a key for the seed, and its slots, the first ⟦1⟧.

    `said` is the source as a decoder would write it, where that differs: what it repeats may be
    repeated.
    """

    ids: tuple[int, ...]
    key: str = ""
    slots: tuple[Uses, ...] = ()
    said: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """A text that a search found: without the start and the end.

    `score` is what its search ranked it by, `log_likelihood` the model's, the end included.
    `ended` is false where the length limit cut it off.
    """

    ids: tuple[int, ...]
    score: float
    log_likelihood: float
    ended: bool = True
