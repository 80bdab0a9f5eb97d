"""Word insertion: synonyms of words that are there, or common words that do not belong."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

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
    """Insert as many words as `share` of the tokens: synonyms, or in four of ten cases others.

    Where the text has too few synonyms, common words make up for them.
    """

    def noise(text: Text, rng: Random) -> Text | None:
        count = int(share * len(text))
        synonyms = rng.random() < SYNONYM_SHARE
        change = _Insertion({}, {})
        if synonyms:
            _add_synonyms(change, text, count, kit, rng)
        if not synonyms or kit.rules.until_reached:
            _add_common_words(change, text, count, rng)
        return _inserted(text, change) if change.new else None

    return noise


class _Insertion(NamedTuple):
    """Words that go before the tokens of these numbers, and tokens that are replaced."""

    new: dict[int, list[Token]]
    replaced: dict[int, Token]

    def words(self) -> int:
        return sum(map(len, self.new.values()))


def _add_synonyms(change: _Insertion, text: Text, count: int, kit: Kit, rng: Random) -> None:
    taken = words_in(text)
    order = rng.sample(range(len(text)), len(text))
    for i in order if kit.rules.until_reached else order[:count]:
        token = text.tokens[i]
        if change.words() == count:
            return
        if token.ent or not (word := synonym(token, text, taken, kit, rng)):
            continue
        added = inserted(word, token)
        if rng.random() < SWAP_SHARE:
            change.replaced[i], added = added, token
        change.new.setdefault(_near(text, i, rng), []).append(added)


def _add_common_words(change: _Insertion, text: Text, count: int, rng: Random) -> None:
    for i in rng.sample(range(len(text)), count - change.words()):
        change.new.setdefault(_near(text, i, rng), []).append(inserted(rng.choice(COMMON)))


def _near(text: Text, i: int, rng: Random) -> int:
    return min(max(i + rng.randint(-REACH, REACH), 0), len(text) - 1)


def _inserted(text: Text, change: _Insertion) -> Text:
    return assembled(
        text,
        [
            [
                token
                for i in range(start, end)
                for token in (*change.new.get(i, ()), change.replaced.get(i, text.tokens[i]))
            ]
            for start, end in text.sents
        ],
    )
