"""Every number and its unit are still there, and no new one is."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction

from scaning.facts.align import NEAR, Alignment
from scaning.facts.evidence import Evidence
from scaning.facts.quantities import Quantity
from scaning.facts.reading import Facts
from scaning.facts.units import Unit

MISSING, ADDED = 0.95, 0.93
# Words such as "one", "the two" and "first" come and go in honest rewritings: of 139 rewritings
# judged valid 21 lose or gain one.
SOFT = 0.2
# A unit may go where the sentence says it ("when I was 2 years old" → "when I was 2").
UNIT_CHANGED, UNIT_LOST, SIGN_LOST, UNIT_ADDED = 0.93, 0.5, 0.4, 0.3
PERCENT_LOST, RATE_LOST, RATE_SAID = 0.75, 0.5, 0.05
TIMES_OR_NOT = 0.6
_CALENDAR = frozenset("day week month year".split())
FREE_UNIT_CHANGED, FREE_UNIT_LOST = 0.6, 0.35


def check_numbers(original: Facts, candidate: Facts, alignment: Alignment) -> Iterator[Evidence]:
    """Compare the quantities as multisets of values, then the units of those that match."""
    ours, theirs = _by_value(original.quantities), _by_value(candidate.quantities)
    missing: list[Quantity] = []
    added: list[Quantity] = []
    changed: list[Evidence] = []
    for value in ours.keys() | theirs.keys():
        a, b = ours.get(value, []), theirs.get(value, [])
        changed += _compare_units(a, b, original, candidate)
        missing += a[len(b) :]
        added += b[len(a) :]
    if alignment.overlap > NEAR:
        yield from _multipliers(original, candidate)
    # "3 x 4 x 15 cm" is one unit more, not three.
    yield from {e.weight if e.weight == UNIT_ADDED else e: e for e in changed}.values()
    _drop_equal_amounts(missing, added)
    _drop_hours(missing, added)
    _drop_implicit(missing, candidate)
    _drop_implicit(added, original)
    for quantity in sorted(missing, key=lambda q: q.start):
        yield Evidence(
            "missing-number",
            MISSING if added else _weight(quantity, MISSING, original),
            quantity.text,
            "",
            f"The number {quantity.text!r} of the original is not in the candidate.",
        )
    for quantity in sorted(added, key=lambda q: q.start):
        yield Evidence(
            "added-number",
            ADDED if missing else _weight(quantity, ADDED, candidate),
            "",
            quantity.text,
            f"The number {quantity.text!r} is not in the original.",
        )


# "The two", "all three" point back at what was counted before.
_REFERRING = frozenset("the these those of all".split())
_Key = tuple[str, Fraction]


def _by_value(found: tuple[Quantity, ...]) -> dict[_Key, list[Quantity]]:
    groups: defaultdict[_Key, list[Quantity]] = defaultdict(list)
    for quantity in found:
        kind = quantity.kind if quantity.kind in {"time", "date", "ordinal"} else "number"
        groups[kind, quantity.value].append(quantity)
    return groups


def _weight(quantity: Quantity, weight: float, facts: Facts) -> float:
    """Full for a figure; small for the words that a free rewriting adds and drops."""
    if quantity.kind == "ordinal":
        return SOFT
    said_in_words = quantity.text.isalpha()
    if said_in_words and quantity.value == 1:
        return SOFT
    if said_in_words and quantity.value in {2, 3, 4} and quantity.kind == "number":
        before = facts.token_at(quantity.start) - 1
        if before >= 0 and facts.text.tokens[before].lower in _REFERRING:
            return SOFT
    return weight


def _drop_equal_amounts(missing: list[Quantity], added: list[Quantity]) -> None:
    """Take out pairs that say the same amount in another unit: 50 cents and $0.50, 50% and half."""
    for quantity in list(missing):
        amount = _amount(quantity)
        same = [q for q in added if amount == _amount(q) and q.value != quantity.value]
        if amount is not None and same:
            missing.remove(quantity)
            added.remove(same[0])


def _drop_hours(missing: list[Quantity], added: list[Quantity]) -> None:
    """Take out pairs such as "9:00 am" and "9 in the morning"."""
    for a, b in ((missing, added), (added, missing)):
        for clock in [q for q in a if q.kind == "time"]:
            hour = clock.value / 60
            same = [q for q in b if q.kind != "time" and q.value in {hour, hour - 12}]
            if same:
                a.remove(clock)
                b.remove(same[0])


def _amount(quantity: Quantity) -> tuple[str, Fraction] | None:
    if quantity.unit is None:
        return ("share", quantity.value) if quantity.kind == "fraction" else None
    if quantity.amount is None:
        return None
    return quantity.unit.dimension, quantity.amount


def _drop_implicit(deficit: list[Quantity], other: Facts) -> None:
    """Take out what is said without a figure: "an hour" for 1 hour, "both" for two."""
    spare = [q.value for q in other.implied]
    spare += [
        Fraction(2) for t in other.text.tokens if t.lower in {"both", "twice", "pair", "couple"}
    ]
    for quantity in list(deficit):
        if quantity.value in spare:
            spare.remove(quantity.value)
            deficit.remove(quantity)


def _compare_units(
    ours: list[Quantity], theirs: list[Quantity], original: Facts, candidate: Facts
) -> Iterator[Evidence]:
    """Units of equal values: those that pair up are fine, the rest are lost, added or changed."""
    left, right = list(ours), list(theirs)
    for quantity in ours:
        twin = next((q for q in right if _same_unit(q.unit, quantity.unit)), None)
        if twin is not None:
            left.remove(quantity)
            right.remove(twin)
    for a, b in zip(left, right, strict=False):
        if a.kind in {"ratio", "range", "ordinal"} or b.kind in {"ratio", "range", "ordinal"}:
            continue
        weight = _unit_weight(a, b, original, candidate)
        yield Evidence(
            "changed-unit",
            weight,
            _said(a),
            _said(b),
            f"{a.text!r} has {_unit(a)} in the original and {_unit(b)} in the candidate.",
        )


def _multipliers(original: Facts, candidate: Facts) -> Iterator[Evidence]:
    """Find "three times as many" where the other text has "three more"."""
    ours, theirs = _times(original), _times(candidate)
    for value, kind in ours - theirs:
        if (theirs - ours)[value, not kind]:
            text = next(q.text for q in original.quantities if q.value == value)
            yield Evidence(
                "flipped-relation", TIMES_OR_NOT, text, text,
                f"{text!r} times as much in one text is {text!r} as such in the other.",
            )  # fmt: skip


def _times(facts: Facts) -> Counter[tuple[Fraction, bool]]:
    """How often each value is a multiplier, and how often not."""
    return Counter((q.value, q.kind == "multiplier") for q in facts.quantities)


def _unit_weight(was: Quantity, now: Quantity, original: Facts, candidate: Facts) -> float:
    """How bad it is that one unit is now another: gone, new, without its rate, or different."""
    a, b = was.unit, now.unit
    if b is None and a is not None:
        if a.dimension == "share":
            return PERCENT_LOST
        said_elsewhere = a.dimension == "time" or a.dimension.startswith("money")
        return SIGN_LOST if said_elsewhere else UNIT_LOST
    if a is None or b is None:
        return UNIT_ADDED
    if a.name.startswith(b.name + " per ") or b.name.startswith(a.name + " per "):
        if len(a.name) < len(b.name):
            said = _says_rate(b.name.rpartition(" per ")[2], was, original)
        else:
            added = _totals(candidate) > _totals(original)
            said = not added and _says_rate(a.name.rpartition(" per ")[2], now, candidate)
        return RATE_SAID if said else RATE_LOST
    return UNIT_CHANGED


def _says_rate(rate: str, quantity: Quantity, facts: Facts) -> bool:
    """Does the sentence of a quantity say "each week", "weekly", "every liter" elsewhere?"""
    start, end = facts.text.sents[facts.text.sentence_of[facts.token_at(quantity.start)]]
    said = {t.lemma.lower() for t in facts.text.tokens[start:end]}
    said |= {u.unit.name for u in facts.units if start <= facts.token_at(u.start) < end}
    return bool(said & {rate, rate + "ly", "daily" if rate == "day" else rate})


def _totals(facts: Facts) -> int:
    return sum(r.member == "total" for r in facts.relations)


def _same_unit(a: Unit | None, b: Unit | None) -> bool:
    if a is None or b is None:
        return a is b
    if {a.name, b.name} == {"pound", "pound sterling"}:
        # Which of the two it is, the reader of quantities tells from other words of the text.
        return True
    return a.name == b.name or (a.dimension == b.dimension and a.factor == b.factor is not None)


def _unit(quantity: Quantity) -> str:
    return f"the unit {quantity.unit.name!r}" if quantity.unit else "no unit"


def _said(quantity: Quantity) -> str:
    unit = quantity.unit.name if quantity.unit else ""
    return (
        quantity.text
        if quantity.kind in {"money", "percent"}
        else f"{quantity.text} {unit}".strip()
    )


def check_units(original: Facts, candidate: Facts, alignment: Alignment) -> Iterator[Evidence]:
    """Units that stand without a number: "A cents", "in rupees", "how many miles"."""
    ours, theirs = _free_units(original), _free_units(candidate)
    lost, added = ours - theirs, theirs - ours
    said = {m.unit.name for m in candidate.units}
    for name in lost:
        if name not in said:
            new = next(iter(added), "")
            weight = FREE_UNIT_CHANGED if new else FREE_UNIT_LOST
            if not new and name in _CALENDAR:
                weight = SOFT
            fate = f"became {new!r}" if new else "is missing"
            message = f"The unit {name!r} of the original {fate}."
            yield Evidence("changed-unit", weight, name, new, message)


def _free_units(facts: Facts) -> Counter[str]:
    bound = {q.unit_start for q in facts.quantities if q.unit is not None}
    inside = [(q.start, q.end) for q in facts.all_quantities]
    return Counter(
        m.unit.name
        for m in facts.units
        if m.start not in bound and not any(s <= m.start < e for s, e in inside)
    )
