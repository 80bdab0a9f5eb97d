"""A small model that knows nothing, from the words of a corpus: to try the whole method on.

The base "scratch" needs no download. It learns to copy and to order a little within minutes, and
writes nothing that is of use.
"""

from __future__ import annotations

import math
import re
import string
from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from scaning.seq2seq.tokens import EOS, PAD, UNKNOWN, Piece

if TYPE_CHECKING:
    from scaning.seq2seq.bases import Raw

WORDS = 3000
_WORD = re.compile(r" ?[A-Za-z]+")
_PLAIN = " " + string.digits + string.ascii_letters + string.punctuation
_SHAPE = {
    "d_model": 64, "encoder_layers": 2, "decoder_layers": 2, "encoder_attention_heads": 4,
    "decoder_attention_heads": 4, "encoder_ffn_dim": 128, "decoder_ffn_dim": 128,
    "max_position_embeddings": 512, "activation_function": "swish", "scale_embedding": True,
    "dropout": 0.0, "init_std": 0.02,
}  # fmt: skip


def scratch(texts: Iterable[str], *, seed: int) -> Raw:
    """A random model, and the most frequent words of texts as its pieces."""
    import torch
    from transformers import MarianConfig, MarianMTModel

    from scaning.seq2seq.bases import Raw

    special = {PAD: 0, EOS: 1, UNKNOWN: 2}
    pieces = {piece: number for number, piece in enumerate(_pieces(texts), start=len(special))}
    size = len(special) + len(pieces)
    torch.manual_seed(seed)
    config = MarianConfig(
        vocab_size=size, decoder_vocab_size=size, pad_token_id=0, eos_token_id=1,
        decoder_start_token_id=0, forced_eos_token_id=None, **_SHAPE,
    )  # fmt: skip
    origin = {"source": "random weights", "licence": "none needed"}
    return Raw(MarianMTModel(config), pieces, special, origin)


def _pieces(texts: Iterable[str]) -> list[Piece]:
    """Single characters, then the words with their blanks, the most frequent first."""
    counts = Counter(word for text in texts for word in _WORD.findall(" " + text) if len(word) > 1)
    total = sum(counts.values()) or 1
    ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:WORDS]
    words = [Piece(word, math.log(count / total)) for word, count in ranked]
    return [*(Piece(character, -20.0) for character in _PLAIN), *words]
