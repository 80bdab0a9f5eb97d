"""Any model by its name on the hub or by the path of its folder: one of ours, to cut it again."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scaning.errors import ResourceError, UsageError
from scaning.seq2seq import bpe
from scaning.seq2seq.kinds import model_of
from scaning.seq2seq.tokens import BYTES, EOS, FILE, PAD, UNKNOWN, Piece

if TYPE_CHECKING:
    from tokenizers import Tokenizer
    from transformers import PreTrainedModel

    from scaning.seq2seq.bases import Raw

# What a tokenizer holds for itself, such as "<extra_id_7>" and "<mask_1>".
_OF_ITS_OWN = re.compile(r"</?[A-Za-z0-9_]+>|⟦[0-9]+⟧|\[[A-Z]+:")


def from_hub(name: str) -> Raw:
    """The model of a name or path; its vocabulary is Unigram's, as T5's, or pairs of bytes."""
    from scaning.seq2seq.bases import Raw

    model = model_of(name)
    tokenizer = _tokenizer(name)
    held = json.loads(tokenizer.to_str())
    kind = held["model"].get("type")
    origin = {
        "source": name,
        "where": "local folder" if Path(name).exists() else "model hub",
        **_licence(Path(name)),
    }
    if kind == bpe.KIND:
        return Raw(model, {}, _special(name, model, held), origin, tokenizer)
    if kind != "Unigram":
        raise UsageError(
            f"The tokenizer of {name!r} is {kind}; only vocabularies of Unigram and of pairs of "
            "bytes (BPE) can be cut down."
        )
    config = model.config
    special = {
        PAD: config.pad_token_id, EOS: config.eos_token_id, UNKNOWN: held["model"]["unk_id"],
    }  # fmt: skip
    pieces = {
        Piece(piece.replace("▁", " "), score): number
        for number, (piece, score) in enumerate(held["model"]["vocab"])
        if number not in special.values()
        and piece not in BYTES
        and not _OF_ITS_OWN.fullmatch(piece)
    }
    return Raw(model, pieces, special, origin)


def _tokenizer(name: str) -> Tokenizer:
    """The fast tokenizer of a model; a folder of ours holds nothing but its file."""
    from tokenizers import Tokenizer
    from transformers import AutoTokenizer

    if (Path(name) / FILE).exists():
        return Tokenizer.from_file(str(Path(name) / FILE))
    try:
        backend = getattr(AutoTokenizer.from_pretrained(name), "backend_tokenizer", None)
    except (OSError, ValueError) as error:
        told = str(error).strip().splitlines()[0]
        raise ResourceError(f"The tokenizer of {name!r} cannot be had: {told}") from None
    if backend is None:
        raise UsageError(f"The tokenizer of {name!r} is no fast one: it cannot be cut down.")
    return backend


def _special(name: str, model: PreTrainedModel, held: Mapping[str, Any]) -> dict[str, int]:
    """What pads, begins and ends a text, and what a decoder with an encoder starts with."""
    config = model.config
    end = config.eos_token_id[0] if isinstance(config.eos_token_id, list) else config.eos_token_id
    if end is None:
        raise UsageError(f"The config of {name!r} names no eos_token_id.")
    special = {EOS: end, PAD: end if config.pad_token_id is None else config.pad_token_id}
    if config.is_encoder_decoder:
        special["start"] = config.decoder_start_token_id
        # BART's texts begin with a piece of their own; a decoder's go on behind what it has read.
        if config.bos_token_id is not None and held.get("post_processor"):
            special["begin"] = config.bos_token_id
    return special


def _licence(folder: Path) -> dict[str, object]:
    """What the manifest of one of our bases says of its licence."""
    try:
        manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
        return {"licence": manifest["licence"], "made_of": manifest["source"]}
    except (OSError, ValueError, KeyError):
        return {}
