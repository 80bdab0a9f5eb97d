"""Other names for all the people and things of a problem at once, each the same everywhere."""

from __future__ import annotations

import re
from random import Random

from scaning.inflection import inflect
from scaning.lexicon import gender, hypernyms, is_name
from scaning.parse import Text
from scaning.scorer.damage.renames import _replaced
from scaning.scorer.damage.spans import mathematical, named
from scaning.scorer.damage.words import MEASURES, MEN, THINGS, WOMEN

_MORE_WOMEN = (
    "Ingrid Aiko Noor Lupe Svetlana Chiara Yara Anika Leila Mei Zainab Ines Greta Hana Ruth Vera "
    "Ida Nora Elif Petra Selma Tova Rina Wanda Olga Dana Irma Lena Marta Pilar"
).split()
_MORE_MEN = (
    "Anders Hiro Tariq Diego Boris Marco Rashid Arjun Omid Wei Kofi Emil Ivan Jonas Nils Viktor "
    "Milan Pavel Goran Bruno Enzo Matteo Sami Otto Hugo Rafael Stefan Yusuf Kenji Dmitri"
).split()
_KINDS = frozenset(
    "food fruit animal plant flower publication container clothing garment jewelry vehicle "
    "furniture toy implement artifact".split()
)
# What has parts, a value or a size that a problem may rest on.
_NOT = frozenset(
    "coin dollar cent penny nickel dime quarter die dice card triangle square circle rectangle "
    "cube box page week day car wheel leg clock watch dozen pair set group team train boat ship "
    "pipe tank cistern tap house room school class store shop bus plane ball marble ticket book "
    "bank note bill tree well pool tube ladder wall fence road street machine computer bag pack "
    "packet number building male female cutlery product item thing meal unit".split()
)
_POOL = (
    "lamp/lamps spoon/spoons candle/candles ribbon/ribbons pebble/pebbles pillow/pillows "
    "cushion/cushions carrot/carrots turnip/turnips melon/melons cabbage/cabbages whistle/whistles "
    "mirror/mirrors blanket/blankets basket/baskets kettle/kettles puzzle/puzzles poster/posters "
    "magnet/magnets helmet/helmets cactus/cacti pancake/pancakes bagel/bagels pretzel/pretzels "
    "postcard/postcards medal/medals goose/geese turtle/turtles lizard/lizards sandwich/sandwiches"
).split()


def rename_people(problem: Text, rng: Random) -> str | None:
    """Everybody who has a name gets another of the same gender."""
    text = problem.text
    names = [name for name in named(problem) if is_name(name)]
    if not names:
        return None
    taken: set[str] = set()
    for name in names:
        female = name in WOMEN or (name not in MEN and gender(name) == "female")
        either = name not in WOMEN and name not in MEN and gender(name) not in {"female", "male"}
        if either and re.search(r"\b(?:he|she|his|her|him)\b", text, re.IGNORECASE):
            return None
        pool = [*WOMEN, *_MORE_WOMEN * 3] if female else [*MEN, *_MORE_MEN * 3]
        options = [other for other in pool if other not in problem.text and other not in taken]
        new = rng.choice(options)
        taken.add(new)
        text = re.sub(rf"\b{name}\b", new, text)
    return text


def rename_things(problem: Text, rng: Random) -> str | None:
    """Every kind of thing that is counted becomes another kind."""
    text = problem.text
    if mathematical(text):
        return None
    words = set(re.findall(r"[a-z]+", text.lower()))
    pool = [pair for pair in (*_POOL, *" ".join(THINGS).split()) if not words & _forms(pair)]
    changed, done = text, 0
    seen: set[str] = set()
    nouns = {token.lemma.lower() for token in problem.tokens if token.pos == "NOUN"}
    for token in problem.tokens:
        if token.tag != "NNS" or token.pos != "NOUN" or token.lemma in seen or not pool:
            continue
        seen.add(token.lemma)
        single, plural = token.lemma.lower(), token.lower
        if not _is_thing(single) or plural in MEASURES or _compound(problem, token.i):
            continue
        if not nouns.isdisjoint(hypernyms(single)) or any(single in hypernyms(n) for n in nouns):
            continue
        if inflect(single, "NNS") != plural:
            continue
        pair = pool.pop(rng.randrange(len(pool)))
        new = pair.split("/")
        changed = _replaced(changed, plural, new[1])
        changed = _replaced(changed, single, new[0])
        done += 1
    return changed if done and changed != text else None


def _forms(pair: str) -> set[str]:
    return set(pair.split("/"))


def _is_thing(lemma: str) -> bool:
    return lemma not in _NOT and not _KINDS.isdisjoint(hypernyms(lemma))


def _compound(problem: Text, i: int) -> bool:
    return any(problem.tokens[k].dep == "compound" for k in problem.children[i]) or (
        problem.tokens[i].dep == "compound"
    )
