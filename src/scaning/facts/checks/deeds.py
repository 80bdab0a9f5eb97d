"""What is done with a number: gave 5 stays gave 5, or becomes got 5 with the parts traded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from scaning import lexicon
from scaning.facts.align import Alignment
from scaning.facts.evidence import Evidence
from scaning.facts.frames import GAINING, LOSING, Frame
from scaning.facts.reading import Binding, Facts

OPPOSITE = 0.88
Key = tuple[str, str]


def check_deeds(original: Facts, candidate: Facts, alignment: Alignment) -> Iterator[Evidence]:
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
            "flipped-relation", OPPOSITE, frame.verb, other.verb,
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
