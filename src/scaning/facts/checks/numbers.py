"""Every number is still there, in whatever form, and no new one is."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction

from scaning import lexicon
from scaning.facts.align import NEAR, Alignment
from scaning.facts.evidence import Evidence
from scaning.facts.quantities import Quantity
from scaning.facts.reading import Facts
from scaning.facts.units import unit_mentions

MISSING, ADDED = 0.95, 0.93
# Words such as "one", "the two" and "first" come and go in honest rewritings: of 139 rewritings
# judged valid 21 lose or gain one. A small number word may count what is listed by name.
SOFT, SMALL_WORD = 0.2, 0.35
TIMES_OR_NOT = 0.6
# One rank of a series that is otherwise kept, each rank of one that came or went as a whole, and
# the number of people who are named.
RANK, RANKS, COUNTED = 0.5, 0.08, 0.1

Key = tuple[str, Fraction]

# "The two", "all three" point back at what was counted before.
_REFERRING = frozenset("the these those of all".split())
_TWO = frozenset("both twice pair couple".split())


def check_numbers(original: Facts, candidate: Facts, alignment: Alignment) -> Iterator[Evidence]:
    """Compare the quantities as multisets of values."""
    near = alignment.overlap > NEAR
    yield from _multipliers(original, candidate, near=near)
    missing, added = _differences(original, candidate)
    _drop_equal_amounts(missing, added)
    _drop_hours(missing, added)
    _drop_implicit(missing, original, candidate)
    _drop_implicit(added, candidate, original)
    if not near:
        _drop_ordinals(missing, added)
    # One number word for another is an exchange, not a manner of speaking.
    exchanged = near and bool(missing) and bool(added)
    series = _series(original), _series(candidate)
    listed = frozenset({_listed(original), _listed(candidate)})
    for quantity in sorted(missing, key=lambda q: q.start):
        weight = _weight(quantity, MISSING, original, near=near)
        weight = _beside_others(quantity, original, weight, series, listed)
        weight = MISSING if exchanged else weight
        message = f"The number {quantity.text!r} of the original is not in the candidate."
        yield Evidence("missing-number", weight, quantity.text, "", message)
    for quantity in sorted(added, key=lambda q: q.start):
        weight = _weight(quantity, ADDED, candidate, near=near)
        weight = _beside_others(quantity, candidate, weight, series[::-1], listed)
        weight = ADDED if exchanged else weight
        message = f"The number {quantity.text!r} is not in the original."
        yield Evidence("added-number", weight, "", quantity.text, message)


def by_value(found: tuple[Quantity, ...]) -> dict[Key, list[Quantity]]:
    """Quantities by value; times, dates and ordinals are never equal to plain numbers."""
    groups: defaultdict[Key, list[Quantity]] = defaultdict(list)
    for quantity in found:
        kind = quantity.kind if quantity.kind in {"time", "date", "ordinal"} else "number"
        groups[kind, quantity.value].append(quantity)
    return groups


def _differences(original: Facts, candidate: Facts) -> tuple[list[Quantity], list[Quantity]]:
    ours, theirs = by_value(original.quantities), by_value(candidate.quantities)
    missing = [q for key, found in ours.items() for q in found[len(theirs.get(key, ())) :]]
    added = [q for key, found in theirs.items() for q in found[len(ours.get(key, ())) :]]
    return missing, added


def _weight(quantity: Quantity, weight: float, facts: Facts, *, near: bool) -> float:
    """Full for a figure; small for the words that a free rewriting adds and drops."""
    if quantity.kind == "ordinal":
        return SOFT
    if not quantity.text.isalpha() or quantity.kind != "number":
        return weight
    if quantity.value == 1:
        return SOFT
    if quantity.value <= 4:
        before = facts.token_at(quantity.start) - 1
        if before >= 0 and facts.text.tokens[before].lower in _REFERRING:
            return SOFT
        return weight if near else SMALL_WORD
    return weight


def _series(facts: Facts) -> frozenset[Fraction]:
    """The ranks of a text that tell several things apart: "the first …, the second …"."""
    ranks = frozenset(q.value for q in facts.quantities if q.kind == "ordinal")
    return ranks if {1, 2} <= ranks else frozenset()


def _listed(facts: Facts) -> int:
    """How many people or unknowns a text names."""
    names = {w.lemma for w in facts.words if w.kind == "name"} | {v.name for v in facts.variables}
    return len(names)


def _beside_others(
    quantity: Quantity,
    facts: Facts,
    weight: float,
    series: tuple[frozenset[Fraction], frozenset[Fraction]],
    listed: frozenset[int],
) -> float:
    """The weight of a number in the light of the others, `series` of its own text first."""
    own, other = series
    if quantity.kind == "ordinal" and quantity.value in own:
        # A whole series comes and goes as a manner of speaking; one rank of it is one thing.
        return RANK if own & other else RANKS
    thing = next((b.thing for b in facts.bindings if b.quantity is quantity), -1)
    counts_people = thing >= 0 and lexicon.is_person_noun(facts.text.tokens[thing].lemma.lower())
    counted = weight < MISSING and counts_people and quantity.text.isalpha()
    return COUNTED if counted and quantity.value in listed and quantity.value > 1 else weight


def _drop_equal_amounts(missing: list[Quantity], added: list[Quantity]) -> None:
    """Take out pairs that say the same amount in another unit: 50 cents and $0.50, 50% and half."""
    for quantity in list(missing):
        amount = _amount(quantity)
        same = [q for q in added if amount == _amount(q) and q.value != quantity.value]
        if amount is not None and same:
            missing.remove(quantity)
            added.remove(same[0])


def _amount(quantity: Quantity) -> tuple[str, Fraction] | None:
    if quantity.unit is None:
        return ("share", quantity.value) if quantity.kind == "fraction" else None
    # "$0.20 per mile" and "20 cents for each mile" are equal in what they count.
    base = next(iter(unit_mentions(quantity.unit.name.partition(" per ")[0])), None)
    unit = base.unit if base is not None and not base.per else quantity.unit
    return None if unit.factor is None else (unit.dimension, quantity.value * unit.factor)


def _drop_hours(missing: list[Quantity], added: list[Quantity]) -> None:
    """Take out pairs such as "9:00 am" and "9 in the morning"."""
    for a, b in ((missing, added), (added, missing)):
        for clock in [q for q in a if q.kind == "time"]:
            hour = clock.value / 60
            same = [q for q in b if q.kind != "time" and q.value in {hour, hour - 12}]
            if same:
                a.remove(clock)
                b.remove(same[0])


def _drop_implicit(deficit: list[Quantity], own: Facts, other: Facts) -> None:
    """Take out what is said without a figure: "an hour" or "per hour" for 1 hour, "both" for 2.

    What the text with the figure says beside it, such as a "both" of its own, stands for nothing.
    """
    spare = Counter(_unwritten(other))
    spare.subtract(_unwritten(own))
    rates = _rate_names(other) - _rate_names(own)
    for quantity in list(deficit):
        per = quantity.value == 1 and quantity.unit is not None and quantity.unit.name in rates
        if spare[quantity.value] > 0:
            spare[quantity.value] -= 1
        elif not per:
            continue
        deficit.remove(quantity)


def _unwritten(facts: Facts) -> Iterator[Fraction]:
    yield from (q.value for q in facts.implied)
    yield from (Fraction(2) for t in facts.text.tokens if t.lower in _TWO)


def _rate_names(facts: Facts) -> set[str]:
    names = {name for u in facts.units for name in u.unit.name.split(" per ")[1:]}
    return names | {u.unit.name for u in facts.units if u.per}


def _drop_ordinals(missing: list[Quantity], added: list[Quantity]) -> None:
    """Take out pairs such as "the first side" and "side one"."""
    for a, b in ((missing, added), (added, missing)):
        for ordinal in [q for q in a if q.kind == "ordinal"]:
            same = [q for q in b if q.value == ordinal.value and q.kind != "ordinal"]
            if same:
                a.remove(ordinal)
                b.remove(same[0])


def _multipliers(original: Facts, candidate: Facts, *, near: bool) -> Iterator[Evidence]:
    """Find "three times as many" where the other text has "three more"."""
    ours, theirs = _times(original), _times(candidate)
    for value, multiplies in ours - theirs:
        if not (theirs - ours)[value, not multiplies]:
            continue
        compared = _compared(candidate if multiplies else original, value)
        if near or compared:
            text = next(q.text for q in original.quantities if q.value == value)
            message = f"{text!r} times as much in one text is {text!r} as such in the other."
            yield Evidence("flipped-relation", TIMES_OR_NOT, text, text, message, 0.9)


def _times(facts: Facts) -> Counter[tuple[Fraction, bool]]:
    """How often each value is a multiplier, and how often not."""
    return Counter((q.value, q.kind == "multiplier") for q in facts.quantities)


def _compared(facts: Facts, value: Fraction) -> bool:
    """Does a number stand beside a "more" or "less" of its own?"""
    return any(
        r.family in {"comparison", "addition"} and abs(r.i - b.last) <= 2
        for b in facts.bindings
        if b.quantity.value == value
        for r in facts.relations
    )
