"""How much two versions of a quiz look alike."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import pairwise

from scaning.versions.assign import Assignment
from scaning.versions.questions import Question

Matrix = tuple[tuple[float, ...], ...]
_WORD = re.compile(r"\w+(?:[.,:/]\w+)*")


def similarity(one: str, other: str) -> float:
    """The share of neighbouring words that two texts have in common (Dice); 1 for the same text.

    >>> round(similarity("Ann has 3 pens now", "Now Ann has 3 pens"), 2)
    0.5
    """
    if one == other:
        return 1.0
    a, b = _pairs(one), _pairs(other)
    size = a.total() + b.total()
    return 2 * (a & b).total() / size if size else 0.0


def matrix(questions: Sequence[Question], assignment: Assignment) -> Matrix:
    """For any two students the mean similarity of their questions."""

    @cache
    def alike(question: int, one: int, other: int) -> float:
        wordings = questions[question].wordings
        return similarity(wordings[one], wordings[other])

    def mean(one: Sequence[int], other: Sequence[int]) -> float:
        pairs = enumerate(zip(one, other, strict=True))
        return sum(alike(q, min(a, b), max(a, b)) for q, (a, b) in pairs) / len(one)

    given = assignment.wordings
    return tuple(tuple(mean(one, other) for other in given) for one in given)


def _pairs(text: str) -> Counter[tuple[str, str]]:
    words = ["", *_WORD.findall(text.casefold()), ""]
    return Counter(pairwise(words))
