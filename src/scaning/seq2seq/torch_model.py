"""Any model of transformers as a stepper, on a processor or a graphics card."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import torch

from scaning.seq2seq.stepper import Floats, Ids, Step

if TYPE_CHECKING:
    from transformers import PreTrainedModel

Tensor: TypeAlias = Any
SCORE_BATCH = 32


class TorchStepper:
    """A model on its device; caches stay there, and only the best tokens come back."""

    def __init__(self, model: PreTrainedModel) -> None:
        self.model = model.eval()
        config, generation = model.config, model.generation_config
        self.start = _first(generation.decoder_start_token_id, config.decoder_start_token_id)
        self.end = _first(generation.eos_token_id, config.eos_token_id)
        self.pad = int(config.pad_token_id)
        self.never = tuple(sorted({self.pad, self.start} - {self.end}))
        # T5 has relative positions, and no end.
        self.positions = int(getattr(config, "max_position_embeddings", None) or 4096)

    @classmethod
    def load(
        cls, folder: Path, *, device: str = "auto", dtype: str = "auto", threads: int = 0
    ) -> TorchStepper:
        """The model of a folder or of a name that the hub knows.

        On a graphics card it runs in bfloat16, elsewhere in float32, unless `dtype` says another.
        """
        from scaning.seq2seq.kinds import model_of

        if device == "auto":
            device = "cuda" if torch.cuda.is_available() else "cpu"
        if dtype == "auto":
            dtype = "bfloat16" if device.startswith("cuda") else "float32"
        if threads:
            torch.set_num_threads(threads)
        return stepper_of(model_of(folder, dtype=dtype).to(device))

    def encode(
        self, sources: Sequence[Sequence[int]], *, banned: Sequence[int], watched: Sequence[int]
    ) -> TorchDecoding:
        """Run the encoder over sources, which are padded to one length."""
        return TorchDecoding(self, sources, banned=banned, watched=watched)

    def score(
        self, sources: Sequence[Sequence[int]], targets: Sequence[Sequence[int]]
    ) -> list[Floats]:
        """The log-probability of each token of each target, the end included."""
        order = sorted(range(len(sources)), key=lambda at: -len(targets[at]))
        found: dict[int, Floats] = {}
        for start in range(0, len(order), SCORE_BATCH):
            chunk = order[start : start + SCORE_BATCH]
            ids, mask = self.padded([sources[at] for at in chunk])
            ended = [[*targets[at], self.end] for at in chunk]
            labels, _ = self.padded(ended)
            begun, _ = self.padded([[self.start, *target[:-1]] for target in ended])
            with torch.inference_mode():
                logits = self.model(
                    input_ids=ids, attention_mask=mask, decoder_input_ids=begun, use_cache=False
                ).logits
                logs = logits.float().log_softmax(-1).gather(-1, labels[..., None])[..., 0].cpu()
            for at, row, target in zip(chunk, logs.numpy(), ended, strict=True):
                found[at] = row[: len(target)]
        return [found[at] for at in range(len(sources))]

    def padded(self, rows: Sequence[Sequence[int]], *, left: bool = False) -> tuple[Tensor, Tensor]:
        """The rows as one tensor on the model's device, and the mask of what is no padding."""
        longest = max(map(len, rows))
        gaps = [longest - len(row) for row in rows]
        ids = [[*row, *[self.pad] * gap] for row, gap in zip(rows, gaps, strict=True)]
        mask = [[1] * (longest - gap) + [0] * gap for gap in gaps]
        if left:
            ids = [
                row[longest - gap :] + row[: longest - gap]
                for row, gap in zip(ids, gaps, strict=True)
            ]
            mask = [row[::-1] for row in mask]
        device = self.model.device
        return torch.tensor(ids, device=device), torch.tensor(mask, device=device)


class TorchDecoding:
    """A batch of sources in the middle of its decoding."""

    def __init__(
        self,
        stepper: TorchStepper,
        sources: Sequence[Sequence[int]],
        *,
        banned: Sequence[int],
        watched: Sequence[int],
    ) -> None:
        self._model = stepper.model
        self._mask: Tensor
        self._cache: Any = None
        self._lanes = 1
        self._begin(stepper, sources)
        device = self._mask.device
        self._watched = torch.tensor([*watched], dtype=torch.long, device=device)
        hidden = [*{*banned, *watched}]
        self._hidden_tokens = torch.tensor(hidden, dtype=torch.long, device=device)

    def _begin(self, stepper: TorchStepper, sources: Sequence[Sequence[int]]) -> None:
        """Read the sources."""
        ids, self._mask = stepper.padded(sources)
        with torch.inference_mode():
            self._hidden = self._model.get_encoder()(
                input_ids=ids, attention_mask=self._mask
            ).last_hidden_state

    def step(self, tokens: Ids, parents: Ids, kept: Ids, *, top: int) -> Step:
        """Append a token to each lane; see `Decoding.step`."""
        with torch.inference_mode():
            return self._step(tokens, parents, kept, top)

    def _step(self, tokens: Ids, parents: Ids, kept: Ids, top: int) -> Step:
        self._follow(parents, kept)
        sources, self._lanes = tokens.shape
        out = self._written(torch.from_numpy(tokens.reshape(-1, 1)).to(self._mask.device))
        self._cache = out.past_key_values
        logits = out.logits[:, -1].float()
        norm = logits.logsumexp(-1, keepdim=True)
        watched = logits[:, self._watched] - norm
        if len(self._hidden_tokens):
            logits.index_fill_(1, self._hidden_tokens, -torch.inf)
        found, ids = logits.topk(min(top, logits.shape[-1]))
        shape = (sources, self._lanes, -1)
        return Step(
            ids.cpu().numpy().reshape(shape),
            (found - norm).cpu().numpy().reshape(shape),
            watched.cpu().numpy().reshape((sources, self._lanes, len(self._watched))),
        )

    def _written(self, tokens: Tensor) -> Any:  # noqa: ANN401 (transformers has no types)
        """Append a token to each row."""
        return self._model(
            encoder_outputs=(self._hidden,),
            attention_mask=self._mask,
            decoder_input_ids=tokens,
            past_key_values=self._cache,
            use_cache=True,
        )

    def _follow(self, parents: Ids, kept: Ids) -> None:
        """Move what each row remembers to where the lanes are now."""
        before = len(self._hidden) // self._lanes
        rows = (kept[:, None] * self._lanes + parents).reshape(-1)
        same = len(rows) == len(self._hidden) and len(kept) == before
        if same and np.array_equal(rows, np.arange(len(rows))):
            return
        index = torch.from_numpy(rows).to(self._hidden.device)
        if self._cache is not None:
            self._cache.self_attention_cache.reorder_cache(index)
        if same:  # lanes of one source share what they read of it
            return
        self._hidden, self._mask = self._hidden[index], self._mask[index]
        if self._cache is not None:
            self._cache.cross_attention_cache.reorder_cache(index)


def stepper_of(model: PreTrainedModel) -> TorchStepper:
    """The stepper for a model with an encoder, or for a decoder alone."""
    from scaning.seq2seq.causal import CausalStepper
    from scaning.seq2seq.kinds import writes_alone

    return CausalStepper(model) if writes_alone(model) else TorchStepper(model)


def _first(*choices: int | list[int] | None) -> int:
    for choice in choices:
        if isinstance(choice, list):
            return int(choice[0])
        if choice is not None:
            return int(choice)
    raise AssertionError("a sequence-to-sequence model has a start and an end")
