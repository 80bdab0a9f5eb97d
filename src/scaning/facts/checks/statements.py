"""Nothing that the original says is lost, and nothing new is said."""

from __future__ import annotations

from collections.abc import Iterator

from scaning.facts.align import Alignment
from scaning.facts.checks.entities import TERMS
from scaning.facts.evidence import Evidence
from scaning.facts.reading import Facts
from scaning.facts.words import GENERIC

# What the loss of one word weighs, by kind: an adjective tells things apart, an adverb rarely.
_WORD = {"noun": 0.1, "name": 0.1, "verb": 0.07, "adj": 0.1, "adv": 0.04}
TERM = 0.35
UNCOVERED, SENTENCE = 0.4, 0.7
_MOST = 0.75


def check_statements(original: Facts, candidate: Facts, alignment: Alignment) -> Iterator[Evidence]:
    """Count what has no counterpart, sentence by sentence, in both directions."""
    yield from _uncovered(original, frozenset(alignment.lost), "lost-statement")
    yield from _uncovered(candidate, frozenset(alignment.added) - GENERIC, "added-statement")


def _uncovered(facts: Facts, missing: frozenset[str], kind: str) -> Iterator[Evidence]:
    if not missing:
        return
    keep, total, gone_words = 1.0, 0, list[str]()
    for n, (start, end) in enumerate(facts.text.sents):
        words = [w for w in facts.words if w.sentence == n]
        gone = [w for w in words if w.lemma in missing]
        said = facts.text.text[facts.text.tokens[start].start : facts.text.tokens[end - 1].end]
        counted = any(facts.text.sentence_of[b.first] == n for b in facts.bindings)
        if len(words) >= 3 and len(gone) / len(words) > 1 - UNCOVERED and not counted:
            yield _evidence(kind, SENTENCE, said)
            continue
        for lemma in dict.fromkeys(w.lemma for w in gone):
            word = next(w for w in gone if w.lemma == lemma)
            weight = TERM if lemma in TERMS - GENERIC else _WORD[word.kind]
            keep *= 1 - (weight / 2 if lemma in GENERIC else weight)
            gone_words.append(facts.text.tokens[word.i].text)
        total += len(words)
    if gone_words:
        yield _evidence(kind, min(_MOST, 1 - keep), ", ".join(gone_words))


def _evidence(kind: str, weight: float, said: str) -> Evidence:
    if kind == "lost-statement":
        return Evidence(kind, weight, said, "", f"The candidate does not say: {said}")
    return Evidence(kind, weight, "", said, f"The original does not say: {said}")
