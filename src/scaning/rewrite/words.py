"""Words for words: a word and all its other forms in the text become another word."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache

from scaning.inflection import POS_OF_TAG, lemmas
from scaning.lexicon import antonyms
from scaning.noise.protect import protected, says_amount
from scaning.parse import Text, Token
from scaning.rewrite.changes import Change, Edit
from scaning.synonyms import Embedded, fitted

# Less sure substitutes are for noise that is restored, not for texts that are read.
SURE = 0.6


def other_words(text: Text) -> Iterator[Change]:
    """Every word that has a sure substitute, with each of them."""
    marked = {token.start: token.ent for token in protected(text, whole=False).tokens}
    forms: defaultdict[tuple[str, str], list[Token]] = defaultdict(list)
    for token in text.tokens:
        forms[token.lemma, token.pos].append(token)
    taken = {token.lower for token in text.tokens} | {token.lemma for token in text.tokens}
    for same in forms.values():
        token = same[0]
        if any(marked.get(one.start, "") for one in same):
            continue
        for word, confidence in _source().candidates(token, text):
            if confidence >= SURE and _fits(word, token, taken):
                edits = _in_all_forms(word, token, same, text)
                if edits:
                    yield Change("replace", f"word:{token.lemma}>{word}", edits)


@lru_cache(maxsize=1)
def _source() -> Embedded:
    return Embedded()


def _fits(word: str, token: Token, taken: set[str]) -> bool:
    bases = {word.lower(), *(lemma.word for lemma in lemmas(word))}
    return bases.isdisjoint(taken | antonyms(token.lower)) and not says_amount(word)


def _in_all_forms(word: str, token: Token, same: list[Token], text: Text) -> tuple[Edit, ...]:
    pos = POS_OF_TAG.get(token.tag)
    base = next((lemma.word for lemma in lemmas(word.lower()) if lemma.pos == pos), word.lower())
    edits = []
    for other in same:
        form = word if other is token else fitted(base, other, text)
        if form is None:
            return ()
        edits.append(Edit(other.start, other.end, form))
    return tuple(edits)
