"""The numbers of a text, each with its exact value, its kind, its unit and its place."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from scaning.facts.units import Unit

Kind = Literal[
    "number", "fraction", "percent", "money", "ratio", "time", "date", "ordinal", "multiplier",
    "power", "range", "exponent",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number in a text; `start` and `end` cover it and its currency or percent sign.

    `unit_start` and `unit_end` cover the unit where there is one, else both are -1. `implicit`
    marks the 1 of "a dollar" and "an hour", which a paraphrase may drop or write out.
    """

    value: Fraction
    kind: Kind
    unit: Unit | None
    start: int
    end: int
    text: str
    unit_start: int = -1
    unit_end: int = -1
    implicit: bool = False

    @property
    def amount(self) -> Fraction | None:
        """The value in the base unit of its dimension: "$0.50" and "50 cents" have the same."""
        if self.unit is None or self.unit.factor is None:
            return None
        return self.value * self.unit.factor


def quantities(text: str) -> tuple[Quantity, ...]:
    """Every quantity of a text, in text order.

    >>> [str(quantity.value) for quantity in quantities("Ann has 3 apples and 12 pears.")]
    ['3', '12']
    """
    found = re.finditer(r"\d+", text)
    return tuple(
        Quantity(Fraction(int(m.group())), "number", None, m.start(), m.end(), m.group())
        for m in found
    )
