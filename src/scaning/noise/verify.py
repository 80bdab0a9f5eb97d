"""Did noise keep every quantity, unit and unknown?"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from scaning.facts.quantities import quantities
from scaning.facts.units import unit_mentions
from scaning.facts.variables import AFTER_NAME, OPERATORS, variables
from scaning.noise.masks import without_masks
from scaning.parse import Parser, Text

_AFTER_NAME = "|".join(sorted(AFTER_NAME))
_OPERATORS = re.escape("".join(sorted(OPERATORS)))
# What may be an unknown: any single letter but "a" and "I", a few capitals, an "A" inside a
# sentence or before what no article leads, an "a" or an "i" beside an operator.
_UNKNOWN = re.compile(
    r"(?<![A-Za-z'’])(?:[B-HJ-Zb-hj-z]|[A-Z]{2,5}|(?<=[a-z0-9,;%)] )A)(?![A-Za-z])"
    rf"|\bA(?:[^\w\s]| [^\w\s]| (?:{_AFTER_NAME})\b)"
    rf"|[{_OPERATORS}] ?[aiI](?![A-Za-z])|(?<![A-Za-z])[aiI] ?[{_OPERATORS}]"
)

Said = tuple[Counter[str], Counter[str], Counter[str]]


def facts_kept(parser: Parser, before: Sequence[str], after: Sequence[str]) -> list[bool]:
    """For each text whether it says each fact as often after noise as before; masks say none."""
    plain = [
        (without_masks(old), without_masks(new)) for old, new in zip(before, after, strict=True)
    ]
    # Unknowns take a parse, so they are read only where there may be any on either side.
    at_stake = [text for pair in plain if any(map(_UNKNOWN.search, pair)) for text in pair]
    parsed = dict(zip(at_stake, parser.parse(at_stake), strict=True))
    return [_facts(old, parsed.get(old)) == _facts(new, parsed.get(new)) for old, new in plain]


@lru_cache(maxsize=1024)
def _facts(text: str, parsed: Text | None) -> Said:
    return (
        Counter(f"{q.value} {q.unit.name if q.unit else ''}" for q in quantities(text)),
        Counter(mention.unit.name for mention in unit_mentions(text)),
        Counter(variable.name for variable in variables(parsed)) if parsed else Counter(),
    )
