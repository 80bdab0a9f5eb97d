"""Who cannot follow "by", and what cannot be the subject of a passive."""

from __future__ import annotations

from itertools import pairwise

from scaning.noise.voice.clauses import WH_TAGS
from scaning.noise.voice.move import Move
from scaning.noise.voice.nounphrases import (
    CURRENCY,
    EXTENTS,
    PARTS,
    SUMS,
    SYMBOLS,
    WITH_SUBJECT,
    Span,
    heads,
    is_letter_or_name,
)
from scaning.noise.voice.objects import TIMES, is_nested
from scaning.noise.voice.verbs import AGENT_PREPOSITION
from scaning.parse import Token

NOMINAL = frozenset({"NOUN", "PROPN", "PRON", "NUM", "SYM"})
BRACKETS = frozenset('()[]{}:;="“”')
# Words whose meaning depends on what they stand before.
SCOPED = frozenset("only each both all even almost nearly barely hardly together either".split())
NEGATIVE = frozenset("no none nobody neither nothing few nor never".split())
# Subjects that say nothing after "by", or mean anybody.
UNNAMED = frozenset({"this", "that", "these", "those", "which", "what", "one", "there"})
# Objects that say how long or how far, not what: "painted 3 hours", "grew 5 inches".
MEASURES = frozenset(
    "second minute hour day week month year decade night mile kilometer kilometre meter metre km "
    "block foot inch yard lap pound kilogram ounce degree mph kmph min sec hr distance mpg point "
    "m cm lb kg percent %".split()
)
# With these a measure is a thing: "covered 5 miles", "needs 3 hours".
MEASURED = frozenset(
    "cover spend buy sell purchase use need eat drink consume produce add remove pour collect "
    "order waste mix save harvest cut pick ship deliver supply withdraw dig score require "
    "receive give invest".split()
)
# These make one idea with their verb.
IDIOMS = {
    "take": frozenset(
        "place part care turn turns off bus train taxi cab class break nap walk shower rest time "
        "advantage trip look ride lot way".split()
    ),
    "make": frozenset("way sense sure time trip up".split()),
    "give": frozenset("birth way rise ride rides".split()),
    "catch": frozenset("bus train".split()),
    "lose": frozenset("track time way".split()),
    "keep": frozenset("track".split()),
    "change": frozenset("mind".split()),
    "play": frozenset("part role".split()),
}
# An object that is longer than this stays where it is; lists of six things have about 20 words.
MAX_OBJECT = 22
MAX_WITH_CLAUSE = 10


def agent_is_unnamed(move: Move) -> bool:
    """True for "This gives 5.", "Selling pens makes $5."."""
    only = move.agent[0].lower if len(move.agent) == 1 else ""
    tops = heads(move.text, move.clause.subject)
    named = all(t.pos in NOMINAL or t.lower in SYMBOLS | WITH_SUBJECT for t in tops)
    return only in UNNAMED or not named or move.agent[0].tag == "VBG"


def agent_is_asked_in_vain(move: Move) -> bool:
    """True for "Which of them is ...", and questions that the parser has misread."""
    first, *rest = move.agent
    if first.tag not in WH_TAGS:
        return False
    if first.lower not in ("who", "how", "which", "what") or move.lemma in (
        "do",
        *AGENT_PREPOSITION,
    ):
        return True
    end = move.clause.end
    mark = move.text.tokens[end].text if end < len(move.text) else ""
    return mark != "?" or any(t.lower == "of" for t in rest[:1])


def agent_is_no_place(move: Move) -> bool:
    """True for "He includes a tip": not in him."""
    first = move.agent[0]
    return move.lemma in AGENT_PREPOSITION and first.tag == "PRP" and first.lower != "it"


def agent_is_quantified(move: Move) -> bool:
    """True for "No boy bought ...", "Ann or Bob bought ...", "They each bought ..."."""
    words = {t.lower for t in move.agent}
    return bool(words & (NEGATIVE | {"or"})) or move.agent[-1].lower in SCOPED - {"together"}


def agent_is_misread(move: Move) -> bool:
    """True for brackets, quotes, auxiliaries and question words inside of a subject."""
    rest = move.agent[1:]
    if any(t.pos == "AUX" and t.dep == "aux" for t in move.agent):
        return True
    return any(asks(move, move.clause.subject, t) or t.text in BRACKETS for t in rest)


def asks(move: Move, span: Span, token: Token) -> bool:
    """True for a question word, but not for the "that" of "a book that cost $5"."""
    if token.tag not in WH_TAGS:
        return False
    above = move.text.tokens[token.head]
    return above.dep != "relcl" or not span.start <= above.i < span.end


def patient_is_no_thing(move: Move) -> bool:
    """True for what is not one noun phrase, such as "selling pens"."""
    if move.patient[0].lower in CURRENCY:
        return False
    one = len(heads(move.text, move.objects.object)) == 1
    return not one or not (move.thing.pos in NOMINAL or move.asks_for_object)


def patient_is_misread(move: Move) -> bool:
    """True for brackets, question words, loose ends, and what is too long."""
    words = move.patient
    span, last = move.objects.object, words[-1]
    if not move.asks_for_object and any(asks(move, span, t) for t in words):
        return True
    if any(t.text in BRACKETS for t in words) or last.text == "," or last.pos == "ADP":
        return True
    if any(t.lower == "by" and not is_nested(move.text, move.clause.verb, t) for t in words):
        return True
    clausal = any(t.dep in ("relcl", "acl", "ccomp", "advcl") for t in words)
    return len(words) > (MAX_WITH_CLAUSE if clausal else MAX_OBJECT)


def patient_is_two(move: Move) -> bool:
    """True for "her friends 3 pens", "3 boys, one at a time", "5 pens and B" (who bought 3)."""
    words = move.patient
    if words[-1].lower not in EXTENTS and any(_begins_phrase(move, t) for t in words[1:]):
        return True
    if any(comma.text == "," and t.pos in ("ADP", "VERB") for comma, t in pairwise(words)):
        # "22 items, including tents and bottles": another comma would have to follow.
        return True
    joined = [t for t in words if t.dep == "conj"]
    if not joined:
        return any(t.text == "," for t in words)
    return move.thing.pos != "PROPN" and any(map(is_letter_or_name, joined))


def _begins_phrase(move: Move, number: Token) -> bool:
    before = move.text.tokens[number.i - 1].tag
    counts = number.dep == "nummod" and number.head > number.i
    return counts and before in ("NN", "NNS", "NNP", "PRP")


def patient_is_agent(move: Move) -> bool:
    """True for "hurt herself", "played each other"."""
    words = " ".join(t.lower for t in move.patient)
    return words in ("each other", "one another") or words.endswith(("self", "selves"))


def patient_floats(move: Move) -> bool:
    """True for "5 pens each", "5 pens together"."""
    last = move.patient[-1]
    if last.lower in ("either", "together", "only"):
        return True
    return last.lower in ("each", "apiece") and last.head in (move.thing.i, move.clause.verb)


def patient_is_activity(move: Move) -> bool:
    """True for "spent 5 minutes cooking"."""
    pairs = pairwise(move.patient)
    return any(
        before.tag == "NNS" and before.lemma.lower() in TIMES and t.lower.endswith("ing")
        for before, t in pairs
    )


def patient_is_idiom(move: Move) -> bool:
    """True for "took place", "took a bus"."""
    counted = any(move.text.tokens[i].dep == "nummod" for i in move.text.children[move.thing.i])
    return move.thing.lemma.lower() in IDIOMS.get(move.lemma, ()) and not counted


def patient_is_measure(move: Move) -> bool:
    """True for "painted 3 hours" and "grew a total of 5 inches", not for "3 hours of work"."""
    tokens, children = move.text.tokens, move.text.children
    if move.thing.lower in ("times", "ways"):
        return True
    of = [i for i in children[move.thing.i] if tokens[i].lower == "of"]
    whole = next((tokens[i] for of_i in of for i in children[of_i]), None)
    is_measure = move.thing.lemma.lower() in MEASURES
    if whole is not None and is_measure:
        return False
    parted = move.thing.lower in PARTS | SUMS
    measured = is_measure or (parted and whole is not None and whole.lemma.lower() in MEASURES)
    return measured and move.lemma not in MEASURED


RULES = (
    agent_is_unnamed,
    agent_is_asked_in_vain,
    agent_is_no_place,
    agent_is_quantified,
    agent_is_misread,
    patient_is_no_thing,
    patient_is_misread,
    patient_is_two,
    patient_is_agent,
    patient_floats,
    patient_is_activity,
    patient_is_idiom,
    patient_is_measure,
)
