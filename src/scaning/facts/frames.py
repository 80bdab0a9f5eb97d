"""Who does what with how much: the verbs of a text with their arguments, voice levelled.

"Ann gave Bob 3 apples", "3 apples were given to Bob by Ann" and "Bob received 3 apples from Ann"
make the same frame.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

from scaning.parse import Text, Token

Role = Literal["agent", "object", "to", "from"]

# Verbs of transfer: the giver is the subject, or what "from" names.
GIVING = frozenset(
    "give hand lend sell pay donate send offer deliver award present distribute loan rent "
    "return contribute transfer pass serve mail bring".split()
)
RECEIVING = frozenset(
    "receive get take borrow buy purchase accept collect obtain acquire steal earn".split()
)
# The other side of the same event.
CONVERSE: Mapping[str, str] = {
    "sell": "trade", "buy": "trade", "purchase": "trade",
    "lend": "lend", "loan": "lend", "borrow": "lend",
    "give": "give", "receive": "give", "get": "give", "hand": "give", "accept": "give",
    "pay": "pay", "earn": "pay",
}  # fmt: skip
# What an event does to the holding of its agent.
GAINING = frozenset(
    "buy purchase get receive find win earn gain collect gather obtain acquire pick catch "
    "borrow make bake grow harvest inherit save add deposit adopt produce build".split()
)
LOSING = frozenset(
    "give sell lose eat use spend break throw donate waste drop consume burn lend pay destroy "
    "discard drink spill withdraw remove subtract fail mail send return".split()
)
_AGENTS = {"nsubj", "csubj"}
_PASSIVE_SUBJECTS = {"nsubjpass", "csubjpass"}


class Frame(NamedTuple):
    """One event: its verb, its canonical name and the heads of its arguments by role."""

    i: int
    verb: str
    event: str
    arguments: tuple[tuple[Role, int], ...]


def frames(text: Text) -> tuple[Frame, ...]:
    """The events of a text in order."""
    return tuple(_frame(text, t) for t in text.tokens if _is_event(t))


def _is_event(token: Token) -> bool:
    return token.pos == "VERB" or (token.pos == "AUX" and token.dep not in {"aux", "auxpass"})


def _frame(text: Text, verb: Token) -> Frame:
    lemma = verb.lemma.lower()
    roles = _arguments(text, verb)
    if lemma in RECEIVING and lemma in CONVERSE:
        turned: dict[Role, Role] = {"agent": "to", "from": "agent"}
        roles = [(turned.get(role, role), i) for role, i in roles]
    return Frame(verb.i, lemma, CONVERSE.get(lemma, lemma), tuple(roles))


def _arguments(text: Text, verb: Token) -> list[tuple[Role, int]]:
    tokens, roles = text.tokens, list[tuple[Role, int]]()
    # "Ann is paid $9": the one who gets is the subject where something else is given.
    given = verb.lemma.lower() in GIVING and any(
        tokens[i].dep in {"dobj", "obj", "oprd", "attr"} for i in text.children[verb.i]
    )
    for i in text.children[verb.i]:
        child = tokens[i]
        if child.dep in _AGENTS:
            roles += [("agent", j) for j in _conjuncts(text, i)]
        elif child.dep in _PASSIVE_SUBJECTS and given:
            roles += [("to", j) for j in _conjuncts(text, i)]
        elif child.dep in _PASSIVE_SUBJECTS or child.dep in {"dobj", "obj"}:
            roles += [("object", j) for j in _conjuncts(text, i)]
        elif child.dep == "dative" and child.pos != "ADP":
            roles += [("to", j) for j in _conjuncts(text, i)]
        elif child.dep in {"agent", "prep", "dative"}:
            roles += _prepositional(text, child)
    if not any(role == "agent" for role, _ in roles):
        roles += _shared_subject(text, verb)
    return roles


def _prepositional(text: Text, preposition: Token) -> list[tuple[Role, int]]:
    roles: Mapping[str, Role] = {"by": "agent", "to": "to", "from": "from", "among": "to"}
    role = roles.get(preposition.lower)
    if role is None or (role == "agent" and preposition.dep != "agent"):
        return []
    objects = [i for i in text.children[preposition.i] if text.tokens[i].dep == "pobj"]
    return [(role, j) for i in objects for j in _conjuncts(text, i)]


def _shared_subject(text: Text, verb: Token) -> list[tuple[Role, int]]:
    """The subject of a verb that stands in a coordination or under a control verb."""
    tokens, seen = text.tokens, verb
    for _ in range(3):
        if seen.dep not in {"conj", "xcomp", "advcl"} or seen.head == seen.i:
            return []
        seen = tokens[seen.head]
        children = [tokens[i] for i in text.children[seen.i]]
        subjects = [c.i for c in children if c.dep in _AGENTS]
        if subjects:
            return [("agent", j) for i in subjects for j in _conjuncts(text, i)]
        if any(c.dep in _PASSIVE_SUBJECTS for c in children):
            return []
    return []


def _conjuncts(text: Text, i: int) -> list[int]:
    found, queue = [], [i]
    while queue:
        node = queue.pop()
        found.append(node)
        queue += [j for j in text.children[node] if text.tokens[j].dep in {"conj", "appos"}]
    return found
