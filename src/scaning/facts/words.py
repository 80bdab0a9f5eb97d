"""The content words of a text: what is left without quantities, unknowns and function words."""

from __future__ import annotations

from collections.abc import Set
from functools import lru_cache
from typing import Literal, NamedTuple

from scaning import lexicon
from scaning.parse import Text, Token

Kind = Literal["name", "noun", "verb", "adj", "adv"]

# Words that carry no fact of a problem: auxiliaries, light verbs, fillers of the genre.
EMPTY = frozenset(
    "able accord actual actually again ago also altogether any approximately as assume "
    "away be become begin both bring can certain come consider could different do each either "
    "else etc even ever every everyone exactly example fact find first follow following for "
    "further general get give given go happen have hence here however i if immediately "
    "inclusive initially instead it just keep know let lie like likely likes logic lot make "
    "many may meanwhile might more moreover mr mrs ms much must need neither new not now number "
    "of often one only order original originally other out over own part particular per please "
    "possible present put quantity respectively say see set several shall should show so some "
    "someone something start such suppose sure take tell than that the then there therefore "
    "thing think this thus time together too total try up us use usual usually various very "
    "want way what whatever when where whether which while who whole whose why will wish would "
    "yes yet you old long far tall fast high deep wide heavy amount answer calculate compute "
    "determine estimate question".split()
)
# Words that an honest rewriting adds to name what the original leaves unnamed.
GENERIC = frozenset(
    "age amount bill money trip box charge collection cost count distance fee group height income "
    "item kind length number object one pair part people person piece place price quantity rate "
    "result set share size sort speed sum thing time total type unit value way weight width own "
    "need require".split()
)
# Given names that are more often something else at the start of a sentence.
_ALSO_WORDS = frozenset(
    "an any april art august autumn bill bob brook can chance charity chase christian dale dawn "
    "day do drew ever faith frank given grace grant he her his hope hunter in jack joy june "
    "love major many mark may mine miles my no one penny pearl rich rob rose see she so summer "
    "sunday sunny the to trace violet wade was will young".split()
)
# "respectively", "each" and their like are compared as relations, not as words.
_KINDS: dict[str, Kind] = {
    "PROPN": "name",
    "NOUN": "noun",
    "VERB": "verb",
    "ADJ": "adj",
    "ADV": "adv",
}
_ENDINGS = ("ations", "ation", "ingly", "ions", "ings", "ers", "ing", "ied", "ies", "ion", "ment")
_ENDINGS_SHORT = ("ed", "es", "er", "or", "ly", "al", "s", "e", "y", "d", "n")


class Word(NamedTuple):
    """A content word: its token, its lemma in lower case, its kind and its sentence."""

    i: int
    lemma: str
    kind: Kind
    sentence: int


def content_words(text: Text, taken: Set[int]) -> tuple[Word, ...]:
    """The content words of a text, without the tokens that are `taken` by other facts."""
    sentence_of = text.sentence_of
    return tuple(
        Word(t.i, lemma_of(t), kind, sentence_of[t.i])
        for t in text.tokens
        if (kind := _kind(t)) is not None and t.i not in taken and _is_content(t)
    )


def lemma_of(token: Token) -> str:
    """The lemma in lower case; a name keeps its form, and so does what has an odd lemma."""
    lemma = token.lemma.lower()
    if _kind(token) == "name" or not lemma.isalpha():
        return token.lower.partition("\\")[0]
    return lemma


def _kind(token: Token) -> Kind | None:
    if token.text.istitle() and token.lower not in _ALSO_WORDS and lexicon.is_name(token.lower):
        # The tagger does not know every "Sean" at the start of a sentence.
        return "name"
    return _KINDS.get(token.pos)


def _is_content(token: Token) -> bool:
    return (
        len(token.text.rstrip(".")) > 1
        and any(map(str.isalpha, token.text))
        and token.lower.rstrip(".") not in EMPTY
        and token.text != "Miss"
        and token.lemma.lower() not in EMPTY
    )


@lru_cache(maxsize=1 << 16)
def stem(word: str) -> str:
    """A crude stem that joins the forms of one word family: divide, divided, division.

    >>> stem("painted") == stem("painter") == stem("painting")
    True
    """
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 4:
            word = word[: -len(ending)]
            break
    for ending in _ENDINGS_SHORT:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            word = word[: -len(ending)]
            break
    return word[:-1] if len(word) > 4 and word[-1] == word[-2] else word
