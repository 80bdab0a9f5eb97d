"""Texts that were seen before: the same, the same but for the numbers, or nearly the same."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from zlib import crc32

WORD = re.compile(r"\d+(?:[.,]\d+)*|[^\W\d_]+")
NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
LONG = 5  # words of a shingle
NEAR = 0.7  # share of common shingles from which two texts of a corpus are nearly the same
NEAR_EVALUATION = 0.4  # a text of an evaluation set is avoided from here
CROWDED = 400  # shingles in more texts than this ("what is the sum of the") say nothing


@dataclass(slots=True)
class Seen:
    """Texts seen so far; asks in time that does not grow with their number."""

    near: float = NEAR
    same_template: int = 2  # how many texts may differ in their numbers alone
    exact: set[str] = field(default_factory=set)
    templates: Counter[str] = field(default_factory=Counter)
    sizes: list[int] = field(default_factory=list)
    places: dict[int, list[int]] = field(default_factory=dict)

    def kind(self, text: str) -> str | None:
        """How a text was seen before: "same", "same but for numbers", "near", or not at all.

        >>> seen = Seen()
        >>> seen.add("Ann has 3 red apples and 2 green ones.")
        >>> seen.kind("ann has 3 red apples, and 2 green ones"), seen.kind("Tom ran 3 miles.")
        ('same', None)
        """
        words = _words(text)
        if " ".join(words) in self.exact:
            return "same"
        if known := self.templates[_template(words)]:
            return "same but for numbers" if known >= self.same_template else None
        return "near" if self._nearest(_shingles(words)) >= self.near else None

    def add(self, text: str) -> None:
        """See a text."""
        words = _words(text)
        self.exact.add(" ".join(words))
        self.templates[_template(words)] += 1
        shingles = _shingles(words)
        for shingle in shingles:
            self.places.setdefault(shingle, []).append(len(self.sizes))
        self.sizes.append(len(shingles))

    def _nearest(self, shingles: set[int]) -> float:
        """The greatest share of common shingles with any text seen (Jaccard)."""
        common: Counter[int] = Counter()
        for shingle in shingles:
            found = self.places.get(shingle, ())
            if len(found) <= CROWDED:
                common.update(found)
        size = len(shingles)
        return max((n / (size + self.sizes[k] - n) for k, n in common.items()), default=0.0)


def _words(text: str) -> list[str]:
    return WORD.findall(text.lower().replace("'s", ""))


def _template(words: list[str]) -> str:
    return " ".join("0" if NUMBER.fullmatch(word) else word for word in words)


def _shingles(words: list[str]) -> set[int]:
    """Hashes of runs of words; a number counts as any number."""
    words = ["0" if NUMBER.fullmatch(word) else word for word in words]
    last = max(1, len(words) - LONG + 1)
    return {crc32(" ".join(words[k : k + LONG]).encode()) for k in range(last)}
