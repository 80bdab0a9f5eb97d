"""Who is compared with whom: "Nina is 6 years younger than Clara" and its converse are one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from scaning.facts.relations import Relation
from scaning.parse import Text

_REACH = 9
RANKS = frozenset("first second third fourth fifth sixth seventh eighth ninth tenth".split())
_EMPTY_SUBJECTS = frozenset("there it what which that who".split())


class Comparison(NamedTuple):
    """A comparison by its two sides, token numbers, and the relation that orders them."""

    relation: Relation
    left: int
    right: int


def comparisons(text: Text, found: tuple[Relation, ...]) -> tuple[Comparison, ...]:
    """The comparisons with "than", and with "as … as", whose two sides can be told."""
    return tuple(
        Comparison(relation, left, right)
        for relation, than in [*_with_than(text, found), *_with_as(text)]
        if (right := _right(text, than)) >= 0
        and (left := _left(text, relation.i, than, right)) >= 0
    ) + tuple(_with_verbs(text))


def _with_verbs(text: Text) -> Iterator[Comparison]:
    """Find "the boys outnumber the girls by 4"."""
    for token in text.tokens:
        if token.lemma in {"outnumber", "exceed", "surpass", "outweigh"} and token.pos == "VERB":
            below = {text.tokens[j].dep: j for j in text.children[token.i]}
            left, right = below.get("nsubj", -1), below.get("dobj", -1)
            if left >= 0 and right >= 0 and text.tokens[right].pos != "NUM":
                yield Comparison(Relation("comparison", "more", token.i, token.text), left, right)


def _with_than(text: Text, found: tuple[Relation, ...]) -> list[tuple[Relation, int]]:
    pairs = []
    for relation in found:
        if relation.family != "comparison" and relation.member != "difference":
            continue
        end = min(text.sents[text.sentence_of[relation.i]][1], relation.i + _REACH)
        than = [t.i for t in text.tokens[relation.i : end] if t.lower == "than"]
        if than:
            pairs.append((relation, than[0]))
    return pairs


def _with_as(text: Text) -> list[tuple[Relation, int]]:
    """Find the second "as" of "three times as old as B"."""
    pairs = []
    places = [t.i for t in text.tokens if t.lower == "as"]
    for a, b in pairwise(places):
        if b - a <= 5 and text.sentence_of[a] == text.sentence_of[b]:
            pairs.append((Relation("comparison", "multiple", a, "as … as"), b))
    return pairs


def _right(text: Text, than: int) -> int:
    """The head of the noun phrase after "than"; of "his brother, Cisco" the name."""
    end = text.sents[text.sentence_of[than]][1]
    last = -1
    for token in text.tokens[than + 1 : min(end, than + 8)]:
        counted = token.pos in {"NOUN", "PROPN"} or token.lower in RANKS
        if counted or (token.pos == "PRON" and token.tag != "PRP$"):
            last = token.i
        elif len(token.text) == 1 and token.text.isupper():
            return token.i
        elif last >= 0:
            named = [j for j in text.children[last] if text.tokens[j].dep == "appos"]
            return named[0] if named and text.tokens[named[0]].pos == "PROPN" else last
        elif token.pos in {"VERB", "AUX", "PUNCT", "CCONJ", "SCONJ"}:
            break
    return last


def _left(text: Text, i: int, than: int, right: int) -> int:
    """What stands opposite: the same place before "than", the subject, or the noun between."""
    tokens = text.tokens
    following = tokens[than + 1] if than + 1 < len(tokens) else None
    if following is not None and following.pos == "ADP":
        same = [t.i for t in tokens[:than] if t.lower == following.lower]
        return _right(text, same[-1]) if same else -1
    subject = _subject(text, i)
    between = [t.i for t in tokens[i + 1 : than] if t.pos in {"NOUN", "PROPN"}]
    # "Terry has 20 more stickers than Steven" compares people, "20 more dogs than cats" animals.
    beside = bool(between) and between[-1] == than - 1 and tokens[right].pos == "NOUN"
    if subject >= 0 and not beside:
        return subject
    return between[-1] if between else subject


def _subject(text: Text, i: int) -> int:
    """The subject of the clause that a token stands in, or -1."""
    tokens, node = text.tokens, text.tokens[i]
    # "It is 8 cm longer" speaks of something; "it takes 8 hours more" does not.
    empty = _EMPTY_SUBJECTS - {"it"} if node.dep == "acomp" else _EMPTY_SUBJECTS
    for _ in range(8):
        for j in text.children[node.i]:
            if tokens[j].dep in {"nsubj", "nsubjpass"} and tokens[j].lower not in empty:
                return j
        if node.head == node.i:
            break
        node = tokens[node.head]
    return -1
