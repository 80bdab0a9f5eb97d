"""Training by the clock, as fast as one accelerator learns: batches of like length, half precision.

`scaning.seq2seq.loop` can be stopped and goes on; this one has minutes, and only looks ahead.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from queue import Queue
from threading import Thread
from typing import Any

import torch
from torch.nn.functional import cross_entropy

from scaning.seq2seq.batches import IGNORED, Collator, Encoded, Plan, _flat
from scaning.seq2seq.progress import triangle
from scaning.seq2seq.settings import Settings

Say = Callable[[dict[str, Any]], None]
Row = tuple[list[int], list[int]]
AHEAD = 8
EVERY = 50


def encoded(rows: Sequence[Row]) -> Encoded:
    """Rows as flat arrays."""
    return Encoded(*_flat([source for source, _ in rows]), *_flat([target for _, target in rows]))


def plan_of(rows: Encoded, tokens: int, seed: int) -> Plan:
    """Batches without an end."""
    settings = Settings(base="", train="", output="", minutes=1, batch_tokens=tokens, seed=seed)
    return Plan(rows, settings)


def batches(rows: Encoded, plan: Iterable[list[int]], collator: Collator) -> Iterator[Any]:
    """Batches in the accelerator's memory, made ahead by a thread."""
    device = "cuda" if torch.cuda.is_available() else "cpu"
    made: Queue[Any] = Queue(AHEAD)

    def work() -> None:
        for batch in plan:
            tensors = collator([rows[row] for row in batch])
            if device == "cuda":
                tensors = {
                    k: v.pin_memory().to(device, non_blocking=True) for k, v in tensors.items()
                }
            made.put(tensors)

    Thread(target=work, daemon=True).start()
    while True:
        yield made.get()


def learn(
    model: Any,  # noqa: ANN401 - transformers has no types
    rows: Encoded,
    collator: Collator,
    *,
    seconds: float,
    rate: float,
    tokens: int,
    seed: int,
    say: Say,
    name: str,
    warmup: float = 0.06,
    smoothing: float = 0.1,
) -> int:
    """Train until the seconds are over; the steps that were made come back."""
    device = next(model.parameters()).device.type
    decayed = [p for p in model.parameters() if p.ndim > 1 and p.requires_grad]
    plain = [p for p in model.parameters() if p.ndim <= 1 and p.requires_grad]
    groups = [{"params": decayed, "weight_decay": 0.03}, {"params": plain, "weight_decay": 0.0}]
    optimizer = torch.optim.AdamW(groups, lr=rate, betas=(0.9, 0.98), fused=True)
    model.train()
    start, seen, step, examples = time.monotonic(), [], 0, 0
    for batch in batches(rows, plan_of(rows, tokens, seed), collator):
        done = (time.monotonic() - start) / seconds
        if done >= 1:
            break
        for group in optimizer.param_groups:
            group["lr"] = rate * max(1e-3, triangle(done, warmup))
        labels = batch.pop("labels")
        examples += len(labels)
        with torch.autocast(device, dtype=torch.bfloat16, enabled=device == "cuda"):
            logits = model(**batch, use_cache=False).logits
        loss = cross_entropy(
            logits.flatten(0, 1).float(), labels.flatten(), ignore_index=IGNORED,
            label_smoothing=smoothing,
        )  # fmt: skip
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        optimizer.zero_grad(set_to_none=True)
        seen.append(loss.detach())
        step += 1
        if step % EVERY == 0:
            now = time.monotonic() - start
            mean = float(torch.stack(seen).mean())
            say({"part": name, "step": step, "loss": round(mean, 4), "seconds": round(now, 1),
                 "examples": examples})  # fmt: skip
            seen = []
    say({"part": name, "steps": step, "examples": examples, "rows": len(rows)})
    return step


@torch.inference_mode()
def loss_of(model: Any, rows: Encoded, collator: Collator, *, tokens: int) -> float:  # noqa: ANN401
    """The mean loss of a token, without smoothing."""
    device = next(model.parameters()).device.type
    model.eval()
    total = count = 0.0
    for batch in plan_of(rows, tokens, 0).epoch(0):
        tensors = {k: v.to(device) for k, v in collator([rows[int(row)] for row in batch]).items()}
        labels = tensors.pop("labels")
        with torch.autocast(device, dtype=torch.bfloat16, enabled=device == "cuda"):
            logits = model(**tensors, use_cache=False).logits
        lost = cross_entropy(logits.flatten(0, 1).float(), labels.flatten(), reduction="sum",
                             ignore_index=IGNORED)  # fmt: skip
        total += float(lost)
        count += float((labels != IGNORED).sum())
    return total / count
