"""Units of measure and money: their words, their signs, and the sizes that make them comparable."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit by its canonical name; `factor` takes it to the base unit of its dimension.

    `factor` is None where there is no exact one (degrees Celsius, points). Money has one dimension
    a currency: "money:USD". A compound is "mile per hour", of dimension "speed", or "dollar per
    hour", of dimension "money:USD/time".
    """

    name: str
    dimension: str
    factor: Fraction | None = None


@dataclass(frozen=True, slots=True)
class UnitMention:
    """A unit where a text names it."""

    unit: Unit
    start: int
    end: int
    text: str


MILE = Unit("mile", "length", Fraction(1609344, 1000))


def unit_mentions(text: str) -> tuple[UnitMention, ...]:
    """Every unit that a text names, with or without a number, in text order.

    >>> [mention.unit.name for mention in unit_mentions("How many miles is it?")]
    ['mile']
    """
    found = re.finditer(r"\bmiles?\b", text)
    return tuple(UnitMention(MILE, m.start(), m.end(), m.group()) for m in found)
