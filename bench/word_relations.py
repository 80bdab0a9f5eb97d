"""What WordNet and the vectors say of words: alike, opposed, kinds of, people."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import substitutes

from scaning.inflection import inflect, lemmas
from scaning.lexicon import antonyms, similarity
from scaning.wordnet import WordNet

HAND = Path(__file__).parent / "hand_opposites.txt"

Table = dict[str, set[str]]
HYPERNYM_LEVELS = 4
# Above these everything is one kind of thing.
TOO_GENERAL = frozenset(
    """abstraction agent amount artefact artifact attribute being causal-agent collection commodity
    content covering creation cognition entity event good group grouping individual
    instrumentality instrumentation knowledge-base matter measure object organism part
    physical-entity portion process product production property quantity relation solid
    standard criterion structure substance thing unit whole work metric touchstone
    psychological-feature""".split()
)
# WordNet's files of things that can be counted, had or met: the kinds of others are of no use.
THINGS = frozenset({5, 6, 8, 10, 13, 14, 17, 18, 20, 21, 27, 28})
# WordNet files these under groups, agents or titles.
PERSONS = frozenset(
    "people person persons folk driver operator sibling twin classmate teammate coworker someone"
    " somebody everyone everybody anyone anybody nobody grader".split()
)
# Counter-fitted cosine from which two lemmas that share a rare sense count as synonyms, and two
# that WordNet only links ("huge" is like "large").
NEAR = 0.5
NEAR_LINKED = 0.8
# "Similar to" of adjectives, and groups of verbs.
LINKS = frozenset("&$")


def synonyms(net: WordNet, common: set[str]) -> Table:
    """Lemma and part of speech to synonyms: of WordNet, and those found by hand."""
    pairs = substitutes.synonyms(substitutes.by_hand())
    table: Table = defaultdict(set)
    for pos in "nvar":
        here = {w for w in common if (w, pos) in net.senses}
        for lemma in here:
            found = {w for w in alike(net, lemma, pos) if w in here and not is_form(w, pos)}
            for word in (found | pairs[f"{lemma}\t{pos}"]) - antonyms(lemma) - {lemma}:
                # The sources are not symmetric, the relation is.
                table[f"{lemma}\t{pos}"].add(word)
                table[f"{word}\t{pos}"].add(lemma)
    return table


def alike(net: WordNet, lemma: str, pos: str) -> set[str]:
    """The words of a lemma's frequent senses, and near words of its others and of linked ones."""
    found = set[str]()
    frequent = set(net.frequent(lemma, pos))
    for sense in net.senses[lemma, pos]:
        for spelt in net.synsets[sense.synset].words:
            word = spelt.lower()
            mutual = sense.synset in frequent and sense.synset in net.frequent(word, pos)
            if mutual or similarity(lemma, word) >= NEAR:
                found.add(word)
        linked = (x.to for x in net.synsets[sense.synset].links if x.symbol in LINKS)
        words = (w.lower() for to in linked for w in net.synsets[to].words)
        found.update(w for w in words if similarity(lemma, w) >= NEAR_LINKED)
    return found


def is_form(word: str, pos: str) -> bool:
    """Whether a dictionary word is an inflected form too: "costs", "faster"."""
    return any(lemma.word != word and lemma.pos == pos for lemma in lemmas(word))


def opposites(net: WordNet, common: set[str]) -> Table:
    """WordNet's antonyms of frequent senses and those found by hand, with their comparatives."""
    table: Table = defaultdict(set)
    pairs = [
        (w, o)
        for w in common
        for pos in "nvar"
        for o in net.antonyms(w, pos)
        if o.isalpha() and o != w
    ]
    for left, right in [*pairs, *by_hand()]:
        table[left].add(right)
        table[right].add(left)
    for word, others in list(table.items()):
        for tag in ("JJR", "JJS"):
            form = inflect(word, tag)
            for opposed in (inflect(other, tag) for other in list(others)):
                if form and opposed:
                    table[form].add(opposed)
                    table[opposed].add(form)
    return table


def by_hand() -> Iterator[tuple[str, str]]:
    """The pairs of `hand_opposites.txt`."""
    for line in HAND.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            left, right = (side.split() for side in line.split("/"))
            yield from product(left, right)


def hypernyms(net: WordNet, word: str, usual: set[str]) -> set[str]:
    """What a noun is a kind of; "edible fruit" counts as "fruit"."""
    found = set()
    for synset in net.frequent(word, "n", untagged=2):
        if net.synsets[synset].topic not in THINGS:
            continue
        for above in net.above(synset, HYPERNYM_LEVELS):
            first, *others = net.synsets[above].words
            found.add(first.rpartition("_")[2].rpartition("-")[2].lower())
            found.update(others)
    return (found & usual) - TOO_GENERAL - {word}


def persons(net: WordNet, common: set[str]) -> set[str]:
    """The nouns that mean people."""
    return {word for word in common if is_person(net, word)} | PERSONS


def is_person(net: WordNet, word: str) -> bool:
    """Whether one of a noun's frequent senses is a kind of person."""
    person = net.senses["person", "n"][0].synset
    return any(
        synset == person or person in net.above(synset, 12) for synset in net.frequent(word, "n")
    )
