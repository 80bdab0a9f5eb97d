"""A clause whose subject and object are to change places."""

from __future__ import annotations

from typing import NamedTuple

from scaning.noise.voice.clauses import Clause
from scaning.noise.voice.nounphrases import Span, heads
from scaning.noise.voice.objects import Objects
from scaning.parse import Text, Token


class Move(NamedTuple):
    """The clause, what follows its verb, and both as tokens."""

    text: Text
    clause: Clause
    objects: Objects

    @property
    def lemma(self) -> str:
        """The lemma of the main verb."""
        return self.clause.group.lemma

    @property
    def agent(self) -> tuple[Token, ...]:
        """The subject of the active clause."""
        return self.tokens(self.clause.subject)

    @property
    def patient(self) -> tuple[Token, ...]:
        """The object of the active clause."""
        return self.tokens(self.objects.object)

    @property
    def tail(self) -> tuple[Token, ...]:
        """What follows the object."""
        return self.tokens(self.objects.tail)

    @property
    def thing(self) -> Token:
        """The head of the object."""
        return heads(self.text, self.objects.object)[-1]

    @property
    def asks_for_object(self) -> bool:
        """True for "How many pens did Ann buy?"."""
        return self.objects.object == self.clause.asked

    def tokens(self, span: Span) -> tuple[Token, ...]:
        """The tokens of a span."""
        return self.text.tokens[span.start : span.end]
