"""Which words of a text speak of the same thing: by lemma, by shared name, by a certain pronoun."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from scaning.lexicon import gender, is_person_noun
from scaning.parse import Text, Token

_GENITIVES = ("'s", "’s", "'", "’")
_PRONOUNS: dict[str, Literal["female", "male", "thing", "several"]] = {
    **dict.fromkeys(("she", "her", "hers", "herself"), "female"),
    **dict.fromkeys(("he", "him", "his", "himself"), "male"),
    **dict.fromkeys(("it", "its", "itself"), "thing"),
    **dict.fromkeys(("they", "them", "their", "theirs", "themselves"), "several"),
}
# With these verbs "it" may stand for nothing: "it takes 5 minutes", "it is 7 o'clock".
_EMPTY_IT = frozenset({"be", "take", "cost", "seem", "happen", "rain", "follow"})
# One of these is "they" as well: "A store had 40 books. They sold them."
_COLLECTIVE = frozenset(
    "airline bakery band bank cafe choir class club college committee company council couple crew "
    "department factory family farm firm government group hospital household hotel library "
    "market museum office organization pair party police population public restaurant school "
    "shop staff store supermarket team theater theatre university village zoo".split()
)


class Mention(NamedTuple):
    """Tokens that name a thing once."""

    first: int
    last: int


Named = dict[tuple[str, str], list[Mention]]


class Thing(NamedTuple):
    """All mentions of one thing, in text order; the label is the one of its mask."""

    label: str
    mentions: tuple[Mention, ...]


def things(text: Text) -> list[Thing]:
    """The things of a text; every word belongs to one mention of one thing.

    >>> from scaning.parse import shared_parser
    >>> text = shared_parser()("A car stops. It waits for two cars.")
    >>> [[text.tokens[m.first].text for m in t.mentions] for t in things(text)][1]
    ['car', 'It', 'cars']
    """
    named: Named = {}
    for mention in _mentions(text):
        named.setdefault(_key(text, mention, named), []).append(mention)
    for token in text.tokens:
        if token.lower in _PRONOUNS and (key := _antecedent(text, token, named)):
            mention = Mention(token.i, token.i + 1)
            own = named.get((token.pos, token.lemma.lower()), [])
            if mention in own:  # one inside a name, "It Ltd", is none of its own
                own.remove(mention)
                named[key] = sorted([*named[key], mention])
    return [Thing(label, tuple(found)) for (label, _), found in named.items() if found]


def stem_and_genitive(word: str) -> tuple[str, str]:
    """A word without its genitive ending, and the ending."""
    ending = next((e for e in _GENITIVES if word.endswith(e) and len(word) > len(e)), "")
    return word[: len(word) - len(ending)], ending


def _mentions(text: Text) -> Iterator[Mention]:
    """Every word, and names of several words as one."""
    inside = 0
    for token in text.tokens:
        if token.i < inside or token.pos == "PUNCT":
            continue
        inside = token.i + 1
        while token.ent == "name" and _goes_on(text, inside):
            inside += 1
        yield Mention(token.i, inside)


def _goes_on(text: Text, i: int) -> bool:
    """Is token `i` the next word of the name before it?"""
    return (
        i < len(text)
        and text.tokens[i].ent == "name"
        and text.sentence_of[i] == text.sentence_of[i - 1]
        and not stem_and_genitive(text.tokens[i - 1].text)[1]
    )


def _key(text: Text, mention: Mention, named: Named) -> tuple[str, str]:
    token = text.tokens[mention.first]
    if token.ent == "quantity":
        return "NUM", token.lower
    if token.ent != "name":
        return token.pos, token.lemma.lower()
    parts = _parts(text.tokens[slice(*mention)])
    for key, found in named.items():
        if key[0] == "NAME" and any(
            not parts.isdisjoint(_parts(text.tokens[slice(*other)])) for other in found
        ):
            return key
    return "NAME", " ".join(sorted(parts))


def _parts(tokens: Sequence[Token]) -> set[str]:
    return {stem_and_genitive(token.lower)[0] for token in tokens}


def _antecedent(text: Text, pronoun: Token, named: Named) -> tuple[str, str] | None:
    """What a pronoun stands for where only one thing of the text can be meant, else None."""
    wanted = _PRONOUNS[pronoun.lower]
    if wanted == "thing" and (
        pronoun.dep == "expl" or text.tokens[pronoun.head].lemma in _EMPTY_IT
    ):
        return None
    fitting = [
        (key, found)
        for key, found in named.items()
        if key[0] in {"NOUN", "NAME"}
        and any(_fits(text, m, wanted) for m in found)
        # "She" may look forward to a person, "it" looks back.
        and (wanted in {"female", "male"} or found[0].first < pronoun.i)
    ]
    if len(fitting) != 1 or fitting[0][1][0].first > pronoun.i:
        return None
    return fitting[0][0]


def _fits(text: Text, mention: Mention, wanted: str) -> bool:
    token = text.tokens[mention.first]
    if token.lower in _PRONOUNS:
        return False
    plural = text.tokens[mention.last - 1].tag in {"NNS", "NNPS"}
    person = token.ent == "name" or is_person_noun(token.lemma.lower())
    if wanted == "several":
        # Two people are "they" as well.
        return plural or person or token.lemma.lower() in _COLLECTIVE
    if wanted == "thing":
        # A name may be that of a ship or a town.
        return not plural and (token.ent == "name" or not person)
    return not plural and person and gender(token.text) in {wanted, "either", None}
