"""A model out of a table: random log-probabilities that depend on the source and all before."""

from collections.abc import Sequence
from zlib import crc32

import numpy as np

from scaning.seq2seq.stepper import Doubles, Floats, Ids, Step

END, START = 0, 1


class FakeStepper:
    """Token 0 ends and 1 starts unless others do; `calls` holds sources and lanes of each step."""

    positions = 99

    def __init__(
        self,
        vocabulary: int,
        *,
        end_bonus: float = 0.0,
        sharp: float = 1.0,
        start: int = START,
        end: int = END,
        never: tuple[int, ...] = (START,),
    ) -> None:
        self.start, self.end, self.never = start, end, never
        self.vocabulary = vocabulary
        self.end_bonus = end_bonus
        self.sharp = sharp
        self.calls: list[tuple[int, int]] = []

    def row(self, source: Sequence[int], prefix: Sequence[int]) -> Doubles:
        """The log-probabilities of all tokens after a prefix."""
        seed = crc32(repr(([*source], [*prefix])).encode())
        logits = self.sharp * np.random.default_rng(seed).normal(size=self.vocabulary)
        logits[self.end] += self.end_bonus
        logs: Doubles = logits - np.logaddexp.reduce(logits)
        return logs

    def likelihood(self, source: Sequence[int], ids: Sequence[int]) -> float:
        """The log-likelihood of a text, its end included."""
        text = [*ids, self.end]
        return float(sum(self.row(source, text[:at])[text[at]] for at in range(len(text))))

    def encode(
        self, sources: Sequence[Sequence[int]], *, banned: Sequence[int], watched: Sequence[int]
    ) -> "FakeDecoding":
        """As the protocol has it."""
        return FakeDecoding(self, sources, banned, watched)

    def score(
        self, sources: Sequence[Sequence[int]], targets: Sequence[Sequence[int]]
    ) -> list[Floats]:
        """One number for each target: its log-likelihood."""
        return [
            np.array([self.likelihood(source, target)], np.float32)
            for source, target in zip(sources, targets, strict=True)
        ]


class FakeDecoding:
    """Some sources with the prefixes of their lanes."""

    def __init__(
        self,
        stepper: FakeStepper,
        sources: Sequence[Sequence[int]],
        banned: Sequence[int],
        watched: Sequence[int],
    ) -> None:
        self.stepper = stepper
        self.sources = [*sources]
        self.hidden = [*{*banned, *watched}]
        self.watched = [*watched]
        self.prefixes: list[list[list[int]]] = [[[]] for _ in sources]
        self.begun = False

    def step(self, tokens: Ids, parents: Ids, kept: Ids, *, top: int) -> Step:
        """As the protocol has it."""
        self.stepper.calls.append((tokens.shape[0], tokens.shape[1]))
        self.sources = [self.sources[at] for at in kept]
        before = [self.prefixes[at] for at in kept]
        appended = [
            [[*lanes[parent], int(token)] for token, parent in zip(*row, strict=True)]
            for lanes, row in zip(before, zip(tokens, parents, strict=True), strict=True)
        ]
        self.prefixes = appended if self.begun else before
        assert self.begun or (tokens == self.stepper.start).all()
        self.begun = True
        logs = np.array(
            [
                [self.stepper.row(source, prefix) for prefix in lanes]
                for source, lanes in zip(self.sources, self.prefixes, strict=True)
            ]
        )
        watched = logs[..., self.watched].astype(np.float32)
        logs[..., self.hidden] = -np.inf
        order = np.argsort(-logs, axis=-1, kind="stable")[..., :top]
        found = np.take_along_axis(logs, order, -1).astype(np.float32)
        return Step(order, found, watched)
