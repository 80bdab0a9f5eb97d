"""Sources of synonyms that the user brings: paraphrases, word vectors, WordNet.

In this order and with the thresholds below they are the synonym engine of the published system
(`published`); each works alone too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path

import numpy as np

from scaning import wordnet
from scaning.inflection import recased
from scaning.parse import Text, Token
from scaning.porter import stem
from scaning.synonym_files import Floats, Paraphrases, read_paraphrases, read_vectors
from scaning.synonyms import FirstHit, SynonymSource

# The thresholds are the published ones.
TOO_CLOSE = 0.2
NEIGHBOURS = 10
MIN_COSINE = 0.5
SENSES = 2

Tagger = Callable[[str], str]


class Ppdb:
    """Paraphrases of single words: of a word's list the first third and one more."""

    def __init__(self, paraphrases: Paraphrases) -> None:
        self.paraphrases = paraphrases

    def candidates(self, token: Token, text: Text) -> list[tuple[str, float]]:
        """Words of another stem and spelling, each weighted by how often the list has it."""
        listed = self.paraphrases.get(token.lower, [])
        usable = [
            word
            for word in listed[: len(listed) // 3 + 1]
            if distance(word, token.lower) > TOO_CLOSE and stem(word) != stem(token.lower)
        ]
        capital = token.text[:1]
        return [(recased(w, capital), n / len(usable)) for w, n in Counter(usable).items()]


class Vectors:
    """The nearest words by cosine, if possible of the token's part of speech.

    `tagger` gives the part of speech of a word that stands alone.
    """

    def __init__(self, words: list[str], matrix: Floats, *, tagger: Tagger) -> None:
        norms = np.linalg.norm(matrix, axis=1, keepdims=True)
        self.words = words
        self.matrix = matrix / np.maximum(norms, np.finfo(np.float32).tiny)
        self.tagger = lru_cache(maxsize=65536)(tagger)
        self._rows = {word: row for row, word in enumerate(words)}
        self._near = lru_cache(maxsize=16384)(self._neighbours)

    def candidates(self, token: Token, text: Text) -> list[tuple[str, float]]:
        """Neighbours that are spelt otherwise; none where the first is not near."""
        word = token.lower
        near = self._near(word)
        others = [n for n in near if n[0] not in word and word not in n[0] and _differ(n[0], word)]
        same = [n for n in others if self.tagger(n[0]) == token.pos]
        chosen = same or others or list(near)
        kept = []
        for found, cosine in chosen:
            if cosine < MIN_COSINE:
                break
            kept.append(found)
        return [(found, 1 / len(kept)) for found in kept]

    def _neighbours(self, word: str) -> tuple[tuple[str, float], ...]:
        row = self._rows.get(word)
        if row is None:
            return ()
        cosines = self.matrix @ self.matrix[row]
        cosines[row] = -np.inf
        best = np.argsort(-cosines, kind="stable")[:NEIGHBOURS]
        return tuple((self.words[i], float(cosines[i])) for i in best)


class WordNet:
    """The first words of the first synsets of a lemma.

    The published code looks up adjectives as satellites only (`satellites=True`).
    """

    POS: Mapping[str, str] = {"VERB": "v", "NOUN": "n", "ADV": "r", "ADJ": "a"}

    def __init__(self, net: wordnet.WordNet, *, satellites: bool = False) -> None:
        self.net = net
        self.satellites = satellites

    def candidates(self, token: Token, text: Text) -> list[tuple[str, float]]:
        """At most two words, with spaces where they are several."""
        pos = self.POS.get(token.pos)
        if pos is None:
            return []
        heads = []
        for sense in self.net.senses.get((token.lemma.lower(), pos), ()):
            if self.satellites and pos == "a" and not self.net.synsets[sense.synset].satellite:
                continue
            heads.append(self.net.synsets[sense.synset].words[0])
        others = [head for head in dict.fromkeys(heads) if head.lower() != token.lower][:SENSES]
        return [(head.replace("_", " "), 1 / len(others)) for head in others]


def published(
    *,
    ppdb: Path | None = None,
    vectors: Path | None = None,
    wordnet_folder: Path | None = None,
    tagger: Tagger,
    satellites: bool = False,
) -> SynonymSource:
    """The published chain of the files that there are: paraphrases, then vectors, then WordNet."""
    sources: list[SynonymSource] = []
    if ppdb is not None:
        sources.append(Ppdb(read_paraphrases(ppdb)))
    if vectors is not None:
        words, matrix = read_vectors(vectors)
        sources.append(Vectors(words, matrix, tagger=tagger))
    if wordnet_folder is not None:
        sources.append(WordNet(wordnet.read(wordnet_folder), satellites=satellites))
    return FirstHit(sources)


@lru_cache(maxsize=65536)
def distance(a: str, b: str) -> float:
    """Levenshtein distance as a share of the longer word.

    >>> distance("color", "colour")
    0.16666666666666666
    """
    row = list(range(len(b) + 1))
    for i, left in enumerate(a, 1):
        before, row[0] = row[0], i
        for j, right in enumerate(b, 1):
            before, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, before + (left != right))
    return row[-1] / max(len(a), len(b), 1)


def _differ(a: str, b: str) -> bool:
    return distance(a, b) >= TOO_CLOSE
