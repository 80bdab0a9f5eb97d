"""Mark what noise must not touch: quantities, units, unknowns, names and deciding words.

A mark is written into `Token.ent`. Everything goes by token and by what the token means; a word
is never protected because a unit happens to be spelled inside it ("ice" in "vertices").
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence, Set
from functools import lru_cache
from typing import NamedTuple

from scaning.facts.quantities import quantities
from scaning.facts.relation_table import PHRASES
from scaning.facts.relations import relations
from scaning.facts.units import unit_mentions
from scaning.facts.variables import variables
from scaning.inflection import lemmas
from scaning.lexicon import is_word
from scaning.noise.masks import MASK
from scaning.parse import Text, Token

# The marks, the strongest last: it is the one that a merged token bears.
MARKS = ("", "relation", "name", "unit", "variable", "quantity", "mask")
# A quantity and its unit further apart than this are two places, not one word.
MAX_BLANKS = 4
_STRENGTH = {mark: n for n, mark in enumerate(MARKS)}
_ENTITIES = frozenset(
    {"PERSON", "ORG", "GPE", "LOC", "FAC", "NORP", "PRODUCT", "EVENT", "WORK_OF_ART", "LANGUAGE"}
)
_OPERATORS = frozenset("+ - – − × * / ÷ = < > ≤ ≥ ≠ ^ √".split())
# Between numbers these make a ratio or a range.
_LINKS = frozenset({":", "to"})
_RELATED = frozenset(
    phrase for members in PHRASES.values() for phrases in members.values() for phrase in phrases
)
_FORMULA = frozenset("0123456789=+*/^<>≤≥×÷√")
_JOINING = frozenset("-–/'’")
# Words that count or compare without being numbers or relations.
_AMOUNTS = frozenset(
    "a an another any dozen enough few fraction half lot lots many more most much multiple "
    "numerous once one pair percentage plenty quarter second several single some third thrice "
    "triple twice whole".split()
)
# Without one of these, or with another in its place, a sentence says something else. "times" is
# "3 times as many", or asks how often.
_DECIDING = frozenset(
    "all another any both each either every few many most much neither no nobody none nor not "
    "nothing several some than times".split()
)
# How far the second "as" stands from the first: "as many red balls as".
_AS_REACH = 7
# l . c . m . and c . p . as collections spell them; "x . y" may be the end of a sentence.
_DOTTED = re.compile(r"(?<![\w.])[A-Za-z](?:(?: \. [A-Za-z]){2,}(?: \.)?| \. [A-Za-z] \.)(?!\w)")
# A product is written in at most so many letters: ct, abc.
_LETTERS = 3


class Span(NamedTuple):
    """Tokens that mean one thing."""

    first: int
    last: int


def protected(text: Text, *, whole: bool = True) -> Text:
    """The text with the marks on its tokens; if `whole`, what belongs together is one token.

    >>> from scaning.parse import shared_parser
    >>> text = protected(shared_parser()("Steve rode his car for 5 miles on the way home."))
    >>> [(token.text, token.ent) for token in text.tokens if token.ent]
    [('Steve', 'name'), ('5 miles', 'quantity')]
    """
    marks = [_mark_of(token, text.tokens) for token in text.tokens]
    starts = [token.start for token in text.tokens]
    spans = []
    for relation in relations(text):
        for i in range(relation.i, relation.i + relation.words.count(" ") + 1):
            marks[i] = "relation"
    for start, end, mark in _meant(text):
        span = Span(max(bisect_right(starts, start) - 1, 0), bisect_left(starts, end))
        for i in range(*span):
            marks[i] = max(marks[i], mark, key=_STRENGTH.__getitem__)
        if whole or mark == "mask":
            spans.append(span)
    if whole:
        spans += _joined(text.tokens, marks)
        spans += _chunks(text)
    return _merged(text, marks, spans)


@lru_cache(maxsize=65_536)
def says_amount(words: str) -> bool:
    """Do these words say how much, how many or how things compare?

    Such words are never inserted, nor put in the place of others.

    >>> [word for word in ("apple", "seven", "miles", "dozens", "some") if says_amount(word)]
    ['seven', 'miles', 'dozens', 'some']
    """
    lower = words.lower()
    parts = {lower, *lower.split()}
    # "as" and "is" are no forms of "a" and "i".
    parts |= {lemma.word for part in parts if len(part) > 2 for lemma in lemmas(part)}
    return not (_AMOUNTS | _RELATED).isdisjoint(parts) or bool(
        quantities(lower) or unit_mentions(lower)
    )


def _mark_of(token: Token, tokens: Sequence[Token]) -> str:
    if token.text in _OPERATORS or token.lower in _DECIDING or _is_second_as(token, tokens):
        return "relation"
    return "name" if token.pos == "PROPN" or token.ent in _ENTITIES else ""


def _is_second_as(token: Token, tokens: Sequence[Token]) -> bool:
    """Is this what a comparison ends with: twice as many balls AS Ann?"""
    return token.lower == "as" and any(
        before.lower == "as" for before in tokens[max(0, token.i - _AS_REACH) : token.i]
    )


def _meant(text: Text) -> Iterator[tuple[int, int, str]]:
    """The characters of everything that has a fixed meaning, and its mark."""
    said = text.text
    names = set()
    for variable in variables(text):
        names.add(variable.name)
        yield variable.start, variable.end, "variable"
    for token in text.tokens if len(names) > 1 else ():
        if _is_product(token, names, text.tokens):
            yield token.start, token.end, "variable"
    for match in _DOTTED.finditer(said):
        yield match.start(), match.end(), "relation"
    for unit in unit_mentions(said):
        yield unit.start, unit.end, "unit"
    for quantity in quantities(said):
        start, end = quantity.start, quantity.end
        yield start, end, "quantity"
        if quantity.unit_start >= 0:
            start, end = min(start, quantity.unit_start), max(end, quantity.unit_end)
            if said.count(" ", start, end) <= MAX_BLANKS:
                yield start, end, "quantity"
    for match in MASK.finditer(said):
        yield match.start(), match.end(), "mask"


def _is_product(token: Token, names: Set[str], tokens: Sequence[Token]) -> bool:
    """Is this a product of unknowns that are written together?"""
    word = token.text
    if not (1 < len(word) <= _LETTERS and names.issuperset(word)):
        return False
    beside = tokens[max(0, token.i - 1)], tokens[min(token.i + 1, len(tokens) - 1)]
    return not is_word(word) or any(other.text in _OPERATORS for other in beside)


def _joined(tokens: Sequence[Token], marks: Sequence[str]) -> Iterator[Span]:
    """Operators with what stands on either side of them: 2x + 3 = 7, 2 : 3 : 4, 10 to 12."""
    for token in tokens[1:-1]:
        sides = [token.i - 1, token.i + 1]
        if token.lower in _LINKS:
            joint = all(marks[i] == "quantity" for i in sides)
        else:
            joint = token.text in _OPERATORS and all(
                marks[i] in {"quantity", "variable"} or not tokens[i].text[0].isalpha()
                for i in sides
            )
        if joint:
            yield Span(token.i - 1, token.i + 2)


def _chunks(text: Text) -> Iterator[Span]:
    """Words that are written without a blank and that the tokenizer cut: multi-step, Ann's, $5."""
    for start, end in text.sents:
        first = start
        for i in range(start, end):
            token = text.tokens[i]
            if token.space or i + 1 == end:
                if i > first:
                    yield from _words_in(text.tokens, first, i + 1)
                first = i + 1


def _words_in(tokens: Sequence[Token], first: int, last: int) -> Iterator[Span]:
    """The words of a chunk: all of a formula, else what stands between punctuation marks."""
    while last > first and tokens[last - 1].pos == "PUNCT" and not _closes(tokens, first, last):
        last -= 1
    while first < last and tokens[first].pos == "PUNCT" and not _opens(tokens, first, last):
        first += 1
    if any(not _FORMULA.isdisjoint(token.text) for token in tokens[first:last]):
        yield Span(first, last)
        return
    start = first
    for i in range(first, last + 1):
        if i == last or (tokens[i].pos == "PUNCT" and tokens[i].text not in _JOINING):
            if i > start:
                yield Span(start, i)
            start = i + 1


def _closes(tokens: Sequence[Token], first: int, last: int) -> bool:
    return tokens[last - 1].text == ")" and any(t.text == "(" for t in tokens[first:last])


def _opens(tokens: Sequence[Token], first: int, last: int) -> bool:
    return tokens[first].text == "(" and any(t.text == ")" for t in tokens[first:last])


def _merged(text: Text, marks: Sequence[str], spans: Sequence[Span]) -> Text:
    """The text with its marks, and with every span, or chain of overlapping spans, one token."""
    last_of = list(range(1, len(text) + 1))
    for first, last in spans:
        if last > last_of[first]:
            last_of[first] = last
    place: list[int] = []
    bounds: list[tuple[int, int]] = []
    groups: list[Span] = []
    i = 0
    while i < len(text):
        last, at = last_of[i], i
        while at < last:
            last = max(last, last_of[at])
            at += 1
        place += [len(groups)] * (last - i)
        groups.append(Span(i, last))
        i = last
    tokens = tuple(_one(text, n, group, marks, place) for n, group in enumerate(groups))
    for start, end in text.sents:
        first, last = place[start], place[end - 1] + 1
        if bounds and first < bounds[-1][1]:
            # What belongs together was cut in two by the parser: the sentences are one.
            first = bounds.pop()[0]
        bounds.append((first, last))
    return Text(text.text, tokens, tuple(bounds))


def _one(text: Text, n: int, group: Span, marks: Sequence[str], place: Sequence[int]) -> Token:
    """One token of a group; its head and part of speech are those of the group's root."""
    first, last = group
    if last - first == 1:
        token = text.tokens[first]
        i, word, lower, lemma, tag, pos, dep, head, start, end, space, entity = token
        above, mark = place[head], marks[first]
        if i == n and head == above and entity == mark:
            return token
        return Token(n, word, lower, lemma, tag, pos, dep, above, start, end, space, mark)
    tokens = text.tokens[first:last]
    # The highest one: with any other the heads could run in a circle.
    root = min(tokens, key=lambda token: _depth(text, token))
    start, end = tokens[0].start, tokens[-1].end
    word = text.text[start:end]
    mark = max(marks[first:last], key=_STRENGTH.__getitem__)
    lemma = root.lemma if tokens[-1].tag == "POS" and last - first == 2 else word.lower()
    return Token(
        n, word, word.lower(), lemma, root.tag, root.pos, root.dep, place[root.head],
        start, end, tokens[-1].space, mark,
    )  # fmt: skip


def _depth(text: Text, token: Token) -> int:
    depth = 0
    while token.head != token.i:
        token = text.tokens[token.head]
        depth += 1
    return depth
