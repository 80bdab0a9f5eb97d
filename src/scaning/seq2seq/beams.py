"""Beam search and diverse beam search (Vijayakumar et al., 2018), all sources at once.

Each group is a beam search of its own. At every step the groups choose one after the other, and a
token loses the penalty for each lane of an earlier group that chose it at this step (the Hamming
diversity of the paper). An end is no such token: to stop where another group stopped costs nothing.

Only tokens that earlier groups used are moved, and only down, so the best 2 x lanes of a group are
among the best 2 x lanes + used of the model, and no more than those leave it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scaning.seq2seq.candidates import NOTHING, Candidates, Writing, worth_keeping
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
    rows_of,
)

_NO_TOKEN = -1


def beam_search(
    stepper: Stepper, sources: Sequence[Source], settings: DecodeSettings, guard: Guard | None
) -> list[list[Hypothesis]]:
    """The best texts of each source: of several groups the best of each, then the next of each."""
    beams = _Beams(stepper, sources, settings, guard)
    while beams.running:
        beams.advance()
    return [_in_turn(groups)[: settings.n] for groups in beams.found]


def _in_turn(groups: Sequence[Sequence[Hypothesis]]) -> list[Hypothesis]:
    deepest = max(map(len, groups), default=0)
    return [group[rank] for rank in range(deepest) for group in groups if rank < len(group)]


class _Beams:
    def __init__(
        self,
        stepper: Stepper,
        sources: Sequence[Source],
        settings: DecodeSettings,
        guard: Guard | None,
    ) -> None:
        self.groups = settings.groups if settings.mode == "diverse" else 1
        self.width = settings.beams // self.groups
        self.found: list[list[list[Hypothesis]]] = [
            [[] for _ in range(self.groups)] for _ in sources
        ]
        self._settings = settings
        self._guarded = guard is not None
        self._writing = Writing(stepper, sources, settings, guard)
        shape = (len(sources), self.groups, self.width)
        # At the first step all lanes are the same one: only the first of a group may go on.
        self._scores: Doubles = np.full(shape, NOTHING)
        self._scores[:, :, 0] = 0.0
        self._logs = self._scores.copy()
        self._open = np.ones(shape[:2], np.bool_)

    @property
    def running(self) -> bool:
        return bool(self._open.any())

    def advance(self) -> None:
        """One step: every group chooses in turn."""
        reach = 2 * self.width + (self.groups - 1) * self.width
        candidates = self._writing.next(reach)
        rows = len(self._open)
        tokens: Ids = np.full((rows, self.groups * self.width), _NO_TOKEN, np.int64)
        parents: Ids = np.zeros_like(tokens)
        for group in range(self.groups):
            lanes = slice(group * self.width, (group + 1) * self.width)
            own = Candidates(candidates.ids[:, lanes], candidates.logs[:, lanes])
            chosen, parent = self._choose(group, own, tokens[:, : lanes.start])
            tokens[:, lanes], parents[:, lanes] = chosen, parent + lanes.start
        self._append(tokens, parents)

    def _choose(self, group: int, own: Candidates, used: Ids) -> tuple[Ids, Ids]:
        """The tokens and parents of a group's lanes; a lane that cannot go on has no token."""
        times = (own.ids[..., None] == used[:, None, None, :]).sum(-1)
        times[own.ids == self._writing.end] = 0
        loss = self._settings.penalty * times if self._settings.mode == "diverse" else 0.0
        ranked = self._scores[:, group, :, None] + own.logs - loss
        order = np.argsort(-ranked.reshape(len(ranked), -1), axis=-1, kind="stable")
        order = order[:, : 2 * self.width]
        parent = order // own.ids.shape[-1]
        token, ranks = _at(own.ids, order), _at(ranked, order)
        logs = _at(self._logs[:, group, :, None] + own.logs, order)
        scores = ranks if self._settings.penalty_stays else logs
        ends = token == self._writing.end
        finished = ends & np.isfinite(ranks) & self._open[:, group, None]
        finished[:, self.width :] = False
        self._finish(group, finished, parent, scores, logs)
        going = np.argsort(ends | ~np.isfinite(ranks), axis=-1, kind="stable")[:, : self.width]
        alive = pick_along(~ends & np.isfinite(ranks), going) & self._open[:, group, None]
        self._scores[:, group] = np.where(alive, pick_along(scores, going), NOTHING)
        self._logs[:, group] = np.where(alive, pick_along(logs, going), NOTHING)
        token = np.where(alive, pick_along(token, going), _NO_TOKEN)
        parent = pick_along(parent, going)
        self._judge(group, token, parent)
        return token, parent

    def _finish(
        self, group: int, finished: Flags, parent: Ids, scores: Doubles, logs: Doubles
    ) -> None:
        """Take in the texts that ended, and keep the best of each group."""
        length = self._writing.length + 1
        for row in rows_of(finished):
            best = self.found[self._writing.places[row]][group]
            for rank in rows_of(finished[row]):
                ids = self._writing.said(row, group * self.width + int(parent[row, rank]))
                score = float(scores[row, rank]) / length**self._settings.length_penalty
                best.append(Hypothesis(ids, score, float(logs[row, rank])))
            best.sort(key=lambda found: -found.score)
            del best[self.width :]

    def _judge(self, group: int, token: Ids, parent: Ids) -> None:
        """Close the groups that can find nothing better, or have no room left.

        As in transformers, no running text is expected to gain by getting longer.
        """
        length = self._writing.length + 1
        best = self._scores[:, group].max(-1)
        hope = best / length**self._settings.length_penalty
        for row in rows_of(self._open[:, group]):
            found = self.found[self._writing.places[row]][group]
            full = len(found) == self.width and hope[row] <= found[-1].score
            if length >= self._writing.limits[row] and not found and not self._guarded:
                self._cut(row, group, token, parent)
            if full or length >= self._writing.limits[row] or np.isneginf(best[row]):
                self._open[row, group] = False
                self._scores[row, group] = NOTHING

    def _cut(self, row: int, group: int, token: Ids, parent: Ids) -> None:
        """Nothing ended within the limit: the best that was being written comes back as it is."""
        lane = int(self._scores[row, group].argmax())
        if np.isneginf(self._scores[row, group, lane]):
            return
        length = self._writing.length + 1
        before = self._writing.said(row, group * self.width + int(parent[row, lane]))
        ids = (*before, int(token[row, lane]))
        score = float(self._scores[row, group, lane]) / length**self._settings.length_penalty
        log = float(self._logs[row, group, lane])
        found = Hypothesis(ids, score, log, ended=False)
        self.found[self._writing.places[row]][group].append(found)

    def _append(self, tokens: Ids, parents: Ids) -> None:
        kept = worth_keeping(self._open)
        self._open = self._open[kept]
        self._scores, self._logs = self._scores[kept], self._logs[kept]
        if len(kept):
            # A lane that is over writes on, so that all sources have equally many; nobody reads it.
            shown = np.where(tokens == _NO_TOKEN, self._writing.end, tokens)
            self._writing.append(shown[kept], parents[kept], kept)


def _at(values: NDArray[Any], order: Ids) -> NDArray[Any]:
    return pick_along(values.reshape(len(values), -1), order)
