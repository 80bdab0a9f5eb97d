"""What is said of each number by itself: each or in all, left or gone, a share of what, of which.

A number keeps its thing in a rewriting, in any words. Where it stands once in both texts, what is
said of it can be compared however free the rewriting is.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from scaning.facts.align import Alignment, closeness
from scaning.facts.checks.holders import Numbers, check_holders
from scaning.facts.evidence import Evidence
from scaning.facts.frames import LOSING
from scaning.facts.reading import Binding, Facts
from scaning.facts.relation_table import PHRASES
from scaning.facts.words import GENERIC
from scaning.parse import Token

EACH_OR_ALL, LEFT_OR_GONE, OTHER_BASE = 0.8, 0.8, 0.7
OTHER_WHOLE, OTHER_START, OTHER_TIME = 0.45, 0.6, 0.6
# These hold in any words.
FIRM = 0.85
# How far from a number its "each", its "left" and its thing stand.
_REACH = 3
_LEFT = frozenset("left remain remains remained leftover".split())
_REST = frozenset({*PHRASES["aggregate"]["remaining"], "other"}) - {"still", "left over"}
_CHANGING = frozenset(w for words in PHRASES["change"].values() for w in words)
# What may stand in "of the remaining pages", "of her pages that remained".
_IN_BASE = frozenset("DET ADJ PRON NUM".split())
_PAST = frozenset({"ago", "previously", "formerly"})
_FUTURE = frozenset({"hence", "later"})


def check_amounts(original: Facts, candidate: Facts, alignment: Alignment) -> Iterator[Evidence]:
    """Compare what both texts say of the numbers that stand once in each."""
    ours, theirs = _once(original), _once(candidate)
    yield from _each_or_all(original, ours, candidate, theirs)
    yield from _left_or_gone(original, ours, candidate, theirs)
    yield from _shares(original, ours, candidate, theirs, alignment)
    yield from check_holders(original, ours, candidate, theirs, alignment)
    yield from _starts(original, ours, candidate, theirs)
    yield from _moments(original, ours, candidate, theirs)


def _once(facts: Facts) -> dict[Fraction, Binding]:
    """The numbers that stand once in a text, ranks and times apart."""
    found: dict[Fraction, list[Binding]] = {}
    for binding in facts.bindings:
        if binding.quantity.kind not in {"ordinal", "time", "date", "exponent"}:
            found.setdefault(binding.quantity.value, []).append(binding)
    return {value: many[0] for value, many in found.items() if len(many) == 1}


def _each_or_all(a: Facts, ours: Numbers, b: Facts, theirs: Numbers) -> Iterator[Evidence]:
    """Find "$12 each" that became "$12 altogether"."""
    mine, other = _rates(a, ours), _rates(b, theirs)
    for value in mine.keys() & other.keys():
        if mine[value].isdisjoint(other[value]):
            yield _flip(EACH_OR_ALL, ours[value], mine[value], other[value])


def _rates(facts: Facts, numbers: Numbers) -> dict[Fraction, set[str]]:
    """For each number whether it is said to be of each or of all."""
    found: dict[Fraction, set[str]] = {}
    for relation in facts.relations:
        if relation.family != "rate" or relation.words.lower() == "respectively":
            continue
        end = relation.i + relation.words.count(" ")
        near = [
            (max(relation.i - binding.last, binding.first - end), value)
            for value, binding in numbers.items()
            if facts.text.sentence_of[binding.first] == facts.text.sentence_of[relation.i]
        ]
        distance, value = min(near, default=(_REACH + 1, Fraction(0)))
        if distance <= _REACH:
            found.setdefault(value, set()).add(relation.member)
    return found


def _left_or_gone(a: Facts, ours: Numbers, b: Facts, theirs: Numbers) -> Iterator[Evidence]:
    """Find "she used 18" that became "she has 18 left"."""
    for value in ours.keys() & theirs.keys():
        was, now = _fate(a, ours[value]), _fate(b, theirs[value])
        if was and now and was != now:
            yield _flip(LEFT_OR_GONE, ours[value], {was}, {now})


def _fate(facts: Facts, binding: Binding) -> str:
    """Whether a number is what is left, or what is given, spent, eaten."""
    tokens = facts.text.tokens
    end = facts.text.sents[facts.text.sentence_of[binding.last]][1]
    for token in tokens[binding.last + 1 : min(end, binding.last + 2 + _REACH)]:
        if token.pos in {"PUNCT", "CCONJ", "NUM"} or token.lower in {"what", "that", "which"}:
            break
        if token.lower in _LEFT and facts.is_relation(token.i):
            return "left"
    if binding.verb < 0:
        return ""
    verb = tokens[binding.verb].lemma.lower()
    if verb == "remain":
        return "left"
    clear = not any(t.pos in {"VERB", "AUX"} for t in tokens[binding.verb + 1 : binding.first])
    return "gone" if verb in LOSING and binding.verb < binding.first and clear else ""


def _shares(
    a: Facts, ours: Numbers, b: Facts, theirs: Numbers, alignment: Alignment
) -> Iterator[Evidence]:
    """Find "2/3 of the remainder" that became "2/3 of the salary"."""
    known = {t.lemma.lower() for t in a.text.tokens}
    told = {alignment.original_of(t.lemma.lower()) for t in b.text.tokens}
    for value in ours.keys() & theirs.keys():
        was, now = _base(a, ours[value]), alignment.original_of(_base(b, theirs[value]))
        if not was or not now or was == now or {was, now} & GENERIC:
            continue
        rest = "rest" in {was, now}
        if not rest and (was not in told or now not in known):
            continue
        if rest or closeness(was, now) < 0.4:
            yield _flip(OTHER_BASE if rest else OTHER_WHOLE, ours[value], {was}, {now})


def _base(facts: Facts, binding: Binding) -> str:
    """What a percentage or a fraction is a share of: "rest" or a lemma; "" where it is not said."""
    quantity, tokens = binding.quantity, facts.text.tokens
    if quantity.kind not in {"percent", "fraction"}:
        return ""
    unit = facts.token_at(max(quantity.end, quantity.unit_end) - 1)
    if [t.lower for t in tokens[unit + 1 : unit + 3]][:1] != ["of"] or unit + 2 >= len(tokens):
        return ""
    end = facts.text.sents[facts.text.sentence_of[unit]][1]
    if tokens[unit + 2].lower == "what":
        left = any(t.lower in _LEFT or t.lemma == "leave" for t in tokens[unit + 3 : unit + 7])
        return "rest" if left else ""
    head = ""
    for token in tokens[unit + 2 : min(end, unit + 8)]:
        if token.lower in _REST or token.lemma.lower() in _REST:
            return "rest"
        if token.tag == "POS":
            head = ""
        elif token.pos in {"NOUN", "PROPN"}:
            head = token.lemma.lower()
        elif token.pos not in _IN_BASE or token.tag == "PRP" or (head and token.pos != "PRON"):
            break
    return head


def _starts(a: Facts, ours: Numbers, b: Facts, theirs: Numbers) -> Iterator[Evidence]:
    """Find "a number increased by 30% gives 260" that became "260 is increased by 30%"."""
    mine, other = _changed(a, ours), _changed(b, theirs)
    if mine is None or other is None:
        return
    for value in sorted((mine ^ other) & ours.keys() & theirs.keys()):
        was, now = ("changes", "does not") if value in mine else ("does not change", "does")
        text = ours[value].quantity.text
        message = f"{text!r} {was} in the original and {now} in the candidate."
        yield Evidence("flipped-relation", OTHER_START, text, text, message, FIRM)


def _changed(facts: Facts, numbers: Numbers) -> set[Fraction] | None:
    """The numbers that are themselves increased or reduced; None where nothing is."""
    changing = [f for f in facts.frames if f.verb in _CHANGING]
    patients = {
        i for frame in changing for role, i in frame.arguments if role in {"object", "agent"}
    }
    whole = {v: n for v, n in numbers.items() if n.quantity.kind in {"number", "money"}}
    found = {v for v, n in whole.items() if patients & {*range(n.first, n.last + 1)}}
    told = {v for v, n in whole.items() if n.first and _changes(facts.text.tokens[n.first - 1])}
    return found | told if changing or told else None


def _changes(token: Token) -> bool:
    return token.lemma.lower() in _CHANGING and token.pos == "VERB"


def _moments(a: Facts, ours: Numbers, b: Facts, theirs: Numbers) -> Iterator[Evidence]:
    """Find what held years ago and holds now, while something else went the other way."""
    for marks in (_PAST, _FUTURE):
        mine, other = _in_time(a, ours, marks), _in_time(b, theirs, marks)
        left, came = mine & theirs.keys() - other, other & ours.keys() - mine
        if left and came:
            x, y = (ours[value].quantity.text for value in (min(left), min(came)))
            message = f"{x} and {y} have changed places in time."
            yield Evidence("swapped-roles", OTHER_TIME, x, y, message, FIRM)


def _in_time(facts: Facts, numbers: Numbers, marks: frozenset[str]) -> set[Fraction]:
    """The numbers of the sentences that speak of another time; not those that name the time."""
    found = set()
    for value, binding in numbers.items():
        start, end = facts.text.sents[facts.text.sentence_of[binding.first]]
        said = [t.i for t in facts.text.tokens[start:end] if t.lower in marks]
        if said and not any(0 < i - binding.last <= _REACH for i in said):
            found.add(value)
    return found


def _flip(weight: float, number: Binding, was: set[str], now: set[str]) -> Evidence:
    a, b = ", ".join(sorted(was)), ", ".join(sorted(now))
    text = number.quantity.text
    message = f"Of {text!r} the original says {a!r}, the candidate {b!r}."
    return Evidence("flipped-relation", weight, a, b, message, FIRM)
