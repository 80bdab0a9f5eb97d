"""Did noise keep every quantity, unit and unknown?"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from scaning.facts.quantities import quantities
from scaning.facts.units import unit_mentions
from scaning.facts.variables import variables
from scaning.noise.masks import without_masks
from scaning.parse import Parser, Text

# What may be an unknown: any single letter but "a" and "I", a few capitals, an "A" inside a
# sentence, an "a" beside an operator.
_UNKNOWN = re.compile(
    r"(?<![A-Za-z'’])(?:[B-HJ-Zb-hj-z]|[A-Z]{2,5}|(?<=[a-z0-9,;%)] )A)(?![A-Za-z])"
    r"|[-+=*/^<>%] a(?![A-Za-z])|(?<![A-Za-z])a [-+=*/^<>%]"
)

Said = tuple[Counter[str], Counter[str], Counter[str]]


def facts_kept(parser: Parser, before: Sequence[str], after: Sequence[str]) -> list[bool]:
    """For each text whether it says each fact as often after noise as before; masks say none."""
    pairs = zip(_said(parser, before), _said(parser, after), strict=True)
    return [old == new for old, new in pairs]


def _said(parser: Parser, texts: Sequence[str]) -> list[Said]:
    """The facts of texts; unknowns take a parse, so they are read only where there may be any."""
    plain = [without_masks(text) for text in texts]
    at_stake = [text for text in plain if _UNKNOWN.search(text)]
    parsed = dict(zip(at_stake, parser.parse(at_stake), strict=True))
    return [_facts(text, parsed.get(text)) for text in plain]


@lru_cache(maxsize=1024)
def _facts(text: str, parsed: Text | None) -> Said:
    return (
        Counter(f"{q.value} {q.unit.name if q.unit else ''}" for q in quantities(text)),
        Counter(mention.unit.name for mention in unit_mentions(text)),
        Counter(variable.name for variable in variables(parsed)) if parsed else Counter(),
    )
