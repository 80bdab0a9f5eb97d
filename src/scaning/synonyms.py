"""Words that may stand for a word where it stands: the same sense, part of speech and inflection.

The embedded table (`data/lexicon/substitutes.tsv`, derived by `bench/build_lexicon.py`) says for a
lemma which words may stand for it and in what frame: "take" is "require" only when what is taken
is time. No entry is an antonym, an amount, a unit or a name.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple, Protocol

from scaning.inflection import POS_OF_TAG, article, inflect, lemmas, recased
from scaning.lexicon import hypernyms
from scaning.parse import Text, Token
from scaning.tables import rows

LETTERS = {"NOUN": "n", "VERB": "v", "ADJ": "a", "ADV": "r"}
OBJECTS = frozenset({"dobj", "nsubjpass"})
CLAUSES = frozenset({"xcomp", "ccomp", "acomp", "attr", "oprd"})
DETERMINERS = frozenset({"det", "poss"})
HYPHENS = frozenset({"-", "–", "/"})
THINGS = frozenset({"it", "this", "that", "which", "what", "these", "those"})
RELATIVES = frozenset({"that", "which", "what", "who"})


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
        pos = LETTERS.get(token.pos)
        if pos is None or not _stands_alone(token, text):
            return []
        taken = {other.lemma.lower() for other in text.tokens}
        found: dict[str, float] = {}
        for entry in _entries(token, pos):
            if not all(holds(frame, token, text) for frame in entry.frame.split("&")):
                continue
            for word, confidence in entry.words:
                form = fitted(word, token, text)
                # A word that is there already would become one thing with this one.
                if form is not None and word.lower() not in taken:
                    found[form] = max(confidence, found.get(form, 0.0))
        return list(found.items())


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
    if form is None or form == token.lower:
        return None
    before = text.tokens[token.i - 1].lower if token.i else ""
    if before in ("a", "an") and article(form) != before:
        return None
    return recased(form, token.text)


def holds(frame: str, token: Token, text: Text) -> bool:
    """Whether a token stands in a frame of the table."""
    name, _, kinds = frame.partition(":")
    children = [text.tokens[i] for i in text.children[token.i]]
    match name:
        case "":
            return True
        case "obj":
            things = list(_objects(token, children, text))
            return bool(things) and (not kinds or any(_is_kind(thing, kinds) for thing in things))
        case "subj":
            return any(c.dep == "nsubj" and _is_kind(c, kinds) for c in children)
        case "intr":
            return not any(_objects(token, children, text))
        case "bare":
            complements = OBJECTS | CLAUSES | {"prep", "dative"}
            return token.dep != "acl" and not any(c.dep in complements for c in children)
        case "inf":
            return any(c.dep == "xcomp" and _has_to(c, text) for c in children)
        case "ask":
            subjects = {"nsubj", "nsubjpass", "aux", "mark"}
            return token.tag in ("VB", "VBP") and not any(c.dep in subjects for c in children)
        case "own":
            return any(c.dep in DETERMINERS for c in children)
        case "attr":
            return token.dep == "amod"
        case "first":
            return any(token.i == start for start, _ in text.sents)
    raise ValueError(f"No frame {frame!r} is known to the table of substitutes.")


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
    return all(text.tokens[i].dep not in ("compound", "prt") for i in text.children[token.i])


def _is_hyphenated(token: Token, text: Text) -> bool:
    before = text.tokens[token.i - 1] if token.i else None
    after = text.tokens[token.i + 1] if token.i + 1 < len(text) else None
    return (before is not None and before.text in HYPHENS and not before.space) or (
        after is not None and after.text in HYPHENS and not token.space
    )


def _objects(token: Token, children: Sequence[Token], text: Text) -> Iterator[Token]:
    """What a verb acts on; in "the book that he read" and "a book read by him" it is the book."""
    for child in children:
        if child.dep in OBJECTS:
            relative = child.lower in RELATIVES and token.dep == "relcl"
            yield text.tokens[token.head] if relative else child
    if token.dep == "acl" and token.tag == "VBN":
        yield text.tokens[token.head]


def _is_kind(token: Token, kinds: str) -> bool:
    wanted = set(kinds.split("|"))
    if token.pos in ("PRON", "PROPN"):
        return "person" in wanted and token.lower not in THINGS
    own = {lemma.word for lemma in lemmas(token.lower) if lemma.pos == "n"} | {token.lemma.lower()}
    return any(word in wanted or not wanted.isdisjoint(hypernyms(word)) for word in own)


def _has_to(verb: Token, text: Text) -> bool:
    return any(text.tokens[i].lower == "to" for i in text.children[verb.i])


def _entries(token: Token, pos: str) -> list[Substitutes]:
    """The entries of a token's lemma: the parser's, or ours ("cooky" has none, "cookie" has)."""
    ours = [lemma.word for lemma in sorted(lemmas(token.lower)) if lemma.pos == pos]
    theirs = _table().get((token.lemma.lower(), pos), ())
    return list(theirs) or [entry for word in ours for entry in _table().get((word, pos), ())]


@cache
def _table() -> dict[tuple[str, str], tuple[Substitutes, ...]]:
    table: dict[tuple[str, str], list[Substitutes]] = defaultdict(list)
    for lemma, pos, frame, spelt in rows("substitutes.tsv"):
        pairs = (pair.partition(":") for pair in spelt.split())
        words = tuple((word, float(confidence)) for word, _, confidence in pairs)
        table[lemma, pos].append(Substitutes(frame, words))
    return {key: tuple(entries) for key, entries in table.items()}
