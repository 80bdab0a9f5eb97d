"""Builds `src/scaning/data/fluency.npz`, the language model that ships with the package.

    python bench/build_fluency.py --data DATA

It counts words that stand together in `DATA/word_problems.jsonl`; sequences of three and more that
are found only once are left out. Estimates are Kneser-Ney with three discounts (Chen and Goodman
1998); what is left out is made up for by the weights of backing off. A kind is a cluster of words
by what stands before and after them.
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
    EDGE,
    ENDINGS,
    LETTER,
    NUMBER,
    ORDER,
    START,
    UNKNOWN,
    Level,
    Table,
    packed,
    shape,
    words,
)

SEED = 3407
TARGET = Path(__file__).parents[1] / "src" / "scaning" / "data" / "fluency.npz"
# Rarer words are unknown; rarer sequences of each order are left out.
RARE_WORD = 4
RARE = {2: 1, 3: 2, 4: 2}
# Kinds of words; neighbours that tell them apart; dimensions that these are reduced to.
KINDS, NEIGHBOURS, DIMENSIONS = 256, 1500, 60
ROUNDS = 15

Array = NDArray[np.int64]
Floats = NDArray[np.float64]


def main() -> None:
    """Count, estimate, write, print the sizes."""
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--data", type=Path, required=True)
    options = arguments.parse_args()
    table = built(list(problems(options.data / "word_problems.jsonl")))
    arrays: dict[str, Any] = {**packed(table)}
    np.savez_compressed(TARGET, **arrays)
    for levels_ in (table.of_words, table.of_kinds):
        print("n-grams by order:", [len(level.keys) for level in levels_])
    print(f"{TARGET.stat().st_size:,} bytes")


def problems(path: Path) -> Iterator[list[str]]:
    """The tokens of each problem."""
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            yield words(json.loads(line)["question"])


def built(texts: list[list[str]]) -> Table:
    """The model of these texts."""
    counts = Counter(word for text in texts for word in text)
    shapes = [UNKNOWN, *(UNKNOWN + ending for ending in ENDINGS)]
    known = ["", *shapes, *sorted(w for w, n in counts.items() if n >= RARE_WORD)]
    numbers = {word: number for number, word in enumerate(known)}
    assert {NUMBER, LETTER, START} <= numbers.keys()
    assert len(numbers) < 1 << BITS
    row: list[int] = []
    for text in texts:
        row += [EDGE] * (ORDER - 2) + [numbers[START]]
        row += (numbers[w] if w in numbers else numbers[shape(w)] for w in text)
    found = np.array(row)
    kinds = kinds_of(found, len(numbers))
    uses = np.bincount(found, minlength=len(numbers)) + 0.1
    among = np.log(uses / np.bincount(kinds, uses)[kinds])
    of_words = tuple(levels(found, len(numbers)))
    of_kinds = tuple(levels(kinds[found], KINDS + 1))
    return Table(numbers, kinds, among.astype(np.float32), of_words, of_kinds)


def kinds_of(row: Array, vocabulary: int) -> Array:
    """The kind of each word: 0 for the edge, which is no word, and a cluster for the others."""
    uses = np.bincount(row, minlength=vocabulary)
    places = places_of(row, uses)
    centres = places[np.argsort(-uses, kind="stable")[:KINDS]]
    weights = np.log1p(uses)[:, None]
    nearest: Array = np.zeros(vocabulary, np.int64)
    for _ in range(ROUNDS):
        nearest = (places @ centres.T).argmax(1)
        sums = np.zeros_like(centres)
        np.add.at(sums, nearest, places * weights)
        length = np.linalg.norm(sums, axis=1, keepdims=True)
        centres = np.where(length > 0, sums / length.clip(1e-9), centres)
    kinds = nearest + 1
    kinds[EDGE] = EDGE
    return kinds


def places_of(row: Array, uses: Array) -> Floats:
    """A unit vector for each word, from how much more often than by chance it has a neighbour."""
    frequent = np.argsort(-uses, kind="stable")[:NEIGHBOURS]
    column = np.full(len(uses), -1)
    column[frequent] = np.arange(NEIGHBOURS)
    counts = np.zeros((len(uses), 2 * NEIGHBOURS))
    for side, (word, neighbour) in enumerate(((row[1:], row[:-1]), (row[:-1], row[1:]))):
        kept = (column[neighbour] >= 0) & (word != EDGE) & (neighbour != EDGE)
        np.add.at(counts, (word[kept], column[neighbour[kept]] + side * NEIGHBOURS), 1)
    by_chance = np.outer(counts.sum(1), counts.sum(0)) / counts.sum()
    surprise = np.log(np.maximum(counts / by_chance.clip(1e-9), 1))
    # The leading directions by a few rounds of the power method.
    basis = np.random.default_rng(SEED).normal(size=(2 * NEIGHBOURS, DIMENSIONS))
    for _ in range(8):
        basis, _ = np.linalg.qr(surprise.T @ (surprise @ basis))
    left, scale, _ = np.linalg.svd(surprise @ basis, full_matrices=False)
    vectors = left * np.sqrt(scale)
    unit: Floats = vectors / np.linalg.norm(vectors, axis=1, keepdims=True).clip(1e-9)
    return unit


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
