"""The text is whole: not cut off, not looping, not garbled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from scaning import lexicon
from scaning.facts.align import Alignment
from scaning.facts.evidence import Evidence
from scaning.facts.extract import Facts
from scaning.parse import Token

CUT_OFF, LOOP, GAP, NO_WORD = 0.85, 0.9, 0.2, 0.3
_LOOP_LENGTH = 4
_NEVER_LAST = frozenset(
    {"DT", "IN", "CC", "TO", "MD", "PRP$", "WDT", "WRB", "JJ", "JJR", "VBZ", "RB"}
)
# A determiner cannot stand before these.
_AFTER_DETERMINER = frozenset({"IN", "CC", "MD", "VBZ", "VBD", "VBP", "TO", ".", ",", "WDT", "DT"})


def check_surface(original: Facts, candidate: Facts, alignment: Alignment) -> Iterator[Evidence]:
    """Look for a text that ends too early, repeats itself or misses words."""
    yield from _cut_off(original, candidate)
    yield from _loops(original, candidate)
    yield from _gaps(original, candidate)
    yield from _non_words(candidate, alignment)


def _cut_off(original: Facts, candidate: Facts) -> Iterator[Evidence]:
    ours, theirs = original.text.tokens, candidate.text.tokens
    if not ours or not theirs:
        return
    last = theirs[-1]
    if last.pos != "PUNCT" and last.tag in _NEVER_LAST and ours[-1].lower != last.lower:
        tail = candidate.text.text[-40:]
        yield Evidence("incoherent", CUT_OFF, "", tail, f"The candidate breaks off: …{tail}")


def _loops(original: Facts, candidate: Facts) -> Iterator[Evidence]:
    ours, theirs = _ngrams(original.text.tokens), _ngrams(candidate.text.tokens)
    for gram, count in theirs.items():
        if count > max(1, ours[gram]) and count >= 2 and any(w.isalpha() for w in gram):
            said = " ".join(gram)
            weight = LOOP if count > 2 or ours[gram] == 0 else 0.4
            yield Evidence("incoherent", weight, "", said, f"The candidate repeats: {said}")
            return


def _ngrams(tokens: tuple[Token, ...]) -> Counter[tuple[str, ...]]:
    words = [t.lower for t in tokens]
    return Counter(tuple(words[i : i + _LOOP_LENGTH]) for i in range(len(words) - _LOOP_LENGTH + 1))


def _gaps(original: Facts, candidate: Facts) -> Iterator[Evidence]:
    """Places where a word is missing: "the of", "a is"."""
    ours = Counter(_holes(original.text.tokens))
    for first, second in (Counter(_holes(candidate.text.tokens)) - ours).elements():
        said = f"{first} {second}"
        yield Evidence("incoherent", GAP, "", said, f"A word is missing at: {said}")


def _holes(tokens: tuple[Token, ...]) -> Iterator[tuple[str, str]]:
    for a, b in zip(tokens, tokens[1:], strict=False):
        if a.tag == "DT" and a.lower in {"a", "an", "the", "every"} and b.tag in _AFTER_DETERMINER:
            yield a.lower, b.lower


def _non_words(candidate: Facts, alignment: Alignment) -> Iterator[Evidence]:
    new = {*alignment.added, *alignment.renamed.values()}
    for word in candidate.words:
        if word.lemma in new and word.kind != "name" and not lexicon.is_word(word.lemma):
            said = candidate.text.tokens[word.i].text
            yield Evidence("incoherent", NO_WORD, "", said, f"{said!r} is not a word.")
