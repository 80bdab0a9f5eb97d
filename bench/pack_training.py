"""Pack what training the scorer needs into two small files, and unpack them elsewhere.

    python bench/pack_training.py pack --base MODEL --texts FILE… --out FOLDER
    python bench/pack_training.py unpack FOLDER OUT

A machine without a network gets all-MiniLM-L6-v2 as whole levels with a scale a row: the table of
words as the shipped encoder has it (8 bits, only the words of the texts), all that is trained in
less than 6 bits. The texts are compressed as they are. Needs numpy alone.
"""

from __future__ import annotations

import argparse
import json
import lzma
import shutil
import zlib
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

WORDS = "embeddings.word_embeddings.weight"
WORD_TOP, TOP = 127, 23
CONFIGS = ("config.json", "tokenizer.json")
# Not the dead weight of a sentence encoder.
UNUSED = ("embeddings.position_ids", "pooler.")


def main() -> None:
    """Pack or unpack."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    verbs = parser.add_subparsers(required=True)
    one = verbs.add_parser("pack")
    one.add_argument("--base", type=Path, required=True)
    one.add_argument("--texts", type=Path, nargs="+", required=True)
    one.add_argument("--out", type=Path, required=True)
    one.set_defaults(run=lambda args: pack(args.base, args.texts, args.out))
    other = verbs.add_parser("unpack")
    other.add_argument("folder", type=Path)
    other.add_argument("out", type=Path)
    other.set_defaults(run=lambda args: unpack(args.folder, args.out))
    args = parser.parse_args()
    args.run(args)


def pack(base: Path, texts: list[Path], out: Path) -> None:
    """Write FOLDER/weights.zlib, FOLDER/weights.json, the configuration and the texts."""
    out.mkdir(parents=True, exist_ok=True)
    for path in texts:
        (out / f"{path.name}.xz").write_bytes(lzma.compress(path.read_bytes(), preset=9))
    for name in CONFIGS:
        (out / f"{name}.xz").write_bytes(lzma.compress((base / name).read_bytes(), preset=9))
    used = used_words(base, texts)
    blobs: list[Any] = []
    index: list[Any] = []
    for name, value in read_safetensors(base / "model.safetensors").items():
        if name.startswith(UNUSED):
            continue
        kept = value[used] if name == WORDS else value
        index.append({"name": name, "shape": list(kept.shape)})
        blobs += levels(kept, WORD_TOP if name == WORDS else TOP) if value.ndim == 2 else [kept]
    # Noise has no repetitions to find, only levels that come more often than others.
    squeeze = zlib.compressobj(9, strategy=zlib.Z_HUFFMAN_ONLY)
    packed = b"".join(squeeze.compress(np.ascontiguousarray(blob).tobytes()) for blob in blobs)
    (out / "weights.zlib").write_bytes(packed + squeeze.flush())
    rows = "".join("01"[found] for found in np.isin(np.arange(used.max() + 1), used).astype(int))
    (out / "weights.json").write_text(json.dumps({"tensors": index, "words": rows}))


def used_words(base: Path, texts: list[Path]) -> NDArray[np.int64]:
    """The ids that come in the texts, and the marks."""
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_file(str(base / "tokenizer.json"))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    found = set(range(104))
    for path in texts:
        lines = path.read_text(encoding="utf-8").splitlines()
        for at in range(0, len(lines), 512):
            parts = [text for line in lines[at : at + 512] for text in _strings(json.loads(line))]
            for piece in tokenizer.encode_batch(parts):
                found.update(piece.ids)
    return np.array(sorted(found))


def _strings(row: object) -> list[str]:
    if isinstance(row, str):
        return [row]
    parts = row.values() if isinstance(row, dict) else row if isinstance(row, list) else []
    return [text for part in parts for text in _strings(part)]


def levels(value: NDArray[np.float32], top: int) -> list[NDArray[Any]]:
    """A matrix in whole levels, and the scale of each row."""
    scale = np.abs(value).max(axis=1, keepdims=True).clip(1e-12) / top
    return [scale.astype(np.float32), np.rint(value / scale).astype(np.int8)]


def read_safetensors(path: Path) -> dict[str, NDArray[np.float32]]:
    """The fp32 tensors of a file: eight bytes of length, a JSON header, the raw numbers."""
    data = path.read_bytes()
    start = 8 + int.from_bytes(data[:8], "little")
    return {
        name: np.frombuffer(data, np.float32, int(np.prod(at["shape"])),
                            start + at["data_offsets"][0]).reshape(at["shape"])
        for name, at in json.loads(data[8:start]).items() if at.get("dtype") == "F32"
    }  # fmt: skip


def unpack(folder: Path, out: Path) -> None:
    """Write OUT/base, a model of transformers, and OUT/FILE for each text."""
    base = out / "base"
    base.mkdir(parents=True, exist_ok=True)
    for path in folder.glob("*.json*.xz"):
        target = base if path.stem in CONFIGS else out
        with lzma.open(path) as packed, (target / path.stem).open("wb") as plain:
            shutil.copyfileobj(packed, plain)
    index = json.loads((folder / "weights.json").read_text())
    data, at = zlib.decompress((folder / "weights.zlib").read_bytes()), 0

    def take(shape: list[int], kind: type[Any]) -> NDArray[Any]:
        nonlocal at
        n = int(np.prod(shape))
        found = np.frombuffer(data, kind, n, at).reshape(shape)
        at += found.nbytes
        return found

    tensors: dict[str, NDArray[np.float32]] = {}
    for one in index["tensors"]:
        name, shape = one["name"], one["shape"]
        if len(shape) == 2:
            scale = take([shape[0], 1], np.float32)
            value = take(shape, np.int8) * scale
        else:
            value = take(shape, np.float32)
        if name == WORDS:
            rows = np.flatnonzero(np.array(list(index["words"])) == "1")
            vocabulary = json.loads((base / "config.json").read_text())["vocab_size"]
            value, known = np.zeros((vocabulary, shape[1]), np.float32), value
            value[rows] = known
        tensors[name] = value
    write_safetensors(tensors, base / "model.safetensors")


def write_safetensors(tensors: dict[str, NDArray[np.float32]], path: Path) -> None:
    """The reverse of reading."""
    header: dict[str, Any] = {"__metadata__": {"format": "pt"}}
    at = 0
    for name, value in tensors.items():
        header[name] = {
            "dtype": "F32",
            "shape": list(value.shape),
            "data_offsets": [at, at + value.nbytes],
        }
        at += value.nbytes
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    with path.open("wb") as file:
        file.write(len(text).to_bytes(8, "little") + text)
        for value in tensors.values():
            file.write(np.ascontiguousarray(value, np.float32).tobytes())


if __name__ == "__main__":
    main()
