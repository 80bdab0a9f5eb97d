"""How surely each text keeps its original: the scorer that was trained beside, on the same card."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import torch
from torch.nn import functional

BATCH = 2048
LONGEST = 320


@torch.inference_mode()
def judged(folder: Path, pairs: Sequence[tuple[str, str]]) -> list[float]:
    """The chances of pairs of original and candidate, read together."""
    from tokenizers import Tokenizer
    from transformers import AutoModel

    device = "cuda" if torch.cuda.is_available() else "cpu"
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.enable_padding()
    tokenizer.enable_truncation(LONGEST)
    encoder = AutoModel.from_pretrained(folder).to(device).eval()
    head = json.loads((folder / "head.json").read_text(encoding="utf-8"))
    weight = torch.tensor(head["weight"], device=device)
    order = sorted(range(len(pairs)), key=lambda at: len(pairs[at][0]) + len(pairs[at][1]))
    found = [0.0] * len(pairs)
    for at in range(0, len(order), BATCH):
        some = order[at : at + BATCH]
        read = tokenizer.encode_batch([pairs[row] for row in some])
        ids, mask = (
            torch.tensor([getattr(one, name) for one in read], device=device)
            for name in ("ids", "attention_mask")
        )
        with torch.autocast(device, dtype=torch.bfloat16, enabled=device == "cuda"):
            states = encoder(ids, mask).last_hidden_state.float()
        weights = mask.unsqueeze(-1).float()
        vectors = functional.normalize((states * weights).sum(1) / weights.sum(1), dim=-1)
        chances = torch.sigmoid(vectors.float() @ weight + head["bias"]).tolist()
        for row, chance in zip(some, chances, strict=True):
            found[row] = chance
    return found
