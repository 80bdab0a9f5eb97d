"""Two numbers, people or things that stand in each other's places, and items that only moved."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from scaning.facts.evidence import Evidence
from scaning.facts.reading import Facts
from scaning.facts.words import lemma_of
from scaning.parse import Text

EXCHANGED = 0.6
CONTENT = frozenset({"PROPN", "NOUN", "VERB", "ADJ"})
Opcodes = Sequence[tuple[str, int, int, int, int]]

# So long is an item of a list at most.
_ITEM = 8


def check_exchanges(original: Facts, candidate: Facts, opcodes: Opcodes) -> Iterator[Evidence]:
    """Two numbers, people or things that stand in each other's places while nothing else moved."""
    ours, theirs = _fillers(original), _fillers(candidate)
    changed = [op for op in opcodes if op[0] != "equal"]
    single = [op for op in changed if op[0] == "replace" and op[2] - op[1] == 1 == op[4] - op[3]]
    put = Counter((ours[i], theirs[j]) for _, i, _, j, _ in single if i in ours and j in theirs)
    if put.total() < len(changed) or _reordered(original, candidate):
        # Their things may have traded places with them.
        return
    mentions = Counter(ours.values())
    for a, b in sorted(put):
        everywhere = put[a, b] == mentions[a] and put[b, a] == mentions[b]
        renamed = everywhere and a.isalpha() and not _relates(original, a)
        if a < b and (b, a) in put and not renamed and not _beside(original, ours, a, b):
            message = f"{a} and {b} stand in each other's places."
            yield Evidence("swapped-roles", EXCHANGED, f"{a}, {b}", f"{b}, {a}", message)


def _reordered(original: Facts, candidate: Facts) -> bool:
    """Did two whole items of a list, or two whole clauses, trade places, and nothing else?"""
    ours, theirs = original.text.tokens, candidate.text.tokens
    a, b = [t.lower for t in ours], [t.lower for t in theirs]
    apart = [i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y]
    if len(a) != len(b) or not apart:
        return False
    first, end = apart[0], apart[-1] + 1
    for p in range(1, min(_ITEM, end - first)):
        for q in range(1, min(_ITEM, end - first - p)):
            turned = a[end - q : end] + a[first + p : end - q] + a[first : first + p]
            if turned == b[first:end]:
                return _is_item(original.text, (first, first + p), (end - q, end))
    return False


def _is_item(text: Text, x: tuple[int, int], y: tuple[int, int]) -> bool:
    """Are two stretches, with what both have around them, bounded by commas, stops or "and"?"""
    words = [t.lower for t in text.tokens]
    parts = [t.pos in {"PUNCT", "CCONJ"} for t in text.tokens]
    end, other = x[1], y[1]
    while other < len(words) and words[end] == words[other] and not parts[end]:
        end, other = end + 1, other + 1
    start, before = y[0] - 1, x[0] - 1
    while before >= 0 and words[start] == words[before] and not parts[start]:
        start, before = start - 1, before - 1
    return parts[end] and parts[start]


def _fillers(facts: Facts) -> dict[int, str]:
    """The tokens that fill a place: content words, unknowns, numbers."""
    found = {t.i: lemma_of(t) for t in facts.text.tokens if t.pos in CONTENT}
    found |= {facts.token_at(v.start): v.name for v in facts.variables}
    found |= {r.i: r.member for r in facts.relations if r.family in {"direction", "compass"}}
    return found | {
        i: str(b.quantity.value) for b in facts.bindings for i in range(b.first, b.last + 1)
    }


def _relates(facts: Facts, lemma: str) -> bool:
    """Is a word a relation, such as "sum"? Then it is no name that could be exchanged."""
    return any(lemma in {r.words.lower(), r.member} for r in facts.relations)


def _beside(facts: Facts, places: Mapping[int, str], a: str, b: str) -> bool:
    """Are two words only ever named together: "Ann and Bob", which is "Bob and Ann"?"""
    apart = [j - i for i, x in places.items() for j, y in places.items() if (x, y) == (a, b)]
    together = sum(
        abs(gap) == 2 and facts.text.tokens[min(i, i + gap) + 1].pos in {"CCONJ", "PUNCT"}
        for gap in apart
        for i in [i for i, x in places.items() if x == a and places.get(i + gap) == b]
    )
    alone = Counter(places.values())
    return together > 0 and alone[a] == alone[b] == 1
