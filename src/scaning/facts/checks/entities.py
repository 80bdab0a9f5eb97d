"""Two people stay two, one thing stays one; a new name replaces an old one everywhere."""

from __future__ import annotations

from collections.abc import Iterator

from scaning import lexicon
from scaning.facts.align import Alignment, closeness
from scaning.facts.evidence import Evidence
from scaning.facts.reading import Facts
from scaning.facts.relation_table import PHRASES
from scaning.facts.words import GENERIC

# What a number counts is told from the parse only where it follows at once.
_BESIDE = 3
MERGED, SPLIT = 0.75, 0.7
OTHER_TERM, ODD_RENAMING, OTHER_WORD, NEAR_WORD = 0.6, 0.45, 0.12, 0.06
# Terms of mathematics and trade are never a matter of taste: speed is not distance.
TERMS = frozenset(
    "angle average balance base bisector capital chord circle commission compound cost deposit "
    "diagonal difference digit discount dividend divisor edge equation exponent face factor "
    "fraction gain hypotenuse income integer profit loss price revenue expense interest "
    "investment median multiple numerator denominator percentage population prime principal "
    "probability product quotient radius ratio remainder root salary sale scale score sequence "
    "series side slope speed square sum surface tangent tax temperature term tip total triangle "
    "value velocity volume wage weight width yield price".split()
) | frozenset(w for m in (PHRASES["figure"], PHRASES["side"], PHRASES["shape"]) for w in m)


def check_entities(original: Facts, candidate: Facts, alignment: Alignment) -> Iterator[Evidence]:
    """Look at the renamings, at names that vanished and at names that came."""
    yield from _names(original, candidate, alignment)
    yield from _renamings(original, candidate, alignment)
    yield from _things(original, candidate, alignment)


def _names(original: Facts, candidate: Facts, alignment: Alignment) -> Iterator[Evidence]:
    ours, theirs = _name_set(original), _name_set(candidate)
    lost = sorted(ours & set(alignment.lost))
    added = sorted(theirs & set(alignment.added))
    if lost and len(ours) > 1:
        yield Evidence(
            "merged-entities", MERGED, ", ".join(lost), "",
            f"{_list(lost)} no longer occurs: two people or places have become one.",
        )  # fmt: skip
    if added and ours and not lost:
        yield Evidence(
            "merged-entities", SPLIT, "", ", ".join(added),
            f"{_list(added)} is new: one person or place has become two.",
        )  # fmt: skip


def _name_set(facts: Facts) -> set[str]:
    # The first word of a sentence is often taken for a name; a real name is known or stands inside.
    starts = {start for start, _ in facts.text.sents}
    return {
        w.lemma
        for w in facts.words
        if w.kind == "name" and (w.i not in starts or lexicon.is_name(w.lemma))
    }


def _list(names: list[str]) -> str:
    return ", ".join(repr(name) for name in names)


def _renamings(original: Facts, candidate: Facts, alignment: Alignment) -> Iterator[Evidence]:
    for a, b in alignment.renamed.items():
        weight = _renaming_weight(original, candidate, a, b)
        if weight:
            kind = "changed-question" if _asked(original, a) else "lost-statement"
            message = f"{a!r} of the original became {b!r}, which is something else."
            yield Evidence(kind, weight, a, b, message)


def _renaming_weight(original: Facts, candidate: Facts, a: str, b: str) -> float:
    """How suspicious it is that `a` is called `b` now; nothing against apples that become pears."""
    kind = next(w.kind for w in original.words if w.lemma == a)
    word = next(w for w in candidate.words if w.lemma == b)
    # The tagger takes "van" for a name where it does not know it.
    small = candidate.text.tokens[word.i].text.islower() and lexicon.is_word(b)
    other = "noun" if word.kind == "name" and small else word.kind
    if {a, b} & (TERMS - GENERIC) or {a, b} <= TERMS:
        return OTHER_TERM
    if kind in {"verb", "adj"}:
        return OTHER_WORD if closeness(a, b) < 0.2 else NEAR_WORD
    if kind == other == "name":
        return 0.0
    only_asked = _asked(original, a) and sum(w.lemma == a for w in original.words) == 1
    if a in GENERIC:
        return NEAR_WORD
    became_name = kind == "noun" and other == "name" and not lexicon.is_person_noun(a)
    return ODD_RENAMING if only_asked or became_name or not lexicon.is_word(b) else 0.0


def _asked(facts: Facts, lemma: str) -> bool:
    return any(
        q.start <= w.i < q.end for q in facts.questions for w in facts.words if w.lemma == lemma
    )


def _things(original: Facts, candidate: Facts, alignment: Alignment) -> Iterator[Evidence]:
    """What a number counts must be what it counted, under its old name or its one new name."""
    ours, theirs = _counted(original), _counted(candidate)
    known = {w.lemma for w in original.words}
    told = {w.lemma for w in candidate.words}
    for value, thing in ours.items():
        other = theirs.get(value)
        if other is None:
            continue
        named = alignment.original_of(other)
        if named == thing or closeness(thing, other) > 0.5:
            continue
        if other in known and thing not in {*told, *alignment.same, *GENERIC}:
            yield Evidence(
                "merged-entities", MERGED, thing, other,
                f"{thing!r} became {other!r}, which is another thing of the problem.",
            )  # fmt: skip
        elif thing in told - GENERIC and other not in known and other in alignment.added:
            yield Evidence(
                "merged-entities", 0.5, thing, other,
                f"{thing!r} is {other!r} in one place and {thing!r} in another.",
            )  # fmt: skip


def _counted(facts: Facts) -> dict[str, str]:
    lemmas = {w.i: w.lemma for w in facts.words if w.kind in {"noun", "name"}}
    return {
        str(b.quantity.value): lemmas[b.thing]
        for b in facts.bindings
        if b.thing in lemmas and 0 < b.thing - b.last <= _BESIDE
    }
