"""What forbids a change of voice: each rule is true for a clause that would not say the same."""

from __future__ import annotations

from scaning.noise.voice import roles
from scaning.noise.voice.clauses import Clause
from scaning.noise.voice.move import Move
from scaning.noise.voice.nounphrases import heads
from scaning.noise.voice.objects import COMPLETING, TIMES, is_adverbial, is_nested, takes_recipient
from scaning.noise.voice.verbs import DO, NO_PASSIVE
from scaning.parse import Text, Token

UNBOUND = frozenset("any either neither anything nothing".split())
QUANTIFIED = frozenset("all every each both some many much any either more enough".split())
# "a ticket to the zoo": the phrase stays with its noun.
WITH_TO = frozenset({"ticket", "answer", "key", "visit", "trip", "path", "invitation", "way"})


def is_safe(move: Move) -> bool:
    """True if subject and object can change places without a change of meaning."""
    return not any(rule(move) for rule in (*RULES, *roles.RULES))


def verb_stays_active(move: Move) -> bool:
    """True for "has", "costs", "walked", "takes 5 hours", "makes up 5%"."""
    first = move.agent[0].lower
    taken = move.lemma == "take" and first == "it"
    return (
        move.lemma in NO_PASSIVE or taken or (move.lemma == "make" and bool(move.objects.particle))
    )


def adverb_has_scope(move: Move) -> bool:
    """True for "only bought 5 pens"."""
    return any(adverb.lower() in roles.SCOPED for adverb in move.clause.group.adverbs)


def charge_is_shared(move: Move) -> bool:
    """True for "charges $12 admission and $6 for a tour": the tour costs only the second."""
    return move.lemma == "charge" and any(t.lower == "and" for t in move.patient)


def lead_would_dangle(move: Move) -> bool:
    """True for "By selling pens, Ann ..."."""
    return not lead_stands(move.text, move.clause)


def lead_stands(text: Text, clause: Clause) -> bool:
    """False for "By selling pens, Ann ...", which goes with the subject of the clause."""
    for i in text.children[clause.verb]:
        token = text.tokens[i]
        if i >= clause.start:
            break
        below = [text.tokens[c] for c in text.children[i]]
        has_subject = any(t.dep in ("nsubj", "nsubjpass", "expl") for t in below)
        if token.dep == "advcl" and not has_subject:
            return False
        if token.dep == "prep" and any(t.dep == "pcomp" and t.pos == "VERB" for t in below):
            return False
    return True


def rank_is_no_object(move: Move) -> bool:
    """True for "finished 30th": so she did, it is not what she finished."""
    *_, last = move.patient
    return last.text[0].isdigit() and last.lower.endswith(("st", "nd", "rd", "th"))


def question_has_two_objects(move: Move) -> bool:
    """True for "How many pens did Ann buy it?", where one object too many has been read."""
    clause = move.clause
    if not clause.inverted or not clause.asked or move.asks_for_object or takes_recipient(clause):
        return False
    first = move.text.tokens[clause.asked.start]
    if first.pos == "ADP" or first.lower in ("when", "where", "why"):
        return False
    top = heads(move.text, clause.asked)[0]
    manner = top.pos != "NOUN" or top.lemma in TIMES | {"way", "percent"}
    return first.lower != "how" or not manner


def scope_changes(move: Move) -> bool:
    """True for "did not buy 5 pens", "bought any pens"."""
    first = move.patient[0]
    if first.lower in UNBOUND and not move.asks_for_object:
        return True
    group = move.clause.group
    if not group.negation and "never" not in map(str.lower, group.adverbs):
        return False
    definite = first.tag in ("PRP", "PRP$", "NNP") or first.lower in ("the", "this", "that")
    return not definite or any(t.pos == "NUM" or t.lower in QUANTIFIED for t in move.patient)


def tail_belongs_to_object(move: Move) -> bool:
    """True for "a ticket | to the zoo", "30 | more", "5 pens | each"."""
    if not move.tail:
        return False
    first = move.tail[0]
    floats = first.lower in ("apiece", "only") or (first.lower == "each" and first.dep != "det")
    if (
        floats
        or first.tag in ("JJR", "RBR", ".", ":")
        or first.pos == "VERB"
        or first.lower == "of"
    ):
        return True
    # "3 bags | with 75 pieces": the tail says what they have.
    if first.lower == "with" and _counts(move, first):
        return True
    what = {t.lower for t in move.patient}
    # "2 eggs on weekdays and 3 eggs" are not all eaten "on weekends".
    repeated = first.pos == "ADP" and first.lower in what and "and" in what
    return repeated or (first.lower == "to" and move.thing.lemma in WITH_TO)


def _counts(move: Move, preposition: Token) -> bool:
    tokens, children = move.text.tokens, move.text.children
    nouns = [i for i in children[preposition.i] if tokens[i].tag in ("NN", "NNS")]
    counted = any(tokens[i].dep == "nummod" for noun in nouns for i in children[noun])
    return counted and "with" not in COMPLETING.get(move.lemma, ())


def tail_is_misread(move: Move) -> bool:
    """True for "in | a day" after a particle, ", Paul 24", a preposition without its noun."""
    if not move.tail:
        return False
    first, *rest = move.tail
    if move.objects.particle and first.pos not in ("ADP", "ADV", "SCONJ", "PUNCT", "PART"):
        return True
    other = first.text == "," and any(t.pos in ("PROPN", "PRON", "NUM") for t in rest[:1])
    return other or move.tail[-1].pos == "ADP"


def tail_needs_subject(move: Move) -> bool:
    """True for "by selling pens", "as did Bob", "by himself", and verbs that share the subject."""
    return any(
        (t.lower == "by" and not is_nested(move.text, move.clause.verb, t))
        or t.lower.endswith(("self", "selves"))
        or _stands_for_verb(move.text, t)
        or (t.dep == "conj" and t.pos == "VERB" and move.text.tokens[t.head].pos != "VERB")
        or (t.head == move.clause.verb and not _may_follow(move.text, t))
        for t in move.tail
    )


def _stands_for_verb(text: Text, token: Token) -> bool:
    """True for the "did" of "as did Bob", not for that of "while Bob did the work"."""
    if token.lower not in DO or token.dep == "aux":
        return False
    return not any(text.tokens[i].dep == "dobj" for i in text.children[token.i])


def _may_follow(text: Text, token: Token) -> bool:
    if token.dep == "conj":
        return token.pos in roles.NOMINAL
    if token.dep == "nsubj" or (token.dep == "dobj" and not is_adverbial(text, token)):
        return False
    if token.dep == "npadvmod" and token.pos == "PROPN" and token.lemma.lower() not in TIMES:
        return False
    if token.dep != "advcl" or token.tag != "VBG":
        return True
    first = text.tokens[text.subtree(token.i)[0]]
    before = text.tokens[first.i - 1]
    return before.text == "," or first.lower in ("using", "while", "when", "after", "before")


RULES = (
    verb_stays_active,
    adverb_has_scope,
    charge_is_shared,
    lead_would_dangle,
    rank_is_no_object,
    question_has_two_objects,
    scope_changes,
    tail_belongs_to_object,
    tail_is_misread,
    tail_needs_subject,
)
