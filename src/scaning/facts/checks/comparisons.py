"""Who is compared with whom: the sides stay, or trade places together with the relation."""

from __future__ import annotations

from collections.abc import Iterator

from scaning import lexicon
from scaning.facts.align import Alignment
from scaning.facts.comparisons import RANKS, Comparison
from scaning.facts.evidence import Evidence
from scaning.facts.reading import Facts

Key = tuple[str, str]

TURNED_ROUND = 0.8


def compared(
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


# May stand for anybody.
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
