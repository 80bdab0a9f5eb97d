"""Pronouns of a clause whose subject and object change places.

"Ann sold her car" cannot become "her car was sold by Ann": the name has to come first, so it
becomes "Ann's car was sold by her".
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from scaning.lexicon import gender, is_person_noun
from scaning.noise.voice.nounphrases import (
    OBJECT_CASE,
    SUBJECT_CASE,
    Span,
    decapitalised,
    in_case,
    is_name,
    number_of,
    surface,
)
from scaning.parse import Text, Token

Person = Literal["he", "she", "it", "they", "I", "we", "you"]

PERSON: dict[str, Person] = {
    "he": "he", "him": "he", "his": "he", "himself": "he",
    "she": "she", "her": "she", "hers": "she", "herself": "she",
    "it": "it", "its": "it", "itself": "it",
    "they": "they", "them": "they", "their": "they", "theirs": "they", "themselves": "they",
    "i": "I", "me": "I", "my": "I", "mine": "I", "myself": "I",
    "we": "we", "us": "we", "our": "we", "ours": "we", "ourselves": "we",
    "you": "you", "your": "you", "yours": "you", "yourself": "you",
}  # fmt: skip
POSSESSIVES: dict[Person, str] = {"he": "his", "she": "her"}
AGENTS: dict[Person, str] = {"he": "him", "she": "her", "it": "it", "they": "them"}
OTHER_GENDER = frozenset({("he", "female"), ("she", "male")})
# "the two brothers' car": a longer owner is not put into the genitive.
MAX_OWNER = 3


class Actors(NamedTuple):
    """The words for what is acted on, for who receives it, and for who acts."""

    patient: str
    receiver: str
    agent: str


def actors(text: Text, subject: Span, patient: Span, receiver: Span, moved: Span) -> Actors | None:
    """The noun phrases of a clause in their new order; `moved` also comes before the subject.

    None if a pronoun would stand before the words it stands for.
    """
    plain = Actors(
        in_case(text, patient, SUBJECT_CASE),
        in_case(text, receiver, OBJECT_CASE) if receiver else "",
        in_case(text, subject, OBJECT_CASE),
    )
    if text.tokens[subject.start].tag == "PRP":
        return plain
    # "gave him 3 pens": that is not the subject, or it would be "himself".
    others = [*pronouns(text, receiver), *pronouns(text, moved)]
    if any(may_mean(text, p, subject) for p in others if p.tag == "PRP$"):
        return None
    if _is_pronoun(text, receiver):
        name = _named_first(text, subject, text.tokens[receiver.start])
        return plain._replace(receiver=name[0], agent=name[1]) if name else plain
    if _is_pronoun(text, patient):
        name = _named_first(text, subject, text.tokens[patient.start])
        return plain._replace(patient=name[0], agent=name[1]) if name else plain
    # In "her dad raised her pay" both pronouns mean the same, and not him.
    owners = {PERSON[p.lower] for p in pronouns(text, subject)}
    bound = [
        p
        for p in pronouns(text, patient)
        if may_mean(text, p, subject) and PERSON[p.lower] not in owners
    ]
    return _with_owner(text, subject, patient, bound, plain) if bound else plain


def _is_pronoun(text: Text, span: Span) -> bool:
    first, *rest = text.tokens[span.start : span.end] or [None]
    return first is not None and first.lower in PERSON and first.tag == "PRP" and not rest


def _named_first(text: Text, subject: Span, pronoun: Token) -> tuple[str, str] | None:
    """The "Ann" and "her mother" of "Ann's mother gave her 3 pens", where Ann has to come first."""
    words = text.tokens[subject.start : subject.end]
    mark = next((t.i for t in words if t.tag == "POS"), subject.start)
    name = Span(subject.start, mark)
    own = POSSESSIVES.get(PERSON[pronoun.lower])
    if not name or own is None or not all(is_name(t) for t in text.tokens[name.start : name.end]):
        return None
    if (PERSON[pronoun.lower], gender(words[0].text)) in OTHER_GENDER:
        return None
    return surface(text, name), f"{own} {surface(text, Span(mark + 1, subject.end))}"


def _with_owner(
    text: Text, subject: Span, patient: Span, bound: list[Token], plain: Actors
) -> Actors | None:
    """The "Ann's car" and "her" of "Ann sold her car"."""
    owner = text.tokens[subject.start : subject.end]
    pronoun = bound[0]
    if len(bound) > 1 or pronoun.tag != "PRP$" or len(owner) > MAX_OWNER:
        return None
    if owner[0].lower in ("each", "every") or not _can_own(text, subject, pronoun):
        return None
    if any(t.pos == "NUM" or t.lower in PERSON for t in owner) or _in_clause(
        text, pronoun, patient
    ):
        return None
    if {t.lower for t in owner} & {t.lower for t in text.tokens[patient.start : patient.end]}:
        return None
    offset = text.tokens[patient.start].start
    whole = text.text[offset : text.tokens[patient.end - 1].end]
    genitive = "'" if owner[-1].tag in ("NNS", "NNPS") else "'s"
    words = (
        whole[: pronoun.start - offset]
        + decapitalised(text, subject)
        + genitive
        + whole[pronoun.end - offset :]
    )
    return plain._replace(patient=words, agent=AGENTS[PERSON[pronoun.lower]])


def _in_clause(text: Text, token: Token, span: Span) -> bool:
    while span.start <= token.head < span.end and token.head != token.i:
        token = text.tokens[token.head]
        if token.pos in ("VERB", "AUX"):
            return True
    return False


def pronouns(text: Text, span: Span) -> list[Token]:
    """The personal pronouns and possessives of a span."""
    inside = text.tokens[span.start : span.end]
    return [t for t in inside if t.lower in PERSON and t.tag in ("PRP", "PRP$")]


def may_mean(text: Text, pronoun: Token, span: Span) -> bool:
    """True if a pronoun may stand for a noun phrase."""
    person = PERSON[pronoun.lower]
    first = text.tokens[span.start]
    if span.end - span.start == 1 and first.lower in PERSON:
        return PERSON[first.lower] == person
    if person in ("I", "we", "you"):
        return False
    if person == "they":
        return True
    return number_of(text, span) != "plural"


def _can_own(text: Text, subject: Span, pronoun: Token) -> bool:
    """False for "A storm destroyed his roses", "Mary sold his car", "The shop sold their pens"."""
    person, head = PERSON[pronoun.lower], text.tokens[subject.end - 1]
    if person == "they":
        return number_of(text, subject) == "plural"
    if is_name(head):
        return (person, gender(text.tokens[subject.start].text)) not in OTHER_GENDER
    return head.pos == "NOUN" and is_person_noun(head.lemma) is (person != "it")
