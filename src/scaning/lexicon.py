"""What words have to do with each other: alike, opposed, kinds of; and which words are names.

The tables ship with the package (`bench/build_lexicon.py` derives them) and are read when first
asked for. Words are compared in lower case.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Literal

import numpy as np
import numpy.typing as npt

from scaning.inflection import lemmas, parts_of_speech
from scaning.tables import column, last_column, lines, table_path

Pos = Literal["noun", "verb", "adj", "adv"]
Gender = Literal["female", "male", "either"]
Floats = npt.NDArray[np.float32]

LETTERS: dict[Pos, str] = {"noun": "n", "verb": "v", "adj": "a", "adv": "r"}
GENDERS: dict[str, Gender] = {"f": "female", "m": "male", "e": "either"}


def similarity(a: str, b: str) -> float:
    """Cosine of two words: synonyms near 1, antonyms near 0, NaN where a word is unknown.

    A word that has no vector borrows that of its lemma. Equal words have 1.0, known or not.

    >>> similarity("buy", "purchase") > 0.8 > 0.2 > similarity("buy", "sell")
    True
    """
    a, b = a.lower(), b.lower()
    if a == b:
        return 1.0
    return _similarity(a, b) if a < b else _similarity(b, a)


def similarities(a: Sequence[str], b: Sequence[str]) -> Floats:
    """The matrix of `similarity` between two lists of words."""
    if not (a and b):
        return np.empty((len(a), len(b)), dtype=np.float32)
    left, right = [word.lower() for word in a], [word.lower() for word in b]
    cosines: Floats = np.stack([*map(_vector, left)]) @ np.stack([*map(_vector, right)]).T
    cosines[np.equal.outer(left, right)] = 1.0
    return cosines


def known(word: str) -> bool:
    """Whether `similarity` can judge a word."""
    return _row(word.lower()) is not None


@lru_cache(maxsize=65536)
def synonyms(lemma: str, pos: Pos) -> frozenset[str]:
    """The lemmas that share a frequent sense with a lemma."""
    return frozenset(_synonyms().get(f"{lemma.lower()}\t{LETTERS[pos]}", "").split())


@lru_cache(maxsize=65536)
def antonyms(word: str) -> frozenset[str]:
    """The words opposed to a word form or to one of its lemmas; verbs and nouns as lemmas.

    >>> sorted(antonyms("bought")), "shorter" in antonyms("longer")
    (['sell'], True)
    """
    table, word = _antonyms(), word.lower()
    words = {word, *(lemma.word for lemma in lemmas(word))}
    return frozenset(other for known in words for other in table.get(known, "").split())


@lru_cache(maxsize=65536)
def hypernyms(lemma: str) -> frozenset[str]:
    """What a noun is a kind of, up to four levels: "apple" is a "fruit" and a "food"."""
    return frozenset(_hypernyms().get(lemma.lower(), "").split())


def is_person_noun(lemma: str) -> bool:
    """Whether a noun mostly means a person: "girl", "shopkeeper", "student"."""
    return lemma.lower() in _persons()


def is_name(word: str) -> bool:
    """Whether a word is used as a given name; some are common words too ("Will", "Rose")."""
    return word.lower() in _names()


def gender(name: str) -> Gender | None:
    """Whose name a given name is; None where it is not known as a name."""
    letter = _names().get(name.lower())
    return GENDERS[letter] if letter else None


def is_place(word: str) -> bool:
    """Whether a word (or phrase: "new york") names a country, a US state or a large city."""
    return word.lower() in _places()


@lru_cache(maxsize=65536)
def is_word(word: str) -> bool:
    """Whether a word is a form of an English word; names alone are not.

    >>> is_word("sailed"), is_word("togeher")
    (True, False)
    """
    word = word.lower()
    return word in parts_of_speech() or bool(lemmas(word))


@lru_cache(maxsize=1 << 18)
def _similarity(a: str, b: str) -> float:
    return float(_vector(a) @ _vector(b))


@lru_cache(maxsize=16384)
def _vector(word: str) -> Floats:
    """The unit vector of a word; all NaN for an unknown one."""
    row = _row(word)
    packed = _matrix()
    if row is None:
        return np.full(2 * packed.shape[1], np.nan, dtype=np.float32)
    # Four bits a dimension: 0…15 stand for -7.5…7.5 steps.
    levels = np.stack([packed[row] >> 4, packed[row] & 15], axis=1).ravel()
    vector = levels.astype(np.float32) - 7.5
    return vector / np.float32(np.linalg.norm(vector))


@lru_cache(maxsize=65536)
def _row(word: str) -> int | None:
    rows_of = _rows()
    if word in rows_of:
        return rows_of[word]
    found = (rows_of[lemma.word] for lemma in sorted(lemmas(word)) if lemma.word in rows_of)
    return next(found, None)


@cache
def _matrix() -> npt.NDArray[np.uint8]:
    matrix: npt.NDArray[np.uint8] = np.load(table_path("vectors.npy"))
    return matrix


@cache
def _rows() -> dict[str, int]:
    return {word: i for i, word in enumerate(lines("vectors.txt"))}


@cache
def _synonyms() -> dict[str, str]:
    return last_column("synonyms.tsv")


@cache
def _hypernyms() -> dict[str, str]:
    return last_column("hypernyms.tsv")


@cache
def _antonyms() -> dict[str, str]:
    return last_column("antonyms.tsv")


@cache
def _persons() -> frozenset[str]:
    return frozenset(lines("persons.txt"))


@cache
def _names() -> dict[str, str]:
    return column("names.tsv")


@cache
def _places() -> frozenset[str]:
    return frozenset(lines("places.txt"))
