"""More stays more, at least stays at least, gave stays gave."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from scaning.facts.align import Alignment
from scaning.facts.checks.comparisons import compared
from scaning.facts.checks.deeds import check_deeds
from scaning.facts.evidence import Evidence
from scaning.facts.reading import Binding, Facts
from scaning.facts.relation_table import ADDED, LOST, STANDS_FOR
from scaning.facts.relations import Relation

FLIP = 0.88
# What of a flip counts in a free rewriting: beside the same number, and anywhere in the text.
BESIDE, IN_TEXT = 0.6, 0.35
# "Both" and "either" come and go with the wording of a sentence.
FREELY = {"quantifier": 0.4}
# Words of the question weigh double: the relation itself, and that it is asked.
ASKED, ASKED_ALONE = 0.5, 0.15
# Families in which another member near the same number is a flip, wherever it stands.
_NEAR = frozenset(
    {
        "comparison",
        "bound",
        "change",
        "order",
        "outcome",
        "interest",
        "sign",
        "parity",
        "hand",
        "direction",
        "compass",
    }
)
_REACH, _APART = 4, 2
# Families that decide what is asked for.
_DECIDING = frozenset({"comparison", "bound", "extreme", "outcome", "price", "figure", "multiple"})
# "Per month" for "per year" is a change of unit.
_KIND = {"period": "changed-unit", "part of day": "changed-unit"}

_PERIODS = {
    "daily": "day", "weekly": "week", "monthly": "month", "yearly": "year",
    "hourly": "hour", "by the minute": "minute", "by the second": "second",
}  # fmt: skip

Key = tuple[str, str]


def check_relations(original: Facts, candidate: Facts, alignment: Alignment) -> Iterator[Evidence]:
    """Compare the relations by family, beside each number, and by the two sides of a comparison."""
    turned, converse = compared(original, candidate, alignment)
    yield from turned
    flipped: set[str] = {"comparison"} if converse or turned else set()
    beside = dict(_beside_numbers(original, candidate))
    for evidence, family in _by_family(original, candidate, converse):
        if evidence.weight >= FLIP:
            flipped.add(family)
        firm = BESIDE if family in beside else IN_TEXT * FREELY.get(family, 1.0)
        yield evidence._replace(firm=firm) if evidence.weight >= FLIP else evidence
    yield from (evidence for family, evidence in beside.items() if family not in flipped)
    yield from check_deeds(original, candidate, alignment)


def _by_family(original: Facts, candidate: Facts, converse: bool) -> Iterator[tuple[Evidence, str]]:
    ours, theirs = _counts(original.relations), _counts(candidate.relations)
    lost, gained = ours - theirs, theirs - ours
    _drop_stand_ins(lost, gained)
    for relations, facts in ((lost, candidate), (gained, original)):
        for key in [k for k in relations if k[0] == "period" and _is_rate(facts, k[1])]:
            del relations[key]
    for family in dict.fromkeys([f for f, _ in lost] + [f for f, _ in gained]):
        if converse and family == "comparison":
            continue
        gone = [m for f, m in lost if f == family]
        new = [m for f, m in gained if f == family]
        kind = _KIND.get(family, "flipped-relation")
        if gone and new:
            a = _words(original.relations, family, gone[0])
            b = _words(candidate.relations, family, new[0])
            message = f"{a!r} of the original became {b!r}."
            yield Evidence(kind, FLIP, a, b, message), family
            if _is_asked(original, family, gone[0]) and _is_asked(candidate, family, new[0]):
                message = f"The original asks about {a!r}, the candidate about {b!r}."
                yield Evidence("changed-question", ASKED, a, b, message), family
            continue
        asked = any(_is_asked(original, family, m) for m in gone)
        if family in _DECIDING and (asked or any(_is_asked(candidate, family, m) for m in new)):
            message = "What is asked about was changed."
            yield Evidence("changed-question", ASKED_ALONE, *_first(gone, new), message), family
        for member in gone:
            if (family, member) not in theirs and (family, member) != ("rate", "total"):
                words = _words(original.relations, family, member)
                message = f"{words!r} of the original has no counterpart."
                yield Evidence(kind, LOST[family], words, "", message), family
        for member in new:
            if (family, member) not in ours and (family, member) != ("rate", "total"):
                words = _words(candidate.relations, family, member)
                message = f"{words!r} is not in the original."
                yield Evidence(kind, ADDED[family], "", words, message), family


def _first(gone: list[str], new: list[str]) -> tuple[str, str]:
    return gone[0] if gone else "", new[0] if new else ""


def _is_asked(facts: Facts, family: str, member: str) -> bool:
    places = [r.i for r in facts.relations if (r.family, r.member) == (family, member)]
    return any(q.start <= i < q.end for q in facts.questions if q.wh for i in places)


def _is_rate(facts: Facts, period: str) -> bool:
    """Does a unit say the period: "£5 per week" for "each week"?"""
    return any(u.unit.name.endswith(" per " + _PERIODS[period]) for u in facts.units)


def _drop_stand_ins(lost: Counter[Key], gained: Counter[Key]) -> None:
    for key in list(lost):
        stand_in = next((k for k in gained if k in STANDS_FOR.get(key, ())), None)
        if stand_in is not None and not any(k[0] == key[0] for k in gained):
            del lost[key], gained[stand_in]


def _counts(found: tuple[Relation, ...]) -> Counter[Key]:
    return Counter((r.family, r.member) for r in found)


def _words(found: tuple[Relation, ...], family: str, member: str) -> str:
    return next(r.words for r in found if (r.family, r.member) == (family, member))


def _beside_numbers(original: Facts, candidate: Facts) -> Iterator[tuple[str, Evidence]]:
    ours, theirs = _near_numbers(original), _near_numbers(candidate)
    for key, relation in ours.items():
        other = theirs.get(key)
        if other is not None and other.member != relation.member:
            message = f"Beside {key[1]}, {relation.words!r} became {other.words!r}."
            words = relation.words, other.words
            yield key[0], Evidence("flipped-relation", FLIP, *words, message, BESIDE)


def _near_numbers(facts: Facts) -> Mapping[Key, Relation]:
    """The relation of each family that stands nearest to a number that occurs once."""
    counts = Counter(b.quantity.value for b in facts.bindings)
    found: dict[Key, tuple[int, Relation]] = {}
    for binding in facts.bindings:
        if counts[binding.quantity.value] > 1:
            continue
        for relation in facts.relations:
            distance = _distance(facts, binding, relation.i)
            key = (relation.family, str(binding.quantity.value))
            near = relation.family in _NEAR and distance <= _REACH
            if near and (key not in found or distance < found[key][0]):
                found[key] = (distance, relation)
    return {key: relation for key, (_, relation) in found.items()}


def _distance(facts: Facts, binding: Binding, i: int) -> int:
    """How far a word is from a number; what stands behind a comma or an "and" is farther."""
    # The unit stands between a number and what is said of it.
    last = facts.token_at(max(binding.quantity.end, binding.quantity.unit_end) - 1)
    low, high = (i, binding.first) if i < binding.first else (max(binding.last, last), i)
    parts = any(t.pos in {"PUNCT", "CCONJ"} for t in facts.text.tokens[low + 1 : high])
    return high - low + (_APART if parts else 0)
