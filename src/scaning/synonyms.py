"""Words that may stand for a word where it stands: the same sense, part of speech and inflection.

The embedded table (`data/lexicon/substitutes.tsv`, derived by `bench/build_lexicon.py`) says for a
lemma which words may stand for it and in what frame: "take" is "require" only when what is taken
is time. No entry is an antonym, an amount, a unit or a name.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import NamedTuple, Protocol

from scaning.inflection import POS_OF_TAG, article, inflect, lemmas, recased
from scaning.lexicon import Pos, hypernyms, similarity, synonyms
from scaning.ngrams import vocabulary
from scaning.parse import Text, Token
from scaning.tables import rows

PARTS: Mapping[str, Pos] = {"NOUN": "noun", "VERB": "verb", "ADJ": "adj", "ADV": "adv"}
# The published limit for the cosine of a synonym.
NEAR = 0.5
LETTERS = {"NOUN": "n", "VERB": "v", "ADJ": "a", "ADV": "r"}
OBJECTS = frozenset({"dobj", "nsubjpass"})
CLAUSES = frozenset({"xcomp", "ccomp", "acomp", "attr", "oprd"})
HYPHENS = frozenset({"-", "–", "/"})
THINGS = frozenset({"it", "this", "that", "which", "what", "these", "those"})
RELATIVES = frozenset({"that", "which", "what", "who"})

# Words of mathematics: another word for one is another problem.
TERMS = frozenset(
    """area average base chord circle circumference cone constant cube cylinder degree denominator
    diagonal diameter difference digit divisor edge equation even expression face factor figure
    formula fraction height integer interest length line mean median mode multiple numeral
    numerator odd order parallel part per percent percentage perfect perimeter plane point polygon
    power prime product proportion quotient radius range rate ratio rectangle remainder root
    sequence series set side sphere square sum surface term total triangle unit value variable
    vertex volume weight width add subtract divide multiply times equal increase decrease reduce
    raise lower double triple halve simple compound net gross positive negative real natural
    rational""".split()
)
# Too short to be read for sure ("l", "s", "tv"), or without a meaning of their own.
SHORT = 2
EMPTY_VERBS = frozenset({"be", "do"})

Kinds = frozenset[str]


class SynonymSource(Protocol):
    """Where synonyms come from: forms that may replace a token, each with its weight."""

    def candidates(self, token: Token, text: Text) -> list[tuple[str, float]]:
        """The words that may stand for a token, inflected and cased as it is."""
        ...


class Substitutes(NamedTuple):
    """Words for a lemma in a frame ("" is anywhere), each with the confidence that it fits."""

    frame: str
    words: tuple[tuple[str, float], ...]


class Embedded:
    """The synonyms that ship with this package."""

    def candidates(self, token: Token, text: Text) -> list[tuple[str, float]]:
        """The words that may stand for a token here; none that the text already uses otherwise."""
        entries = _entries(token.lower, token.lemma.lower(), LETTERS.get(token.pos, ""))
        if not (entries and _stands_alone(token, text)):
            return []
        fitting = {
            word: confidence
            for entry in entries
            if holds(entry.frame, token, text)
            for word, confidence in entry.words
        }
        # A word that is there already would become one thing with this one.
        fitting = {w: c for w, c in fitting.items() if w not in text.lemmas}
        forms = {w: fitted(w, token, text) for w in fitting}
        return [(form, fitting[word]) for word, form in forms.items() if form is not None]


class Related:
    """Words of this package that share a frequent sense with a word, whatever stands around it.

    Not all fit: they are for texts that are noised to be restored, not to be read. Words of
    mathematics have none, and are none; nor is a word that no problem uses.
    """

    def candidates(self, token: Token, text: Text) -> list[tuple[str, float]]:
        """The words in the form of the token, each by how near it is to it."""
        pos, lemma = PARTS.get(token.pos), token.lemma.lower()
        if pos is None or len(token.text) <= SHORT:
            return []
        near = _related(lemma, pos)
        if not (near and _stands_alone(token, text)):
            return []
        forms = {word: fitted(word, token, text) for word in near}
        return [
            (form, near[word])
            for word, form in forms.items()
            if form is not None and form.lower() in vocabulary()
        ]


@lru_cache(maxsize=65_536)
def _related(lemma: str, pos: Pos) -> Mapping[str, float]:
    """The synonyms of a lemma, each with how near it is; in the order of letters."""
    if lemma in TERMS or lemma in EMPTY_VERBS:
        return {}
    near = {word: similarity(lemma, word) for word in sorted(synonyms(lemma, pos) - TERMS)}
    return {word: cosine for word, cosine in near.items() if cosine >= NEAR}


class FirstHit:
    """Several sources of synonyms: the first one that knows a word decides."""

    def __init__(self, sources: Sequence[SynonymSource]) -> None:
        self.sources = tuple(sources)

    def candidates(self, token: Token, text: Text) -> list[tuple[str, float]]:
        """What the first source that has any has."""
        for source in self.sources:
            if found := source.candidates(token, text):
                return found
        return []


def fitted(lemma: str, token: Token, text: Text) -> str | None:
    """The form of a lemma that takes a token's place; None where it has none.

    After "a" only a word that takes "a" fits, after "an" only one that takes "an".
    """
    form = inflect(lemma, token.tag) if token.tag in POS_OF_TAG else None
    if form is None or form == token.lower or (token.tag == "NNS" and _is_plural_noun(lemma)):
        return None
    before = text.tokens[token.i - 1].lower if token.i else ""
    if before in ("a", "an") and article(form) != before:
        return None
    return recased(form, token.text)


@lru_cache(maxsize=65_536)
def _is_plural_noun(lemma: str) -> bool:
    """Is what the dictionary lists the plural of another noun, as "humans" and "receipts"?"""
    return any(other.pos == "n" and other.word != lemma for other in lemmas(lemma))


def holds(frame: str, token: Token, text: Text) -> bool:
    """Whether a token stands in a frame of the table; frames are joined by "&"."""
    for part in filter(None, frame.split("&")):
        name, _, kinds = part.partition(":")
        if not FRAMES[name](token, text, frozenset(kinds.split("|")) - {""}):
            return False
    return True


def _acts_on(token: Token, text: Text, kinds: Kinds) -> bool:
    things = list(_objects(token, text))
    return any(_is_kind(thing, kinds) for thing in things) if kinds else bool(things)


def _acts_on_nothing(token: Token, text: Text, _: Kinds) -> bool:
    return not any(_objects(token, text))


def _is_bare(token: Token, text: Text, _: Kinds) -> bool:
    return token.dep != "acl" and not _has(OBJECTS | CLAUSES | {"prep", "dative"}, token, text)


def _has_subject(token: Token, text: Text, kinds: Kinds) -> bool:
    return any(c.dep == "nsubj" and _is_kind(c, kinds) for c in _below(token, text))


def _has_infinitive(token: Token, text: Text, _: Kinds) -> bool:
    verbs = [c for c in _below(token, text) if c.dep == "xcomp"]
    return not _has(frozenset({"auxpass"}), token, text) and any(
        child.lower == "to" for verb in verbs for child in _below(verb, text)
    )


def _asks(token: Token, text: Text, _: Kinds) -> bool:
    subjects = frozenset({"nsubj", "nsubjpass", "aux", "mark"})
    return token.tag in ("VB", "VBP") and not _has(subjects, token, text)


def _is_owned(token: Token, text: Text, _: Kinds) -> bool:
    return _has(frozenset({"det", "poss"}), token, text)


def _is_plural(token: Token, text: Text, _: Kinds) -> bool:
    return token.tag == "NNS"


def _is_of(token: Token, text: Text, kinds: Kinds) -> bool:
    links = [c for c in _below(token, text) if c.dep == "prep" and c.lower == "of"]
    return any(_is_kind(thing, kinds) for link in links for thing in _below(link, text))


def _is_object(token: Token, text: Text, kinds: Kinds) -> bool:
    return token.dep in OBJECTS and text.tokens[token.head].lemma in kinds


def _qualifies(token: Token, text: Text, kinds: Kinds) -> bool:
    return token.dep == "amod" and (not kinds or _is_kind(text.tokens[token.head], kinds))


FRAMES: Mapping[str, Callable[[Token, Text, Kinds], bool]] = {
    "obj": _acts_on,
    "intr": _acts_on_nothing,
    "bare": _is_bare,
    "subj": _has_subject,
    "inf": _has_infinitive,
    "ask": _asks,
    "own": _is_owned,
    "plural": _is_plural,
    "of": _is_of,
    "objof": _is_object,
    "head": _qualifies,
}


def _stands_alone(token: Token, text: Text) -> bool:
    """Whether a token is a word of its own: not part of a compound, a phrasal verb or an adjective.

    "cost price", "pick up", "a given number".
    """
    if (
        token.dep == "compound"
        or _is_hyphenated(token, text)
        or (token.pos == "VERB" and token.dep in ("amod", "prep", "pcomp"))
    ):
        return False
    return not _has(frozenset({"compound", "prt"}), token, text)


def _is_hyphenated(token: Token, text: Text) -> bool:
    before = text.tokens[token.i - 1] if token.i else None
    after = text.tokens[token.i + 1] if token.i + 1 < len(text) else None
    return (before is not None and before.text in HYPHENS and not before.space) or (
        after is not None and after.text in HYPHENS and not token.space
    )


def _objects(verb: Token, text: Text) -> Iterator[Token]:
    """What a verb acts on; in "the book that he read" and "a book read by him" it is the book."""
    for child in _below(verb, text):
        if child.dep in OBJECTS:
            relative = child.lower in RELATIVES and verb.dep == "relcl"
            yield text.tokens[verb.head] if relative else child
    if verb.dep == "acl" and verb.tag == "VBN":
        yield text.tokens[verb.head]


def _is_kind(token: Token, kinds: Kinds) -> bool:
    if token.pos in ("PRON", "PROPN"):
        return "person" in kinds and token.lower not in THINGS
    own = {lemma.word for lemma in lemmas(token.lower) if lemma.pos == "n"} | {token.lemma.lower()}
    return any(word in kinds or not kinds.isdisjoint(hypernyms(word)) for word in own)


def _below(token: Token, text: Text) -> list[Token]:
    return [text.tokens[i] for i in text.children[token.i]]


def _has(deps: Kinds, token: Token, text: Text) -> bool:
    return any(child.dep in deps for child in _below(token, text))


@lru_cache(maxsize=65_536)
def _entries(word: str, lemma: str, pos: str) -> tuple[Substitutes, ...]:
    """The entries of a word's lemma: the parser's, or ours ("cooky" has none, "cookie" has)."""
    ours = [ours.word for ours in sorted(lemmas(word)) if ours.pos == pos]
    theirs = _table().get((lemma, pos), ())
    return theirs or tuple(entry for word in ours for entry in _table().get((word, pos), ()))


@cache
def _table() -> dict[tuple[str, str], tuple[Substitutes, ...]]:
    table: dict[tuple[str, str], list[Substitutes]] = defaultdict(list)
    for lemma, pos, frame, spelt in rows("substitutes.tsv"):
        pairs = (pair.partition(":") for pair in spelt.split())
        words = tuple((word, float(confidence)) for word, _, confidence in pairs)
        table[lemma, pos].append(Substitutes(frame, words))
    return {key: tuple(entries) for key, entries in table.items()}
