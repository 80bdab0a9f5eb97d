"""Diverse beam search as one would first write it: one batch of all lanes, a loop over sources.

It is what our decoder is measured against, and what it must agree with.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import torch

Tensor = Any


@dataclass
class _Group:
    """The beams of one group of one source, and the texts that ended."""

    ids: list[list[int]]
    scores: list[float]
    done: list[tuple[float, list[int]]] = field(default_factory=list)
    closed: bool = False


class GroupBeams:
    """A model of transformers that writes by groups of beams."""

    def __init__(
        self,
        model: Any,  # noqa: ANN401
        beams: int,
        groups: int,
        penalty: float,
        limit: int,
    ) -> None:
        self.model = model
        self.groups, self.width = groups, beams // groups
        self.penalty, self.limit = penalty, limit
        self.end = model.config.eos_token_id
        self.start = model.config.decoder_start_token_id
        self.pad = model.config.pad_token_id

    @torch.inference_mode()
    def __call__(self, rows: Sequence[Sequence[int]]) -> list[list[list[int]]]:
        """The best text of each group, then the next ones."""
        lanes = self.groups * self.width
        hidden, mask = self._read(rows, lanes)
        sources = [
            [_Group([[] for _ in range(self.width)], [0.0] + [-1e9] * (self.width - 1))
             for _ in range(self.groups)]
            for _ in rows
        ]  # fmt: skip
        tokens = torch.full((len(rows) * lanes, 1), self.start)
        cache = None
        for _ in range(self.limit):
            out = self.model(
                encoder_outputs=(hidden,), attention_mask=mask, decoder_input_ids=tokens,
                past_key_values=cache, use_cache=True,
            )  # fmt: skip
            cache = out.past_key_values
            logs = out.logits[:, -1].log_softmax(-1)
            logs[:, [self.pad]] = -torch.inf
            order, chosen = [], []
            for at, groups in enumerate(sources):
                parents, picked = self._step(groups, logs[at * lanes : (at + 1) * lanes])
                order += [at * lanes + parent for parent in parents]
                chosen += picked
            if all(group.closed for groups in sources for group in groups):
                break
            cache.self_attention_cache.reorder_cache(torch.tensor(order))
            tokens = torch.tensor(chosen)[:, None]
        return [self._texts(groups) for groups in sources]

    def _read(self, rows: Sequence[Sequence[int]], lanes: int) -> tuple[Tensor, Tensor]:
        width = max(map(len, rows))
        ids = torch.tensor([[*row, *[self.pad] * (width - len(row))] for row in rows])
        mask = torch.tensor([[1] * len(row) + [0] * (width - len(row)) for row in rows])
        hidden = self.model.get_encoder()(input_ids=ids, attention_mask=mask).last_hidden_state
        return hidden.repeat_interleave(lanes, 0), mask.repeat_interleave(lanes, 0)

    def _step(self, groups: list[_Group], logs: Tensor) -> tuple[list[int], list[int]]:
        """One step of one source: the lane that each lane follows, and its token."""
        parents: list[int] = []
        picked: list[int] = []
        used: list[int] = []
        for number, group in enumerate(groups):
            first = number * self.width
            own = logs[first : first + self.width]
            loss = torch.zeros(own.shape[-1])
            for token in used:
                loss[token] += self.penalty
            loss[self.end] = 0.0
            scores = torch.tensor(group.scores, dtype=torch.float64)[:, None] + own.double()
            best = (scores - loss).flatten().topk(2 * self.width).indices.tolist()
            self._grow(group, best, scores.flatten(), own.shape[-1], first, parents, picked)
            used += [] if group.closed else picked[first:]
        return parents, picked

    def _grow(
        self, group: _Group, best: list[int], scores: Tensor, size: int, first: int,
        parents: list[int], picked: list[int],
    ) -> None:  # fmt: skip
        ids, kept = [], []
        for rank, place in enumerate(best):
            lane, token, score = place // size, place % size, float(scores[place])
            if token == self.end:
                if rank < self.width and not group.closed:
                    length = len(group.ids[lane]) + 1
                    group.done.append((score / length, group.ids[lane]))
            elif len(ids) < self.width:
                ids.append([*group.ids[lane], token])
                kept.append(score)
                parents.append(first + lane)
                picked.append(token)
        group.ids, group.scores = ids, kept
        group.done = sorted(group.done, key=lambda found: -found[0])[: self.width]
        hope = max(kept) / len(ids[0])
        full = len(group.done) == self.width and hope <= group.done[-1][0]
        group.closed = group.closed or full

    def _texts(self, groups: list[_Group]) -> list[list[int]]:
        found = [[ids for _, ids in group.done] or [group.ids[0]] for group in groups]
        return [texts[rank] for rank in range(self.width) for texts in found if rank < len(texts)]
