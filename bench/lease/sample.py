"""What a denoiser writes for noised problems: samples, many thousands at once."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import Any

import torch

from scaning.seq2seq.constraint import imitates_slots
from scaning.seq2seq.tokens import Tokens

LANES = 6144
TOP_K, TEMPERATURE = 20, 0.8
RATIO, SPARE = 1.3, 8


def banned(tokens: Tokens, slots: Sequence[int]) -> list[int]:
    """What is never written: digits outside slots."""
    vocabulary = tokens.tokenizer.get_vocab()
    return sorted({at for piece, at in vocabulary.items() if imitates_slots(piece)} - {*slots})


@torch.inference_mode()
def sampled(
    model: Any,  # noqa: ANN401 - transformers has no types
    sources: Sequence[list[int]],
    n: int,
    *,
    pad: int,
    never: Sequence[int],
    seconds: float,
    seed: int,
) -> Iterator[tuple[int, list[list[int]]]]:
    """For each source, by rising length, `n` texts that ended; as far as the seconds reach."""
    device = next(model.parameters()).device
    torch.manual_seed(seed)
    order = sorted(range(len(sources)), key=lambda at: len(sources[at]))
    start, at = time.monotonic(), 0
    while at < len(order) and time.monotonic() - start < seconds:
        some = order[at : at + LANES // n]
        at += len(some)
        width = max(len(sources[row]) for row in some)
        ids = torch.full((len(some), width), pad)
        for place, row in enumerate(some):
            ids[place, : len(sources[row])] = torch.tensor(sources[row])
        ids = ids.to(device)
        lengths = torch.tensor([len(sources[row]) for row in some], device=device)
        mask = (torch.arange(width, device=device) < lengths[:, None]).long()
        with torch.autocast(device.type, dtype=torch.bfloat16, enabled=device.type == "cuda"):
            written = model.generate(
                input_ids=ids, attention_mask=mask, do_sample=True, num_beams=1, top_p=1.0,
                top_k=TOP_K, temperature=TEMPERATURE, num_return_sequences=n,
                max_new_tokens=int(RATIO * width) + SPARE, suppress_tokens=list(never),
            )  # fmt: skip
        texts = written[:, 1:].view(len(some), n, -1).cpu().tolist()
        for row, several in zip(some, texts, strict=True):
            yield row, several
