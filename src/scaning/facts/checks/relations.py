"""More stays more, at least stays at least, gave stays gave."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from scaning import lexicon
from scaning.facts.align import Alignment
from scaning.facts.comparisons import RANKS, Comparison
from scaning.facts.evidence import Evidence
from scaning.facts.frames import GAINING, LOSING, Frame
from scaning.facts.reading import Binding, Facts
from scaning.facts.relation_table import ADDED, LOST, STANDS_FOR
from scaning.facts.relations import Relation

FLIP = 0.88
TURNED_ROUND = 0.8
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
    turned, converse = _comparisons(original, candidate, alignment)
    yield from turned
    flipped: set[str] = {"comparison"} if converse or turned else set()
    beside = dict(_beside_numbers(original, candidate))
    for evidence, family in _by_family(original, candidate, converse):
        if evidence.weight >= FLIP:
            flipped.add(family)
        firm = BESIDE if family in beside else IN_TEXT * FREELY.get(family, 1.0)
        yield evidence._replace(firm=firm) if evidence.weight >= FLIP else evidence
    yield from (evidence for family, evidence in beside.items() if family not in flipped)
    yield from _verbs(original, candidate, alignment)


def _comparisons(
    original: Facts, candidate: Facts, alignment: Alignment
) -> tuple[list[Evidence], bool]:
    """Comparisons whose sides were exchanged without the relation; and whether any is converse."""
    evidence = list(_self_compared(original, candidate, alignment))
    converse = False
    for ours in original.comparisons:
        a = _sides(original, ours)
        for theirs in candidate.comparisons:
            b = _mapped(_sides(candidate, theirs), alignment)
            straight, crossed = _fits(a, b), _fits(a, b[::-1])
            if (
                a[0] == a[1]
                or straight == crossed
                or not _same_number(original, ours, candidate, theirs)
            ):
                continue
            members = {ours.relation.member, theirs.relation.member}
            if members == {"multiple", "less"} and not _still_multiple(candidate, theirs):
                evidence.append(_unmultiplied(ours, theirs))
            if "multiple" in members and len(members) > 1:
                continue
            same_way = len(members) == 1 or "difference" in members
            if crossed and same_way and ours.relation.member != "difference":
                evidence.append(_turned(ours, theirs, a))
            converse = converse or (crossed and not same_way)
    return evidence, converse


_PRONOUNS = frozenset("he she it they him her them this that one other".split())


def _fits(a: Key, b: Key) -> bool:
    """Are two pairs of sides the same, where a pronoun may be anybody and one side is named?"""
    return any(x == y for x, y in zip(a, b, strict=True)) and all(
        x == y or x.split()[-1] in _PRONOUNS or y.split()[-1] in _PRONOUNS
        for x, y in zip(a, b, strict=True)
    )


def _same_number(a: Facts, ours: Comparison, b: Facts, theirs: Comparison) -> bool:
    """Do two comparisons speak of the same difference, as far as they name one?"""
    mine, other = _number_before(a, ours.relation.i), _number_before(b, theirs.relation.i)
    return mine == other or not mine or not other


def _number_before(facts: Facts, i: int) -> str:
    near = [x for x in facts.bindings if 0 <= i - x.last <= 3]
    return str(near[-1].quantity.value) if near else ""


def _self_compared(original: Facts, candidate: Facts, alignment: Alignment) -> Iterator[Evidence]:
    """Something that is as old as itself."""
    known = {a for c in original.comparisons for a, b in [_sides(original, c)] if a == b}
    for comparison in candidate.comparisons:
        a, b = _sides(candidate, comparison)
        name = lexicon.is_name(a) or len(a) == 1
        if (
            a == b
            and name
            and alignment.original_of(a) not in known
            and comparison.left != comparison.right
        ):
            said = comparison.relation.words
            yield Evidence("merged-entities", TURNED_ROUND, a, a, f"{a!r} is {said!r} itself.", 0.5)


def converse_pairs(
    original: Facts, candidate: Facts, alignment: Alignment
) -> frozenset[frozenset[str]]:
    """Pairs that are compared the other way round in other words: older than, younger than."""
    return frozenset(
        frozenset(a)
        for ours in original.comparisons
        for theirs in candidate.comparisons
        if (a := _sides(original, ours)) == _mapped(_sides(candidate, theirs), alignment)[::-1]
        and ours.relation.member != theirs.relation.member
    )


def _mapped(sides: Key, alignment: Alignment) -> Key:
    return alignment.original_of(sides[0]), alignment.original_of(sides[1])


def _sides(facts: Facts, comparison: Comparison) -> Key:
    return _side(facts, comparison.left), _side(facts, comparison.right)


def _side(facts: Facts, i: int) -> str:
    """One side by its lemma, with the adjective that tells it from the other: "busiest day"."""
    text = facts.text
    lemmas = {word.i: word.lemma for word in facts.words}
    beside = {facts.token_at(v.start): v.name for v in facts.variables}
    if name := beside.get(i, beside.get(i + 1, "")):
        # "Box X" is X.
        return name
    ranks = [text.tokens[j].lower for j in (i, *text.children[i]) if text.tokens[j].lower in RANKS]
    if ranks:
        return ranks[0]
    adjectives = [
        text.tokens[j].lower
        for j in text.children[i]
        if text.tokens[j].dep == "amod" and not facts.is_relation(j)
    ]
    return " ".join([*adjectives, lemmas.get(i, text.tokens[i].lower)])


def _still_multiple(candidate: Facts, comparison: Comparison) -> bool:
    sides = set(_sides(candidate, comparison))
    return any(
        c.relation.member == "multiple" and set(_sides(candidate, c)) == sides
        for c in candidate.comparisons
    )


def _unmultiplied(ours: Comparison, theirs: Comparison) -> Evidence:
    a, b = ours.relation.words, theirs.relation.words
    return Evidence("flipped-relation", TURNED_ROUND, a, b, f"{a!r} of the original became {b!r}.")


def _turned(ours: Comparison, theirs: Comparison, sides: Key) -> Evidence:
    a, b = sides
    return Evidence(
        "swapped-roles", TURNED_ROUND, ours.relation.words, theirs.relation.words,
        f"{a!r} and {b!r} have changed sides in the comparison.", 0.9,
    )  # fmt: skip


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
    low, high = (i, binding.first) if i < binding.first else (binding.first, i)
    parts = any(t.pos in {"PUNCT", "CCONJ"} for t in facts.text.tokens[low + 1 : high])
    return high - low + (_APART if parts else 0)


def _verbs(original: Facts, candidate: Facts, alignment: Alignment) -> Iterator[Evidence]:
    """Verbs that were turned round over the same object: gave 5 into took 5."""
    ours, theirs = _deeds(original), _deeds(candidate)
    seen: set[Key] = set()
    for what, frame in ours.items():
        other = theirs.get(what)
        if other is None or other.verb == frame.verb or (frame.verb, other.verb) in seen:
            continue
        seen.add((frame.verb, other.verb))
        if not _antonyms(frame.verb, other.verb):
            continue
        if other.event == frame.event and not _parts_traded(
            original, frame, candidate, other, alignment
        ):
            continue
        yield Evidence(
            "flipped-relation", FLIP, frame.verb, other.verb,
            f"{frame.verb!r} of the original became {other.verb!r}.",
        )  # fmt: skip


def _antonyms(a: str, b: str) -> bool:
    return b in lexicon.antonyms(a) or a in lexicon.antonyms(b)


def opposed(a: str, b: str) -> bool:
    """Do two words at the same place say the opposite of each other, or gain and loss?"""
    if (a in GAINING and b in LOSING) or (a in LOSING and b in GAINING):
        return True
    return _antonyms(a, b)


def _deeds(facts: Facts) -> dict[str, Frame]:
    """What is done to each number that occurs once."""
    counts = Counter(b.quantity.value for b in facts.bindings)
    by_verb = {frame.i: frame for frame in facts.frames}
    return {
        str(b.quantity.value): by_verb[b.verb]
        for b in facts.bindings
        if b.verb in by_verb and counts[b.quantity.value] == 1 and not _verb_between(facts, b)
    }


def _verb_between(facts: Facts, binding: Binding) -> bool:
    """Is there another verb between a number and its verb? Then the parse is not to be trusted."""
    low, high = sorted((binding.verb, binding.first))
    return any(t.pos == "VERB" for t in facts.text.tokens[low + 1 : high])


def _parts_traded(
    original: Facts, ours: Frame, candidate: Facts, theirs: Frame, alignment: Alignment
) -> bool:
    """Does someone who gave now receive? Ann sold to Bob, Bob bought from Ann: no."""
    cast = {(role, _who(original, i)) for role, i in ours.arguments if role in {"agent", "to"}}
    other = {
        (role, alignment.original_of(_who(candidate, i)))
        for role, i in theirs.arguments
        if role in {"agent", "to"}
    }
    turned = {("to" if role == "agent" else "agent", who) for role, who in cast}
    return not cast & other and (bool(turned & other) or not cast or not other)


def _who(facts: Facts, i: int) -> str:
    token = facts.text.tokens[i]
    return "they" if token.pos == "PRON" else token.lower
