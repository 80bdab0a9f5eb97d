"""From the passive to the active voice: "3 pens were sold by Ann" → "Ann sold 3 pens".

Without an agent there is nobody to do it, and the sentence stays as it is.
"""

from __future__ import annotations

from typing import NamedTuple

from scaning.noise.voice.binding import PERSON, may_mean, pronouns
from scaning.noise.voice.clauses import WH_TAGS, Clause
from scaning.noise.voice.edits import Edit, edit_of, spaced
from scaning.noise.voice.nounphrases import (
    OBJECT_CASE,
    SUBJECT_CASE,
    Span,
    heads,
    in_case,
    is_heavy,
    is_letter_or_name,
    number_of,
    subtree,
    surface,
)
from scaning.noise.voice.objects import TIMES, trimmed
from scaning.noise.voice.roles import BRACKETS, MEASURES
from scaning.noise.voice.safety import QUANTIFIED, lead_stands
from scaning.noise.voice.verbs import active_chain
from scaning.parse import Text, Token

# After these, "by" says how much: "increased by 10%", "divided by x".
ARITHMETIC = frozenset(
    "divide multiply increase decrease reduce raise lower exceed change vary differ extend "
    "separate shorten lengthen diminish enlarge augment add subtract mean".split()
)
# What may follow an agent; another noun would belong to it.
AFTER_AGENT = frozenset({"ADP", "ADV", "PUNCT", "SCONJ", "CCONJ", "PART", "DET"})
# "by the end of the day", "by weight": neither time nor measure acts.
NOT_ACTING = frozenset(
    "end beginning middle start weight volume mass means mistake word piece majority margin".split()
)

COMPARING = frozenset({"as", "more", "less", "fewer"})


class Agent(NamedTuple):
    """Who acts, and the range of "by ..." with it."""

    span: Span
    phrase: Span


def activate(text: Text, clause: Clause) -> Edit | None:
    """The clause in the active; None where nobody is named who does it."""
    group = clause.group
    agent = _agent(text, clause) if group.passive and group.lemma not in ARITHMETIC else None
    if agent is None or not _may_change(text, clause, agent.span):
        return None
    number = number_of(text, agent.span)
    if number is None and (group.tense == "past" or group.modal) and not group.progressive:
        number = "singular"
    asks = text.tokens[clause.subject.start].tag in WH_TAGS
    asked_agent = agent.phrase == clause.asked
    inverted = (clause.inverted or asks) and not asked_agent
    if inverted and is_heavy(text, agent.span):
        return None
    chain = active_chain(group, number, inverted=inverted) if number else None
    after = _after(text, clause, agent)
    if chain is None or after is None or (asked_agent and group.negation):
        return None
    who = in_case(text, agent.span, SUBJECT_CASE)
    whom = in_case(text, clause.subject, OBJECT_CASE)
    particle = _particle(text, clause)
    whom = spaced(whom, particle) if whom in PERSON else spaced(particle, whom)
    if asked_agent:
        ordered = [who, str(chain), whom, after]
    elif asks:
        ordered = [surface(text, clause.subject), chain.finite, who, chain.rest, particle, after]
    elif clause.inverted:
        asked = surface(text, clause.asked)
        ordered = [asked, chain.finite, who, chain.rest, whom, after]
    else:
        ordered = [who, str(chain), whom, after]
    return edit_of(text, clause, spaced(*ordered))


def _agent(text: Text, clause: Clause) -> Agent | None:
    """The agent of a passive, if "by" names somebody or something that can act."""
    children = [text.tokens[i] for i in text.children[clause.verb]]
    by = [t for t in children if t.lower == "by" and t.dep in ("agent", "prep")]
    if len(by) != 1 or any(t.dep in ("conj", "expl", "csubjpass", "ccomp") for t in children):
        return None
    if _shares_agent(text, clause.verb):
        return None
    below = text.children[by[0].i]
    phrase = subtree(text, by[0].i)
    if phrase is None or len(below) != 1 or phrase.start != by[0].i:
        return None
    span = trimmed(text, clause, Span(phrase.start + 1, phrase.end), below[0])
    if clause.verb < span.end < clause.end and text.tokens[span.end].pos not in AFTER_AGENT:
        return None
    if span.end > clause.end or not _acts(text, span, text.tokens[below[0]]):
        return None
    return Agent(span, Span(phrase.start, span.end))


def _shares_agent(text: Text, verb: int) -> bool:
    """True in "3 pens were bought and 2 were sold by Ann", where she may have done both."""
    before = text.tokens[verb].head if text.tokens[verb].dep == "conj" else verb
    below = {text.tokens[i].dep for i in text.children[before]}
    return before != verb and "auxpass" in below and "agent" not in below


def _acts(text: Text, span: Span, head: Token) -> bool:
    """False for "by 10%", "by 5 hours", "by selling", "by train" and "by Monday"."""
    tokens = text.tokens[span.start : span.end]
    if head.pos not in ("NOUN", "PRON") and not is_letter_or_name(head):
        return False
    if head.lemma.lower() in MEASURES | TIMES | NOT_ACTING:
        return False
    if heads(text, span) != [head] or tokens[-1].pos in ("ADP", "PUNCT"):
        return False
    if any(c.isdigit() for c in head.text) or any(
        t.pos == "SYM" or set(t.text) & BRACKETS for t in tokens
    ):
        return False
    clausal = any(t.dep in ("acl", "relcl") for t in tokens)
    if clausal and any(t.dep == "pobj" and t.lemma.lower() in TIMES for t in tokens):
        # "by a train moving at 60 mph in 5 seconds": the time is that of the verb.
        return False
    bare = len(tokens) == 1 and head.tag == "NN" and len(head.text) > 1
    # "by a rug except for a strip": what is left out is left out of what is covered.
    return not bare and not any(t.lower in ("or", "except") for t in tokens)


def _may_change(text: Text, clause: Clause, agent: Span) -> bool:
    patient = text.tokens[clause.subject.start : clause.subject.end]
    plain = not any(t.text in BRACKETS for t in patient)
    bound = _is_bound(text, clause, agent)
    # "Each troop is represented by a flag" has as many flags as troops.
    one = text.tokens[agent.start].lower in ("a", "an", "one", "at")
    many = one and any(t.lower in ("each", "every") for t in patient)
    free = not (many or _is_scoped(text, clause))
    return plain and bound and free and lead_stands(text, clause)


def _is_bound(text: Text, clause: Clause, agent: Span) -> bool:
    """True if no pronoun comes to stand before the name it stands for, or within its reach."""
    patient = clause.subject
    if patient.end - patient.start == 1 and text.tokens[patient.start].tag == "PRP":
        return True
    if any(may_mean(text, p, patient) for p in pronouns(text, agent)):
        return False
    named = any(t.pos == "PROPN" for t in text.tokens[patient.start : patient.end])
    return not (named and text.tokens[agent.start].tag == "PRP")


def _is_scoped(text: Text, clause: Clause) -> bool:
    """True where a negation would reach over a quantity that it did not reach over before."""
    words = {t.lower for t in text.tokens[clause.subject.start : clause.subject.end]}
    numbers = any(t.pos == "NUM" for t in text.tokens[clause.subject.start : clause.subject.end])
    return bool(clause.group.negation) and (numbers or bool(words & QUANTIFIED))


def _particle(text: Text, clause: Clause) -> str:
    """The "up" of "was filled up"."""
    following = text.tokens[clause.verb + 1 : clause.end][:1]
    return "".join(t.text for t in following if t.dep == "prt" or t.tag == "RP")


def _after(text: Text, clause: Clause, agent: Agent) -> str | None:
    """What follows the verb, without the agent; "than by Bob" becomes "than Bob"."""
    begin = clause.verb + 1 + bool(_particle(text, clause))
    middle = Span(begin, max(begin, agent.phrase.start))
    last = Span(max(agent.phrase.end, begin), clause.end)
    words = text.tokens[last.start : last.end]
    rest = surface(text, last)
    if words and words[0].lower in ("than", "as"):
        if len(words) > 2 and words[1].lower == "by":
            rest = f"{words[0].text} {surface(text, Span(words[2].i, last.end))}"
        elif any(t.lower in COMPARING for t in text.tokens[slice(*clause.subject)]):
            return None
    return spaced(surface(text, middle), rest)
