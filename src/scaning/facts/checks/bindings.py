"""Numbers still belong to the things they belonged to; people still do what they did.

Every number, and every person or unknown, has a context: what it counts, who it belongs to, the
verb, its neighbours. If two of them fit each other's contexts better than their own, they were
swapped.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from itertools import accumulate, combinations

from scaning import lexicon
from scaning.facts.align import Alignment
from scaning.facts.checks.comparisons import converse_pairs
from scaning.facts.evidence import Evidence
from scaning.facts.reading import Facts

Context = Mapping[str, float]
# By how much the crossed contexts must fit better than the straight ones (each fit is 0–2).
CROSSED, CLEARLY_CROSSED = 0.15, 0.35
_NEAR = 10
_NO_WORDS = frozenset({"PUNCT", "CCONJ", "SPACE"})
_PARTICLES = frozenset("on off in out up down away over".split())
SWAP, CLEAR_SWAP = 0.35, 0.93


def check_bindings(original: Facts, candidate: Facts, alignment: Alignment) -> Iterator[Evidence]:
    """Find pairs of numbers, and of people or unknowns, that traded places."""
    ours = number_contexts(original, lambda lemma: lemma)
    theirs = number_contexts(candidate, alignment.original_of)
    for a, b, weight in crossed(ours, theirs):
        yield Evidence(
            "swapped-roles",
            weight,
            f"{a}, {b}",
            f"{b}, {a}",
            f"{a} and {b} seem to have traded places: they now belong to other things.",
        )
    people = person_contexts(original, lambda lemma: lemma)
    others = person_contexts(candidate, alignment.original_of)
    sure = {w.lemma for w in original.words if w.kind == "name"}
    sure |= {v.name for v in original.variables}
    # "Three friends Ann, Bob and Carl": the friends do what Ann does.
    plural = {w.lemma for w in original.words if original.text.tokens[w.i].tag == "NNS"}
    turned = converse_pairs(original, candidate, alignment)
    for a, b, weight in crossed(people, others):
        if frozenset((a, b)) in turned or (len({a, b} & sure) == 1 and {a, b} & plural):
            continue
        # Of "girls" and "boys" much more is said than their roles.
        weight = weight if {a, b} <= sure else min(weight, SWAP)
        yield Evidence(
            "swapped-roles",
            weight,
            f"{a}, {b}",
            f"{b}, {a}",
            f"{a!r} and {b!r} seem to have traded roles: each now does what the other did.",
        )


def crossed(
    ours: Mapping[str, Context], theirs: Mapping[str, Context]
) -> Iterator[tuple[str, str, float]]:
    """Pairs that fit each other's contexts better than their own, with a weight."""
    shared = [key for key in ours if key in theirs]
    if len(shared) < 2:
        return
    fit = {(a, b): _fit(ours[a], theirs[b]) for a in shared for b in shared}
    for a, b in combinations(shared, 2):
        gain = fit[a, b] + fit[b, a] - fit[a, a] - fit[b, b]
        if gain > CROSSED and fit[a, b] > fit[a, a] and fit[b, a] > fit[b, b]:
            yield a, b, CLEAR_SWAP if gain > CLEARLY_CROSSED else SWAP


def _fit(a: Context, b: Context) -> float:
    keys = a.keys() | b.keys()
    low = sum(min(a.get(k, 0.0), b.get(k, 0.0)) for k in keys)
    high = sum(max(a.get(k, 0.0), b.get(k, 0.0)) for k in keys)
    return low / high if high else 0.0


def number_contexts(facts: Facts, name: Callable[[str], str]) -> dict[str, Context]:
    """The context of every number that occurs once, keyed by its value."""
    counts = Counter(str(b.quantity.value) for b in facts.bindings)
    lemmas = {word.i: name(word.lemma) for word in facts.words}
    lemmas |= {facts.token_at(v.start): v.name for v in facts.variables}
    lemmas |= {r.i: f"{r.family}:{r.member}" for r in facts.relations}
    lemmas |= {b.first: f"#{b.quantity.value}" for b in facts.bindings}
    found: dict[str, Context] = {}
    for binding in facts.bindings:
        value = str(binding.quantity.value)
        if counts[value] > 1:
            continue
        context: defaultdict[str, float] = defaultdict(float)
        if binding.thing in lemmas:
            context["thing:" + lemmas[binding.thing]] += 2
        for owner in binding.owners:
            if owner in lemmas:
                context["owner:" + lemmas[owner]] += 2
        if binding.verb >= 0:
            context["verb:" + _verb(facts, binding.verb, name)] += 1.5
        _add_neighbours(facts, binding.first, binding.last, name, context)
        _add_near_words(facts, binding.first, lemmas, context)
        found[value] = context
    return found


def _add_neighbours(
    facts: Facts,
    first: int,
    last: int,
    name: Callable[[str], str],
    context: defaultdict[str, float],
) -> None:
    """The tokens beside a number, where they are words: a comma or "and" tells nothing."""
    tokens = facts.text.tokens
    if first and tokens[first - 1].pos not in _NO_WORDS:
        context["before:" + _plain(name(tokens[first - 1].lemma.lower()))] += 1.5
    if last + 1 < len(tokens) and tokens[last + 1].pos not in _NO_WORDS:
        context["after:" + _plain(name(tokens[last + 1].lemma.lower()))] += 1.5


def _plain(lemma: str) -> str:
    return "#" if lemma[:1].isdigit() else lemma


def _verb(facts: Facts, i: int, name: Callable[[str], str]) -> str:
    """The verb with its particle: "get on" is not "get off"."""
    tokens = facts.text.tokens
    after = [
        t.lower for t in tokens[i + 1 : i + 2] if t.dep in {"prt", "prep"} and t.lower in _PARTICLES
    ]
    return " ".join([name(tokens[i].lemma), *after])


def _add_near_words(
    facts: Facts, i: int, lemmas: Mapping[int, str], context: defaultdict[str, float]
) -> None:
    """Words of the sentence by nearness; those of the same segment count double."""
    tokens = facts.text.tokens
    start, end = facts.text.sents[facts.text.sentence_of[i]]
    segment = list(accumulate(t.text in {",", ";"} or t.pos == "CCONJ" for t in tokens[start:end]))
    for j, lemma in lemmas.items():
        if start <= j < end and 0 < abs(j - i) <= _NEAR:
            same = segment[j - start] == segment[i - start]
            context["near:" + lemma] += (8 if same else 3) / (3 + abs(j - i))


def person_contexts(facts: Facts, name: Callable[[str], str]) -> dict[str, Context]:
    """The context of every person, named thing and unknown: its roles, numbers and neighbours."""
    mentions: defaultdict[str, list[int]] = defaultdict(list)
    for word in facts.words:
        if word.kind == "name" or lexicon.is_person_noun(word.lemma):
            mentions[name(word.lemma)].append(word.i)
    for variable in facts.variables:
        mentions[variable.name].append(facts.token_at(variable.start))
    roles: defaultdict[int, list[str]] = defaultdict(list)
    for frame in facts.frames:
        event = name(frame.event)
        for role, i in frame.arguments:
            roles[i].append(f"{role}:{event}")
    return {key: _person_context(facts, places, roles, name) for key, places in mentions.items()}


def _person_context(
    facts: Facts,
    places: list[int],
    roles: Mapping[int, list[str]],
    name: Callable[[str], str],
) -> Context:
    context: defaultdict[str, float] = defaultdict(float)
    tokens = facts.text.tokens
    for i in places:
        for role in roles.get(i, ()):
            context[role] += 2
        if i and tokens[i - 1].lower in {"than", "from", "to", "by", "as", "of", "with"}:
            context["after " + tokens[i - 1].lower] += 1
        if i + 1 < len(tokens) and tokens[i + 1].lower in {"'s", "’s"}:
            context["owns:" + name(tokens[tokens[i].head].lemma.lower())] += 1.5
        for binding in facts.bindings:
            if i in binding.owners:
                context["number:" + str(binding.quantity.value)] += 2
            elif facts.text.sentence_of[i] == facts.text.sentence_of[binding.first]:
                context["near:" + str(binding.quantity.value)] += 3 / (2 + abs(i - binding.first))
    return context
