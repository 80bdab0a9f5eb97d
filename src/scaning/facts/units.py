"""Units of measure and money where a text names them, alone, squared, cubed or "per" another."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from scaning.facts.number_words import CARDINALS, MULTIPLES
from scaning.facts.scan import VULGAR, Scan, scan
from scaning.facts.unit_table import FORMS, UNITS, Unit
from scaning.facts.unit_words import UnitAt, unit_word

__all__ = ["Unit", "UnitMention", "unit_mentions"]


@dataclass(frozen=True, slots=True)
class UnitMention:
    """A unit where a text names it; `per` marks one that only divides: "12 apples an hour"."""

    unit: Unit
    start: int
    end: int
    text: str
    per: bool = False


SIGNS: frozenset[str] = frozenset("$ £ € ₹ ¥ ₱ ₩ ¢".split())
_PREFIXES = {"square": 2, "sq": 2, "cubic": 3, "cu": 3}
_POWERS = {"2": 2, "3": 3, "²": 2, "³": 3}
_POWER_NAMES = {2: ("square", "area"), 3: ("cubic", "volume")}
_ADVERBS = {
    "hourly": "hour", "daily": "day", "weekly": "week", "monthly": "month", "yearly": "year",
    "annually": "year", "annual": "year",
}  # fmt: skip


def unit_mentions(text: str) -> tuple[UnitMention, ...]:
    """Every unit that a text names, with or without a number, in text order.

    >>> [mention.unit.name for mention in unit_mentions("How many miles an hour is 5 m/s?")]
    ['mile per hour', 'metre per second']
    """
    s = scan(text)
    found: list[UnitMention] = []
    done = 0
    for i, word in enumerate(s.words):
        if i < done or word not in _STARTERS:
            continue
        mention = _mention(s, i)
        if mention is None:
            continue
        unit, first, end, per = mention
        start, stop = s.starts[first], s.ends[end - 1]
        found.append(UnitMention(unit, start, stop, text[start:stop], per))
        done = end
    return tuple(found)


class _Mention(NamedTuple):
    unit: Unit
    first: int
    end: int
    per: bool = False


def _mention(s: Scan, i: int) -> _Mention | None:
    word = s.words[i]
    if word in _ADVERBS:
        return _Mention(UNITS[_ADVERBS[word]], i, i + 1, True)
    sign = sign_at(s, i)
    if sign is not None:
        return _signed(s, i, sign)
    if (below := per_at(s, i)) is not None:
        return _Mention(below.unit, below.end - 1 if word == "p" else i + 1, below.end, True)
    at = unit_at(s, i, numbered=_is_numbered(s, i))
    if at is not None and word == "c" and s.original(i).isupper() and not s.tight(at.end - 1):
        # "A and B and C. C is younger": two sentences about C.
        return None
    return None if at is None else _Mention(at.unit, i, at.end)


def _signed(s: Scan, i: int, sign: UnitAt) -> _Mention:
    """A currency sign; with a number and "per hour" behind it the mention covers all of it."""
    end = sign.end
    if s.words[end][:1].isdigit():
        end += 1
        while s.words[end] in MULTIPLES:
            end += 1
        if (below := per_at(s, end)) is not None:
            return _Mention(compound(sign.unit, below.unit), i, below.end)
    return _Mention(sign.unit, i, sign.end)


def sign_at(s: Scan, i: int) -> UnitAt | None:
    """The currency at token `i` that stands before its number: "$", "Rs.", "USD"."""
    word = s.words[i]
    if word in SIGNS:
        return UnitAt(FORMS[word][0][1], i + 1)
    if word in {"rs", "re"}:
        return UnitAt(UNITS["rupee"], i + 1 + (s.words[i + 1] == ".")) if _rupees(s, i) else None
    if word in {"us", "s", "c", "a"} and s.words[i + 1] == "$" and s.tight(i + 1):
        return UnitAt(next(u for form, u in FORMS[word] if form == (word, "$")), i + 2)
    if len(word) == 3 and s.original(i).isupper() and s.words[i + 1][:1].isdigit():
        unit = FORMS[word][0][1] if word in FORMS else None
        if unit is not None and unit.dimension.startswith("money"):
            return UnitAt(unit, i + 1)
    return None


def _rupees(s: Scan, i: int) -> bool:
    following = s.words[i + 1 + (s.words[i + 1] == ".")]
    return s.words[i] == "rs" or (s.words[i + 1] == "." and following[:1].isdigit())


def unit_at(s: Scan, i: int, *, numbered: bool) -> UnitAt | None:
    """The unit at token `i`, with what it is "per"; `numbered` says that a number stands before."""
    above = _power_at(s, i, numbered)
    if above is None or above.unit.dimension in {"share", "speed"}:
        return above
    below = per_at(s, above.end)
    return above if below is None else UnitAt(compound(above.unit, below.unit), below.end)


def per_at(s: Scan, i: int) -> UnitAt | None:
    """The unit that a quantity is divided by at token `i`: "per hour", "/ hr", "an hour"."""
    word, following = s.words[i], s.words[i + 1]
    if word in {"per", "/"}:
        if word == "/" and not following.isalpha():
            return None
        return _power_at(s, i + 1, True)
    if word == "p" and following == "." and s.words[i + 2] in {"a", "m"}:
        return UnitAt(UNITS["year" if s.words[i + 2] == "a" else "month"], i + 3)
    if word not in {"a", "an", "each", "every"} or following not in FORMS or len(following) < 3:
        return None
    if word in {"a", "an"} and not _divides(s, i):
        return None
    if following == "second" and s.words[i + 2].isalnum():
        return None
    at = unit_word(s, i + 1, True)
    return at if at is not None and not following.endswith("s") else None


def _divides(s: Scan, i: int) -> bool:
    """Whether the article at token `i` means "per": it follows an amount or a plural."""
    before = s.words[i - 1]
    if (
        before[:1].isdigit()
        or (before in FORMS and before != "in")
        or before in CARDINALS
        or before in MULTIPLES
    ):
        return True
    plural = len(before) > 3 and before.endswith("s") and not before.endswith(("ss", "us", "is"))
    return (plural and before not in _VERBS) or before in {"times", "twice", "once", "much"}


_VERBS = frozenset(
    "takes lasts needs uses gives costs gets makes buys sells runs spends wants has sleeps works "
    "walks weighs travels covers requires adds always earns eats reads drives rents".split()
)


def _power_at(s: Scan, i: int, numbered: bool) -> UnitAt | None:
    """A unit, squared or cubed where the text says so."""
    power = _PREFIXES.get(s.words[i])
    if power is not None:
        k = i + 1 + (s.words[i + 1] == ".")
        base = unit_word(s, k, True)
        if base is None or base.unit.dimension != "length":
            return None
        return UnitAt(powered(base.unit, power), base.end)
    base = unit_word(s, i, numbered or _is_squared(s, i))
    if base is None or base.unit.dimension not in {"length", "time"}:
        return base
    end = base.end
    if s.words[end] == "^" and s.words[end + 1] in _POWERS:
        return UnitAt(powered(base.unit, _POWERS[s.words[end + 1]]), end + 2)
    if s.words[end] in _POWERS and s.tight(end):
        return UnitAt(powered(base.unit, _POWERS[s.words[end]]), end + 1)
    return base


def _is_squared(s: Scan, i: int) -> bool:
    """Whether the single letter at token `i` is a unit by what follows: "m²", "m / s"."""
    following, beyond = s.words[i + 1], s.words[i + 2]
    if s.words[i] not in {"m", "g", "l"}:
        return False
    if following == "/" and beyond in {"s", "sec", "second", "h", "hr", "min", "l", "ml"}:
        return True
    return following in {"²", "³"} or (following in {"2", "3"} and s.words[i - 1] == "in")


def _is_numbered(s: Scan, i: int) -> bool:
    k = i - 1 - (s.words[i - 1] == "-")
    before = s.words[k]
    return (
        before[:1].isdigit()
        or (before[:1] == "." and before != ".")
        or before in CARDINALS
        or before in MULTIPLES
        or before in VULGAR
        or before.startswith("\\frac")
    )


@lru_cache(maxsize=1024)
def compound(above: Unit, below: Unit) -> Unit:
    """One unit per another.

    >>> compound(UNITS["metre"], UNITS["second"]).name
    'metre per second'
    """
    factor = above.factor / below.factor if above.factor and below.factor else None
    speed = (above.dimension, below.dimension) == ("length", "time")
    dimension = "speed" if speed else f"{above.dimension}/{below.dimension}"
    return Unit(f"{above.name} per {below.name}", dimension, factor)


@lru_cache(maxsize=256)
def powered(base: Unit, power: int) -> Unit:
    """A length squared or cubed, and the second of "m/s²".

    >>> powered(UNITS["foot"], 2).name
    'square foot'
    """
    name, dimension = _POWER_NAMES[power]
    if base.dimension != "length":
        dimension = f"{base.dimension}^{power}"
    factor = base.factor**power if base.factor else None
    return Unit(f"{name} {base.name}", dimension, factor)


_STARTERS = frozenset(FORMS) | frozenset(_PREFIXES) | frozenset(_ADVERBS) | {"per", "/", "p"} | {
    "a", "an", "each", "every"
}  # fmt: skip
