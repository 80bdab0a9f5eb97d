"""A decoder without an encoder (SmolLM2, GPT-2) behind the same interface.

It reads the source, whose end is where it starts to write. Sources are padded on the left, so
that all lanes write at one place.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch

from scaning.seq2seq.stepper import Floats, Ids
from scaning.seq2seq.torch_model import SCORE_BATCH, Tensor, TorchDecoding, TorchStepper


class CausalStepper(TorchStepper):
    """A decoder on its device."""

    def encode(
        self, sources: Sequence[Sequence[int]], *, banned: Sequence[int], watched: Sequence[int]
    ) -> CausalDecoding:
        """Read sources up to their ends."""
        return CausalDecoding(self, sources, banned=banned, watched=watched)

    def score(
        self, sources: Sequence[Sequence[int]], targets: Sequence[Sequence[int]]
    ) -> list[Floats]:
        """The log-probability of each token of each target, the end included."""
        whole = [[*s, *t, self.end] for s, t in zip(sources, targets, strict=True)]
        order = sorted(range(len(whole)), key=lambda at: -len(whole[at]))
        found: dict[int, Floats] = {}
        for start in range(0, len(order), SCORE_BATCH):
            chunk = order[start : start + SCORE_BATCH]
            ids, mask = self.padded([whole[at] for at in chunk])
            with torch.inference_mode():
                logits = self.model(input_ids=ids, attention_mask=mask, use_cache=False).logits
                logs = logits[:, :-1].float().log_softmax(-1).gather(-1, ids[:, 1:, None])
            for at, row in zip(chunk, logs[..., 0].cpu().numpy(), strict=True):
                found[at] = row[len(sources[at]) - 1 : len(whole[at]) - 1]
        return [found[at] for at in range(len(sources))]


class CausalDecoding(TorchDecoding):
    """A batch of sources in the middle of its decoding; the mask grows with what is written."""

    def _begin(self, stepper: TorchStepper, sources: Sequence[Sequence[int]]) -> None:
        # The last token of a source is the one that a decoder starts with.
        ids, mask = stepper.padded([source[:-1] for source in sources], left=True)
        self._mask = mask
        with torch.inference_mode():
            out = self._model(
                input_ids=ids, attention_mask=mask, position_ids=_places(mask), use_cache=True,
                logits_to_keep=1,
            )  # fmt: skip
        self._cache = out.past_key_values

    def _written(self, tokens: Tensor) -> Any:  # noqa: ANN401 (transformers has no types)
        self._mask = torch.cat([self._mask, torch.ones_like(tokens)], dim=1)
        return self._model(
            input_ids=tokens,
            attention_mask=self._mask,
            position_ids=_places(self._mask)[:, -1:],
            past_key_values=self._cache,
            use_cache=True,
        )

    def _follow(self, parents: Ids, kept: Ids) -> None:
        """Move what each row remembers to where the lanes are now."""
        rows = (kept[:, None] * self._lanes + parents).reshape(-1)
        if not np.array_equal(rows, np.arange(len(self._mask))):
            index = torch.from_numpy(rows).to(self._mask.device)
            self._mask = self._mask[index]
            self._cache.reorder_cache(index)


def _places(mask: Tensor) -> Tensor:
    """Where each token stands, padding left out."""
    return (mask.cumsum(-1) - 1).clamp(min=0)
