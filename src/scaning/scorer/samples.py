"""What the scorer learns from: groups and judged pairs from files, batches of token ids."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from queue import Queue
from random import Random
from threading import Thread
from typing import NamedTuple, Protocol, TextIO, TypeAlias, cast

import numpy as np
import torch
from numpy.typing import NDArray
from tokenizers import Tokenizer
from torch import Tensor

Ids: TypeAlias = NDArray[np.int64]

# So many texts are cut into word pieces at once, so many batches are sorted by length at once.
CUT, SORTED = 4096, 16


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


class Group(NamedTuple):
    """A problem, texts that keep its solution, the most changed first, and texts that do not."""

    anchor: str
    positives: tuple[str, ...]
    negatives: tuple[str, ...]


class CutGroup(NamedTuple):
    """A group in word pieces, without the marks at the ends."""

    anchor: Ids
    positives: tuple[Ids, ...]
    negatives: tuple[Ids, ...]


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


class Pieces:
    """Texts into word pieces, and those into padded rows of one text or of two."""

    def __init__(self, tokenizer: Tokenizer) -> None:
        tokenizer.no_truncation()
        tokenizer.no_padding()
        self.tokenizer = tokenizer
        alone, both = tokenizer.encode("").ids, tokenizer.encode("", "").ids
        self.start, self.end = np.array(alone[:1]), np.array(alone[1:])
        self.between = np.array(both[1 : len(both) - len(alone) + 1])
        named = (tokenizer.token_to_id(name) for name in ("[PAD]", "<pad>"))
        self.pad = next((found for found in named if found is not None), 0)

    def cut(self, texts: Iterable[str]) -> Iterator[Ids]:
        """The word pieces of each text."""
        waiting = list(texts)
        for at in range(0, len(waiting), CUT):
            some = waiting[at : at + CUT]
            for found in self.tokenizer.encode_batch(some, add_special_tokens=False):
                yield np.array(found.ids, np.int64)

    def alone(self, texts: Sequence[Ids], length: int) -> tuple[Tensor, Tensor]:
        """Ids and mask of texts that are read alone."""
        most = length - 2
        return self._padded([(self.start, text[:most], self.end) for text in texts])

    def together(self, pairs: Sequence[tuple[Ids, Ids]], length: int) -> tuple[Tensor, Tensor]:
        """Ids and mask of pairs, in which each text has the same room."""
        most = length // 2 - 2
        return self._padded(
            [(self.start, a[:most], self.between, b[:most], self.end) for a, b in pairs]
        )

    def _padded(self, rows: Sequence[tuple[Ids, ...]]) -> tuple[Tensor, Tensor]:
        lengths = np.array([sum(map(len, row)) for row in rows])
        mask = np.arange(lengths.max())[None, :] < lengths[:, None]
        ids = np.full(mask.shape, self.pad, np.int64)
        ids[mask] = np.concatenate([part for row in rows for part in row])
        return torch.from_numpy(ids), torch.from_numpy(mask.astype(np.int64))


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


def cut_groups(groups: Iterable[Group], pieces: Pieces) -> list[CutGroup]:
    """The groups in word pieces, each text cut once."""
    kept = list(groups)
    flat = pieces.cut(
        text for group in kept for text in (group.anchor, *group.positives, *group.negatives)
    )
    return [
        CutGroup(
            next(flat),
            tuple(next(flat) for _ in group.positives),
            tuple(next(flat) for _ in group.negatives),
        )
        for group in kept
    ]


def batches(
    groups: Sequence[CutGroup], plan: Settings, pieces: Pieces, *, first: int
) -> Iterator[Batch]:
    """Batches without end; the one of a step depends on the seed and the step alone."""
    step = first
    per_epoch = max(1, len(groups) // plan.batch)
    while True:
        order = epoch(groups, plan.batch, Random(f"{plan.seed}/{step // per_epoch}"))
        for rows in order[step % per_epoch :]:
            chosen = [groups[i] for i in rows]
            yield _batch(chosen, plan, pieces, Random(f"{plan.seed}/{step}/texts"))
            step += 1


def epoch(groups: Sequence[CutGroup], size: int, rng: Random) -> list[list[int]]:
    """All groups once, in batches of like length, so that little is spent on padding."""
    order = rng.sample(range(len(groups)), len(groups))
    wide = SORTED * size
    by_length = [
        i
        for at in range(0, len(order), wide)
        for i in sorted(order[at : at + wide], key=lambda i: len(groups[i].anchor))
    ]
    last = max(size, len(order) - len(order) % size)
    found = [by_length[at : at + size] for at in range(0, last, size)]
    rng.shuffle(found)
    return found


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


def _batch(groups: Sequence[CutGroup], plan: Settings, pieces: Pieces, rng: Random) -> Batch:
    texts: list[Ids] = []
    owner: list[int] = []
    kept: list[bool] = []
    pairs: list[tuple[Ids, Ids, bool]] = []
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
    ids, mask = pieces.alone(texts, plan.max_length)
    pair_ids, pair_mask = pieces.together([pair[:2] for pair in pairs], 2 * plan.max_length)
    labels = torch.tensor([float(valid) for *_, valid in pairs])
    share = float(labels.mean())
    weights = torch.where(labels > 0, 0.5 / max(share, 0.05), 0.5 / max(1 - share, 0.05))
    return Batch({
        "ids": ids, "mask": mask,
        "owner": torch.tensor(owner), "kept": torch.tensor(kept),
        "pair_ids": pair_ids, "pair_mask": pair_mask,
        "pair_labels": labels, "pair_weights": weights,
    })  # fmt: skip
