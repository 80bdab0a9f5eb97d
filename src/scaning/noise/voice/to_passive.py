"""From the active to the passive: "Ann sold Bob 3 pens" → "3 pens were sold to Bob by Ann"."""

from __future__ import annotations

from typing import NamedTuple

from scaning.noise.voice.binding import actors
from scaning.noise.voice.clauses import WH_TAGS, Clause, predicates
from scaning.noise.voice.edits import Edit, edit_of, spaced
from scaning.noise.voice.move import Move
from scaning.noise.voice.nounphrases import (
    OBJECT_CASE,
    Span,
    in_case,
    is_heavy,
    is_letter_or_name,
    number_of,
    subtree,
    surface,
)
from scaning.noise.voice.objects import COMPLETING, TIMES, Objects, read_objects
from scaning.noise.voice.safety import is_safe
from scaning.noise.voice.verbs import AGENT_PREPOSITION, PREPOSITION, RECIPIENT_FIRST, passive_chain
from scaning.parse import Text

# A phrase of the verb that is longer than this follows the agent.
SHORT = 6
# An agent may wait for so many words of other phrases.
WAIT = 14
CAN_PRECEDE = frozenset("in on for at from to into with each every".split())


class Part(NamedTuple):
    """A clause in the passive, in pieces; `rest` follows the finite verb, `far` the agent."""

    asked: str
    patient: str
    finite: str
    rest: str
    agent: str
    far: Span
    compared: bool
    inverted: bool

    def head(self) -> list[str]:
        """All before the agent, in order."""
        if self.inverted:
            return [self.asked, self.finite, self.patient, self.rest]
        return [self.patient, self.finite, self.rest]


def passivise(text: Text, clause: Clause) -> Edit | None:
    """The clause in the passive; None where it is not certain to say the same."""
    several = predicates(text, clause)
    parts = [part for each in several if (part := _part(text, each)) is not None]
    if not several or len(parts) < len(several):
        return None
    words = _one(text, clause, parts[0]) if len(parts) == 1 else _joint(text, several, parts)
    if words is None:
        return None
    return edit_of(text, clause, words)


def _one(text: Text, clause: Clause, part: Part) -> str | None:
    far = surface(text, part.far)
    if text.tokens[clause.subject.start].tag in WH_TAGS:
        return spaced(part.agent, part.finite, part.patient, part.rest, far)
    if not is_heavy(text, clause.subject) and not _is_elliptic(text, part.far):
        if part.agent[-1].isdigit() and far[:1].isdigit():
            return None
        return spaced(*part.head(), part.agent, far)
    if part.compared or not _agent_can_wait(text, part.far):
        return None
    return spaced(*part.head(), far, part.agent)


def _joint(text: Text, clauses: list[Clause], parts: list[Part]) -> str | None:
    """Verbs that share a subject: "3 pens were bought and 2 books were sold by Ann"."""
    first, subject = parts[0], clauses[0].subject
    if any(part.agent != first.agent or part.compared for part in parts) or clauses[0].inverted:
        return None
    if is_heavy(text, subject) or not all(_agent_can_wait(text, part.far) for part in parts):
        return None
    # "A pen was bought and sold by Ann", for "bought a pen and sold it".
    same = [part for part in parts if part.patient in ("it", "they")]
    if any(part.finite != first.finite for part in same):
        return None
    # "3 pens were bought by her and 2 books were sold by her": a pronoun may be repeated.
    repeated = not same and text.tokens[subject.end - 1].tag == "PRP"
    words = ""
    for n, (clause, part) in enumerate(zip(clauses, parts, strict=True)):
        if n:
            words = spaced(words, surface(text, Span(clauses[n - 1].end, clause.start)))
        verb = [part.rest] if part in same else part.head()
        words = spaced(words, *verb, part.agent if repeated else "", surface(text, part.far))
    return words if repeated else spaced(words, first.agent)


def _part(text: Text, clause: Clause) -> Part | None:
    if clause.group.passive:
        return None
    objects = read_objects(text, clause)
    if objects is None or not is_safe(Move(text, clause, objects)):
        return None
    preposition = PREPOSITION.get(clause.group.lemma)
    patient, receiver = objects.object, objects.recipient
    if receiver and clause.group.lemma in RECIPIENT_FIRST:
        patient, receiver, preposition = receiver, patient, ""
    if receiver and preposition is None:
        return None
    turned = clause.inverted and patient != clause.asked
    number = number_of(text, patient)
    chain = passive_chain(clause.group, number, inverted=turned) if number else None
    if chain is None:
        return None
    if number == "singular" and any(t.text == "," for t in text.tokens[slice(*patient)]):
        # The parser has lost the "and" of a list.
        return None
    nowhere = Span(objects.tail.start, objects.tail.start)
    near = nowhere if _is_elliptic(text, objects.tail) else _near(text, clause, objects.tail)
    words = actors(text, clause.subject, patient, receiver, near)
    if words is None:
        # "in her garden" can wait until she has been named.
        near = nowhere
        words = actors(text, clause.subject, patient, receiver, near)
    if words is None:
        return None
    to = f"{preposition} {words.receiver}".strip() if receiver else ""
    return Part(
        surface(text, clause.asked),
        words.patient,
        chain.finite,
        spaced(chain.rest, objects.particle, to, surface(text, near)),
        _agent(text, clause, objects, words.agent),
        Span(near.end, objects.tail.end),
        bool(objects.compared),
        turned,
    )


def _near(text: Text, clause: Clause, tail: Span) -> Span:
    """The phrase that completes the verb ("to Bob", "into 8 pieces"), as far as it is short."""
    nothing = Span(tail.start, tail.start)
    if not tail:
        return nothing
    first = text.tokens[tail.start]
    span = subtree(text, first.i)
    own = COMPLETING.get(clause.group.lemma, frozenset())
    completes = first.lower in ("to", "into", "onto") or first.lower in own
    if first.dep not in ("prep", "dative") or span is None or not completes or span.end > tail.end:
        return nothing
    inside = text.tokens[span.start : span.end]
    if any(t.pos == "VERB" or (t.head == first.i and t.lemma.lower() in TIMES) for t in inside):
        return nothing
    return span if 1 < len(inside) <= SHORT else nothing


def _is_elliptic(text: Text, far: Span) -> bool:
    """True for "for $5 and 2 pens for $3": the agent would separate the pens from their verb."""
    seen: dict[str, int] = {}
    for token in text.tokens[far.start : far.end]:
        if token.pos == "ADP" and token.lower not in ("of", "per"):
            between = text.tokens[seen.setdefault(token.lower, token.i) : token.i]
            if any(t.lower in ("and", ",") for t in between):
                return True
        if token.dep == "conj" and token.head < far.start:
            return True
        counted = any(text.tokens[i].dep == "nummod" for i in text.children[token.i])
        if token.dep == "conj" and counted and text.tokens[token.head].pos in ("NUM", "PROPN"):
            return True
    return False


def _agent_can_wait(text: Text, far: Span) -> bool:
    """True if an agent at the end still goes with its verb."""
    tokens = text.tokens[far.start : far.end]
    if any(t.pos == "VERB" for t in tokens) or len(tokens) > WAIT:
        return False
    after = [text.tokens[t.i + 1] for t in tokens[:-1] if t.lower in ("and", ",")]
    if any(is_letter_or_name(t) and t.lemma.lower() not in TIMES for t in after):
        # "in 60 seconds and B in 100": somebody else does the rest.
        return False
    return not tokens or tokens[0].lower in CAN_PRECEDE


def _agent(text: Text, clause: Clause, objects: Objects, subject: str) -> str:
    agent = f"{AGENT_PREPOSITION.get(clause.group.lemma, 'by')} {subject}"
    if not objects.compared:
        return agent
    start, end = objects.compared
    return (
        f"{agent} {text.tokens[start].text} by {in_case(text, Span(start + 1, end), OBJECT_CASE)}"
    )
