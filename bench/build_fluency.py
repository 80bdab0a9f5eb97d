"""Builds `src/scaning/data/fluency.npz`, the language model that ships with the package.

    python bench/build_fluency.py --data DATA

It counts words that stand together in `DATA/word_problems.jsonl`; sequences of three and more that
are found only once are left out. Estimates are Kneser-Ney with three discounts (Chen and Goodman
1998); what is left out is made up for by the weights of backing off.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scaning.ngrams import (
    BITS,
    ENDINGS,
    LETTER,
    NUMBER,
    ORDER,
    START,
    UNKNOWN,
    Level,
    Ngrams,
    packed,
    shape,
    words,
)  # fmt: skip

TARGET = Path(__file__).parents[1] / "src" / "scaning" / "data" / "fluency.npz"
# Rarer words are unknown; rarer sequences of each order are left out.
RARE_WORD = 4
RARE = {2: 1, 3: 2, 4: 2}
EDGE = "<>"

Array = NDArray[np.int64]
Floats = NDArray[np.float64]


def main() -> None:
    """Count, estimate, write, print the sizes."""
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--data", type=Path, required=True)
    options = arguments.parse_args()
    model = built(list(problems(options.data / "word_problems.jsonl")))
    arrays: dict[str, Any] = {**packed(model)}
    np.savez_compressed(TARGET, **arrays)
    sizes = [len(level.keys) for level in model.levels]
    print(f"{TARGET.stat().st_size:,} bytes, n-grams by order {sizes}")


def problems(path: Path) -> Iterator[list[str]]:
    """The tokens of each problem."""
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            yield words(json.loads(line)["question"])


def built(texts: list[list[str]]) -> Ngrams:
    """The model of these texts."""
    counts = Counter(word for text in texts for word in text)
    kinds = [UNKNOWN, *(UNKNOWN + ending for ending in ENDINGS)]
    known = [EDGE, *kinds, *sorted(w for w, n in counts.items() if n >= RARE_WORD)]
    numbers = {word: number for number, word in enumerate(dict.fromkeys(known))}
    assert {NUMBER, LETTER, START} <= numbers.keys()
    assert len(numbers) < 1 << BITS
    row: list[int] = []
    for text in texts:
        row += [0, 0, numbers[START]]
        row += (numbers[w] if w in numbers else numbers[shape(w)] for w in text)
    return Ngrams(numbers, tuple(levels(np.array(row), len(numbers))))


def levels(row: Array, vocabulary: int) -> Iterator[Level]:
    """The estimates of every order, with what is rare left out."""
    keys, counts = counted(row)
    full = estimated(keys, counts, vocabulary)
    kept = [full[0]] + [
        (k[c >= RARE[n]], p[c >= RARE[n]])
        for n, ((k, p), c) in enumerate(zip(full[1:], counts[1:], strict=True), 2)
    ]
    for n, (here, p) in enumerate(kept, 1):
        backs = np.log(backing_off(kept[n - 1], kept[n], n)) if n < ORDER else np.zeros(0)
        yield Level(here, np.log(p).astype(np.float32), backs.astype(np.float32))


def counted(row: Array) -> tuple[list[Array], list[Array]]:
    """The different n-grams of each order and how often each is found; none crosses an edge."""
    keys, counts = [], []
    gram, inside = row, row != 0
    for _ in range(ORDER):
        unique, count = np.unique(gram[inside], return_counts=True)
        keys.append(unique)
        counts.append(count)
        gram = (gram[:-1] << BITS) | row[len(row) - len(gram) + 1 :]
        inside = inside[:-1] & (row[len(row) - len(gram) :] != 0)
    return keys, counts


def estimated(
    keys: list[Array], counts: list[Array], vocabulary: int
) -> list[tuple[Array, Floats]]:
    """The probability of the last word of each n-gram after the others."""
    found: list[tuple[Array, Floats]] = []
    for n in range(ORDER):
        # The longest are counted as they are, the others by how many words come before them.
        uses = counts[n]
        if n + 1 < ORDER:
            endings = place(keys[n], keys[n + 1] & mask(n + 1))
            # What only begins a text has no word before it, but it was used.
            uses = np.bincount(endings, minlength=len(keys[n])).clip(1)
        shares, rest = discounted(keys[n], uses)
        if n == 0:
            p = np.full(vocabulary, rest[0] / vocabulary)
            p[keys[0]] += shares
            found.append((np.arange(vocabulary), p))
            continue
        lower_keys, lower = found[-1]
        found.append((keys[n], shares + rest * lower[place(lower_keys, keys[n] & mask(n))]))
    return found


def discounted(keys: Array, uses: Array) -> tuple[Floats, Floats]:
    """For each n-gram its share of what its context leads to, and the share left for shorter ones.

    Kneser and Ney's discounts, one each for n-grams used once, twice and more often.
    """
    n1, n2, n3, n4 = (max(1, int((uses == n).sum())) for n in (1, 2, 3, 4))
    y = n1 / (n1 + 2 * n2)
    discounts = np.array([0, 1 - 2 * y * n2 / n1, 2 - 3 * y * n3 / n2, 3 - 4 * y * n4 / n3])
    taken = discounts[uses.clip(0, 3)]
    _, group = np.unique(keys >> BITS, return_inverse=True)
    total = np.bincount(group, uses)
    return (uses - taken) / total[group], (np.bincount(group, taken) / total)[group]


def backing_off(here: tuple[Array, Floats], longer: tuple[Array, Floats], n: int) -> Floats:
    """The weight of shorter n-grams after each of `n` words.

    It is what the longer ones that are kept leave, over what they would have by the shorter ones.
    """
    parents = place(here[0], longer[0] >> BITS)
    lower = here[1][place(here[0], longer[0] & mask(n))]
    left, lost = (
        1 - np.bincount(parents, taken, minlength=len(here[0])) for taken in (longer[1], lower)
    )
    weights: Floats = left.clip(1e-9) / lost.clip(1e-9)
    return weights


def mask(words_kept: int) -> int:
    """What leaves the last so many words of a key."""
    return (1 << (BITS * words_kept)) - 1


def place(keys: Array, wanted: Array) -> Array:
    """Where each wanted key stands; all of them do."""
    found = np.searchsorted(keys, wanted)
    assert (keys[found] == wanted).all()
    return found


if __name__ == "__main__":
    main()
