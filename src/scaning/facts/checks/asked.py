"""What a question is about: whom, when, which of two things, the part or the rest."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from scaning import lexicon
from scaning.facts.align import Alignment, closeness
from scaning.facts.evidence import Evidence
from scaning.facts.frames import LOSING
from scaning.facts.question import Question
from scaning.facts.reading import Facts

OTHER_PERSON, OTHER_FATE = 0.6, 0.6
# Another person, month or fate is another in any words.
FIRM = 0.9


def check_asked(
    a: Facts, ours: Question, b: Facts, theirs: Question, alignment: Alignment
) -> Iterator[Evidence]:
    """Compare whom and what two questions are about."""
    yield from _other_person(a, ours, b, theirs, alignment)
    if ours.wh and theirs.wh:
        yield from _other_time(a, ours, b, theirs)
        yield from _left_or_gone(a, ours, b, theirs)


def words_of(facts: Facts, question: Question) -> str:
    """The words of a question as they stand in the text."""
    tokens = facts.text.tokens[question.start : question.end]
    return facts.text.text[tokens[0].start : tokens[-1].end] if tokens else ""


def _join(words: set[str]) -> str:
    return ", ".join(sorted(words))


def _other_person(
    a: Facts, ours: Question, b: Facts, theirs: Question, alignment: Alignment
) -> Iterator[Evidence]:
    """Another person is asked about: a name of the problem in the place of another."""
    mine = {w.lemma for w in a.words if w.kind == "name" and ours.start <= w.i < ours.end}
    other = {
        alignment.original_of(w.lemma)
        for w in b.words
        if w.kind == "name" and theirs.start <= w.i < theirs.end
    }
    known = {w.lemma for w in a.words if w.kind == "name"}
    told = {alignment.original_of(w.lemma) for w in b.words}
    gone, new = (mine - other) & told, (other - mine) & known
    pronouns = {"he", "she", "his", "her", "him", "they", "their"}
    referred = any(t.lower in pronouns for t in b.text.tokens[theirs.start : theirs.end])
    if gone and new and not referred:
        message = f"The original asks about {_join(gone)}, the candidate about {_join(new)}."
        yield Evidence(
            "changed-question", OTHER_PERSON, words_of(a, ours), words_of(b, theirs), message, FIRM
        )


def _other_time(a: Facts, ours: Question, b: Facts, theirs: Question) -> Iterator[Evidence]:
    """Another month, day or rank is asked about, and both are in the problem."""
    known = {t.lower for t in a.text.tokens}
    for words in _CLASSES:
        mine, other = _of(words, a, ours), _of(words, b, theirs)
        told = {t.lower for t in b.text.tokens}
        if mine and other and not mine & other and other <= known and mine <= told:
            message = f"The original asks about {_join(mine)}, the candidate about {_join(other)}."
            yield Evidence(
                "changed-question",
                OTHER_PERSON,
                words_of(a, ours),
                words_of(b, theirs),
                message,
                FIRM,
            )


def _of(words: frozenset[str], facts: Facts, question: Question) -> set[str]:
    tokens = facts.text.tokens[question.start : question.end]
    return {t.lower for t in tokens if t.lower in words and t.tag != "MD"}


_CLASSES = (
    frozenset(
        "january february march april may june july august september october november "
        "december".split()
    ),
    frozenset("monday tuesday wednesday thursday friday saturday sunday".split()),
    frozenset("first second third fourth fifth sixth last".split()),
    frozenset("morning afternoon evening night".split()),
)


def _left_or_gone(a: Facts, ours: Question, b: Facts, theirs: Question) -> Iterator[Evidence]:
    """Asked for what is sold in one text, for what is kept in the other."""
    was, now = _fate(a, ours), _fate(b, theirs)
    if was and now and was != now:
        message = f"The original asks what is {was}, the candidate what is {now}."
        yield Evidence(
            "changed-question", OTHER_FATE, words_of(a, ours), words_of(b, theirs), message, FIRM
        )


def _fate(facts: Facts, question: Question) -> str:
    lemmas = {t.lemma.lower() for t in facts.text.tokens[question.start : question.end]}
    said = {r.member for r in facts.relations if question.start <= r.i < question.end}
    left = "remaining" in said or bool(lemmas & {"keep", "retain", "remain"})
    gone = bool(lemmas & (LOSING - {"pay", "make", "throw"}))
    return "" if left == gone else "left" if left else "gone"


def _covers_more(a: Facts, mine: str, other: str) -> bool:
    """Is the candidate's word a kind that takes in another thing of the problem as well?

    "How many fruits" is not "how many apples" where there are oranges too.
    """
    if mine == other or other not in lexicon.hypernyms(mine) or other in {w.lemma for w in a.words}:
        return False
    nouns = {w.lemma for w in a.words if w.kind == "noun"} - {mine}
    return any(other in lexicon.hypernyms(noun) for noun in nouns)


def other_thing(a: Facts, ours: Question, b: Facts, theirs: Question, alignment: Alignment) -> bool:
    """Does "how many" ask for another thing of the problem, or for more kinds of things?"""
    if ours.target < 0 or theirs.target < 0:
        return False
    mine, other = (
        a.text.tokens[ours.target].lemma.lower(),
        b.text.tokens[theirs.target].lemma.lower(),
    )
    if _covers_more(a, mine, other):
        return True
    if alignment.original_of(other) == mine or closeness(mine, other) > 0.4:
        return False
    known = {w.lemma for w in a.words}
    # "How many apples" may become "how many fruits"; it may not become another thing of the text.
    named = mine in known or mine in {"time", "way"}
    return named and other in known and ours.wh == "how" == theirs.wh


def other_kind(a: Facts, ours: Question, b: Facts, theirs: Question) -> bool:
    """Is an amount asked for in one text, and whether or in what manner in the other?"""
    return _is_open(a, ours) and not _is_open(b, theirs)


def _is_open(facts: Facts, question: Question) -> bool:
    """Is a question one for an amount or a thing: no "is it …?", no "how is it …?"?"""
    tokens = facts.text.tokens[question.start : question.end]
    if any(t.lower in _FINDING for t in tokens):
        return True
    if question.wh == "whether":
        return tokens[0].pos != "AUX"
    following = [b for a, b in pairwise(tokens) if a.lower == "how"][:1]
    return not (question.wh == "how" and following and following[0].pos in {"AUX", "VERB"})


_FINDING = frozenset("you i we find calculate determine compute evaluate solve answer".split())


def measure(facts: Facts, question: Question) -> str:
    """The adjective of "how far", "how long" and their like; tall and high are one."""
    tokens = facts.text.tokens[question.start : question.end]
    for a, b in pairwise(tokens):
        if a.lower == "how" and b.lower in _MEASURES:
            return _MEASURES[b.lower]
    return ""


_MEASURES = {
    "far": "far", "long": "long", "tall": "tall", "high": "tall", "wide": "wide", "broad": "wide",
    "deep": "deep", "old": "old", "fast": "fast", "heavy": "heavy", "big": "big", "large": "big",
}  # fmt: skip
