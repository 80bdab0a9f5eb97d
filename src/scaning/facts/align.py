"""Which word of the candidate stands for which word of the original.

Equal words stand for each other; then words of one family, synonyms, and last those that take
the same place: the head of the same quantity, the same argument of the same verb, the same spot in
the word order. A consistent renaming comes out as one word for one word.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from scaning import lexicon
from scaning.facts.reading import Facts
from scaning.facts.units import unit_mentions
from scaning.facts.words import Word, stem

# Cosine of counter-fitted vectors above which two words are used for each other: at .6 nine of ten
# pairs sampled from judged valid rewritings are interchangeable.
SYNONYM = 0.6
# Share of common tokens from which a candidate is a near copy, to be read edit by edit.
NEAR = 0.8
# What of the shorter text the longer one holds at least, and how long it is at least.
HELD, HALF = 0.93, 0.6


@dataclass(frozen=True, slots=True)
class Alignment:
    """`same` maps each aligned lemma of the original to the candidate's; `renamed` the renamings.

    `lost` and `added` are the lemmas without a partner; `overlap` tells a near copy.
    """

    same: Mapping[str, str]
    renamed: Mapping[str, str]
    lost: tuple[str, ...]
    added: tuple[str, ...]
    back: Mapping[str, str]
    overlap: float

    def original_of(self, lemma: str) -> str:
        """The original's lemma for one of the candidate, or the lemma itself."""
        return self.back.get(lemma, lemma)


def align(original: Facts, candidate: Facts) -> Alignment:
    """Align the content words of two texts by lemma."""
    ours, theirs = _kinds(original.words), _kinds(candidate.words)
    shared = [lemma for lemma in ours if lemma in theirs]
    same = {lemma: lemma for lemma in shared}
    left = [lemma for lemma in ours if lemma not in same]
    right = [lemma for lemma in theirs if lemma not in same]
    _match_families(left, right, same)
    # A word that the other text holds beyond its partners may be a family member too: "a paint
    # job" for "painted", although "paint" is taken.
    left = [w for w in left if w not in same and not _has_family(w, theirs)]
    taken = set(same.values())
    right = [w for w in right if w not in taken and not _has_family(w, ours)]
    _match_synonyms(left, right, same)
    left = [w for w in left if w not in same]
    taken = set(same.values())
    right = [w for w in right if w not in taken]
    renamed = _match_places(original, candidate, left, right, same)
    back = {theirs: ours for ours, theirs in {**same, **renamed}.items()}
    return Alignment(
        same,
        renamed,
        tuple(w for w in left if w not in renamed),
        tuple(w for w in right if w not in back),
        back,
        _overlap(original, candidate),
    )


def _overlap(original: Facts, candidate: Facts) -> float:
    """Share of common tokens, in any order: 1 for a reordering, about .5 for a free rewriting.

    A text that holds the other nearly whole is a near copy too, with a sentence more or less.
    """
    ours = Counter(t.lower for t in original.text.tokens)
    theirs = Counter(t.lower for t in candidate.text.tokens)
    common = (ours & theirs).total()
    shorter = min(ours.total(), theirs.total())
    share = 2 * common / max(1, ours.total() + theirs.total())
    return max(share, NEAR) if common >= HELD * shorter and share > HALF else share


def _kinds(words: Sequence[Word]) -> dict[str, str]:
    return {word.lemma: word.kind for word in words}


def _has_family(word: str, others: Mapping[str, str]) -> bool:
    root = stem(word)
    return any(stem(other) == root for other in others)


def _match_families(left: list[str], right: list[str], same: dict[str, str]) -> None:
    roots = {stem(word): word for word in right}
    for word in left:
        partner = roots.pop(stem(word), None)
        if partner is not None:
            same[word] = partner


def _match_synonyms(left: list[str], right: list[str], same: dict[str, str]) -> None:
    scored = sorted(
        (-closeness(a, b), a, b) for a in left for b in right if closeness(a, b) >= SYNONYM
    )
    taken: set[str] = set()
    for _, a, b in scored:
        if a not in same and b not in taken:
            same[a] = b
            taken.add(b)


def closeness(a: str, b: str) -> float:
    """How far two lemmas are used for each other, 0–1; antonyms are at 0."""
    if b in lexicon.antonyms(a) or a in lexicon.antonyms(b):
        return 0.0
    if any(b in lexicon.synonyms(a, pos) for pos in ("noun", "verb", "adj", "adv")):
        return 0.9
    return max(lexicon.similarity(a, b), 0.0)


def _match_places(
    original: Facts,
    candidate: Facts,
    left: Sequence[str],
    right: Sequence[str],
    same: Mapping[str, str],
) -> dict[str, str]:
    """Pairs of unmatched words that take the same places, best supported first."""
    if not left or not right:
        return {}
    votes = _place_votes(original, candidate, set(left), set(right), same)
    kinds, other_kinds = _kinds(original.words), _kinds(candidate.words)
    renamed: dict[str, str] = {}
    taken: set[str] = set()
    for (a, b), _count in sorted(votes.items(), key=lambda item: (-item[1], item[0])):
        if a not in renamed and b not in taken and _can_rename(a, kinds[a], b, other_kinds[b]):
            renamed[a] = b
            taken.add(b)
    return renamed


def _can_rename(a: str, kind: str, b: str, other: str) -> bool:
    if unit_mentions(a):
        return False
    nominal = {"name", "noun"}
    if kind in nominal and other in nominal:
        return True
    return kind == other


def _place_votes(
    original: Facts, candidate: Facts, left: set[str], right: set[str], same: Mapping[str, str]
) -> Mapping[tuple[str, str], float]:
    votes: defaultdict[tuple[str, str], float] = defaultdict(float)
    a = [word.lemma for word in original.words]
    b = [word.lemma for word in candidate.words]
    mapped = [same.get(lemma, lemma) for lemma in a]
    matcher = SequenceMatcher(a=mapped, b=b, autojunk=False)
    for tag, i1, i2, j1, j2 in matcher.get_opcodes():
        if tag == "replace":
            weight = 2.0 if i2 - i1 == j2 - j1 else 0.5
            for x in range(i1, i2):
                for y in range(j1, j2):
                    near = weight if x - i1 == y - j1 else 0.25
                    if a[x] in left and b[y] in right:
                        votes[a[x], b[y]] += near
    slots, other_slots = _slots(original), _slots(candidate)
    for slot, lemmas in slots.items():
        for ours in lemmas & left:
            for theirs in other_slots.get(slot, set()) & right:
                votes[ours, theirs] += 2
    for (ours, theirs), count in list(votes.items()):
        votes[ours, theirs] = count + 2 * max(lexicon.similarity(ours, theirs), 0.0)
    return votes


def _slots(facts: Facts) -> dict[tuple[str, str], set[str]]:
    """The places that a word can take: head of a quantity, argument of a verb."""
    slots: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    lemmas = {word.i: word.lemma for word in facts.words}
    for binding in facts.bindings:
        if binding.thing in lemmas:
            slots["thing", str(binding.quantity.value)].add(lemmas[binding.thing])
        for owner in binding.owners:
            if owner in lemmas:
                slots["owner", str(binding.quantity.value)].add(lemmas[owner])
    for frame in facts.frames:
        for role, i in frame.arguments:
            if i in lemmas:
                slots[role, frame.event].add(lemmas[i])
    return dict(slots)
