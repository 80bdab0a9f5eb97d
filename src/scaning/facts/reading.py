"""What a problem says, as facts: quantities and what they belong to, unknowns, events, question."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from scaning.facts.comparisons import Comparison, comparisons
from scaning.facts.frames import Frame, frames
from scaning.facts.quantities import Quantity, implied, quantities
from scaning.facts.question import Question, questions
from scaning.facts.relations import Relation, relations
from scaning.facts.units import UnitMention, unit_mentions
from scaning.facts.variables import Variable, variables
from scaning.facts.words import Word, content_words
from scaning.parse import Text


@dataclass(frozen=True, slots=True)
class Binding:
    """A quantity with what it counts, who it belongs to and the verb that says so.

    `first` and `last` are its tokens; `thing`, `owners` and `verb` are token numbers, -1 for none.
    """

    quantity: Quantity
    first: int
    last: int
    thing: int
    owners: tuple[int, ...]
    verb: int


class Facts:
    """The facts of one text, each found when it is first asked for and then kept."""

    def __init__(self, text: Text) -> None:
        self.text = text

    @cached_property
    def _starts(self) -> list[int]:
        return [token.start for token in self.text.tokens]

    def token_at(self, offset: int) -> int:
        """The token that holds the character at `offset`."""
        return max(0, bisect_right(self._starts, offset) - 1)

    def tokens_of(self, start: int, end: int) -> range:
        """The tokens that the characters `start` to `end` touch."""
        return range(self.token_at(start), self.token_at(max(start, end - 1)) + 1)

    @cached_property
    def quantities(self) -> tuple[Quantity, ...]:
        """The quantities that are written out; a paraphrase keeps them all."""
        return quantities(self.text.text)

    @cached_property
    def implied(self) -> tuple[Quantity, ...]:
        """The 1 of "an hour" and "a dollar", which a paraphrase may write out or drop."""
        return implied(self.text.text)

    @cached_property
    def all_quantities(self) -> tuple[Quantity, ...]:
        """Every quantity, written out or implied."""
        return (*self.quantities, *self.implied)

    @cached_property
    def units(self) -> tuple[UnitMention, ...]:
        """Every unit, with a quantity or without."""
        return unit_mentions(self.text.text)

    @cached_property
    def variables(self) -> tuple[Variable, ...]:
        """The unknowns and named points, every mention."""
        spans = [(u.start, u.end) for u in self.units]
        return tuple(v for v in variables(self.text) if not any(s <= v.start < e for s, e in spans))

    @cached_property
    def taken(self) -> frozenset[int]:
        """The tokens of quantities, units and unknowns."""
        spans = [(q.start, q.end) for q in self.all_quantities]
        spans += [(u.start, u.end) for u in self.units]
        spans += [(v.start, v.end) for v in self.variables]
        return frozenset(i for start, end in spans for i in self.tokens_of(start, end))

    @cached_property
    def unit_tokens(self) -> frozenset[int]:
        """The tokens of units."""
        return frozenset(i for u in self.units for i in self.tokens_of(u.start, u.end))

    @cached_property
    def protected(self) -> tuple[tuple[int, int], ...]:
        """The character spans that a noise must leave as they are, merged and in order."""
        spans = [(q.start, q.end) for q in self.all_quantities]
        spans += [(u.start, u.end) for u in self.units]
        spans += [(v.start, v.end) for v in self.variables]
        merged: list[tuple[int, int]] = []
        for start, end in sorted(spans):
            if merged and start <= merged[-1][1]:
                merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
            else:
                merged.append((start, end))
        return tuple(merged)

    @cached_property
    def _relation_tokens(self) -> frozenset[int]:
        return frozenset(
            i for r in self.relations for i in range(r.i, r.i + r.words.count(" ") + 1)
        )

    def is_relation(self, i: int) -> bool:
        """Is a token a relation word?"""
        return i in self._relation_tokens

    @cached_property
    def words(self) -> tuple[Word, ...]:
        """The content words, in order."""
        return content_words(self.text, self.taken | self._relation_tokens)

    @cached_property
    def relations(self) -> tuple[Relation, ...]:
        """The relation words, in order."""
        return relations(self.text, self.unit_tokens)

    @cached_property
    def comparisons(self) -> tuple[Comparison, ...]:
        """The comparisons whose two sides can be told."""
        return comparisons(self.text, self.relations)

    @cached_property
    def frames(self) -> tuple[Frame, ...]:
        """The events with their arguments, voice levelled."""
        return frames(self.text)

    @cached_property
    def questions(self) -> tuple[Question, ...]:
        """What is asked."""
        return questions(self.text)

    @cached_property
    def bindings(self) -> tuple[Binding, ...]:
        """Each written quantity with what it belongs to."""
        return tuple(_bindings(self))


def _bindings(facts: Facts) -> Iterator[Binding]:
    text = facts.text
    agents = {frame.i: frame for frame in facts.frames}
    carried, sentence = -1, -1
    for quantity in facts.quantities:
        span = facts.tokens_of(quantity.start, quantity.end)
        if not len(text):
            return
        first, last = span[0], span[-1]
        thing = _thing(facts, last)
        verb = _verb_above(text, last)
        frame = agents.get(verb)
        owners = tuple(i for role, i in frame.arguments if role == "agent") if frame else ()
        if thing < 0 and quantity.unit is None and text.sentence_of[last] == sentence:
            # "38 books on Monday, 45 on Tuesday": what is counted is said once.
            thing = carried
        elif thing >= 0:
            carried, sentence = thing, text.sentence_of[last]
        yield Binding(quantity, first, last, thing, owners, verb)


def _thing(facts: Facts, i: int) -> int:
    """What a quantity counts: the noun it modifies, or that follows "of"; -1 for a bare number."""
    tokens, taken = facts.text.tokens, facts.taken
    node = tokens[i]
    for _ in range(3):
        if node.pos in {"NOUN", "PROPN"} and node.i not in taken:
            return node.i
        below = [j for j in facts.text.children[node.i] if tokens[j].lower == "of"]
        objects = [k for j in below for k in facts.text.children[j] if tokens[k].dep == "pobj"]
        if objects and objects[0] not in taken and tokens[objects[0]].pos in {"NOUN", "PROPN"}:
            return objects[0]
        if node.head == node.i or tokens[node.head].pos in {"VERB", "AUX", "ADP"}:
            return -1
        node = tokens[node.head]
    return -1


def _verb_above(text: Text, i: int) -> int:
    node = text.tokens[i]
    for _ in range(12):
        if node.pos in {"VERB", "AUX"}:
            return node.i
        if node.head == node.i:
            return -1
        node = text.tokens[node.head]
    return -1
