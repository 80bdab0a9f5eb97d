"""Every number still has its unit, and what is asked in miles is still asked in miles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from scaning.facts.align import NEAR, Alignment
from scaning.facts.checks.numbers import by_value
from scaning.facts.evidence import Evidence
from scaning.facts.quantities import Quantity
from scaning.facts.reading import Facts
from scaning.facts.units import Unit

# A unit may go where the sentence says it ("when I was 2 years old" → "when I was 2"), a sign where
# the next number has it too.
CHANGED, LOST, SIGN_LOST, PERCENT_LOST, ADDED = 0.93, 0.5, 0.4, 0.75, 0.3
RATE_LOST, SAID_BESIDE = 0.5, 0.05
# "When I was 2" is as good as "when I was 2 years old".
AGE_LOST = 0.2
FREE_CHANGED, FREE_LOST, CALENDAR_LOST = 0.6, 0.35, 0.2
_CALENDAR = frozenset("day week month year".split())
_NO_UNIT = frozenset({"ratio", "range", "ordinal"})


def check_units(original: Facts, candidate: Facts, alignment: Alignment) -> Iterator[Evidence]:
    """Compare the units of equal numbers, then those that stand without a number."""
    ours, theirs = by_value(original.quantities), by_value(candidate.quantities)
    near = alignment.overlap >= NEAR
    changed = [
        found
        for key in ours.keys() & theirs.keys()
        for found in _compare(ours[key], theirs[key], original, candidate, near=near)
    ]
    # "3 x 4 x 15 cm" is one unit more, not three.
    yield from {e.weight if e.weight == ADDED else e: e for e in changed}.values()
    yield from _without_number(original, candidate)


def _compare(
    ours: list[Quantity],
    theirs: list[Quantity],
    original: Facts,
    candidate: Facts,
    *,
    near: bool,
) -> Iterator[Evidence]:
    """Units of equal values: those that pair up are fine, the rest are lost, added or changed."""
    left, right = list(ours), list(theirs)
    for quantity in ours:
        twin = next((q for q in right if _same(q.unit, quantity.unit)), None)
        if twin is not None:
            left.remove(quantity)
            right.remove(twin)
    for a, b in zip(left, right, strict=False):
        # "At the end of one year" beside "one part": another one.
        other_one = not near and a.value == 1 and {a.text, b.text} == {"one"}
        if a.kind in _NO_UNIT or b.kind in _NO_UNIT or other_one:
            continue
        yield Evidence(
            "changed-unit", _weight(a, b, original, candidate, near=near), _said(a), _said(b),
            f"{a.text!r} has {_unit(a)} in the original and {_unit(b)} in the candidate.",
            _firm(a, b),
        )  # fmt: skip


def _same(a: Unit | None, b: Unit | None) -> bool:
    if a is None or b is None:
        return a is b
    if {a.name, b.name} == {"pound", "pound sterling"}:
        # Which of the two it is, the reader of quantities tells from other words of the text.
        return True
    return a.name == b.name or (a.dimension == b.dimension and a.factor == b.factor is not None)


def _firm(a: Quantity, b: Quantity) -> float:
    """Another unit is another unit in any words."""
    return 0.9 if a.unit is not None and b.unit is not None else 0.0


def _weight(
    was: Quantity, now: Quantity, original: Facts, candidate: Facts, *, near: bool
) -> float:
    """How bad it is that one unit is now another: gone, new, without its rate, or different."""
    a, b = was.unit, now.unit
    if b is None and a is not None:
        if not near and _stands_beside(a, now, candidate):
            return SAID_BESIDE
        if a.dimension == "share":
            return PERCENT_LOST
        if a.name == "year" and _is_age(was, original):
            return AGE_LOST
        sign = a.dimension == "time" or a.dimension.startswith("money")
        return SIGN_LOST if sign else LOST
    if a is None or b is None:
        beside = not near and b is not None and _stands_beside(b, was, original)
        return SAID_BESIDE if beside else ADDED
    if a.name.startswith(b.name + " per ") or b.name.startswith(a.name + " per "):
        if len(a.name) < len(b.name):
            said = _says_rate(b.name.rpartition(" per ")[2], was, original)
        else:
            added = _totals(candidate) > _totals(original)
            said = not added and _says_rate(a.name.rpartition(" per ")[2], now, candidate)
        return SAID_BESIDE if said else RATE_LOST
    return CHANGED


def _is_age(quantity: Quantity, facts: Facts) -> bool:
    beyond = facts.token_at(max(quantity.end, quantity.unit_end) - 1) + 1
    return any(t.lower in {"old", "of"} for t in facts.text.tokens[beyond : beyond + 1])


def _sentence(quantity: Quantity, facts: Facts) -> tuple[int, int]:
    return facts.text.sents[facts.text.sentence_of[facts.token_at(quantity.start)]]


def _stands_beside(unit: Unit, quantity: Quantity, facts: Facts) -> bool:
    """Does another number of the sentence have the unit: "one at 70 km/h, the other at 80"?"""
    start, end = _sentence(quantity, facts)
    return any(
        q.unit is not None and q.unit.name == unit.name and start <= facts.token_at(q.start) < end
        for q in facts.quantities
        if q is not quantity
    )


def _says_rate(rate: str, quantity: Quantity, facts: Facts) -> bool:
    """Does the sentence of a quantity say "each week", "weekly", "every liter" elsewhere?"""
    start, end = _sentence(quantity, facts)
    said = {t.lemma.lower() for t in facts.text.tokens[start:end]}
    said |= {u.unit.name for u in facts.units if start <= facts.token_at(u.start) < end}
    return bool(said & {rate, rate + "ly", "daily" if rate == "day" else rate})


def _totals(facts: Facts) -> int:
    return sum(r.member == "total" for r in facts.relations)


def _said(quantity: Quantity) -> str:
    unit = quantity.unit.name if quantity.unit else ""
    signed = quantity.kind in {"money", "percent"}
    return quantity.text if signed else f"{quantity.text} {unit}".strip()


def _unit(quantity: Quantity) -> str:
    return f"the unit {quantity.unit.name!r}" if quantity.unit else "no unit"


def _without_number(original: Facts, candidate: Facts) -> Iterator[Evidence]:
    """Units that stand without a number: "A cents", "in rupees", "how many miles"."""
    ours, theirs = _free(original), _free(candidate)
    lost, added = ours - theirs, theirs - ours
    said = {m.unit.name for m in candidate.units}
    for name in lost:
        if name in said:
            continue
        new = next(iter(added), "")
        weight = FREE_CHANGED if new else CALENDAR_LOST if name in _CALENDAR else FREE_LOST
        fate = f"became {new!r}" if new else "is missing"
        yield Evidence(
            "changed-unit", weight, name, new, f"The unit {name!r} of the original {fate}."
        )


def _free(facts: Facts) -> Counter[str]:
    bound = {q.unit_start for q in facts.quantities if q.unit is not None}
    inside = [(q.start, q.end) for q in facts.all_quantities]
    return Counter(
        m.unit.name
        for m in facts.units
        if m.start not in bound and not any(s <= m.start < e for s, e in inside)
    )
