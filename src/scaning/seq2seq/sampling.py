"""Greedy search and sampling: the lanes of a source do not know of each other."""

from __future__ import annotations

from collections.abc import Sequence
from zlib import crc32

import numpy as np

from scaning.seq2seq.candidates import Candidates, Writing, worth_keeping
from scaning.seq2seq.constraint import Guard
from scaning.seq2seq.decoding import DecodeSettings
from scaning.seq2seq.stepper import (
    Doubles,
    Flags,
    Hypothesis,
    Ids,
    Source,
    Stepper,
    pick_along,
)


def walk(
    stepper: Stepper, sources: Sequence[Source], settings: DecodeSettings, guard: Guard | None
) -> list[list[Hypothesis]]:
    """The texts of each source: the most probable tokens, or `n` draws.

    A draw depends on the seed, the source's key and the number of the draw, on nothing beside it.
    """
    walker = _Walker(stepper, sources, settings, guard)
    while walker.running:
        walker.advance()
    return walker.found


class _Walker:
    def __init__(
        self,
        stepper: Stepper,
        sources: Sequence[Source],
        settings: DecodeSettings,
        guard: Guard | None,
    ) -> None:
        self.found: list[list[Hypothesis]] = [[] for _ in sources]
        self._settings = settings
        self._guarded = guard is not None
        self._writing = Writing(stepper, sources, settings, guard)
        self._logs = np.zeros((len(sources), settings.lanes))
        self._open = np.ones((len(sources), settings.lanes), np.bool_)
        self._draws: Doubles = np.zeros((len(sources), settings.lanes, settings.max_length))
        if settings.mode == "sample":
            self._draws = np.stack([_draws(settings, source.key) for source in sources])

    @property
    def running(self) -> bool:
        return bool(self._open.any())

    def advance(self) -> None:
        writing = self._writing
        sampled = self._settings.mode == "sample"
        # The best token of a lane is wanted, or so many that a sample may take.
        candidates = writing.next(self._settings.top_k if sampled else 1)
        draws = self._draws[writing.places, :, writing.length]
        places = pick(candidates, draws, self._settings) if sampled else candidates.logs.argmax(-1)
        tokens = pick_along(candidates.ids, places[..., None])[..., 0]
        logs = pick_along(candidates.logs, places[..., None])[..., 0]
        self._logs = np.where(self._open, self._logs + logs, self._logs)
        last = (writing.length + 1 >= writing.limits)[:, None]
        stuck = np.isneginf(self._logs)
        self._close(tokens, self._open & (tokens == writing.end) & ~stuck, ended=True)
        self._close(tokens, self._open & last & ~stuck, ended=False)
        self._open &= ~(last | stuck)
        self._append(tokens)

    def _close(self, tokens: Ids, closing: Flags, *, ended: bool) -> None:
        writing = self._writing
        self._open &= ~closing
        if self._guarded and not ended:
            return
        for row, lane in np.argwhere(closing):
            ids = writing.said(row, lane)
            log = float(self._logs[row, lane])
            score = log / (len(ids) + 1) ** self._settings.length_penalty
            said = ids if ended else (*ids, int(tokens[row, lane]))
            self.found[writing.places[row]].append(Hypothesis(said, score, log, ended))

    def _append(self, tokens: Ids) -> None:
        kept = worth_keeping(self._open)
        self._open, self._logs = self._open[kept], self._logs[kept]
        if len(kept):
            parents = np.broadcast_to(np.arange(tokens.shape[1]), tokens[kept].shape)
            self._writing.append(tokens[kept], parents, kept)


def pick(candidates: Candidates, draws: Doubles, settings: DecodeSettings) -> Ids:
    """The place of the token of each lane whose share of the nucleus holds the draw."""
    scaled = candidates.logs.astype(np.float64) / settings.temperature
    order = np.argsort(-scaled, axis=-1, kind="stable")[..., : settings.top_k]
    chances = pick_along(scaled, order)
    chances = np.exp(chances - np.maximum(chances[..., :1], np.finfo(np.float64).min))
    chances /= np.maximum(chances.sum(-1, keepdims=True), np.finfo(np.float64).tiny)
    before = chances.cumsum(-1) - chances
    # The most probable token always stays, and the one that reaches top_p.
    chances = np.where(before < settings.top_p, chances, 0.0)
    sums = chances.cumsum(-1)
    place = (sums <= draws[..., None] * sums[..., -1:]).sum(-1)
    place = np.minimum(place, (chances > 0).sum(-1) - 1).clip(0)
    return pick_along(order, place[..., None])[..., 0]


def _draws(settings: DecodeSettings, key: str) -> Doubles:
    rng = np.random.default_rng([settings.seed, crc32(key.encode("utf-8", "replace"))])
    return rng.random((settings.n, settings.max_length))
