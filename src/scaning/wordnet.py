"""Reads the database files of WordNet 3.0 into plain records."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

POS_FILES = {"n": "noun", "v": "verb", "a": "adj", "r": "adv"}
SENSE_TYPES = {"1": "n", "2": "v", "3": "a", "4": "r", "5": "a"}
# A sense is frequent when it is the lemma's first, or is tagged at least twice in SemCor and makes
# up a fifth of the lemma's tags.
FREQUENT_TAGS = 2
FREQUENT_SHARE = 0.2
HYPERNYM = "@"
INSTANCE = "@i"
ANTONYM = "!"


class SynsetId(NamedTuple):
    """A synset: the part of speech and the offset in its file."""

    pos: str
    offset: int


class Link(NamedTuple):
    """A pointer; `source` and `target` number the words concerned, 0 for the whole synset."""

    symbol: str
    to: SynsetId
    source: int
    target: int


class Synset(NamedTuple):
    """The words of a synset as they are spelt, its pointers, the number of its file.

    A satellite is an adjective that belongs to a cluster around another.
    """

    words: tuple[str, ...]
    links: tuple[Link, ...]
    topic: int
    satellite: bool


class Sense(NamedTuple):
    """One sense of a lemma: its synset, its rank among the lemma's senses, its SemCor count."""

    synset: SynsetId
    rank: int
    tags: int


@dataclass
class WordNet:
    """The whole database in memory."""

    synsets: dict[SynsetId, Synset] = field(default_factory=dict)
    senses: dict[tuple[str, str], list[Sense]] = field(default_factory=lambda: defaultdict(list))

    def frequent(self, lemma: str, pos: str, *, untagged: int = 1) -> list[SynsetId]:
        """The synsets of the senses in which a lemma is mostly used, the first sense first.

        Of a lemma that SemCor does not have, the first `untagged` senses.
        """
        senses = self.senses.get((lemma, pos), [])
        total = sum(sense.tags for sense in senses)
        return [
            s.synset
            for s in senses
            if s.rank <= (1 if total else untagged)
            or (s.tags >= FREQUENT_TAGS and s.tags >= FREQUENT_SHARE * total)
        ]

    def above(self, synset: SynsetId, levels: int) -> Iterator[SynsetId]:
        """The synsets above a synset, nearest first, `levels` steps up at most."""
        here = [synset]
        for _ in range(levels):
            here = [
                link.to
                for below in here
                for link in self.synsets[below].links
                if link.symbol in (HYPERNYM, INSTANCE)
            ]
            yield from here

    def antonyms(self, lemma: str, pos: str) -> set[str]:
        """The words opposed to a lemma in one of its frequent senses."""
        found = set()
        for sid in self.frequent(lemma, pos):
            synset = self.synsets[sid]
            for link in synset.links:
                if link.symbol != ANTONYM or synset.words[link.source - 1].lower() != lemma:
                    continue
                found.add(self.synsets[link.to].words[link.target - 1].lower())
        return found


def read(folder: Path) -> WordNet:
    """Read `data.*` and `index.sense` of a WordNet folder."""
    net = WordNet()
    for pos, name in POS_FILES.items():
        for line in (folder / f"data.{name}").read_text(encoding="utf-8").splitlines():
            if not line.startswith(" "):
                net.synsets[SynsetId(pos, int(line[:8]))] = _synset(line)
    for line in (folder / "index.sense").read_text(encoding="utf-8").splitlines():
        key, offset, rank, tags = line.split()
        lemma, _, rest = key.partition("%")
        pos = SENSE_TYPES[rest[0]]
        net.senses[lemma, pos].append(Sense(SynsetId(pos, int(offset)), int(rank), int(tags)))
    for senses in net.senses.values():
        senses.sort(key=lambda sense: sense.rank)
    return net


def _synset(line: str) -> Synset:
    fields = line.partition(" | ")[0].split()
    count = int(fields[3], 16)
    words = tuple(word.partition("(")[0] for word in fields[4 : 4 + 2 * count : 2])
    at = 4 + 2 * count
    links = []
    for i in range(at + 1, at + 1 + 4 * int(fields[at]), 4):
        symbol, offset, pos, ends = fields[i : i + 4]
        to = SynsetId("a" if pos == "s" else pos, int(offset))
        links.append(Link(symbol, to, int(ends[:2], 16), int(ends[2:], 16)))
    return Synset(words, tuple(links), int(fields[1]), fields[2] == "s")
