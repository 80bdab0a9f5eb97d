"""Verb groups, such as "has not been sold": read, and made again in the other voice.

With the verbs that have no passive, and why.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from scaning.inflection import TAGS, forms, inflect, lemmas
from scaning.parse import Token

Tense = Literal["past", "present", ""]
# The agreement of a subject; "first" is that of "I".
Number = Literal["singular", "plural", "first"]

# The verbs that keep the active voice, by the reason.
STATES = frozenset(
    "have possess lack want wish like love enjoy prefer hate know believe think hope become "
    "remain seem appear stay resemble equal mean suit fit belong let live undergo suffer "
    "survive get try last date average concern involve interest appeal".split()
)
# The object says how much, not what: "costs $5", "weighs 3 kg", "seats 10 people".
MEASURING = frozenset(
    "cost weigh measure total number exceed hold seat serve comprise sum amount age span rain "
    "rise fall grow gross net leave".split()
)
# The object is the way that was gone, or the vehicle: "walked 5 blocks", "rode the bus".
MOVING = frozenset(
    "walk run drive ride rid fly swim jog hike row bike cycle jump sail travel go come climb march "
    "skip step hop stroll commute board turn swerve cruise head race sprint crawl trek "
    "paddle drift".split()
)
# The object is the agent of what follows ("asked her to come") or a time ("worked 5 hours").
OTHER_FRAMES = frozenset(
    "ask tell help allow cause expect force plan decide say suppose assume consider "
    "work sleep sit wait practice practise rest begin end continue marry train compete "
    "dance sing exercise talk speak laugh ski nap".split()
)
NO_PASSIVE = STATES | MEASURING | MOVING | OTHER_FRAMES

# With these the whole is a place, not an agent: "are contained in the box".
AGENT_PREPOSITION = {"contain": "in", "include": "in"}

# "gave Bob 3 pens" is "gave 3 pens to Bob", with some verbs "for Bob".
PREPOSITION = dict.fromkeys(
    "give sell pay lend send hand offer show owe pass mail award donate assign read throw bring "
    "deliver grant loan feed rent write".split(),
    "to",
) | dict.fromkeys("buy make bake cook draw build order find knit sew pour prepare".split(), "for")
# "charged Bob $3" has no "$3 to Bob": the recipient becomes the subject.
RECIPIENT_FIRST = frozenset({"charge", "fine", "tip", "refund", "teach"})

# "ca" and "wo" stand before "n't".
MODALS = frozenset("can ca could will wo would may might must shall should".split())
CONTRACTED = {"'ll": "will", "'ve": "have", "'re": "are", "'m": "am"}
HAVE: dict[str, Tense] = {"have": "present", "has": "present", "had": "past"}
BE: dict[str, Tense] = {
    "is": "present", "are": "present", "am": "present", "was": "past", "were": "past",
}  # fmt: skip
DO: dict[str, Tense] = {"do": "present", "does": "present", "did": "past"}
# Adverbs that stand before a verb in either voice.
ADVERBS = frozenset(
    "also then now always never often still already just ever first again later soon thus hence "
    "therefore sometimes twice once instead".split()
)
AUXILIARIES = MODALS | HAVE.keys() | BE.keys() | DO.keys() | CONTRACTED.keys()
AGREEING: dict[tuple[str, Tense], dict[Number, str]] = {
    ("be", "present"): {"singular": "is", "plural": "are", "first": "am"},
    ("be", "past"): {"singular": "was", "plural": "were", "first": "was"},
    ("have", "present"): {"singular": "has", "plural": "have", "first": "have"},
    ("have", "past"): {"singular": "had", "plural": "had", "first": "had"},
    ("do", "present"): {"singular": "does", "plural": "do", "first": "do"},
    ("do", "past"): {"singular": "did", "plural": "did", "first": "did"},
}


class Group(NamedTuple):
    """A verb group, taken apart; `negation` is spelt as it follows the finite verb."""

    lemma: str
    tense: Tense
    modal: str = ""
    perfect: bool = False
    progressive: bool = False
    passive: bool = False
    negation: str = ""
    adverbs: tuple[str, ...] = ()


class Chain(NamedTuple):
    """A verb group as it is spoken: the finite verb with its negation, and the rest."""

    finite: str
    rest: str

    def __str__(self) -> str:
        return f"{self.finite} {self.rest}".strip()


def participle(lemma: str) -> str | None:
    """The past participle of a verb: "sold" of "sell"."""
    return inflect(lemma, "VBN")


@lru_cache(maxsize=8192)
def _spellings(lemma: str, tag: str) -> tuple[str, ...]:
    return forms(lemma, "v")[TAGS["v"].index(tag)]


def read_group(words: Sequence[Token], subject: Number | None) -> Group | None:
    """The group that these words make, the main verb last; None if a word has no place in it."""
    *before, verb = words
    auxiliaries = [
        w for w in before if _plain(w) in AUXILIARIES or w.lower in ("be", "been", "being")
    ]
    others = [w for w in before if w not in auxiliaries]
    negations = [w for w in others if w.lower in ("not", "n't", "n’t")]
    adverbs = [w for w in others if w not in negations]
    if len(negations) > 1 or not all(w.lower in ADVERBS or w.lower.endswith("ly") for w in adverbs):
        return None
    if negations and (not auxiliaries or before[:2] != [auxiliaries[0], negations[0]]):
        return None
    group = _chain([_plain(w) for w in auxiliaries], verb, subject)
    if group is None:
        return None
    glued = negations and not auxiliaries[0].space
    negation = "".join(w.text if glued else f" {w.text}" for w in negations)
    return group._replace(negation=negation, adverbs=tuple(w.text for w in adverbs))


def like(group: Group, own: Group | None, verb: Token) -> Group | None:
    """The group of a verb without auxiliaries of its own: in "will buy and sell" that of "buy"."""
    adverbs = own.adverbs if own else ()
    if not (group.modal or group.perfect or group.progressive or group.passive):
        return own
    lemma = _lemma(verb)
    tag = "VB"
    if group.passive or group.perfect:
        tag = "VBN"
    elif group.progressive:
        tag = "VBG"
    fits = verb.lower == lemma if tag == "VB" else verb.lower in _spellings(lemma, tag)
    return group._replace(lemma=lemma, adverbs=adverbs) if fits else None


def _plain(word: Token) -> str:
    lower = word.lower.replace("’", "'")
    return CONTRACTED.get(lower, lower)


def _chain(auxiliaries: list[str], verb: Token, subject: Number | None) -> Group | None:
    """The tense, aspect and voice of auxiliaries and their main verb."""
    lemma, form = _lemma(verb), verb.lower
    if not auxiliaries:
        tense = _simple_tense(lemma, verb, subject)
        return Group(lemma, tense) if tense else None
    first, *rest = auxiliaries
    is_base = form == lemma
    is_participle = form in _spellings(lemma, "VBN")
    is_progressive = form in _spellings(lemma, "VBG")
    if first in DO:
        return Group(lemma, DO[first]) if is_base and not rest else None
    group = Group(lemma, HAVE.get(first) or BE.get(first) or "")
    if first in MODALS:
        group = group._replace(modal=first)
        if rest[:1] == ["have"]:
            group, rest = group._replace(perfect=True), rest[1:]
    elif first in HAVE:
        group = group._replace(perfect=True)
    aspect = (group.perfect, bool(group.modal), rest)
    match aspect:
        case (False, True, []) if is_base:
            return group
        case (True, _, []) if is_participle:
            return group
        case (False, False, []) if is_progressive:
            return group._replace(progressive=True)
        case (False, False, []) | (False, True, ["be"]) | (True, _, ["been"]) if is_participle:
            return group._replace(passive=True)
        case (False, False, ["being"]) if is_participle:
            return group._replace(passive=True, progressive=True)
    return None


def _lemma(verb: Token) -> str:
    """The parser's lemma if the word is a form of it, else the dictionary's."""
    lemma, form = verb.lemma.lower(), verb.lower
    if form == lemma or any(form in _spellings(lemma, tag) for tag in TAGS["v"]):
        return lemma
    return min((word for word, pos in lemmas(form) if pos == "v"), default=lemma)


def _simple_tense(lemma: str, verb: Token, subject: Number | None) -> Tense:
    past = verb.lower in _spellings(lemma, "VBD")
    if verb.tag in ("VBD", "VBN"):
        return "past" if past else ""
    if verb.tag == "VBZ":
        return "present" if verb.lower in _spellings(lemma, "VBZ") else ""
    if verb.tag not in ("VBP", "VB") or verb.lower != lemma:
        return ""
    # "He put": with such a subject only the past has no ending.
    return "past" if past and subject == "singular" else "present"


def passive_chain(group: Group, subject: Number, *, inverted: bool) -> Chain | None:
    """The group in the passive, agreeing with its new subject; `inverted` as in a question."""
    form = participle(group.lemma)
    if form is None or (group.progressive and (group.perfect or group.modal)):
        return None
    if group.modal:
        words = [group.modal, *(["have", "been"] if group.perfect else ["be"])]
    elif group.perfect:
        words = [AGREEING["have", group.tense][subject], "been"]
    else:
        words = [AGREEING["be", group.tense][subject], *(["being"] if group.progressive else [])]
    return _chained(group, words[0], [*words[1:], form], inverted)


def active_chain(group: Group, subject: Number, *, inverted: bool) -> Chain | None:
    """The group in the active; `inverted` for a question, where the finite verb goes first."""
    if group.progressive and (group.perfect or group.modal):
        return None
    tag = "VBN" if group.perfect else "VBG" if group.progressive else "VB"
    if group.modal:
        words = [group.modal, *(["have"] if group.perfect else [])]
    elif group.perfect:
        words = [AGREEING["have", group.tense][subject]]
    elif group.progressive:
        words = [AGREEING["be", group.tense][subject]]
    elif inverted or group.negation:
        words = [AGREEING["do", group.tense][subject]]
    else:
        words, tag = [""], _finite_tag(group.tense, subject)
    form = inflect(group.lemma, tag)
    if form is None:
        return None
    return _chained(group, words[0], [*words[1:], form], inverted)


def _chained(group: Group, finite: str, rest: list[str], inverted: bool) -> Chain:
    """Puts negation and adverbs into their places: "did Ann not", but "didn't Ann"."""
    after = group.adverbs
    if inverted and group.negation.strip() == "not":
        after = ("not", *after)
    elif finite:
        finite += group.negation
    return Chain(finite, " ".join([*after, *rest]))


def _finite_tag(tense: Tense, subject: Number) -> str:
    if tense == "past":
        return "VBD"
    return "VBZ" if subject == "singular" else "VB"
