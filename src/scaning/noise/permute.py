"""Sentence permutation: a sentence is rotated, at any word or around a preposition."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from scaning.lexicon import is_name
from scaning.noise.assemble import assembled, reworded, sentences_of, spelled
from scaning.noise.contract import Kit, Noiser, Rules, noiser
from scaning.parse import Text, Token

# Shorter sentences are left as they are.
MIN_TOKENS = 5
# A phrase that leans on a word before it in one of these ways can go to the front alone.
_FREE = frozenset({"prep", "agent", "advmod", "npadvmod", "advcl", "pcomp", "prt", "dative"})

# A word of these that came to stand last would have lost what it leads.
_LEADING = frozenset({"ADP", "SCONJ", "CCONJ", "DET"})
# What is tagged so is no name: "Will she …", "May he …".
_FUNCTION = frozenset({*_LEADING, "AUX", "PART", "PRON"})

# As in Chinese print, which the parser does not know.
_WIDE_STOPS = frozenset("．。？！")

Change = Callable[[Sequence[Token]], list[Token] | None]


@noiser("sentence_permutation", "training")
def permutation_anywhere(share: float, kit: Kit) -> Noiser:
    """Rotate a share of the sentences around a random word."""

    def noise(text: Text, rng: Random) -> Text | None:
        return on_sentences(text, share, rng, lambda tokens: _rotated_anywhere(tokens, rng))

    return noise


@noiser("sentence_permutation", "inference")
def permutation_at_prepositions(share: float, kit: Kit) -> Noiser:
    """Rotate a share of the sentences around a preposition.

    One that has none is rotated where the result is most fluent.
    """

    def noise(text: Text, rng: Random) -> Text | None:
        return on_sentences(text, share, rng, lambda tokens: rotation(text, tokens, kit, rng))

    return noise


def on_sentences(text: Text, share: float, rng: Random, change: Change) -> Text | None:
    """Change a share of the sentences, at least one; those that cannot be changed do not count."""
    sentences = sentences_of(text)
    wanted = max(1, round(share * len(sentences)))
    changed = 0
    for n in rng.sample(range(len(sentences)), len(sentences)):
        if changed == wanted:
            break
        if new := change(sentences[n]):
            sentences[n] = new
            changed += 1
    return assembled(text, sentences) if changed else None


def rotation(text: Text, tokens: Sequence[Token], kit: Kit, rng: Random) -> list[Token] | None:
    """A sentence turned so that it begins with one of its prepositions."""
    body = len(tokens) - len(_ending(tokens))
    if len(tokens) < MIN_TOKENS:
        return None
    at_prepositions = [n for n in range(1, body) if _can_lead(tokens[n], kit.rules)]
    if kit.rules.whole_phrases:
        clean = [cut for cut in at_prepositions if _is_clean(tokens, cut, body)]
        if clean:
            return rotated(tokens, rng.choice(clean))
    elif at_prepositions:
        return rotated(tokens, rng.choice(at_prepositions))
    cuts = at_prepositions or [n for n in range(1, body) if _may_part(tokens, n, kit.rules)]
    turned = [rotated(tokens, cut) for cut in cuts]
    if not turned:
        return None
    return turned[kit.most_fluent([spelled(text, sentence) for sentence in turned])]


def rotated(tokens: Sequence[Token], cut: int) -> list[Token]:
    """The tokens from `cut` on, then those before it; the final punctuation stays the last.

    A comma that would come to stand before it goes between the two parts.
    """
    ending = _ending(tokens)
    body = tokens[: len(tokens) - len(ending)]
    if not body:
        return list(tokens)  # nothing but points: "……."
    front, back = list(body[cut:]), list(body[:cut])
    comma = [back.pop()] if len(back) > 1 and back[-1].text == "," else []
    return recased(body[0], [*front, *comma, *back]) + ending


def recased(old_first: Token, tokens: list[Token]) -> list[Token]:
    """The tokens with the capital moved from the old first word to the new one."""
    if tokens[0] is old_first or not old_first.text[0].isupper():
        return tokens
    return [
        _capitalised(token) if n == 0 else _lowered(token) if token is old_first else token
        for n, token in enumerate(tokens)
    ]


def _rotated_anywhere(tokens: Sequence[Token], rng: Random) -> list[Token] | None:
    if len(tokens) < MIN_TOKENS:
        return None
    return rotated(tokens, rng.randint(2, len(tokens) - 3))


def _ending(tokens: Sequence[Token]) -> list[Token]:
    end = len(tokens)
    while end and (tokens[end - 1].pos == "PUNCT" or tokens[end - 1].text in _WIDE_STOPS):
        end -= 1
    return list(tokens[end:])


def completes(token: Token) -> bool:
    """Does this preposition only complete what stands before it: "of", "than", "as many as"?"""
    return token.lower in {"of", "than"} or (token.lower == "as" and token.ent == "relation")


def _can_lead(token: Token, rules: Rules) -> bool:
    """May a sentence begin with this token?"""
    return (
        token.pos in rules.prepositions
        and token.dep != "prt"
        and not (rules.whole_phrases and completes(token))
    )


def _may_part(tokens: Sequence[Token], cut: int, rules: Rules) -> bool:
    """May a sentence without prepositions be rotated here?"""
    return tokens[cut - 1].pos not in _LEADING and not (
        rules.whole_phrases and completes(tokens[cut])
    )


def _is_clean(tokens: Sequence[Token], cut: int, end: int) -> bool:
    """Can the tokens from `cut` to `end` go to the front without tearing a phrase?"""
    if tokens[cut - 1].pos in _LEADING:
        return False
    first = tokens[0].i
    middle, last = first + cut, first + end
    for token in tokens[:cut]:
        if middle <= token.head < last:
            return False
    return all(
        middle <= token.head < last or token.dep in _FREE or token.pos == "PUNCT"
        for token in tokens[cut:end]
    )


def _capitalised(token: Token) -> Token:
    word = token.text
    if token.ent in {"variable", "unit", "mask"} or not word[0].islower():
        return token
    return reworded(token, word[0].upper() + word[1:])


def _lowered(token: Token) -> Token:
    word = token.text
    first, _, rest = word.partition(" ")
    if (
        token.ent in {"variable", "name", "mask"}
        # A = 10% and a formula in one piece, unlike "A dozen".
        or (len(first) == 1 and rest and not rest[0].isalpha())
        or token.lower == "i"
        # The parser takes some names for other words: "Sofia reads".
        or (token.pos not in _FUNCTION and is_name(word))
        or word[1:] != word[1:].lower()
    ):
        return token
    return reworded(token, word.lower())
