"""Word insertion: synonyms of words that are there, or common words that do not belong."""

from __future__ import annotations

from random import Random

from scaning.noise.assemble import assembled, inserted
from scaning.noise.contract import Kit, Noiser, noiser
from scaning.noise.substitute import synonym, words_in
from scaning.parse import Text, Token

# Chances and distances of the published system.
SYNONYM_SHARE = 0.6
SWAP_SHARE = 0.3
REACH = 2
# None of them counts, compares, orders or denies; a test holds the list to that.
COMMON = tuple(
    "the of to in on at by for from with as is are was were be been has have had do does did it "
    "its he she they we you his her their our this that these those who which what when where "
    "there here if so and but or because while can could will would should may might must very "
    "also well really now such come go make take get know see think want use way thing".split()
)


@noiser("word_insertion")
def word_insertion(share: float, kit: Kit) -> Noiser:
    """Insert as many words as `share` of the tokens: synonyms, or in four of ten cases others."""

    def noise(text: Text, rng: Random) -> Text | None:
        count = int(share * len(text))
        with_synonyms = rng.random() < SYNONYM_SHARE
        if not count:
            return None
        if with_synonyms:
            return _with_synonyms(text, count, kit, rng)
        return _with_common_words(text, count, rng)

    return noise


def _with_synonyms(text: Text, count: int, kit: Kit, rng: Random) -> Text | None:
    taken = words_in(text)
    tokens: dict[int, Token] = {}
    new: dict[int, list[Token]] = {}
    for i in rng.sample(range(len(text)), count):
        token = text.tokens[i]
        if token.ent or not (word := synonym(token, text, taken, kit, rng)):
            continue
        added = inserted(word, token)
        if rng.random() < SWAP_SHARE:
            tokens[i], added = added, token
        new.setdefault(_near(text, i, rng), []).append(added)
    return _with(text, tokens, new) if new else None


def _with_common_words(text: Text, count: int, rng: Random) -> Text:
    new: dict[int, list[Token]] = {}
    for i in rng.sample(range(len(text)), count):
        new.setdefault(_near(text, i, rng), []).append(inserted(rng.choice(COMMON)))
    return _with(text, {}, new)


def _near(text: Text, i: int, rng: Random) -> int:
    return min(max(i + rng.randint(-REACH, REACH), 0), len(text) - 1)


def _with(text: Text, tokens: dict[int, Token], new: dict[int, list[Token]]) -> Text:
    """The text with `new` words before the tokens of those numbers, and `tokens` in their place."""
    return assembled(
        text,
        [
            [
                token
                for i in range(start, end)
                for token in (*new.get(i, ()), tokens.get(i, text.tokens[i]))
            ]
            for start, end in text.sents
        ],
    )
