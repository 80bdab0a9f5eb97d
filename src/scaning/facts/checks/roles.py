"""Who gives and who gets, who owns which number, which name goes with which term of a list."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from scaning.facts.align import Alignment
from scaning.facts.evidence import Evidence
from scaning.facts.frames import Role
from scaning.facts.reading import Facts

GIVER_GETS, OTHER_OWNER, OTHER_ORDER = 0.85, 0.5, 0.85


def check_roles(original: Facts, candidate: Facts, alignment: Alignment) -> Iterator[Evidence]:
    """Follow each number: its owner, and the giver and the getter of its event."""
    ours, theirs = _deals(original, None), _deals(candidate, alignment)
    known = {who for parts in theirs.values() for _, who in parts}
    for value, parts in ours.items():
        others = theirs.get(value, set())
        for role, who in sorted(parts):
            opposite: Role = "to" if role == "agent" else "agent"
            if (opposite, who) in others and (role, who) not in others:
                yield Evidence(
                    "swapped-roles", GIVER_GETS, who, who,
                    f"{who!r} gives where the original lets it get, or the other way round.",
                )  # fmt: skip
    yield from _owners(original, candidate, alignment, known)
    yield from _lists(original, candidate, alignment)


_BETWEEN = frozenset({",", "and", "to", ":", "or", "&", "the", "/", "$", "rs", "rs."})
_Parts = Mapping[str, set[tuple[Role, str]]]


def _people(facts: Facts, alignment: Alignment | None) -> dict[int, str]:
    """Names and unknowns by token, under the original's name."""
    name = alignment.original_of if alignment else str
    people = {w.i: name(w.lemma) for w in facts.words if w.kind == "name"}
    return people | {facts.token_at(v.start): v.name for v in facts.variables}


def _deals(facts: Facts, alignment: Alignment | None) -> _Parts:
    """For each number that occurs once, who is agent and who is receiver of its event."""
    people = _people(facts, alignment)
    counts = Counter(b.quantity.value for b in facts.bindings)
    frames = {f.i: f for f in facts.frames}
    found: dict[str, set[tuple[Role, str]]] = {}
    for binding in facts.bindings:
        frame = frames.get(binding.verb)
        if frame is None or counts[binding.quantity.value] > 1:
            continue
        found[f"{frame.event} {binding.quantity.value}"] = {
            (role, people[i]) for role, i in frame.arguments if i in people and role != "object"
        }
    return found


def _owners(
    original: Facts, candidate: Facts, alignment: Alignment, known: set[str]
) -> Iterator[Evidence]:
    ours, theirs = _owner_of(original, None), _owner_of(candidate, alignment)
    people = set(_people(original, None).values()) & set(_people(candidate, alignment).values())
    for value, owner in ours.items():
        other = theirs.get(value)
        if other is not None and owner != other and {owner, other} <= people:
            yield Evidence(
                "swapped-roles", OTHER_OWNER, f"{owner}: {value}", f"{other}: {value}",
                f"{value} belongs to {owner!r} in the original and to {other!r} in the candidate.",
            )  # fmt: skip


def _owner_of(facts: Facts, alignment: Alignment | None) -> dict[str, str]:
    """The one person whose verb takes a number that occurs once."""
    people = _people(facts, alignment)
    counts = Counter(b.quantity.value for b in facts.bindings)
    found = {}
    for binding in facts.bindings:
        compared = any(
            r.family == "comparison" and 0 < r.i - binding.last <= 3 for r in facts.relations
        )
        if len(binding.owners) != 1 or counts[binding.quantity.value] > 1 or compared:
            continue
        owner = binding.owners[0]
        # With another person in between the parse is not to be trusted.
        between = range(min(owner, binding.first) + 1, max(owner, binding.first))
        if owner in people and not any(i in people for i in between):
            found[str(binding.quantity.value)] = people[owner]
    return found


def _lists(original: Facts, candidate: Facts, alignment: Alignment) -> Iterator[Evidence]:
    """A list of people beside a list of as many numbers: the n-th goes with the n-th."""
    ours, theirs = _paired(original, None), _paired(candidate, alignment)
    for value, who in ours.items():
        other = theirs.get(value)
        if other is not None and other != who and who in theirs.values():
            yield Evidence(
                "swapped-roles", OTHER_ORDER, f"{who}: {value}", f"{other}: {value}",
                f"In the lists {value} goes with {who!r} in the original and with {other!r} here.",
            )  # fmt: skip
            return


def _paired(facts: Facts, alignment: Alignment | None) -> dict[str, str]:
    people = _people(facts, alignment)
    named = people or {w.i: w.lemma for w in facts.words if w.kind == "noun"}
    pairs: dict[str, str] = {}
    for names in _runs(facts, sorted(named)):
        sentence = facts.text.sentence_of[names[0]]
        numbers = [
            b
            for b in facts.bindings
            if facts.text.sentence_of[b.first] == sentence and b.quantity.kind != "ordinal"
        ]
        ends = {b.first: b.last for b in numbers}
        for run in _runs(facts, sorted(ends), ends):
            if len(run) == len(names) and len(run) >= 2:
                values = [str(b.quantity.value) for b in numbers if b.first in set(run)]
                if len(set(values)) == len(values) == len(names):
                    pairs |= dict(zip(values, (named[i] for i in names), strict=True))
    return pairs


def _runs(
    facts: Facts, places: list[int], ends: Mapping[int, int] | None = None
) -> Iterator[list[int]]:
    """Lists: places with nothing but commas, "and", "to", ":" and units between them."""
    run: list[int] = []
    for i in places:
        last = (ends or {}).get(run[-1], run[-1]) if run else -1
        between = facts.text.tokens[last + 1 : i] if run else ()
        if run and not all(t.lower in _BETWEEN or t.i in facts.taken for t in between):
            yield run
            run = []
        run.append(i)
    if run:
        yield run
