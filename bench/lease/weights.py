"""Weights in few bits, and back: each row of a matrix in steps of a share of its own spread."""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]


# A fifth of the spread is what four bits and a bit hold once they are coded by frequency.
COARSE = 0.2
MOST = 127
# What is made of other weights, or by a formula, and does not travel.
TIED = ("embed_tokens.weight", "shared.weight", "lm_head.weight", "embed_positions.weight")


def pack(state: Mapping[str, Floats], step: float = 0.0) -> bytes:
    """Weights as bytes: a header, then for each the whole numbers and what one is worth by row.

    One is worth `step` spreads of the row; of no step, the 127th part of the row's largest value,
    as the export has it. Vectors keep sixteen bits.
    """
    parts: list[bytes] = []
    header = []
    for name, weights in state.items():
        header.append([name, list(weights.shape)])
        if weights.ndim < 2 or len(weights) == 1:
            parts.append(weights.astype(np.float16).tobytes())
            continue
        scales = weights.std(-1) * step if step else np.abs(weights).max(-1) / MOST
        scales = np.maximum(scales, 1e-12).astype(np.float32)
        whole = np.clip(np.round(weights / scales[:, None]), -MOST, MOST).astype(np.int8)
        parts += [scales.tobytes(), whole.tobytes()]
    named = json.dumps(header).encode()
    coder = zlib.compressobj(6, strategy=zlib.Z_HUFFMAN_ONLY)
    packed = coder.compress(len(named).to_bytes(8, "little") + named + b"".join(parts))
    return packed + coder.flush()


def unpack(data: bytes) -> dict[str, Floats]:
    """The weights of packed bytes."""
    data = zlib.decompress(data)
    at = 8 + int.from_bytes(data[:8], "little")
    found: dict[str, Floats] = {}
    for name, shape in json.loads(data[8:at]):
        size = int(np.prod(shape))
        if len(shape) < 2 or shape[0] == 1:
            found[name] = np.frombuffer(data, np.float16, size, at).astype(np.float32)
            at += 2 * size
        else:
            scales = np.frombuffer(data, np.float32, shape[0], at)
            at += 4 * shape[0]
            whole = np.frombuffer(data, np.int8, size, at).reshape(shape)
            found[name] = whole.astype(np.float32) * scales[:, None]
            at += size
        found[name] = found[name].reshape(shape)
    return found
