"""What a person is shown of a text: its words, which of them are new, and the facts among them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from scaning.diff import Piece, pieces
from scaning.facts.reading import Facts
from scaning.offers import names_of
from scaning.parse import Parser


class Mark(NamedTuple):
    """A fact in a text: the characters from `start` to `end` are a number, an unknown or a name."""

    start: int
    end: int
    fact: str


class Segment(NamedTuple):
    """A stretch of text: "same", "new" or "gone", and "" or the kind of fact that it is."""

    text: str
    change: str = "same"
    fact: str = ""


def marks(text: str, parser: Parser) -> list[Mark]:
    """The facts of a text that a reader can see, in order.

    >>> from scaning.parse import shared_parser
    >>> [(mark.fact, mark.start, mark.end) for mark in marks("Ann has 3 pens.", shared_parser())]
    [('name', 0, 3), ('number', 8, 9)]
    """
    parsed = parser(text)
    facts = Facts(parsed)
    found = [Mark(q.start, q.end, "number") for q in facts.quantities]
    found += [Mark(v.start, v.end, "unknown") for v in facts.variables]
    for name in names_of(parsed):
        said = re.finditer(rf"(?<!\w){re.escape(name)}(?!\w)", text)
        found += [Mark(match.start(), match.end(), "name") for match in said]
    return _apart(sorted(found))


def _apart(found: Iterable[Mark]) -> list[Mark]:
    """Marks that do not overlap: the first of two wins."""
    kept: list[Mark] = []
    for mark in found:
        if mark.start < mark.end and (not kept or mark.start >= kept[-1].end):
            kept.append(mark)
    return kept


def segments(original: str, variant: str, parser: Parser) -> list[Segment]:
    """A variant beside its original: joined without what is gone, the segments are the variant.

    >>> from scaning.parse import shared_parser
    >>> segments("Ann has 3 pens.", "Ann owns 3 pens.", shared_parser())[2:4]
    [Segment(text='has ', change='gone', fact=''), Segment(text='owns ', change='new', fact='')]
    """
    return list(_cut(pieces(original, variant), marks(variant, parser)))


def plain_segments(text: str, parser: Parser) -> list[Segment]:
    """A text by itself."""
    return list(_cut([Piece("same", text)], marks(text, parser)))


def _cut(parts: Sequence[Piece], found: Sequence[Mark]) -> Iterator[Segment]:
    """The pieces cut where a fact begins or ends."""
    facts = {at: mark.fact for mark in found for at in range(mark.start, mark.end)}
    starts = {mark.start for mark in found}
    at = 0
    for kind, text in parts:
        if kind == "gone":
            yield Segment(text, kind)
            continue
        begin = 0
        for here in range(1, len(text) + 1):
            place = at + here
            same = here < len(text) and facts.get(place) == facts.get(place - 1)
            if same and place not in starts:
                continue
            yield Segment(text[begin:here], kind, facts.get(at + begin, ""))
            begin = here
        at += len(text)
