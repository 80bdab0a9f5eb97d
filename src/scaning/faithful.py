"""Says a rewriting what its original says, word for word or by words that may stand for them?

`scaning.facts` reads quantities, relations, people and the question, and lets a free text rename
things. What is handed out unread has to be stricter: each word of content comes from the original,
or may stand for one of its words, and none of the original's is lost. So a model cannot slip in
what nobody said.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from scaning.inflection import lemmas
from scaning.parse import Text, Token
from scaning.porter import stem
from scaning.records import Reason
from scaning.rewrite.words import SAFE
from scaning.synonyms import Embedded

# The words by which a problem asks, assumes and counts: its facts are compared elsewhere.
LIGHT = frozenset(
    """ask answer assume calculate case compute consider determine find follow get give happen have
    imagine know let make number amount quantity possible say show solve suppose take tell try work
    value there then so thus now also just only still already much many more less few long often
    far how when where why ever be do can will would could should may must in all total altogether
    overall together combined way time thing one other another each every both same different equal
    equally evenly only own require need such well again respectively currently initially first
    random randomly simultaneously approximately about precisely exactly nearly percent percentage
    annum additional extra remain remaining remainder rest left twice half double triple speed rate
    level age old length long high due""".split()
)
# Names are kept, or replaced all through, by rules of their own.
_CONTENT = frozenset({"NOUN", "VERB", "ADJ", "ADV"})
# "Slower" is not "slow".
_DEGREES = frozenset({"JJR", "JJS", "RBR", "RBS"})
_SHORT = 2


class Difference(NamedTuple):
    """The words of an original that a rewriting does not say, and those that it says besides."""

    lost: tuple[str, ...]
    new: tuple[str, ...]


def difference(original: Text, candidate: Text) -> Difference:
    """The words of content that have no counterpart on the other side.

    >>> from scaning.parse import shared_parser
    >>> texts = shared_parser().parse([
    ...     "The service costs $2 per car. How many cars were bought?",
    ...     "The fuel tank costs $2. How many cars were purchased?",
    ... ])
    >>> difference(*texts)
    Difference(lost=('service',), new=('fuel', 'tank'))
    """
    said, known = _all_forms(candidate.tokens), _all_forms(original.tokens)
    ours, theirs = _instead(original), _instead(candidate)
    may_be_said, may_be_meant = (frozenset().union(*side.values()) for side in (ours, theirs))
    lost = (
        token for token in _content(original)
        if not _forms(token) & (said | may_be_meant) and not ours[token.i] & said
    )  # fmt: skip
    new = (
        token for token in _content(candidate)
        if not _forms(token) & (known | may_be_said) and not theirs[token.i] & known
    )  # fmt: skip
    return Difference(_distinct(lost), _distinct(new))


def other_words(found: Difference) -> tuple[Reason, ...]:
    """A difference as the reason for which a rewriting is turned down; none if there is none.

    >>> other_words(Difference(("service",), ("fuel", "tank")))[0].message
    "Nothing in it stands for 'service'; nobody said 'fuel', 'tank'."
    """
    if not (found.lost or found.new):
        return ()
    lost, new = (", ".join(f"{word!r}" for word in words) for words in found)
    said = [f"nothing in it stands for {lost}"] * bool(lost) + [f"nobody said {new}"] * bool(new)
    message = "; ".join(said)
    words = " ".join(found.lost), " ".join(found.new)
    return (Reason("other-words", *words, f"{message[0].upper()}{message[1:]}."),)


def _content(text: Text) -> Iterator[Token]:
    for token in text.tokens:
        word = token.lemma.lower()
        if token.pos in _CONTENT and len(word) > _SHORT and word not in LIGHT and word.isalpha():
            yield token


def _forms(token: Token) -> frozenset[str]:
    """What counts as the same word: its lemma, and the stem of all that is derived of it."""
    if token.tag in _DEGREES:
        return frozenset({token.lower})
    return frozenset({token.lemma.lower(), stem(token.lemma.lower()), stem(token.lower)})


def _all_forms(tokens: Iterable[Token]) -> frozenset[str]:
    return frozenset().union(*map(_forms, tokens))


def _own(token: Token, text: Text) -> frozenset[str]:
    """The words that may stand for a token, where it stands."""
    found = set(SAFE.get(token.lemma.lower(), ()))
    for form, _ in _source().candidates(token, text):
        found |= {form.lower(), *(lemma.word for lemma in lemmas(form.lower()))}
    return frozenset(found | {stem(word) for word in found})


def _instead(text: Text) -> dict[int, frozenset[str]]:
    """The words that may stand for each word of content of a text."""
    return {token.i: _own(token, text) for token in text.tokens if token.pos in _CONTENT}


def _distinct(tokens: Iterable[Token]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(token.lower for token in tokens))


@lru_cache(maxsize=1)
def _source() -> Embedded:
    return Embedded()
