"""The small words that decide the equation: more and less, at least, each, total, before, not.

Every relation belongs to a family. Losing one member of a family and gaining another is a flip.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from typing import NamedTuple

from scaning.parse import Text, Token

# family → member → the words and phrases that say it, as lower-case forms or lemmas.
PHRASES: Mapping[str, Mapping[str, str]] = {
    "comparison": {
        "more": "more, greater, higher, larger, bigger, longer, older, taller, heavier, faster, exceed, "
        "elder, wider, deeper, costlier, dearer, surplus, excess, in excess of, "
        "farther, further, above, older than",
        "less": "less, fewer, lower, smaller, lesser, shorter, younger, lighter, slower, cheaper, "
        "narrower, short of, below, nearer",
    },
    "bound": {
        "at least": "at least, at the least, no less than, not less than, no fewer than, "
        "not fewer than, or more, a minimum of, minimum of, not below, or greater, or above",
        "at most": "at most, at the most, no more than, not more than, not exceed, not exceeding, "
        "or less, or fewer, up to, upto, a maximum of, maximum of, or below",
        "exactly": "exactly, precisely",
    },
    "extreme": {
        "most": "maximum, max, greatest, largest, highest, biggest, longest, most, maximize, maximise, "
        "oldest, tallest, heaviest, fastest, eldest",
        "least": "minimum, min, least, smallest, lowest, fewest, shortest, minimize, minimise, youngest, "
        "lightest, slowest",
    },
    "aggregate": {
        "total": "total, altogether, in all, sum, combined, combine, add up to, all together, overall, "
        "together, collectively",
        "difference": "difference, differ, how many more, how much more, how many fewer, "
        "how much less, how many less, how much longer, how much farther, how much further",
        "product": "product, multiply, multiplied",
        "quotient": "quotient, divide by, divided by",
        "average": "average, mean, median, arithmetic mean, on average",
        "remaining": "remain, remaining, remainder, leftover, left over, left, rest, still",
        "ratio": "ratio, proportion",
    },
    "rate": {
        "each": "each, every, apiece, per, for every, for each",
        "total": "total, altogether, in all, in total, combined",
    },
    "hand": {"left": "left hand", "right": "right, right hand"},
    "order": {
        "before": "before, earlier, previous, previously, preceding, ago, prior, precede, last, back",
        "after": "after, later, next, following, since, afterwards, afterward, hence, from now, then, "
        "subsequent, subsequently",
    },
    "change": {
        "up": "increase, gain, rise, grow, raise, appreciate, climb, add, plus, increment, growth, "
        "markup, mark up, more expensive, deposit",
        "down": "decrease, reduce, reduction, fall, drop, decline, depreciate, discount, diminish, "
        "subtract, minus, deduct, shrink, lose, loss, decrement, markdown, withdraw, remove",
    },
    "outcome": {"profit": "profit, gain, earn", "loss": "loss, lose"},
    "price": {
        "cost": "cost price, costs price, c.p, c.p., cp, purchase price, buying price, wholesale price, "
        "wholesale cost, purchase cost",
        "selling": "selling price, sale price, sales price, s.p, s.p., sp, retail price",
        "marked": "marked price, list price, m.p, sticker price, labelled price, catalogue price",
    },
    "interest": {"simple": "simple", "compound": "compound, compounded"},
    "denial": {
        "not": "not, n't, never, cannot, without, fail, except, neither, nor, nobody, none, unable, "
        "other than, no one, nothing, exclude, excluding",
    },
    "quantifier": {
        "both": "both", "either": "either", "only": "only, alone, just, merely", "all": "all",
        "same": "same, identical, equal, equally, as many as, as much as", "different": "different, distinct, unequal",
    },
    "direction": {
        "toward": "toward, towards, to meet, approach", "away": "away",
        "opposite": "opposite, reverse", "same way": "same direction",
        "upstream": "upstream, against the stream, against the current, against the wind",
        "downstream": "downstream, with the stream, with the current, with the wind, along the current",
    },
    "compass": {
        "north": "north, northward, northwards", "south": "south, southward, southwards",
        "east": "east, eastward, eastwards", "west": "west, westward, westwards",
    },
    "parity": {"odd": "odd", "even": "even number, even integer, even numbers, even integers, even"},
    "sign": {"positive": "positive", "negative": "negative"},
    "figure": {
        "area": "area", "perimeter": "perimeter", "volume": "volume", "surface": "surface area",
        "circumference": "circumference", "radius": "radius, radii", "diameter": "diameter",
        "diagonal": "diagonal", "hypotenuse": "hypotenuse",
    },
    "shape": {
        "square": "square, squared", "cube": "cube, cubed", "rectangle": "rectangle, rectangular",
        "circle": "circle, circular", "triangle": "triangle, triangular", "sphere": "sphere, spherical",
        "cylinder": "cylinder, cylindrical", "cone": "cone, conical",
    },
    "side": {
        "length": "length, long", "width": "width, wide, breadth, broad",
        "height": "height, tall, high", "depth": "depth, deep",
    },
    "addition": {"additional": "additional, extra, another, further"},
    "root": {"square root": "square root", "cube root": "cube root"},
    "period": {
        "daily": "daily, a day, per day, each day, every day",
        "weekly": "weekly, a week, per week, each week, every week",
        "monthly": "monthly, a month, per month, each month, every month",
        "yearly": "yearly, annual, annually, per annum, p.a, p.a., a year, per year, each year, every year",
        "hourly": "hourly, an hour, per hour, each hour, every hour",
        "by the minute": "per minute, a minute, each minute, every minute",
        "by the second": "per second, a second, each second, every second",
    },
    "part of day": {"am": "am, a.m., a.m", "pm": "pm, p.m., p.m", "noon": "noon", "midnight": "midnight"},
}  # fmt: skip

# How bad it is that a relation is lost or added without another of its family in its place:
# the share of damaged training problems among those with this difference, by family
# (results/breaks.json), rounded.
LOSS: Mapping[str, float] = {
    "comparison": 0.5, "bound": 0.6, "extreme": 0.5, "aggregate": 0.25, "rate": 0.2, "order": 0.15,
    "change": 0.3, "outcome": 0.3, "price": 0.4, "interest": 0.6, "denial": 0.6, "quantifier": 0.15,
    "direction": 0.3, "compass": 0.6, "parity": 0.7, "sign": 0.6, "figure": 0.5, "shape": 0.3,
    "side": 0.3, "hand": 0.3, "addition": 0.15, "root": 0.7, "period": 0.2, "part of day": 0.4,
}  # fmt: skip


class Relation(NamedTuple):
    """One relation: its family, its member, its first token and the words that say it."""

    family: str
    member: str
    i: int
    words: str


_Entry = tuple[tuple[str, ...], list[tuple[str, str]]]


def _index() -> dict[str, list[_Entry]]:
    meanings: dict[tuple[str, ...], list[tuple[str, str]]] = {}
    for family, members in PHRASES.items():
        for member, phrases in members.items():
            for phrase in phrases.split(", "):
                meanings.setdefault(tuple(phrase.split()), []).append((family, member))
    index: dict[str, list[_Entry]] = {}
    for words, senses in meanings.items():
        index.setdefault(words[0], []).append((words, senses))
    for entries in index.values():
        entries.sort(key=lambda entry: -len(entry[0]))
    return index


_INDEX = _index()
# "from left", "to the left", "his left": a side, not what remains.
_SIDED = frozenset("from to the his her its their on extreme".split())


def relations(text: Text, taken: Set[int] = frozenset()) -> tuple[Relation, ...]:
    """The relations of a text in order; the longest phrase wins, its words count once.

    A relation that lies wholly in `taken` tokens, such as the "per" of a unit, is none.

    >>> from scaning.parse import shared_parser
    >>> found = relations(shared_parser()("Ann has at least 3 more than Bob."))
    >>> [(r.family, r.member) for r in found]
    [('bound', 'at least'), ('comparison', 'more')]
    """
    tokens, found, i = text.tokens, [], 0
    while i < len(tokens):
        entry = _match(tokens, i)
        if entry is None:
            i += 1
            continue
        words, senses = entry
        if taken.issuperset(range(i, i + len(words))):
            i += len(words)
            continue
        said = " ".join(t.text for t in tokens[i : i + len(words)])
        if said.lower() == "left" and i and tokens[i - 1].lower in _SIDED:
            senses = [("hand", "left")]
        found.extend(Relation(family, member, i, said) for family, member in senses)
        i += len(words)
    return tuple(found)


def _match(tokens: tuple[Token, ...], i: int) -> _Entry | None:
    token = tokens[i]
    for key in dict.fromkeys((token.lower, token.lemma)):
        for entry in _INDEX.get(key, ()):
            words = entry[0]
            if len(words) == 1:
                return entry if _is_relation(tokens, token) else None
            rest = tokens[i + 1 : i + len(words)]
            if len(rest) == len(words) - 1 and all(
                word in (t.lower, t.lemma) for word, t in zip(words[1:], rest, strict=True)
            ):
                return entry
    return None


def _is_relation(tokens: tuple[Token, ...], token: Token) -> bool:
    """Is a word that has another sense too used as a relation here?"""
    after = tokens[token.i + 1] if token.i + 1 < len(tokens) else None
    before = tokens[token.i - 1] if token.i else None
    match token.lower:
        case "left":
            # "left the station" is a departure; "5 are left" and "have left" are what remains.
            return not (after and after.tag in {"DT", "PRP$", "NNP", "IN"} and token.tag == "VBD")
        case "just" | "alone" | "back" | "still" | "then":
            return token.lower in {"alone", "still"}
        case "rest":
            return bool(before and before.lower == "the")
        case "last" | "next" | "following" | "since":
            return not (after and after.pos == "PUNCT")
        case "even":
            return token.tag in {"JJ", "NN"}
        case "mean" | "means":
            return token.pos in {"NOUN", "ADJ"}
        case "high" | "long" | "deep" | "wide" | "tall" | "broad":
            return not (before and before.lower in {"how", "so", "as"}) and token.pos != "ADV"
        case "plus" | "minus" | "all" | "together" | "only" | "am":
            return not (
                token.lower == "all" and before is not None and before.lower in {"in", "of", "at"}
            )
        case _:
            return True
