"""Models that know nothing, from the words of a corpus; they need no download.

"scratch" is tiny, to try the whole method on: it learns to copy and to order a little within
minutes, and writes nothing that is of use. "bart" is a small BART, to compare the others with.
"""

from __future__ import annotations

import math
import re
import string
from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from scaning.seq2seq.tokens import EOS, PAD, UNKNOWN, Piece

if TYPE_CHECKING:
    from transformers import PreTrainedModel

    from scaning.seq2seq.bases import Raw


class Shape(NamedTuple):
    """How wide and how deep a model is, and how many words it has."""

    width: int
    layers: int
    heads: int
    feed: int
    words: int


SHAPES = {"scratch": Shape(64, 2, 4, 128, 3000), "bart": Shape(256, 4, 4, 1024, 8000)}
_POSITIONS = 512
_WORD = re.compile(r" ?[A-Za-z]+")
_PLAIN = " " + string.digits + string.ascii_letters + string.punctuation


def scratch(name: str, texts: Iterable[str], *, seed: int) -> Raw:
    """A random model, and the most frequent words of texts as its pieces."""
    import torch

    from scaning.seq2seq.bases import Raw

    shape = SHAPES[name]
    special = {PAD: 0, EOS: 1, UNKNOWN: 2}
    found = _pieces(texts, shape.words)
    pieces = {piece: number for number, piece in enumerate(found, start=len(special))}
    torch.manual_seed(seed)
    model = _model(name, shape, len(special) + len(pieces))
    return Raw(model, pieces, special, {"source": "random weights", "licence": "none needed"})


def _model(name: str, shape: Shape, size: int) -> PreTrainedModel:
    from transformers import (
        BartConfig,
        BartForConditionalGeneration,
        MarianConfig,
        MarianMTModel,
    )

    common = {
        "vocab_size": size, "d_model": shape.width, "max_position_embeddings": _POSITIONS,
        "encoder_layers": shape.layers, "decoder_layers": shape.layers,
        "encoder_attention_heads": shape.heads, "decoder_attention_heads": shape.heads,
        "encoder_ffn_dim": shape.feed, "decoder_ffn_dim": shape.feed, "scale_embedding": True,
        "dropout": 0.0, "init_std": 0.02, "pad_token_id": 0, "eos_token_id": 1,
        "bos_token_id": None, "decoder_start_token_id": 0, "forced_eos_token_id": None,
    }  # fmt: skip
    if name == "bart":
        return BartForConditionalGeneration(BartConfig(**common))
    return MarianMTModel(
        MarianConfig(decoder_vocab_size=size, activation_function="swish", **common)
    )


def _pieces(texts: Iterable[str], words: int) -> list[Piece]:
    """Single characters, then the words with their blanks, the most frequent first."""
    counts = Counter(word for text in texts for word in _WORD.findall(" " + text) if len(word) > 1)
    total = sum(counts.values()) or 1
    ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:words]
    return [
        *(Piece(character, -20.0) for character in _PLAIN),
        *(Piece(word, math.log(count / total)) for word, count in ranked),
    ]
