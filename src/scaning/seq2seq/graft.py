"""A model with another vocabulary: the rows of its embeddings and output moved or averaged."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from torch import Generator, Tensor
    from transformers import PreTrainedConfig, PreTrainedModel

    from scaning.seq2seq.vocabulary import Vocabulary

MAX_LENGTH = 512

# New rows of the same pieces have to differ for the model to tell them apart: this share of the
# spread of the rows is noise.
_SPREAD = 0.1


def graft(model: PreTrainedModel, vocabulary: Vocabulary, *, seed: int) -> PreTrainedModel:
    """A model of the same kind whose row i is the mean of the old rows of `sources[i]`."""
    import torch
    from transformers import GenerationConfig

    old = model.config.vocab_size
    grown = type(model)(_config(model.config, vocabulary))
    random = torch.Generator().manual_seed(seed)
    moved: dict[int, Tensor] = {}  # what was tied stays equal
    state = {}
    for name, tensor in model.state_dict().items():
        axes = [axis for axis, size in enumerate(tensor.shape) if size == old]
        if axes and tensor.data_ptr() not in moved:
            rows = _rows(tensor.movedim(axes[0], 0), vocabulary, random)
            moved[tensor.data_ptr()] = rows.movedim(0, axes[0])
        state[name] = moved[tensor.data_ptr()] if axes else tensor
    grown.load_state_dict(state)
    pad, end, start = vocabulary.ids
    grown.generation_config = GenerationConfig(
        pad_token_id=pad, eos_token_id=end, decoder_start_token_id=start, max_length=MAX_LENGTH
    )
    return grown.eval()


def _config(old: PreTrainedConfig, vocabulary: Vocabulary) -> PreTrainedConfig:
    """The old shape with our ids, and without habits of generation: no beams, no forced end."""
    config = type(old).from_dict(old.to_dict())
    config.vocab_size = len(vocabulary.sources)
    if getattr(config, "decoder_vocab_size", None):
        config.decoder_vocab_size = len(vocabulary.sources)
    config.pad_token_id, config.eos_token_id, config.decoder_start_token_id = vocabulary.ids
    config.bos_token_id = config.forced_eos_token_id = None
    return config


def _rows(old: Tensor, vocabulary: Vocabulary, random: Generator) -> Tensor:
    import torch

    sources = vocabulary.sources
    kept = old[[ids[0] for n, ids in enumerate(sources) if n not in vocabulary.new]]
    mean, spread = kept.mean(0), kept.std(0)
    rows = torch.empty(len(sources), *old.shape[1:], dtype=old.dtype)
    for number, ids in enumerate(sources):
        rows[number] = old[list(ids)].mean(0) if ids else mean
        if number in vocabulary.new:
            rows[number] += _SPREAD * spread * torch.randn(spread.shape, generator=random)
    return rows
