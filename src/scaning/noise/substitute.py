"""Synonym substitution: a word and all its other forms in the text become another word."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from random import Random

from scaning.inflection import POS_OF_TAG, lemmas
from scaning.lexicon import antonyms
from scaning.noise.assemble import assembled, reworded
from scaning.noise.contract import Kit, Noiser, noiser
from scaning.noise.protect import says_amount
from scaning.parse import Text, Token
from scaning.synonyms import fitted

Words = Mapping[int, str]


@noiser("synonym_substitution", "training")
def substitution(share: float, kit: Kit) -> Noiser:
    """Give a share of the words, wherever they stand, a synonym."""

    def noise(text: Text, rng: Random) -> Text | None:
        words = substitutable(text)
        return _substituted(text, rng.sample(words, len(words)), share, kit, rng)

    return noise


@noiser("synonym_substitution", "inference")
def substitution_of_objects(share: float, kit: Kit) -> Noiser:
    """Give a share of the words a synonym, the objects of the sentences first."""

    def noise(text: Text, rng: Random) -> Text | None:
        words = substitutable(text)
        return _substituted(text, objects_first(text, words, rng), share, kit, rng)

    return noise


def objects_first(text: Text, chosen: Sequence[int], rng: Random) -> list[int]:
    """The tokens in random order, those that are objects before all others."""
    order = rng.sample(chosen, len(chosen))
    return sorted(order, key=lambda i: "obj" not in text.tokens[i].dep)


def words_in(text: Text) -> frozenset[str]:
    """The words of a text: a synonym that is one of them would make two things one."""
    return frozenset(token.lower for token in text.tokens)


def synonym(token: Token, text: Text, taken: Set[str], kit: Kit, rng: Random) -> str | None:
    """A word that may stand for a token: no amount, no antonym, and not one that is taken.

    What says an amount itself has none: "how many" is not "how numerous".
    """
    candidates = kit.synonyms.candidates(token, text)
    if not candidates or says_amount(token.lower):
        return None
    opposed = antonyms(token.lower)
    found = [
        (word, weight)
        for word, weight in candidates
        if word.lower() not in taken
        and not says_amount(word)
        and opposed.isdisjoint((word.lower(), *(lemma.word for lemma in lemmas(word))))
    ]
    if not found:
        return None
    words, weights = zip(*found, strict=True)
    return str(rng.choices(words, weights)[0])


def substitutable(text: Text) -> list[int]:
    """The words that substitution is a share of: all but names, masks and punctuation."""
    return [
        t.i
        for t in text.tokens
        if t.ent not in {"name", "mask"} and t.pos not in {"PUNCT", "PROPN", "SPACE"}
    ]


def _substituted(
    text: Text, order: Sequence[int], share: float, kit: Kit, rng: Random
) -> Text | None:
    budget = int(share * len(order))
    taken = words_in(text)
    new: dict[int, str] = {}
    for i in order if kit.rules.until_reached else order[:budget]:
        if len(new) >= budget:
            break
        token = text.tokens[i]
        if token.ent or i in new or not (word := synonym(token, text, taken, kit, rng)):
            continue
        same = [t for t in text.tokens if t.lemma == token.lemma and t.pos == token.pos]
        if not any(other.ent for other in same):
            new |= _in_all_forms(word, token, same, text)
    if not new:
        return None
    return assembled(
        text,
        [
            [reworded(t, new[t.i]) if t.i in new else t for t in text.tokens[start:end]]
            for start, end in text.sents
        ],
    )


def _in_all_forms(word: str, token: Token, same: Sequence[Token], text: Text) -> Words:
    """The word for every token that is the same word; none if one of them cannot take it."""
    pos = POS_OF_TAG.get(token.tag)
    bases = (lemma.word for lemma in lemmas(word.lower()) if lemma.pos == pos)
    # The first of "stop" and "stops", whatever the order of the set.
    base = min(bases, default=word.lower())
    new = {token.i: word}
    for other in same:
        form = word if other is token else fitted(base, other, text)
        if form is None:
            return {}
        new[other.i] = form
    return new
