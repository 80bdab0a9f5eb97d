"""Any sequence-to-sequence model by its name on the hub, or by the path of its folder."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from scaning.errors import ResourceError, UsageError
from scaning.seq2seq.tokens import EOS, PAD, UNKNOWN, Piece

if TYPE_CHECKING:
    from scaning.seq2seq.bases import Raw


def from_hub(name: str) -> Raw:
    """The model of a name or path; its tokenizer has to be a Unigram one, as that of T5."""
    from transformers import AutoModelForSeq2SeqLM, AutoTokenizer

    from scaning.seq2seq.bases import Raw

    try:
        model = AutoModelForSeq2SeqLM.from_pretrained(name, dtype="float32")
        tokenizer = AutoTokenizer.from_pretrained(name)
    except (OSError, ValueError) as error:
        told = str(error).strip().splitlines()[0]
        raise ResourceError(f"The model {name!r} cannot be had: {told}") from None
    backend = getattr(tokenizer, "backend_tokenizer", None)
    held = json.loads(backend.to_str())["model"] if backend else {}
    if held.get("type") != "Unigram":
        kind = held.get("type", "no fast one")
        raise UsageError(
            f"The tokenizer of {name!r} is {kind}; only a Unigram vocabulary can be cut down."
        )
    special = {
        PAD: tokenizer.pad_token_id, EOS: tokenizer.eos_token_id, UNKNOWN: held["unk_id"],
    }  # fmt: skip
    pieces = {
        Piece(piece.replace("▁", " "), score): number
        for number, (piece, score) in enumerate(held["vocab"])
        if number not in special.values() and not piece.startswith("<")
    }
    where = "local folder" if Path(name).exists() else "model hub"
    return Raw(model, pieces, special, {"source": name, "where": where})
