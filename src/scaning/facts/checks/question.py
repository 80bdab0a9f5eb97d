"""What was asked is still asked, once, in the same unit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from scaning.facts.align import Alignment
from scaning.facts.checks.asked import check_asked, measure, other_kind, other_thing, words_of
from scaning.facts.evidence import Evidence
from scaning.facts.question import Question
from scaning.facts.reading import Facts
from scaning.facts.words import GENERIC, stem

# A question that takes in more new words than this has taken in a whole condition.
_REFOCUS = 3
OTHER_MEASURE = 0.6
# An unmarked last sentence to be filled in states much that another sentence may state.
FILLED_IN = 0.05
OTHER_KIND = 0.6
GONE, OTHER_ANSWER, OTHER_THING, OTHER_UNIT, DOUBLED = 0.9, 0.8, 0.7, 0.85, 0.6


def check_question(original: Facts, candidate: Facts, alignment: Alignment) -> Iterator[Evidence]:
    """Compare the last question of both texts, the one that the problem is about."""
    if not original.questions:
        return
    marked = [q for q in original.questions if q.wh]
    asked = [q for q in candidate.questions if q.wh]
    ours = (marked or list(original.questions))[-1]
    said = words_of(original, ours)
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
        extra = words_of(candidate, asked[0])
        yield Evidence(
            "changed-question", DOUBLED, said, extra, "The candidate asks more than once."
        )
    theirs = max(
        asked or list(candidate.questions),
        key=lambda q: _likeness(original, ours, candidate, q, alignment),
    )
    yield from _compare(original, ours, candidate, theirs, alignment)
    yield from check_asked(original, ours, candidate, theirs, alignment)


def _is_open_end(facts: Facts) -> bool:
    """Does a text end in a sentence to be filled in: "The smaller number is:"?"""
    last = facts.text.tokens[-1]
    return last.text in {":", "=", "-", "—"} or last.text.startswith("_") or last.pos == "AUX"


def _focus(facts: Facts, question: Question) -> set[str]:
    return {w.lemma for w in facts.words if question.start <= w.i < question.end}


def _roots(lemmas: Iterable[str], alignment: Alignment | None = None) -> set[str]:
    """The word families of lemmas, those of the candidate under the original's name."""
    return {stem(alignment.original_of(lemma) if alignment else lemma) for lemma in lemmas}


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
    said, other = words_of(a, ours), words_of(b, theirs)
    if ours.answers and theirs.answers and not ours.answers & theirs.answers:
        yield Evidence(
            "changed-question", OTHER_ANSWER, said, other,
            f"The original asks for {_kinds(ours)}, the candidate for {_kinds(theirs)}.", 0.6,
        )  # fmt: skip
    elif other_kind(a, ours, b, theirs):
        yield Evidence(
            "changed-question", OTHER_KIND, said, other,
            "The original asks for an amount, the candidate for something else.", 0.8,
        )  # fmt: skip
    elif other_thing(a, ours, b, theirs, alignment):
        yield Evidence(
            "changed-question", OTHER_THING, said, other, "The candidate asks for another thing."
        )
    elif (mine := measure(a, ours)) and (now := measure(b, theirs)) and mine != now:
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
            "changed-question", weight, words_of(a, ours), words_of(b, theirs), message + "."
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
