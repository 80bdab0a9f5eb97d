"""What is packed for another machine comes out there as it was, as near as its levels allow."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
from pack_training import TOP, WORD_TOP, WORDS, pack, read_safetensors, unpack, write_safetensors
from tokenizers import Tokenizer, models, pre_tokenizers

LAYER = "encoder.layer.0.output.dense.weight"


def test_a_packed_model_is_the_model_again(tmp_path: Path) -> None:
    base, packed, out = (tmp_path / name for name in ("base", "packed", "out"))
    base.mkdir()
    vocabulary = {f"w{i}": i for i in range(200)}
    tokenizer = Tokenizer(models.WordLevel(vocabulary, unk_token="w0"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.save(str(base / "tokenizer.json"))
    (base / "config.json").write_text(json.dumps({"vocab_size": 200}), encoding="utf-8")
    rng = np.random.default_rng(1)
    weights = {
        WORDS: rng.normal(size=(200, 8)).astype(np.float32),
        LAYER: rng.normal(size=(16, 8)).astype(np.float32),
        "encoder.layer.0.output.dense.bias": rng.normal(size=8).astype(np.float32),
        "pooler.dense.bias": np.ones(8, np.float32),
    }
    write_safetensors(weights, base / "model.safetensors")
    texts = tmp_path / "groups.jsonl"
    texts.write_text(json.dumps({"anchor": "w150", "kept": [{"text": "w199"}]}) + "\n", "utf-8")

    pack(base, [texts], packed)
    unpack(packed, out)

    assert (out / "groups.jsonl").read_bytes() == texts.read_bytes()
    back = read_safetensors(out / "base" / "model.safetensors")
    assert set(back) == set(weights) - {"pooler.dense.bias"}
    bias = "encoder.layer.0.output.dense.bias"
    assert np.array_equal(back[bias], weights[bias])
    used = [*range(104), 150, 199]
    for name, rows, top in ((WORDS, used, WORD_TOP), (LAYER, list(range(16)), TOP)):
        step = np.abs(weights[name][rows]).max(axis=1, keepdims=True) / top
        assert (np.abs(back[name][rows] - weights[name][rows]) <= step / 2 + 1e-6).all()
    assert not back[WORDS][[104, 151, 198]].any()
