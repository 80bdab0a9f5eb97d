"""Units of measure and money where a text names them, alone, squared, cubed or "per" another."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from scaning.facts.number_words import CARDINALS, DENOMINATORS, MULTIPLES
from scaning.facts.scan import VULGAR, Scan, scan
from scaning.facts.unit_table import FORMS, UNITS, Unit

__all__ = ["Unit", "UnitMention", "unit_mentions"]


@dataclass(frozen=True, slots=True)
class UnitMention:
    """A unit where a text names it; `per` marks one that only divides: "12 apples an hour"."""

    unit: Unit
    start: int
    end: int
    text: str
    per: bool = False


class UnitAt(NamedTuple):
    """A unit found at a token, and the token after it."""

    unit: Unit
    end: int


SIGNS: frozenset[str] = frozenset("$ £ € ₹ ¥ ₱ ₩".split())
_PREFIXES = {"square": 2, "sq": 2, "cubic": 3, "cu": 3}
_POWERS = {"2": 2, "3": 3, "²": 2, "³": 3}
_POWER_NAMES = {2: ("square", "area"), 3: ("cubic", "volume")}
_ADVERBS = {
    "hourly": "hour", "daily": "day", "weekly": "week", "monthly": "month", "yearly": "year",
    "annually": "year", "annual": "year",
}  # fmt: skip
# Words that are units only after a number: letters and words with another common meaning.
_ONLY_NUMBERED = frozenset(
    "m g l s h in ms mi lt mts ha re knot knots buck bucks k yard degree deg foot cl kl dl tb kw "
    "franc cad aud sar".split()
)
_PERSON_NAMES = frozenset({"miles", "min"})
_BODY = frozenset("his her my their your its bare four".split())
_ALGEBRA = frozenset("+ - = < > * ^ × ≤ ≥".split())
_POUND_IS_MASS = frozenset(
    "weigh weighs weighed weighing weight weights heavy heavier lose loses lost loss gain gained lb "
    "lbs ounce ounces oz $ dollar dollars cent cents rs rupees € euros ton tons kilogram kilograms kg "
    "flour sugar meat beef salt rice potatoes".split()
)
_POUND_IS_MONEY = frozenset(
    "£ pence penny pay pays paid cost costs money price priced salary earn earns earned borrow "
    "borrows borrowed owe owes bank wage wages sold profit tax invested invests".split()
)


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
    at = _simple(s, i + 1, True)
    return at if at is not None and not following.endswith("s") else None


def _divides(s: Scan, i: int) -> bool:
    """Whether the article at token `i` means "per": it follows an amount or a plural."""
    before = s.words[i - 1]
    if before[:1].isdigit() or before in FORMS or before in CARDINALS or before in MULTIPLES:
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
        base = _simple(s, k, True)
        if base is None or base.unit.dimension != "length":
            return None
        return UnitAt(powered(base.unit, power), base.end)
    base = _simple(s, i, numbered or _is_squared(s, i))
    if base is None or base.unit.dimension != "length":
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


def _simple(s: Scan, i: int, numbered: bool) -> UnitAt | None:
    forms = FORMS.get(s.words[i])
    if forms is None:
        return None
    for form, unit in forms:
        size = len(form)
        if size > 1 and tuple(s.words[i : i + size]) != form:
            continue
        if size == 1 and not _is_unit(s, i, numbered):
            return None
        return UnitAt(_resolve(s, i, unit), i + size)
    return None


def _is_unit(s: Scan, i: int, numbered: bool) -> bool:
    """Whether a one-word form is a unit here, for the words that also mean something else."""
    word = s.words[i]
    if word in _ONLY_NUMBERED and not numbered and not _asked(s, i):
        return False
    if word in _PERSON_NAMES and not numbered and s.original(i)[0].isupper():
        return False
    if len(word) == 1 and s.words[i + 1] in _ALGEBRA and s.words[i + 2][:1].isalnum():
        return word == "m" and s.words[i + 1] == "^" and s.words[i + 2] in _POWERS
    check = _CHECKS.get(word)
    return check is None or check(s, i, numbered)


def _asked(s: Scan, i: int) -> bool:
    """Whether a longer word is named as a unit without a number: "how many degrees", "in feet"."""
    return len(s.words[i]) > 3 and s.words[i - 1] in {"many", "in", "per"}


def _is_inch(s: Scan, i: int, numbered: bool) -> bool:
    following = s.words[i + 1]
    if following == ".":
        return s.tight(i + 1) and not s.original(i + 2)[:1].isupper()
    if s.words[i - 2] in {"ft", "feet", "foot", "'"}:
        return following not in {"the", "a", "an"}
    return following in _INCH_AFTER


_INCH_AFTER = frozenset(", ) ? by x × * long wide tall high deep thick ^ ² ³ /".split()) | {""}


def _is_second(s: Scan, i: int, numbered: bool) -> bool:
    """Time, not the ordinal: only after a number or "per"."""
    before = s.words[i - 1 - (s.words[i - 1] == "-")]
    return numbered and before not in {"the", "and"}


def _is_cup(s: Scan, i: int, numbered: bool) -> bool:
    """A measure, not a thing to drink from: "cups of flour", "1/2 cup"."""
    before = s.words[i - 1]
    return (
        s.words[i + 1] == "of"
        or s.words[i - 2] == "/"
        or before in VULGAR
        or before in DENOMINATORS
    )


def _is_feet(s: Scan, i: int, numbered: bool) -> bool:
    return s.words[i - 1] not in _BODY


def _is_letter_s(s: Scan, i: int, numbered: bool) -> bool:
    # "the 1990s" is a decade.
    decade = s.tight(i) and len(s.words[i - 1]) > 1 and s.words[i - 1].endswith("0")
    return numbered and not decade and s.words[i - 1] != "'"


_CHECKS: dict[str, Callable[[Scan, int, bool], bool]] = {
    "in": _is_inch, "second": _is_second, "cup": _is_cup, "cups": _is_cup, "feet": _is_feet,
    "s": _is_letter_s, "rs": lambda s, i, numbered: True,
}  # fmt: skip


def _resolve(s: Scan, i: int, unit: Unit) -> Unit:
    """The unit meant where a word names two: pounds of money or of weight."""
    if s.words[i] not in {"pound", "pounds"} or len(unit.name) > 5:
        return unit
    present = set(s.words)
    if "£" in present or (present & _POUND_IS_MONEY and not present & _POUND_IS_MASS):
        if s.words[i + 1] == "of" or s.words[i - 1] in {"per", "/"}:
            return unit
        return UNITS["pound sterling"]
    return unit


def _is_numbered(s: Scan, i: int) -> bool:
    k = i - 1 - (s.words[i - 1] == "-")
    before = s.words[k]
    return (
        before[:1].isdigit()
        or before[:1] == "."
        and before != "."
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
    """A length squared or cubed.

    >>> powered(UNITS["foot"], 2).name
    'square foot'
    """
    name, dimension = _POWER_NAMES[power]
    factor = base.factor**power if base.factor else None
    return Unit(f"{name} {base.name}", dimension, factor)


_STARTERS = frozenset(FORMS) | frozenset(_PREFIXES) | frozenset(_ADVERBS) | {"per", "/", "p"} | {
    "a", "an", "each", "every"
}  # fmt: skip
