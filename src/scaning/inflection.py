"""English word forms: from a lemma to its form for a tag, and from a form back to its lemmas.

Regular forms come from the spelling rules, all others from a table (`data/lexicon/irregular.tsv`).
"""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cache, lru_cache
from typing import Literal, NamedTuple

from scaning.tables import column, rows

# Letters as in WordNet: noun, verb, adjective, adverb.
PosLetter = Literal["n", "v", "a", "r"]
TAGS: dict[str, tuple[str, ...]] = {
    "n": ("NNS",),
    "v": ("VBD", "VBN", "VBG", "VBZ"),
    "a": ("JJR", "JJS"),
    "r": ("RBR", "RBS"),
}
BASE_TAGS = {"NN": "n", "VB": "v", "VBP": "v", "JJ": "a", "RB": "r"}
POS_OF_TAG = BASE_TAGS | {tag: pos for pos, tags in TAGS.items() for tag in tags}
NO_FORM = "-"

SIBILANT_END = re.compile(r"(?:s|x|z|ch|sh)$")
CONSONANT_Y_END = re.compile(r"(?:[^aeiou]|qu)y$")
# One syllable, ending in one vowel and one consonant that doubles: stop → stopped.
DOUBLING = re.compile(r"^(?:[^aeiou]*|[^aeiou]*qu)[aeiou][bdgklmnprtvz]$")
SILENT_E_END = re.compile(r"[^eoy]e$")
# By sound: "an hour", "an 8", "an 11th", "an $80 bill"; but "a unit", "a one", "a European".
AN_BEFORE = re.compile(
    r"[^\w]*(?:[aeiou]|honest|honor|honour|hour(?!i)|heir|8|1[18](?:,\d{3}(?!,)|(?!\d|,)))"
)
A_BEFORE = re.compile(
    r"[^\w]*(?:uni(?!n|d(?:e|i[^mr])|mp|mag)|unan|ur[aeiou]|us[aeu]|ut[aeio]|uga|ubiq|eu|ewe|on(?:e\b|ce))"
)
LETTERS_WITH_AN = frozenset("aefhilmnorsx")
ENDINGS = ("s", "es", "ies", "ed", "d", "ied", "ing", "ying")


class Lemma(NamedTuple):
    """A dictionary word and its part of speech."""

    word: str
    pos: str


def inflect(lemma: str, tag: str) -> str | None:
    """The form of a lemma for a Penn tag; None where there is none ("more", not a form).

    >>> inflect("buy", "VBD"), inflect("stop", "VBG"), inflect("knife", "NNS")
    ('bought', 'stopping', 'knives')
    >>> inflect("beautiful", "JJR") is None
    True
    """
    pos = POS_OF_TAG.get(tag)
    if pos is None:
        return None
    if tag in BASE_TAGS:
        return lemma
    spellings = forms(lemma, pos)[TAGS[pos].index(tag)]
    return spellings[0] if spellings else None


def forms(lemma: str, pos: str) -> tuple[tuple[str, ...], ...]:
    """All spellings of the forms of a lemma, in the order of `TAGS`."""
    known = _irregular().get(Lemma(lemma, pos))
    if known is not None:
        return known
    if pos in "ar":
        return ((),) * 2
    return tuple((regular(lemma, tag),) for tag in TAGS[pos])


def regular(lemma: str, tag: str) -> str:
    """The form of a noun or verb by the spelling rules alone."""
    if tag in ("NNS", "VBZ"):
        if CONSONANT_Y_END.search(lemma):
            return lemma[:-1] + "ies"
        return lemma + ("es" if SIBILANT_END.search(lemma) else "s")
    if tag == "VBG":
        if lemma.endswith("ie"):
            return lemma[:-2] + "ying"
        return (lemma[:-1] if SILENT_E_END.search(lemma) else _doubled(lemma)) + "ing"
    if lemma.endswith("e"):
        return lemma + "d"
    if CONSONANT_Y_END.search(lemma):
        return lemma[:-1] + "ied"
    return _doubled(lemma) + "ed"


def recased(word: str, like: str) -> str:
    """A lower-case word in the letters of another: "auto" like "Car" is "Auto".

    >>> recased("auto", "CARS"), recased("auto", "Car"), recased("auto", "A")
    ('AUTO', 'Auto', 'Auto')
    """
    if len(like) > 1 and like.isupper():
        return word.upper()
    return word[:1].upper() + word[1:] if like[:1].isupper() else word


def article(word: str) -> Literal["a", "an"]:
    """The indefinite article that goes before a word, number or letter.

    >>> article("apple"), article("hour"), article("unit"), article("8-day"), article("x")
    ('an', 'an', 'a', 'an', 'an')
    """
    spoken = word.lower()
    if len(word) == 1 and word.isalpha():
        return "an" if spoken in LETTERS_WITH_AN else "a"
    return "an" if AN_BEFORE.match(spoken) and not A_BEFORE.match(spoken) else "a"


@lru_cache(maxsize=65536)
def lemmas(word: str) -> frozenset[Lemma]:
    """The dictionary words of which a lower-case word is a form, itself among them.

    >>> sorted(lemmas("left"))[:2]
    [Lemma(word='leave', pos='v'), Lemma(word='left', pos='a')]
    """
    known = parts_of_speech()
    found = {Lemma(word, pos) for pos in known.get(word, "")}
    found.update(_lemma_of_irregular().get(word, ()))
    for stem in _stems(word):
        for pos in known.get(stem, ""):
            lemma = Lemma(stem, pos)
            regularly = pos in "nv" and lemma not in _irregular()
            if regularly and any(word == regular(stem, tag) for tag in TAGS[pos]):
                found.add(lemma)
    return frozenset(found)


@cache
def parts_of_speech() -> dict[str, str]:
    """Every dictionary word with the letters of its parts of speech; "" for function words."""
    return column("words.tsv")


def _stems(word: str) -> list[str]:
    cut = [word[: -len(ending)] for ending in ENDINGS if word.endswith(ending)]
    longer = [stem + end for stem in cut if stem for end in ("", "e", "y", "ie")]
    doubled = [stem[:-1] for stem in cut if len(stem) > 2 and stem[-1] == stem[-2]]
    return list(dict.fromkeys(longer + doubled))


def _doubled(lemma: str) -> str:
    return lemma + lemma[-1] if DOUBLING.search(lemma) else lemma


@cache
def _irregular() -> dict[Lemma, tuple[tuple[str, ...], ...]]:
    return {
        Lemma(word, pos): tuple(() if form == NO_FORM else tuple(form.split("/")) for form in spelt)
        for word, pos, *spelt in rows("irregular.tsv")
    }


@cache
def _lemma_of_irregular() -> dict[str, list[Lemma]]:
    table: dict[str, list[Lemma]] = defaultdict(list)
    for lemma, spelt in _irregular().items():
        for form in {form for spellings in spelt for form in spellings}:
            table[form].append(lemma)
    return dict(table)
