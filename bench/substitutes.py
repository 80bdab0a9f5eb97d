"""Which words may stand for which: by hand, and where WordNet and the vectors agree.

Entries that could change a quantity, a unit, a relation, a name or an opposite are left out.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from scaning import wordnet
from scaning.facts import number_words, relation_table, unit_table
from scaning.inflection import Lemma, forms, lemmas
from scaning.lexicon import antonyms, is_name, is_place, similarity
from scaning.synonym_sources import distance
from scaning.synonyms import FRAMES, TERMS

HAND = Path(__file__).parent / "hand_synonyms.txt"
ENTRY = re.compile(r"(\S+) ([nvar])(?: ([^\s]+))?: (.+)")
ALIASES = {
    "@thing": "implement|currency|coin|money|food|fruit|animal|plant|flower|publication|container|"
    "clothing|garment|jewelry|vehicle|equipment|card|stamp|toy|marble|sticker|book|balloon|photo|"
    "picture|block|bead|crayon|tile|shell|ticket|furniture|house|land|farm|collection"
}
FITS, LESS = 0.9, 0.6
# A pair of the tail shares a sense that makes up half of the uses of both, and its vectors agree.
# Of the 235 lemmas that .2 and .5 would add, most are wrong: "ring" as "doughnut".
MIN_SHARE, MIN_COSINE = 0.5, 0.6
SPELLING = 0.25
AMOUNTS = frozenset(
    """all any bit both brace couple double dozen each either enough every few half handful heap
    last least less little load lot many more much multiple myriad neither next no none number
    most numerous once one pair plenty plural quarter quintuple several single some third
    treble trio triple twice twin two various whole zero score mass ton entirely several""".split()
)
QUANTITY, TIME = 23, 28


class Entry(NamedTuple):
    """Words for a lemma in a frame, with confidences."""

    lemma: str
    pos: str
    frame: str
    words: dict[str, float]


def by_hand() -> list[Entry]:
    """The entries of `hand_synonyms.txt`."""
    entries = []
    for number, line in enumerate(HAND.read_text(encoding="utf-8").splitlines(), 1):
        if not line or line.startswith("#"):
            continue
        found = ENTRY.fullmatch(line)
        if found is None:
            raise SystemExit(f"{HAND.name}:{number}: not 'lemma pos [frame]: words': {line}")
        lemma, pos, frame, words = found.groups(default="")
        if unknown := {part.partition(":")[0] for part in frame.split("&")} - {"", *FRAMES}:
            raise SystemExit(f"{HAND.name}:{number}: no frame {unknown.pop()!r}: {line}")
        for alias, kinds in ALIASES.items():
            frame = frame.replace(alias, kinds)
        weights = {
            w.removeprefix("~"): LESS if w[0] == "~" else FITS for w in words.split() if w != "-"
        }
        entries.append(Entry(lemma, pos, frame, weights))
    return entries


def by_agreement(
    net: wordnet.WordNet, lemmas_of: Mapping[str, Iterable[str]], counts: Mapping[str, int]
) -> list[Entry]:
    """Pairs that share the main sense of both, with vectors that agree; for verbs with objects."""
    entries = []
    for pos, words in lemmas_of.items():
        for lemma in words:
            found = {
                other: round(0.85 * cosine * min(ours, theirs) ** 0.5, 2)
                for other, ours, theirs in _shared(net, lemma, pos)
                if min(ours, theirs) >= MIN_SHARE
                and _usual(net, other, counts)
                and (cosine := similarity(lemma, other)) >= MIN_COSINE
            }
            if found:
                entries.append(Entry(lemma, pos, "obj" if pos == "v" else "", found))
    return entries


def table(hand: list[Entry], rest: list[Entry]) -> list[Entry]:
    """All entries that are safe; where the hand has a lemma, its entries alone."""
    known = {(entry.lemma, entry.pos) for entry in hand}
    entries = hand + [entry for entry in rest if (entry.lemma, entry.pos) not in known]
    kept = [
        e._replace(words={w: c for w, c in e.words.items() if safe(e.lemma, w, e.pos)})
        for e in entries
    ]
    return [entry for entry in kept if entry.words]


def synonyms(hand: list[Entry]) -> dict[str, set[str]]:
    """The pairs of the hand, both ways, as the rows of `synonyms.tsv` are keyed."""
    pairs: dict[str, set[str]] = defaultdict(set)
    for entry in hand:
        for word in entry.words:
            if word not in antonyms(entry.lemma):
                pairs[f"{entry.lemma}\t{entry.pos}"].add(word)
                pairs[f"{word}\t{entry.pos}"].add(entry.lemma)
    return pairs


def safe(lemma: str, word: str, pos: str) -> bool:
    """Whether a word keeps the facts that a lemma stands for."""
    if Lemma(word, pos) not in lemmas(word) or distance(lemma, word) < SPELLING:
        return False
    if word in antonyms(lemma):
        return False
    said = _says(lemma)
    if said != _says(word) or {lemma, word} & AMOUNTS or (not said and {lemma, word} & TERMS):
        return False
    return not any(_is_amount(w) or _is_unit(w) for w in (lemma, word)) and not _is_name(word)


def _says(word: str) -> set[tuple[str, str]]:
    """The relations that a word states alone."""
    return {
        (family, member)
        for family, members in relation_table.PHRASES.items()
        for member, phrases in members.items()
        if word in phrases
    }


def _is_amount(word: str) -> bool:
    tables = (number_words.CARDINALS, number_words.MULTIPLES, number_words.ORDINALS)
    return any(word in table for table in tables)


def _is_unit(word: str) -> bool:
    return word in unit_table.FORMS or word + "s" in unit_table.FORMS


def _is_name(word: str) -> bool:
    return is_name(word) or is_place(word)


def _shared(net: wordnet.WordNet, lemma: str, pos: str) -> Iterable[tuple[str, float, float]]:
    for sense in net.senses[lemma, pos]:
        synset = net.synsets[sense.synset]
        if synset.topic in (QUANTITY, TIME):
            continue
        ours = _share(net, lemma, pos, sense.synset)
        for word in synset.words:
            if word != lemma and word.isalpha() and word.islower():
                yield word, ours, _share(net, word, pos, sense.synset)


def _share(net: wordnet.WordNet, lemma: str, pos: str, synset: wordnet.SynsetId) -> float:
    senses = net.senses[lemma, pos]
    total = sum(sense.tags for sense in senses)
    mine = next(sense for sense in senses if sense.synset == synset)
    return mine.tags / total if total else float(mine.rank == 1)


def _usual(net: wordnet.WordNet, word: str, counts: Mapping[str, int]) -> bool:
    """Whether a word is in use: in problems, or thrice in SemCor; and is no inflected form."""
    if any(lemma.word != word for lemma in lemmas(word)):
        return False
    tags = sum(s.tags for pos in "nvar" for s in net.senses.get((word, pos), ()))
    return counts.get(word, 0) > 1 or tags > 2 or any(counts.get(f, 0) > 1 for f in _forms(word))


def _forms(word: str) -> Iterable[str]:
    return (spelt for pos in "nv" for form in forms(word, pos) for spelt in form)
