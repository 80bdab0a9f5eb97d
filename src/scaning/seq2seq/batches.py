"""Rows as numbers, and which of them go into a batch together.

The rows are tokenised once and kept in two flat arrays. Batches hold rows of like length, as many
as fit in a budget of tokens, in an order that depends on the seed and the epoch alone: so any
number of processes and any restart see the same batches.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from scaning.errors import InputError
from scaning.seq2seq.rows import Pair, read_pairs
from scaning.seq2seq.settings import Settings
from scaning.seq2seq.tokens import FILE, Tokens
from scaning.terminal import tell

if TYPE_CHECKING:
    from torch import Tensor

IGNORED = -100  # what torch's loss leaves out
# Rows are sorted by length within this many batches, so that batches of all lengths mix.
_POOL = 200
_ENDLESS = 10**9
_BLOCK = 20_000


@dataclass(frozen=True, slots=True)
class Encoded:
    """Tokenised rows: row i is `ids[bounds[i]:bounds[i + 1]]`, for sources and for targets."""

    source: NDArray[np.int32]
    source_bounds: NDArray[np.int64]
    target: NDArray[np.int32]
    target_bounds: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.source_bounds) - 1

    def __getitem__(self, row: int) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        source = self.source[self.source_bounds[row] : self.source_bounds[row + 1]]
        return source, self.target[self.target_bounds[row] : self.target_bounds[row + 1]]

    def lengths(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """How many tokens each source and each target has."""
        return np.diff(self.source_bounds), np.diff(self.target_bounds)


def encode(pairs: Sequence[Pair], tokens: Tokens, settings: Settings) -> Encoded:
    """The rows as numbers, without those that are longer than the settings allow."""
    sources: list[list[int]] = []
    targets: list[list[int]] = []
    for start in range(0, len(pairs), _BLOCK):
        block = pairs[start : start + _BLOCK]
        read = tokens.encode_all(pair.read for pair in block)
        written = tokens.encode_all(pair.target for pair in block)
        for source, target in zip(read, written, strict=True):
            if len(source) <= settings.max_source and len(target) <= settings.max_target:
                sources.append(source)
                targets.append(target)
    if len(sources) < len(pairs):
        tell(f"{len(pairs) - len(sources)} of {len(pairs)} rows are too long and left out")
    return Encoded(*_flat(sources), *_flat(targets))


def encoded_file(path: Path, tokens: Tokens, settings: Settings, cache: Path) -> Encoded:
    """The rows of a file as numbers; kept in the folder `cache`, under what they depend on."""
    base = Path(settings.base)
    key = sha256(path.read_bytes() + (base / FILE).read_bytes())
    key.update(f"{settings.max_source} {settings.max_target}".encode())
    kept = cache / f"{key.hexdigest()[:16]}.npz"
    if kept.exists():
        with np.load(kept, allow_pickle=False) as arrays:
            return Encoded(*(arrays[name] for name in Encoded.__slots__))
    encoded = encode(list(read_pairs(path)), tokens, settings)
    if not len(encoded):
        raise InputError(f"{path}: there is no row to learn from.")
    cache.mkdir(parents=True, exist_ok=True)
    partial = kept.with_suffix(".part")
    with partial.open("wb") as file:
        np.savez(file, **{name: getattr(encoded, name) for name in Encoded.__slots__})
    partial.replace(kept)
    return encoded


def _flat(rows: Sequence[Sequence[int]]) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    bounds = np.zeros(len(rows) + 1, np.int64)
    np.cumsum([len(row) for row in rows], out=bounds[1:])
    flat = np.fromiter((number for row in rows for number in row), np.int32, int(bounds[-1]))
    return flat, bounds


class Plan:
    """The batches of a whole training, in order; of one process, every `world`-th of them.

    It is what torch calls a batch sampler.
    """

    def __init__(
        self, encoded: Encoded, settings: Settings, *, rank: int = 0, world: int = 1
    ) -> None:
        self._lengths = encoded.lengths()
        self._settings = settings
        self._rank = rank
        self._world = world
        self.steps = self._count_steps()

    def __len__(self) -> int:
        return self.steps * self._settings.accumulate

    def __iter__(self) -> Iterator[list[int]]:
        return islice(self._endless(), self._rank, len(self) * self._world, self._world)

    def epoch(self, number: int) -> list[NDArray[np.int64]]:
        """The batches of an epoch."""
        source, target = self._lengths
        settings = self._settings
        random = np.random.default_rng([settings.seed, number])
        order = random.permutation(len(source))
        mean = float((source + target).mean())
        rows = settings.batch_rows or max(1, int(settings.batch_tokens / mean))
        pool = rows * _POOL
        batches: list[NDArray[np.int64]] = []
        for start in range(0, len(order), pool):
            part = order[start : start + pool]
            part = part[np.lexsort((target[part], source[part] + target[part]))]
            batches += _cut(part, source, target, settings)
        return [batches[place] for place in random.permutation(len(batches))]

    def _endless(self) -> Iterator[list[int]]:
        number = 0
        while True:
            for batch in self.epoch(number):
                yield batch.tolist()
            number += 1

    def _count_steps(self) -> int:
        settings = self._settings
        if settings.steps is not None:
            return settings.steps
        if settings.epochs is None:
            return _ENDLESS
        whole = int(settings.epochs)
        batches = sum(len(self.epoch(number)) for number in range(whole))
        batches += round((settings.epochs - whole) * len(self.epoch(whole)))
        return max(1, batches // (self._world * settings.accumulate))

    @property
    def endless(self) -> bool:
        """Only the clock ends this training."""
        return self.steps == _ENDLESS


def _cut(
    part: NDArray[np.int64],
    source: NDArray[np.int64],
    target: NDArray[np.int64],
    settings: Settings,
) -> list[NDArray[np.int64]]:
    """Rows of rising length into batches within the budget."""
    if settings.batch_rows:
        return [
            part[at : at + settings.batch_rows] for at in range(0, len(part), settings.batch_rows)
        ]
    batches = []
    first = widest_source = widest_target = 0
    for at, row in enumerate(part):
        widest_source = max(widest_source, int(source[row]))
        widest_target = max(widest_target, int(target[row]))
        size = (at - first + 1) * (widest_source + widest_target)
        if at > first and size > settings.batch_tokens:
            batches.append(part[first:at])
            first, widest_source, widest_target = at, int(source[row]), int(target[row])
    return [*batches, part[first:]]


@dataclass(frozen=True, slots=True)
class Collator:
    """Rows into a batch, padded to its longest; the decoder reads the target one place later.

    Widths are multiples of `multiple`: 8 suits the matrix units of accelerators.
    """

    pad: int
    start: int
    multiple: int = 1

    def __call__(self, rows: Sequence[tuple[Any, Any]]) -> dict[str, Tensor]:
        """The tensors that the model and the loss take."""
        import torch

        source = _padded([source for source, _ in rows], self.pad, self.multiple)
        labels = _padded([target for _, target in rows], IGNORED, self.multiple)
        given = np.full_like(labels, self.pad)
        given[:, 0] = self.start
        given[:, 1:] = np.where(labels[:, :-1] == IGNORED, self.pad, labels[:, :-1])
        lengths = np.fromiter((len(source) for source, _ in rows), np.int64, len(rows))
        mask = np.arange(source.shape[1]) < lengths[:, None]
        return {
            "input_ids": torch.from_numpy(source),
            "attention_mask": torch.from_numpy(mask.astype(np.int64)),
            "decoder_input_ids": torch.from_numpy(given),
            "labels": torch.from_numpy(labels),
        }


@dataclass(frozen=True, slots=True)
class OneText:
    """Rows for a decoder without an encoder: source and target as one text, the target learnt.

    The labels are those of the next place, as those of `Collator` are.
    """

    pad: int
    multiple: int = 1

    def __call__(self, rows: Sequence[tuple[Any, Any]]) -> dict[str, Tensor]:
        """The tensors that the model and the loss take."""
        import torch

        given = [np.concatenate([source, target[:-1]]) for source, target in rows]
        learnt = [
            np.concatenate([np.full(len(source) - 1, IGNORED), target]) for source, target in rows
        ]
        ids = _padded(given, self.pad, self.multiple)
        lengths = np.fromiter((len(row) for row in given), np.int64, len(given))
        mask = np.arange(ids.shape[1]) < lengths[:, None]
        return {
            "input_ids": torch.from_numpy(ids),
            "attention_mask": torch.from_numpy(mask.astype(np.int64)),
            "labels": torch.from_numpy(_padded(learnt, IGNORED, self.multiple)),
        }


Collating: TypeAlias = Collator | OneText


def _padded(rows: Sequence[NDArray[np.int32]], filler: int, multiple: int) -> NDArray[np.int64]:
    width = -(-max(len(row) for row in rows) // multiple) * multiple
    table = np.full((len(rows), width), filler, np.int64)
    for place, row in enumerate(rows):
        table[place, : len(row)] = row
    return table
