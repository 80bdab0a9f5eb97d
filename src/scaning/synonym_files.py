"""Reads the tables of synonyms that the user brings."""

from __future__ import annotations

import gzip
import io
import json
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import numpy.typing as npt

from scaning.errors import ResourceError

# METEOR's table is noisy ("was able to", "was unable to"): what it gives less is not read.
MIN_PROBABILITY = 0.05

Paraphrases = Mapping[str, list[str]]
Floats = npt.NDArray[np.float32]


def read_paraphrases(path: Path) -> Paraphrases:
    """Read single-word paraphrases, best first.

    `.json`: words to lists of words. METEOR's table (its name starts with "paraphrase-"): lines of
    probability, word, word. Anything else: PPDB's `LHS ||| word ||| word ||| …`, in file order.
    Any of them may be gzipped.
    """
    plain = path.name.removesuffix(".gz")
    if plain.endswith(".json"):
        with _opened(path) as lines:
            table = json.loads("".join(lines))
        return {word.lower(): list(words) for word, words in table.items()}
    return _meteor(path) if plain.startswith("paraphrase-") else _ppdb(path)


def _ppdb(path: Path) -> Paraphrases:
    table: dict[str, list[str]] = {}
    with _opened(path) as lines:
        for line in lines:
            fields = line.split(" ||| ")
            if len(fields) < 3:
                raise ResourceError(
                    f"{path.name} is not a PPDB table: a line has no 'LHS ||| word ||| word': "
                    f"{line[:60]!r}."
                )
            word, other = fields[1].strip(), fields[2].strip()
            if _single(word) and _single(other):
                table.setdefault(word, []).append(other)
    return table


def _meteor(path: Path) -> Paraphrases:
    scored: dict[str, list[tuple[float, str]]] = {}
    with _opened(path) as lines:
        for probability, word, other in zip(lines, lines, lines, strict=True):
            word, other = word.strip(), other.strip()
            if float(probability) >= MIN_PROBABILITY and _single(word) and _single(other):
                scored.setdefault(word, []).append((-float(probability), other))
    return {word: [other for _, other in sorted(pairs)] for word, pairs in scored.items()}


def read_vectors(path: Path) -> tuple[list[str], Floats]:
    """Read vectors as text: a word and its numbers on each line, as GloVe has them."""
    words, values = [], []
    size = 0
    with _opened(path) as lines, warnings.catch_warnings():
        # numpy warns of text that is no number: such rows are too short and found below.
        warnings.simplefilter("ignore", DeprecationWarning)
        for line in lines:
            size = size or len(line.split()) - 1
            # Some words of GloVe 840B have spaces in them.
            word, *numbers = line.rstrip().rsplit(" ", size)
            words.append(word)
            values.append(np.fromstring(" ".join(numbers), dtype=np.float32, sep=" "))
    if not words or {len(row) for row in values} != {size} or not size:
        raise ResourceError(
            f"{path.name} does not hold word vectors: each line must be a word and the same number "
            "of numbers, with spaces between them."
        )
    return words, np.stack(values)


def _single(word: str) -> bool:
    return word.isalpha() and word.islower()


@contextmanager
def _opened(path: Path) -> Iterator[Iterator[str]]:
    """The lines of a text file, gzipped or not."""
    try:
        with path.open("rb") as raw:
            stream = gzip.GzipFile(fileobj=raw) if path.suffix == ".gz" else raw
            with io.TextIOWrapper(stream, encoding="utf-8") as lines:
                yield lines
    except (OSError, EOFError, ValueError) as error:
        raise ResourceError(f"{path.name} cannot be read: {error}") from error
