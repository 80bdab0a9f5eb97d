"""A language model of short word sequences: how likely each word is after the three before it.

Kneser-Ney estimates of orders 1 to 4 in the usual back-off form, logarithms of one byte each. The
table `data/fluency.npz` is built by `bench/build_fluency.py`; the tokens are made here, for both.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from scaning.errors import ResourceError

if TYPE_CHECKING:
    from numpy.typing import NDArray

ORDER = 4
# A text begins where a sentence ended: this is what its first word stands after.
START = "."
# A word the table does not know is known by its ending, a number and a letter by their kind.
UNKNOWN = "<?>"
ENDINGS = ("ing", "ed", "ly", "er", "s")
NUMBER, LETTER = "<0>", "<x>"
# One step of a stored logarithm.
STEP = 0.06
BITS = 15
_WORD = re.compile(r"\d[\d.,]*(?<![.,])|[^\W\d_]+(?:['’][^\W\d_]+)?|[^\w\s]|_+")


def words(text: str) -> list[str]:
    """The tokens of a text in lower case, numbers and single letters by their kind.

    >>> words("Ann's car went 2,500.5 km in x hours.")
    ["ann's", 'car', 'went', '<0>', 'km', 'in', '<x>', 'hours', '.']
    """
    return [_kind(word) for word in _WORD.findall(text.lower())]


def _kind(word: str) -> str:
    if word[0].isdigit():
        return NUMBER
    return LETTER if len(word) == 1 and word.isalpha() and word not in "ai" else word


def shape(word: str) -> str:
    """What an unknown word is taken for."""
    ending = next((ending for ending in ENDINGS if word.endswith(ending)), "")
    return f"{UNKNOWN}{ending}" if word.isalpha() else UNKNOWN


@dataclass(frozen=True, slots=True)
class Level:
    """The n-grams of one order, sorted, with their logarithms and those of backing off."""

    keys: NDArray[np.int64]
    logs: NDArray[np.float32]
    backs: NDArray[np.float32]

    def find(self, keys: NDArray[np.int64]) -> NDArray[np.int64]:
        """The place of each key, -1 where there is none."""
        at = np.searchsorted(self.keys, keys)
        at[at == len(self.keys)] = 0
        return np.where(self.keys[at] == keys, at, -1)


@dataclass(frozen=True, slots=True)
class Ngrams:
    """The table: the number of each word, and the levels of orders 1 to `ORDER`."""

    numbers: dict[str, int]
    levels: tuple[Level, ...]

    def number(self, word: str) -> int:
        """The number of a word or of what stands for it."""
        known = self.numbers.get(word)
        return self.numbers[shape(word)] if known is None else known

    def log_probabilities(self, texts: Sequence[str]) -> list[NDArray[np.float32]]:
        """The natural logarithm of the probability of each token of each text."""
        # Nothing in the table goes across the zeros, the number of no word.
        lead = [0] * (ORDER - 2) + [self.number(START)]
        row: list[int] = []
        bounds = []
        for text in texts:
            row += lead
            start = len(row)
            row += map(self.number, words(text))
            bounds.append((start, len(row)))
        logs = self._logs(np.array(row, np.int64))
        return [logs[start:end] for start, end in bounds]

    def _logs(self, row: NDArray[np.int64]) -> NDArray[np.float32]:
        logs = self.levels[0].logs[row]
        keys = places = row
        for below, level in pairwise(self.levels):
            keys = (_of_the_one_before(keys) << BITS) | row
            context = _of_the_one_before(places)
            backs = np.where(context < 0, np.float32(0), below.backs[context])
            places = level.find(keys)
            logs = np.where(places < 0, logs + backs, level.logs[places])
        return logs


def _of_the_one_before(values: NDArray[np.int64]) -> NDArray[np.int64]:
    shifted = np.empty_like(values)
    # What stands first is the lead, which is not asked for.
    shifted[:1] = -1
    shifted[1:] = values[:-1]
    return shifted


@lru_cache(maxsize=1)
def shipped() -> Ngrams:
    """The table of this package."""
    path = files("scaning") / "data" / "fluency.npz"
    try:
        with path.open("rb") as stream, np.load(stream) as table:
            return unpacked(dict(table))
    except (OSError, ValueError, KeyError) as error:
        raise ResourceError(
            f"The fluency table cannot be read: reinstall scaning. ({error})"
        ) from error


def packed(model: Ngrams) -> dict[str, NDArray[np.integer]]:
    """The table as arrays: of each n-gram its last word, and how many longer ones begin with it."""
    arrays: dict[str, NDArray[np.integer]] = {
        "words": np.frombuffer("\n".join(model.numbers).encode(), np.uint8)
    }
    for n, level in enumerate(model.levels, 1):
        arrays[f"logs{n}"] = np.rint(-level.logs / STEP).clip(0, 255).astype(np.uint8)
        if n == len(model.levels):
            break
        arrays[f"backs{n}"] = np.rint(-level.backs / STEP).clip(-127, 127).astype(np.int8)
        longer = model.levels[n].keys
        parents = np.searchsorted(level.keys, longer >> BITS)
        arrays[f"longer{n}"] = np.bincount(parents, minlength=len(level.keys)).astype(np.uint16)
        arrays[f"last{n + 1}"] = (longer & ((1 << BITS) - 1)).astype(np.uint16)
    return arrays


def unpacked(arrays: dict[str, NDArray[np.integer]]) -> Ngrams:
    """The opposite of `packed`."""
    known = arrays["words"].tobytes().decode().split("\n")
    keys = np.arange(len(known), dtype=np.int64)
    levels = []
    for n in range(1, ORDER + 1):
        if n > 1:
            keys = (keys.repeat(arrays[f"longer{n - 1}"]) << BITS) | arrays[f"last{n}"]
        logs = arrays[f"logs{n}"] * np.float32(-STEP)
        backs = arrays[f"backs{n}"] * np.float32(-STEP) if n < ORDER else np.zeros(0, np.float32)
        levels.append(Level(keys, logs, backs))
    return Ngrams({word: number for number, word in enumerate(known)}, tuple(levels))
