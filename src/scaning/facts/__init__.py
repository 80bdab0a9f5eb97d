"""What a word problem says and what a paraphrase must keep: extract the facts, compare two texts.

>>> from scaning import facts
>>> problem = "Ann has 3 apples. How many has she?"
>>> verdict = facts.compare(problem, "Ann has 4 apples. How many has she?")
>>> verdict.ok, verdict.reasons[0].kind
(False, 'missing-number')
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING

from scaning.facts.reasons import REASONS
from scaning.records import Verdict

if TYPE_CHECKING:
    from scaning.facts.reading import Facts
    from scaning.parse import Parser

__all__ = ["REASONS", "compare", "compare_many", "extract"]

_CHUNK = 64


def extract(text: str, *, parser: Parser | None = None) -> Facts:
    """The facts of a text."""
    from scaning.facts.reading import Facts

    return Facts(_parser(parser)(text))


def compare(original: str, candidate: str, *, parser: Parser | None = None) -> Verdict:
    """Does the candidate keep everything that the solution of the original rests on?"""
    return next(compare_many([(original, candidate)], parser=parser))


def compare_many(
    pairs: Iterable[tuple[str, str]], *, parser: Parser | None = None
) -> Iterator[Verdict]:
    """Verdicts on many pairs, in order; texts are parsed in batches, each once."""
    from scaning.facts.judge import verdict_on
    from scaning.facts.reading import Facts

    chosen, stream = _parser(parser), iter(pairs)
    while chunk := list(islice(stream, _CHUNK)):
        texts = list(dict.fromkeys(text for pair in chunk for text in pair))
        known = {text: Facts(t) for text, t in zip(texts, chosen.parse(texts), strict=True)}
        for original, candidate in chunk:
            yield verdict_on(known[original], known[candidate])


def _parser(parser: Parser | None) -> Parser:
    from scaning.parse import shared_parser

    return parser or shared_parser()
