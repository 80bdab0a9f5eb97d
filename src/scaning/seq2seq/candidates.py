"""What may come next in each lane, after slots and the repetition rule have had their say."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from scaning.seq2seq.constraint import Guard, Tracker
from scaning.seq2seq.decoding import DecodeSettings
from scaning.seq2seq.repetition import forbidden, runs_of
from scaning.seq2seq.stepper import Flags, Floats, Ids, Source, Stepper, rows_of

NOTHING = -np.inf


class Candidates(NamedTuple):
    """The tokens that each lane may write and their log-probabilities; -inf is none at all."""

    ids: Ids
    logs: Floats


class Writing:
    """The sources that are being decoded, with what each lane has written so far."""

    def __init__(
        self,
        stepper: Stepper,
        sources: Sequence[Source],
        settings: DecodeSettings,
        guard: Guard | None,
    ) -> None:
        self.end = stepper.end
        self.places = np.arange(len(sources))
        limits = [settings.limit(len(source.ids)) for source in sources]
        self.limits = np.minimum(limits, stepper.positions)
        self.length = 0
        self._lanes = settings.lanes
        self._room: Ids = np.zeros((len(sources), 1, int(self.limits.max())), np.int64)
        self._n = settings.no_repeat
        self._runs = [runs_of(source.said or source.ids, self._n) for source in sources]
        self._tracker = Tracker(guard, sources, end=self.end) if guard else None
        self._decoding = stepper.encode(
            [source.ids for source in sources],
            banned=(*stepper.never, *(self._tracker.banned if self._tracker else ())),
            watched=self._tracker.watched if self._tracker else (),
        )
        self._tokens: Ids = np.full((len(sources), 1), stepper.start, np.int64)
        self._parents: Ids = np.zeros((len(sources), 1), np.int64)
        self._kept = np.arange(len(sources))

    @property
    def written(self) -> Ids:
        """What the lanes have written: (sources, lanes, tokens)."""
        return self._room[:, :, : self.length]

    def said(self, row: int, lane: int) -> tuple[int, ...]:
        """What one lane has written."""
        # Before its first token a source has one lane, whatever lane a search calls it.
        lane = min(lane, self._room.shape[1] - 1)
        return tuple(map(int, self._room[row, lane, : self.length]))

    def next(self, top: int) -> Candidates:
        """The `top` most probable tokens that a lane may write, and all slots that it may.

        More than `top` are asked for where the repetition rule forbids some, so that none is
        missed.
        """
        bans = forbidden(self.written, self._runs, self._n)
        most = max(map(len, _by_lane(bans).values()), default=0)
        step = self._decoding.step(self._tokens, self._parents, self._kept, top=top + most)
        ids, logs = step.ids, step.logs
        if self._tracker:
            watched = np.where(self._tracker.allowed(), step.watched, NOTHING)
            shape = (*ids.shape[:2], len(self._tracker.watched))
            names = np.broadcast_to(np.array(self._tracker.watched, np.int64), shape)
            ids, logs = np.concatenate([ids, names], -1), np.concatenate([logs, watched], -1)
        for (row, lane), tokens in _by_lane(bans).items():
            logs[row, lane, np.isin(ids[row, lane], tokens)] = NOTHING
        if ids.shape[1] < self._lanes:
            ids, logs = np.repeat(ids, self._lanes, axis=1), np.repeat(logs, self._lanes, axis=1)
        return Candidates(ids, logs)

    def append(self, tokens: Ids, parents: Ids, kept: Ids) -> None:
        """Each lane of the sources that are kept takes a token, behind the lane that it follows."""
        if self._room.shape[1] == 1:
            parents = np.zeros_like(parents)
        if self._tracker:
            self._tracker.follow(tokens, parents, kept)
        room = np.take_along_axis(self._room[kept], parents[:, :, None], axis=1)
        room[:, :, self.length] = tokens
        self._room = room
        self.length += 1
        self.places, self.limits = self.places[kept], self.limits[kept]
        self._runs = [self._runs[at] for at in kept] if self._n else self._runs
        self._tokens, self._parents, self._kept = tokens, parents, kept


def _by_lane(bans: Sequence[tuple[int, int, int]]) -> dict[tuple[int, int], list[int]]:
    found: dict[tuple[int, int], list[int]] = {}
    for row, lane, token in bans:
        found.setdefault((row, lane), []).append(token)
    return found


def worth_keeping(open_: Flags) -> Ids:
    """The sources that stay in the batch, by the lanes that still write.

    Finished ones go when they are so many that a smaller batch pays for copying what is kept.
    """
    running = np.array(rows_of(open_), np.int64)
    everything = np.arange(len(open_))
    return running if len(everything) - len(running) >= max(1, len(everything) // 8) else everything
