"""The numbers of a text, each with its exact value, its kind, its unit and its place."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from scaning.facts.binding import bind
from scaning.facts.readers import READERS, read_figure
from scaning.facts.relating import relate
from scaning.facts.scan import Kind, Reading, Scan, scan
from scaning.facts.unit_table import Unit
from scaning.facts.units import unit_mentions

__all__ = ["Kind", "Quantity", "implied", "quantities"]

# A backslash opens a LaTeX fraction.
_FIGURES = frozenset("0123456789\\")


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
    """Every quantity of a text, in text order, without those that are only `implied`.

    >>> [str(quantity.value) for quantity in quantities("Ann has 3 apples and half a dozen pears.")]
    ['3', '6']
    """
    s = scan(text)
    return tuple(_quantity(s, reading) for reading in relate(s, _readings(s)))


def implied(text: str) -> tuple[Quantity, ...]:
    """The 1 that an article says before a unit: "a pound of tea", "in an hour".

    >>> [quantity.text for quantity in implied("She earns $9 an hour and works for an hour.")]
    ['an']
    """
    s = scan(text)
    articles = {s.ends[i]: i for i, word in enumerate(s.words) if word in {"a", "an"}}
    found = []
    for mention in unit_mentions(text):
        i = articles.get(mention.start - 1)
        if i is not None and not mention.per:
            start, end = s.starts[i], s.ends[i]
            one = Quantity(
                Fraction(1), "number", mention.unit, start, end, text[start:end],
                mention.start, mention.end, implicit=True,
            )  # fmt: skip
            found.append(one)
    return tuple(found)


def _readings(s: Scan) -> list[Reading]:
    found: list[Reading] = []
    done = 0
    for i, word in enumerate(s.words):
        if i < done:
            continue
        if word[:1] in _FIGURES or (word[:1] == "." and len(word) > 1):
            reading = read_figure(s, i)
        elif word in READERS:
            reading = READERS[word](s, i)
        else:
            continue
        if reading is not None:
            reading = bind(s, reading)
            found.append(reading)
            done = reading.stop
    return found


def _quantity(s: Scan, reading: Reading) -> Quantity:
    start, end = s.starts[reading.first], s.ends[reading.end - 1]
    if "{" in s.text[start:end] and s.text[end : end + 1] == "}":
        end += 1
    unit_start = unit_end = -1
    if reading.unit is not None:
        unit_start, unit_end = s.starts[reading.unit_first], s.ends[reading.unit_end - 1]
    return Quantity(
        reading.value,
        reading.kind,
        reading.unit,
        start,
        end,
        s.text[start:end],
        unit_start,
        unit_end,
    )
