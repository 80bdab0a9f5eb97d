"""A language model of short sequences: how likely each word is after the three before it.

Two models of Kneser and Ney's kind vote with equal weight: one of words, and one of kinds of words
that stand in the same places, which knows "the [thing] of the" where the first has not met the
words. Both are kept in back-off form, a byte for each logarithm. `bench/build_fluency.py` makes
the table `data/fluency.npz`; what a token is, is said here, for both.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
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
# No word: nothing in the table goes across it.
EDGE = 0
# One step of a stored logarithm, and the bits of a word's number in the key of its n-gram.
STEP = 0.06
BITS = 15
_WORD = re.compile(r"\d[\d.,]*(?<![.,])|[^\W\d_]+(?:['’][^\W\d_]+)?|[^\w\s]|_+")

Arrays = dict[str, "NDArray[np.integer]"]


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


Levels = tuple[Level, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """The number of each word, the kind of each number and how likely it is among its kind."""

    numbers: Mapping[str, int]
    kinds: NDArray[np.int64]
    among: NDArray[np.float32]
    of_words: Levels
    of_kinds: Levels

    def number(self, word: str) -> int:
        """The number of a word or of what stands for it."""
        known = self.numbers.get(word)
        return self.numbers[shape(word)] if known is None else known

    def log_probabilities(self, texts: Sequence[str]) -> list[NDArray[np.float32]]:
        """The natural logarithm of the probability of each token of each text."""
        lead = [EDGE] * (ORDER - 2) + [self.number(START)]
        row: list[int] = []
        bounds = []
        for text in texts:
            row += lead
            start = len(row)
            row += map(self.number, words(text))
            bounds.append((start, len(row)))
        numbers = np.array(row, np.int64)
        by_words = after_others(numbers, self.of_words)
        by_kinds = after_others(self.kinds[numbers], self.of_kinds) + self.among[numbers]
        logs = np.logaddexp(by_words, by_kinds) - np.float32(np.log(2))
        return [logs[start:end] for start, end in bounds]


def after_others(row: NDArray[np.int64], levels: Levels) -> NDArray[np.float32]:
    """The logarithm of each number's probability after those before it."""
    logs = levels[0].logs[row]
    keys = places = row
    for below, level in pairwise(levels):
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
def shipped() -> Table:
    """The table of this package."""
    return unpacked(_arrays())


@lru_cache(maxsize=1)
def vocabulary() -> frozenset[str]:
    """The words that the table of this package knows: those that problems use more than thrice."""
    return frozenset(_known(_arrays("words")["words"]))


def _arrays(*names: str) -> Arrays:
    """The arrays of the shipped table, all of them unless some are named."""
    path = files("scaning") / "data" / "fluency.npz"
    try:
        with path.open("rb") as stream, np.load(stream) as arrays:
            return {name: arrays[name] for name in names or arrays}
    except (OSError, ValueError, KeyError) as error:
        raise ResourceError(
            f"The fluency table cannot be read: reinstall scaning. ({error})"
        ) from error


def packed(table: Table) -> Arrays:
    """The table as arrays of small numbers."""
    return {
        "words": np.frombuffer("\n".join(table.numbers).encode(), np.uint8),
        "kinds": table.kinds.astype(np.uint16),
        "among": _in_steps(table.among),
        **_packed(table.of_words, "word"),
        **_packed(table.of_kinds, "kind"),
    }


def unpacked(arrays: Arrays) -> Table:
    """The opposite of `packed`."""
    known = _known(arrays["words"])
    kinds = arrays["kinds"].astype(np.int64)
    return Table(
        {word: number for number, word in enumerate(known)},
        kinds,
        arrays["among"] * np.float32(-STEP),
        _unpacked(arrays, "word", len(known)),
        _unpacked(arrays, "kind", int(kinds.max()) + 1),
    )


def _packed(levels: Levels, of: str) -> Arrays:
    """Of each n-gram its last word, and how many longer ones begin with it."""
    arrays: Arrays = {}
    for n, level in enumerate(levels, 1):
        arrays[f"{of}_logs{n}"] = _in_steps(level.logs)
        if n == len(levels):
            break
        arrays[f"{of}_backs{n}"] = np.rint(-level.backs / STEP).clip(-127, 127).astype(np.int8)
        longer = levels[n].keys
        parents = np.searchsorted(level.keys, longer >> BITS)
        arrays[f"{of}_longer{n}"] = np.bincount(parents, minlength=len(level.keys)).astype(
            np.uint16
        )
        arrays[f"{of}_last{n + 1}"] = (longer & ((1 << BITS) - 1)).astype(np.uint16)
    return arrays


def _known(letters: NDArray[np.integer]) -> list[str]:
    return letters.tobytes().decode().split("\n")


def _unpacked(arrays: Arrays, of: str, count: int) -> Levels:
    keys = np.arange(count, dtype=np.int64)
    levels = []
    for n in range(1, ORDER + 1):
        if n > 1:
            keys = (keys.repeat(arrays[f"{of}_longer{n - 1}"]) << BITS) | arrays[f"{of}_last{n}"]
        logs = arrays[f"{of}_logs{n}"] * np.float32(-STEP)
        longest = n == ORDER
        backs = np.zeros(0) if longest else arrays[f"{of}_backs{n}"] * np.float32(-STEP)
        levels.append(Level(keys, logs, backs.astype(np.float32)))
    return tuple(levels)


def _in_steps(logs: NDArray[np.float32]) -> NDArray[np.integer]:
    steps: NDArray[np.integer] = np.rint(-logs / STEP).clip(0, 255).astype(np.uint8)
    return steps
