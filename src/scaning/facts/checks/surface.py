"""The text is whole: not cut off, not looping, not garbled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from scaning import lexicon
from scaning.facts.align import Alignment
from scaning.facts.evidence import Evidence
from scaning.facts.reading import Facts
from scaning.parse import Token

CUT_OFF, OPEN_END, LOOP, GAP, NO_WORD = 0.85, 0.2, 0.9, 0.2, 0.3
DOUBLED, TWINS = 0.45, 0.6
_SMALL = frozenset({"AUX", "DET", "ADP", "PART", "SCONJ", "CCONJ"})
_WORDS = 4
# A phrase this long is not said twice by chance; an echo this long is a stutter.
_LOOP_LENGTH, _LONGEST_ECHO = 8, 12
# Share of word pairs that a mere reordering of phrases keeps at least.
JUMBLED, _SHORTEST_JUMBLE = 0.45, 6
# Only where the whole text keeps nearly all its words: a free rewriting has its own order.
JUMBLE_OVERLAP = 0.9
_NEVER_LAST = frozenset(
    {"DT", "IN", "CC", "TO", "MD", "PRP$", "WDT", "WRB", "JJ", "JJR", "VBZ", "RB"}
)
# A determiner cannot stand before these.
_AFTER_DETERMINER = frozenset({"IN", "CC", "MD", "VBZ", "VBD", "VBP", "TO", ".", ",", "WDT", "DT"})


def check_surface(original: Facts, candidate: Facts, alignment: Alignment) -> Iterator[Evidence]:
    """Look for a text that ends too early, repeats itself or misses words."""
    yield from _cut_off(original, candidate)
    yield from _loops(original, candidate)
    yield from _doubled(original, candidate)
    yield from _paired_with_itself(original, candidate)
    yield from _gaps(original, candidate)
    if alignment.overlap > JUMBLE_OVERLAP:
        yield from _jumbled(original, candidate)
    yield from _non_words(candidate, alignment)


def _cut_off(original: Facts, candidate: Facts) -> Iterator[Evidence]:
    ours, theirs = original.text.tokens, candidate.text.tokens
    last = theirs[-1]
    if last.pos == "PUNCT" or ours[-1].lower == last.lower:
        return
    weight = 0.0
    if _goes_on(ours, theirs):
        weight = CUT_OFF
    elif ours[-1].text in {".", "?", "!", ":"}:
        inside = last.lower != next((t.lower for t in reversed(ours) if t.pos != "PUNCT"), "")
        never_last = last.tag in _NEVER_LAST or last.pos == "AUX"
        weight = CUT_OFF if never_last else OPEN_END if inside else 0.0
    if weight:
        tail = candidate.text.text[-40:]
        yield Evidence("incoherent", weight, "", tail, f"The candidate breaks off: …{tail}")


def _goes_on(ours: tuple[Token, ...], theirs: tuple[Token, ...]) -> bool:
    """Do the last three words stand in the original with another word after them?"""
    tail = [t.lower for t in theirs[-3:]]
    words = [t.lower for t in ours]
    return any(
        words[i : i + 3] == tail and ours[i + 3].pos not in {"PUNCT", "SPACE"}
        for i in range(len(words) - 3)
    )


def _loops(original: Facts, candidate: Facts) -> Iterator[Evidence]:
    """A phrase said twice in a row, or a long one said more often than in the original."""
    words = [t.lower for t in candidate.text.tokens]
    for size in range(1, _LONGEST_ECHO + 1):
        times = 3 if size == 1 else 2
        for i in range(len(words) - times * size + 1):
            said = words[i : i + size]
            echo = any(map(str.isalpha, said)) and words[i : i + times * size] == said * times
            if echo and not _holds(original.text.tokens, said * times):
                yield _loop(said, LOOP)
                return
    ours, theirs = _ngrams(original.text.tokens), _ngrams(candidate.text.tokens)
    twice = [g for g, count in theirs.items() if count > 1 and sum(map(str.isalpha, g)) > _WORDS]
    if len(twice) > sum(count > 1 for count in ours.values()):
        yield _loop(twice[0], LOOP)


def _doubled(original: Facts, candidate: Facts) -> Iterator[Evidence]:
    """A small word said twice in a row: "are are", "the the"."""
    ours = {(a.lower, b.lower) for a, b in pairwise(original.text.tokens)}
    for a, b in pairwise(candidate.text.tokens):
        twice = a.lower == b.lower and a.pos in _SMALL and a.lower not in {"that", "had", "her"}
        if twice and (a.lower, b.lower) not in ours:
            yield _loop((a.lower, b.lower), DOUBLED)


def _paired_with_itself(original: Facts, candidate: Facts) -> Iterator[Evidence]:
    """A thing listed beside itself: "Ann and Ann"."""
    known = set(_listed(original.text.tokens))
    for word in sorted(set(_listed(candidate.text.tokens)) - known):
        message = f"{word!r} stands in a list beside itself: two have become one."
        yield Evidence("merged-entities", TWINS, "", f"{word} and {word}", message, 1.0)


def _listed(tokens: tuple[Token, ...]) -> Iterator[str]:
    for a, b, c in zip(tokens, tokens[1:], tokens[2:], strict=False):
        joined = b.pos == "CCONJ" or b.text == ","
        if joined and a.lower == c.lower and a.pos in {"PROPN", "NOUN"} and a.text.isalpha():
            yield a.text


def _holds(tokens: tuple[Token, ...], words: list[str]) -> bool:
    said = [t.lower for t in tokens]
    return any(said[i : i + len(words)] == words for i in range(len(said) - len(words) + 1))


def _loop(words: Sequence[str], weight: float) -> Evidence:
    said = " ".join(words)
    return Evidence("incoherent", weight, "", said, f"The candidate repeats: {said}")


def _ngrams(tokens: tuple[Token, ...]) -> Counter[tuple[str, ...]]:
    words = [t.lower for t in tokens]
    return Counter(tuple(words[i : i + _LOOP_LENGTH]) for i in range(len(words) - _LOOP_LENGTH + 1))


def _jumbled(original: Facts, candidate: Facts) -> Iterator[Evidence]:
    """A sentence of the original's words in an order that is no order."""
    words = {_form(t) for t in original.text.tokens}
    pairs = set(_bigrams(original.text.tokens))
    for start, end in candidate.text.sents:
        tokens = candidate.text.tokens[start:end]
        known = sum(_form(t) in words for t in tokens)
        if len(tokens) < _SHORTEST_JUMBLE or known < 0.9 * len(tokens):
            continue
        own = _bigrams(tokens)
        if sum(pair in pairs for pair in own) < JUMBLED * len(own):
            said = candidate.text.text[tokens[0].start : tokens[-1].end]
            yield Evidence("incoherent", LOOP, "", said, f"The words are in no order: {said}")


def _bigrams(tokens: tuple[Token, ...]) -> list[tuple[str, str]]:
    words = [_form(t) for t in tokens if t.pos != "PUNCT"]
    return list(pairwise(words))


def _form(token: Token) -> str:
    """A token's form; numbers are all one, for they may trade places with their things."""
    return "#" if token.text[0].isdigit() else token.lower


def _gaps(original: Facts, candidate: Facts) -> Iterator[Evidence]:
    """Places where a word is missing: "the of", "a is"."""
    ours = Counter(_holes(original.text.tokens))
    for first, second in (Counter(_holes(candidate.text.tokens)) - ours).elements():
        said = f"{first} {second}"
        yield Evidence("incoherent", GAP, "", said, f"A word is missing at: {said}")


def _holes(tokens: tuple[Token, ...]) -> Iterator[tuple[str, str]]:
    for a, b in pairwise(tokens):
        if a.tag == "DT" and a.lower in {"a", "an", "the", "every"} and b.tag in _AFTER_DETERMINER:
            yield a.lower, b.lower


def _non_words(candidate: Facts, alignment: Alignment) -> Iterator[Evidence]:
    new = {*alignment.added, *alignment.renamed.values()}
    for word in candidate.words:
        if word.lemma in new and word.kind != "name" and not lexicon.is_word(word.lemma):
            said = candidate.text.tokens[word.i].text
            yield Evidence("incoherent", NO_WORD, "", said, f"{said!r} is not a word.")
