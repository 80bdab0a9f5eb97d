"""What was asked is still asked, once, in the same unit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from scaning import lexicon
from scaning.facts.align import Alignment, closeness
from scaning.facts.evidence import Evidence
from scaning.facts.frames import LOSING
from scaning.facts.question import Question
from scaning.facts.reading import Facts
from scaning.facts.words import GENERIC, stem

# A question that takes in more new words than this has taken in a whole condition.
_REFOCUS = 3
_MEASURES = {
    "far": "far", "long": "long", "tall": "tall", "high": "tall", "wide": "wide", "broad": "wide",
    "deep": "deep", "old": "old", "fast": "fast", "heavy": "heavy", "big": "big", "large": "big",
}  # fmt: skip
OTHER_MEASURE, OTHER_PERSON = 0.6, 0.6
# An unmarked last sentence to be filled in states much that another sentence may state.
FILLED_IN = 0.05
OTHER_KIND, OTHER_FATE = 0.6, 0.6
GONE, OTHER_ANSWER, OTHER_THING, OTHER_UNIT, DOUBLED = 0.9, 0.8, 0.7, 0.85, 0.6


def check_question(original: Facts, candidate: Facts, alignment: Alignment) -> Iterator[Evidence]:
    """Compare the last question of both texts, the one that the problem is about."""
    if not original.questions:
        return
    marked = [q for q in original.questions if q.wh]
    asked = [q for q in candidate.questions if q.wh]
    ours = (marked or list(original.questions))[-1]
    said = _words(original, ours)
    if marked and not asked:
        yield Evidence(
            "changed-question",
            GONE,
            said,
            "",
            "The question of the original is not asked any more.",
            0.0 if _is_open_end(candidate) else 1.0,
        )
        return
    if len(asked) > max(1, len(marked)):
        extra = _words(candidate, asked[0])
        yield Evidence(
            "changed-question", DOUBLED, said, extra, "The candidate asks more than once."
        )
    theirs = max(
        asked or list(candidate.questions),
        key=lambda q: _likeness(original, ours, candidate, q, alignment),
    )
    yield from _compare(original, ours, candidate, theirs, alignment)
    if ours.wh and theirs.wh:
        yield from _other_time(original, ours, candidate, theirs)
        yield from _left_or_gone(original, ours, candidate, theirs)


def _left_or_gone(a: Facts, ours: Question, b: Facts, theirs: Question) -> Iterator[Evidence]:
    """Asked for what is sold in one text, for what is kept in the other."""
    was, now = _fate(a, ours), _fate(b, theirs)
    if was and now and was != now:
        message = f"The original asks what is {was}, the candidate what is {now}."
        yield Evidence(
            "changed-question", OTHER_FATE, _words(a, ours), _words(b, theirs), message, 0.9
        )


def _fate(facts: Facts, question: Question) -> str:
    lemmas = {t.lemma.lower() for t in facts.text.tokens[question.start : question.end]}
    said = {r.member for r in facts.relations if question.start <= r.i < question.end}
    left = "remaining" in said or bool(lemmas & {"keep", "retain", "remain"})
    gone = bool(lemmas & (LOSING - {"pay", "make", "throw"}))
    return "" if left == gone else "left" if left else "gone"


def _is_open_end(facts: Facts) -> bool:
    """Does a text end in a sentence to be filled in: "The smaller number is:"?"""
    last = facts.text.tokens[-1]
    return last.text in {":", "=", "-", "—"} or last.text.startswith("_") or last.pos == "AUX"


def _words(facts: Facts, question: Question) -> str:
    tokens = facts.text.tokens[question.start : question.end]
    return facts.text.text[tokens[0].start : tokens[-1].end] if tokens else ""


def _focus(facts: Facts, question: Question) -> set[str]:
    return {w.lemma for w in facts.words if question.start <= w.i < question.end}


def _roots(lemmas: Iterable[str], alignment: Alignment | None = None) -> set[str]:
    """The word families of lemmas, those of the candidate under the original's name."""
    return {stem(alignment.original_of(lemma) if alignment else lemma) for lemma in lemmas}


def _measure(facts: Facts, question: Question) -> str:
    """The adjective of "how far", "how long" and their like; tall and high are one."""
    tokens = facts.text.tokens[question.start : question.end]
    for a, b in pairwise(tokens):
        if a.lower == "how" and b.lower in _MEASURES:
            return _MEASURES[b.lower]
    return ""


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
            "changed-question", OTHER_PERSON, _words(a, ours), _words(b, theirs), message, 0.9
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
                "changed-question", OTHER_PERSON, _words(a, ours), _words(b, theirs), message, 0.9
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


def _named(facts: Facts, question: Question) -> frozenset[str]:
    """The unknowns that a question names."""
    tokens = facts.text.tokens[question.start : question.end]
    if not tokens:
        return frozenset()
    start, end = tokens[0].start, tokens[-1].end
    return frozenset(v.name for v in facts.variables if start <= v.start < end)


def _likeness(a: Facts, ours: Question, b: Facts, theirs: Question, alignment: Alignment) -> float:
    mine = _focus(a, ours)
    other = {alignment.original_of(lemma) for lemma in _focus(b, theirs)}
    shared = len(mine & other) / max(1, len(mine | other))
    return shared + (0.5 if ours.answers & theirs.answers else 0.0)


def _compare(
    a: Facts, ours: Question, b: Facts, theirs: Question, alignment: Alignment
) -> Iterator[Evidence]:
    said, other = _words(a, ours), _words(b, theirs)
    if ours.answers and theirs.answers and not ours.answers & theirs.answers:
        yield Evidence(
            "changed-question", OTHER_ANSWER, said, other,
            f"The original asks for {_kinds(ours)}, the candidate for {_kinds(theirs)}.", 0.6,
        )  # fmt: skip
    elif _other_kind(a, ours, b, theirs):
        yield Evidence(
            "changed-question", OTHER_KIND, said, other,
            "The original asks for an amount, the candidate for something else.", 0.8,
        )  # fmt: skip
    elif _other_thing(a, ours, b, theirs, alignment):
        yield Evidence(
            "changed-question", OTHER_THING, said, other, "The candidate asks for another thing."
        )
    elif (mine := _measure(a, ours)) and (now := _measure(b, theirs)) and mine != now:
        yield Evidence(
            "changed-question", OTHER_MEASURE, said, other,
            f"The original asks how {mine}, the candidate how {now}.",
        )  # fmt: skip
    units, others = _units(a, ours), _units(b, theirs)
    if (unit := _target_unit(a, ours)) and (new := _target_unit(b, theirs)):
        units, others = frozenset({unit}), frozenset({new})
    shares = frozenset({"share", "ratio", "probability"})
    if "percent" in units and not others and not (theirs.answers and theirs.answers <= shares):
        yield Evidence(
            "changed-question", OTHER_UNIT, said, other,
            "The original asks for a percentage, the candidate does not.", 0.6,
        )  # fmt: skip
    if units and others and not units & others:
        yield Evidence(
            "changed-question", OTHER_UNIT, said, other,
            f"The original asks in {_join(units)}, the candidate in {_join(others)}.", 0.9,
        )  # fmt: skip
    named, others_named = _named(a, ours), _named(b, theirs)
    if named - others_named and others_named - named:
        message = f"The original asks about {_join(named)}, the candidate about "
        message += f"{_join(others_named)}."
        yield Evidence("changed-question", OTHER_THING, said, other, message, 0.9)
    yield from _other_person(a, ours, b, theirs, alignment)
    yield from _focus_lost(a, ours, b, theirs, alignment)


def _focus_lost(
    a: Facts, ours: Question, b: Facts, theirs: Question, alignment: Alignment
) -> Iterator[Evidence]:
    """Words of the question that the candidate's question lacks, or that it adds from elsewhere."""
    mine = _roots(_focus(a, ours))
    other = _roots(_focus(b, theirs), alignment)
    said = _roots((w.lemma for w in b.words), alignment)
    if ours.answers & theirs.answers and ours.target >= 0:
        # "What is the speed of …" may become "how fast …".
        target = _roots([a.text.tokens[ours.target].lemma.lower()])
        mine, other = mine - target, other - target
    moved, lost, new = (mine & said) - other, mine - said, other - mine
    weight = _focus_weight(a, moved, lost, new) if ours.wh else FILLED_IN * len(lost)
    if weight:
        message = "The question does not speak of the same: "
        message += "; ".join(
            f"{what} {_join(words)}"
            for what, words in (("without", moved | lost), ("now with", new))
            if words
        )
        yield Evidence(
            "changed-question", weight, _words(a, ours), _words(b, theirs), message + "."
        )


def _focus_weight(a: Facts, moved: set[str], lost: set[str], new: set[str]) -> float:
    known = _roots(w.lemma for w in a.words)
    verbs = _roots(w.lemma for w in a.words if w.kind == "verb")
    light = _roots(GENERIC) | verbs
    weight = 0.05 * len(moved) + 0.15 * len(lost - light) + 0.06 * len(lost & light)
    weight += 0.04 * len(new - light)
    if (lost - light or moved) and new & known and len(new) <= _REFOCUS:
        # Words of the statements took the place of words of the question.
        weight += 0.35
    return min(0.75, weight)


def _other_kind(a: Facts, ours: Question, b: Facts, theirs: Question) -> bool:
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


def _other_thing(
    a: Facts, ours: Question, b: Facts, theirs: Question, alignment: Alignment
) -> bool:
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


def _covers_more(a: Facts, mine: str, other: str) -> bool:
    """Is the candidate's word a kind that takes in another thing of the problem as well?

    "How many fruits" is not "how many apples" where there are oranges too.
    """
    if mine == other or other not in lexicon.hypernyms(mine) or other in {w.lemma for w in a.words}:
        return False
    nouns = {w.lemma for w in a.words if w.kind == "noun"} - {mine}
    return any(other in lexicon.hypernyms(noun) for noun in nouns)


def _units(facts: Facts, question: Question) -> frozenset[str]:
    tokens = facts.text.tokens
    if question.end <= question.start:
        return frozenset()
    start, end = tokens[question.start].start, tokens[question.end - 1].end
    numbers = [(q.start, max(q.end, q.unit_end)) for q in facts.quantities]
    return frozenset(
        u.unit.name
        for u in facts.units
        if start <= u.start < end and not any(s <= u.start < e for s, e in numbers)
    )


def _target_unit(facts: Facts, question: Question) -> str:
    """The unit that "how many hours" asks in."""
    if question.target < 0:
        return ""
    start = facts.text.tokens[question.target].start
    return next((u.unit.name for u in facts.units if u.start == start), "")


def _kinds(question: Question) -> str:
    return " or ".join(sorted(question.answers))


def _join(words: frozenset[str] | set[str]) -> str:
    return ", ".join(sorted(words))
