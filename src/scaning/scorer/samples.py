"""What the scorer learns from: groups and judged pairs from files, batches of token ids."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from queue import Queue
from random import Random
from threading import Thread
from typing import NamedTuple, Protocol, TextIO, cast

import torch
from torch import Tensor


class Settings(Protocol):
    """What a plan says about batches."""

    @property
    def batch(self) -> int: ...  # noqa: D102
    @property
    def negatives(self) -> int: ...  # noqa: D102
    @property
    def seed(self) -> int: ...  # noqa: D102
    @property
    def max_length(self) -> int: ...  # noqa: D102


class Tokenizer(Protocol):
    """A tokenizer of transformers."""

    def __call__(self, *texts: list[str], **how: object) -> dict[str, Tensor]:
        """The token ids of some texts or pairs of texts, and their masks."""
        ...


class Group(NamedTuple):
    """A problem, texts that keep its solution, the most changed first, and texts that do not."""

    anchor: str
    positives: tuple[str, ...]
    negatives: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Pairs:
    """Judged pairs, column by column."""

    originals: list[str]
    candidates: list[str]
    valid: list[bool]


@dataclass(frozen=True, slots=True)
class Batch:
    """The tensors of a step."""

    tensors: dict[str, Tensor]


def read_text(path: Path) -> TextIO:
    """A text file, gzipped or not."""
    zipped = path.suffix == ".gz"
    return cast(
        "TextIO", gzip.open(path, "rt", encoding="utf-8") if zipped else path.open(encoding="utf-8")
    )


def read_groups(paths: Sequence[Path]) -> list[Group]:
    """The groups of some JSONL files, gzipped or not."""
    found = []
    for path in paths:
        with read_text(path) as lines:
            for line in lines:
                row = json.loads(line)
                sides = (tuple(one["text"] for one in row[k]) for k in ("positives", "negatives"))
                found.append(Group(row["anchor"], *sides))
    return found


def read_pairs(path: Path) -> Pairs:
    """The judged pairs of a JSONL file."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return Pairs(
        [row["original"] for row in rows],
        [row["candidate"] for row in rows],
        [bool(row["valid"]) for row in rows],
    )


def batches(
    groups: list[Group], plan: Settings, tokenizer: Tokenizer, *, first: int
) -> Iterator[Batch]:
    """Batches without end; the one of a step depends on the seed and the step alone."""
    step, per_epoch = first, max(1, len(groups) // plan.batch)
    while True:
        order = list(range(len(groups)))
        Random(f"{plan.seed}/{step // per_epoch}").shuffle(order)
        for at in range(step % per_epoch, per_epoch):
            chosen = [groups[i] for i in order[at * plan.batch : (at + 1) * plan.batch]]
            yield _batch(chosen, plan, tokenizer, Random(f"{plan.seed}/{step}/texts"))
            step += 1


def ahead(made: Iterator[Batch], n: int) -> Iterator[Batch]:
    """The same batches, made by another thread up to n before they are needed."""
    waiting: Queue[Batch | Exception] = Queue(n)

    def fill() -> None:
        try:
            for batch in made:
                waiting.put(batch)
        except Exception as error:
            waiting.put(error)

    Thread(target=fill, daemon=True).start()
    while True:
        found = waiting.get()
        if isinstance(found, Exception):
            raise found
        yield found


def _batch(groups: Sequence[Group], plan: Settings, tokenizer: Tokenizer, rng: Random) -> Batch:
    texts: list[str] = []
    owner: list[int] = []
    kept: list[bool] = []
    pairs: list[tuple[str, str, bool]] = []
    for number, group in enumerate(groups):
        fine = rng.sample(group.positives, min(2, len(group.positives)))
        bad = rng.sample(group.negatives, min(plan.negatives, len(group.negatives)))
        texts += [group.anchor, *fine, *bad]
        owner += [number] * (1 + len(fine) + len(bad))
        kept += [True] * (1 + len(fine)) + [False] * len(bad)
        pairs += [(group.anchor, one, True) for one in fine]
        pairs += [(group.anchor, one, False) for one in bad[: len(fine) + 1]]
        pairs.append((fine[0], rng.choice(bad), False))
        if len(fine) > 1:
            pairs.append((fine[0], fine[1], True))
    pairs = [(b, a, valid) if rng.random() < 0.3 else (a, b, valid) for a, b, valid in pairs]
    alone = tokenizer(
        texts, padding=True, truncation=True, max_length=plan.max_length, return_tensors="pt"
    )
    both = tokenizer(
        [one[0] for one in pairs], [one[1] for one in pairs],
        padding=True, truncation=True, max_length=2 * plan.max_length, return_tensors="pt",
    )  # fmt: skip
    labels = torch.tensor([float(valid) for *_, valid in pairs])
    share = float(labels.mean())
    weights = torch.where(labels > 0, 0.5 / max(share, 0.05), 0.5 / max(1 - share, 0.05))
    return Batch({
        "ids": alone["input_ids"], "mask": alone["attention_mask"],
        "owner": torch.tensor(owner), "kept": torch.tensor(kept),
        "pair_ids": both["input_ids"], "pair_mask": both["attention_mask"],
        "pair_labels": labels, "pair_weights": weights,
    })  # fmt: skip
