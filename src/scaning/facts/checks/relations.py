"""More stays more, at least stays at least, gave stays gave."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from scaning import lexicon
from scaning.facts.align import Alignment
from scaning.facts.evidence import Evidence
from scaning.facts.extract import Facts
from scaning.facts.frames import CONVERSE, GAINING, LOSING
from scaning.facts.relations import LOSS, Relation

FLIP = 0.88
# Families in which another member near the same number is a flip, wherever it stands.
_NEAR = frozenset(
    {"comparison", "bound", "change", "order", "outcome", "interest", "sign", "parity"}
)
_REACH = 4


def check_relations(original: Facts, candidate: Facts, alignment: Alignment) -> Iterator[Evidence]:
    """Compare the relations by family, as a whole and beside each number; then the verbs."""
    flipped: set[str] = set()
    for evidence, family in _by_family(original, candidate):
        if evidence.weight >= FLIP:
            flipped.add(family)
        yield evidence
    yield from _beside_numbers(original, candidate, flipped)
    yield from _verbs(original, candidate, alignment)


def _by_family(original: Facts, candidate: Facts) -> Iterator[tuple[Evidence, str]]:
    ours, theirs = _counts(original.relations), _counts(candidate.relations)
    lost, gained = ours - theirs, theirs - ours
    for family in dict.fromkeys([f for f, _ in lost] + [f for f, _ in gained]):
        gone = [m for f, m in lost if f == family]
        new = [m for f, m in gained if f == family]
        if gone and new:
            yield _flip(family, gone[0], new[0], original, candidate), family
        elif family in LOSS and gone and not any((family, m) in theirs for m in gone):
            words = _words(original.relations, family, gone[0])
            message = f"{words!r} of the original has no counterpart."
            yield Evidence("flipped-relation", LOSS[family], words, "", message), family
        elif family in LOSS and new and not any((family, m) in ours for m in new):
            words = _words(candidate.relations, family, new[0])
            message = f"{words!r} is not in the original."
            yield Evidence("flipped-relation", LOSS[family], "", words, message), family


def _counts(found: tuple[Relation, ...]) -> Counter[tuple[str, str]]:
    return Counter((r.family, r.member) for r in found)


def _words(found: tuple[Relation, ...], family: str, member: str) -> str:
    return next(r.words for r in found if (r.family, r.member) == (family, member))


def _flip(family: str, gone: str, new: str, original: Facts, candidate: Facts) -> Evidence:
    ours = _words(original.relations, family, gone)
    theirs = _words(candidate.relations, family, new)
    return Evidence(
        "flipped-relation", FLIP, ours, theirs, f"{ours!r} of the original became {theirs!r}."
    )


def _beside_numbers(original: Facts, candidate: Facts, flipped: set[str]) -> Iterator[Evidence]:
    ours, theirs = _near_numbers(original), _near_numbers(candidate)
    for key, relation in ours.items():
        other = theirs.get(key)
        if other is not None and other.member != relation.member and key[0] not in flipped:
            yield Evidence(
                "flipped-relation",
                FLIP,
                relation.words,
                other.words,
                f"Beside {key[1]}, {relation.words!r} became {other.words!r}.",
            )


def _near_numbers(facts: Facts) -> Mapping[tuple[str, str], Relation]:
    """The relation of each family that stands nearest to a number that occurs once."""
    counts = Counter(b.quantity.value for b in facts.bindings)
    found: dict[tuple[str, str], tuple[int, Relation]] = {}
    for binding in facts.bindings:
        if counts[binding.quantity.value] > 1:
            continue
        for relation in facts.relations:
            distance = abs(relation.i - binding.first)
            key = (relation.family, str(binding.quantity.value))
            if (
                relation.family in _NEAR
                and distance <= _REACH
                and (key not in found or distance < found[key][0])
            ):
                found[key] = (distance, relation)
    return {key: relation for key, (_, relation) in found.items()}


def _verbs(original: Facts, candidate: Facts, alignment: Alignment) -> Iterator[Evidence]:
    """Verbs that were turned round: gave into took, bought into sold, won into lost."""
    ours = {w.lemma for w in original.words if w.kind == "verb"}
    theirs = {w.lemma for w in candidate.words if w.kind == "verb"}
    for a in sorted(ours - theirs):
        for b in sorted(theirs - ours):
            if _opposed(a, b) and not _same_event(original, candidate, alignment, a, b):
                yield Evidence(
                    "flipped-relation", FLIP, a, b, f"{a!r} of the original became {b!r}."
                )


def _opposed(a: str, b: str) -> bool:
    if (a in GAINING and b in LOSING) or (a in LOSING and b in GAINING):
        return True
    return b in lexicon.antonyms(a) or a in lexicon.antonyms(b)


def _same_event(original: Facts, candidate: Facts, alignment: Alignment, a: str, b: str) -> bool:
    """Is it one event told from the other side: Ann sold to Bob, Bob bought from Ann?"""
    if CONVERSE.get(a) is None or CONVERSE.get(a) != CONVERSE.get(b):
        return False
    ours, theirs = _cast(original, a), _cast(candidate, b)
    theirs = {(role, alignment.original_of(who)) for role, who in theirs}
    return bool(ours & theirs)


def _cast(facts: Facts, verb: str) -> set[tuple[str, str]]:
    tokens = facts.text.tokens
    return {
        (role, tokens[i].lower)
        for frame in facts.frames
        if frame.verb == verb
        for role, i in frame.arguments
        if role in {"agent", "to"}
    }
