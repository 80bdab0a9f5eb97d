"""BLEU diversity: how little of a candidate's wording is taken from its original.

Texts come in as counted n-grams, so that an original is counted once for all its candidates.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeAlias

Ngram: TypeAlias = tuple[str, ...]

# The published code weighs one, two and three words so; four words are not looked at.
TRIGRAM_WEIGHTS = (0.45, 0.35, 0.20)
# Chen & Cherry (2014), method 4, with the constant that NLTK uses.
SMOOTHING = 5.0
PLAIN_ORDER = 4


class Ngrams(NamedTuple):
    """The n-grams of one order: how often each, those that repeat, and how many in all.

    Most n-grams of a text occur once, so most of a comparison is one intersection of two sets.
    """

    counts: Mapping[Ngram, int]
    repeated: Mapping[Ngram, int]
    total: int


class Precision(NamedTuple):
    """How many n-grams of the candidate occur in the original, of how many."""

    matches: int
    total: int


def count_ngrams(words: Sequence[str], order: int) -> tuple[Ngrams, ...]:
    """The n-grams of a text for n = 1 … `order`.

    >>> [(len(ngrams.counts), ngrams.total) for ngrams in count_ngrams(["a", "b", "a", "b"], 3)]
    [(2, 4), (2, 3), (2, 2)]
    """
    found = []
    for n in range(1, order + 1):
        counts = Counter(zip(*(words[start:] for start in range(n)), strict=False))
        total = max(0, len(words) - n + 1)
        repeated = {}
        if len(counts) < total:
            repeated = {ngram: count for ngram, count in counts.items() if count > 1}
        found.append(Ngrams(counts, repeated, total))
    return tuple(found)


def trigram_diversity(original: Sequence[Ngrams], candidate: Sequence[Ngrams]) -> float:
    """1 − smoothed sentence BLEU on up to three words, as the published code computes it.

    0 for a copy, 1 where no word is shared or a text is empty. Copies of fewer than three words
    are not 0 (two words: 0.41), because the missing trigram is smoothed and not left out.
    """
    lengths = original[0].total, candidate[0].total
    precisions = _precisions(original[:3], candidate[:3])
    if not precisions[0].matches:
        return 1.0
    log_bleu, misses = 0.0, 0
    for weight, (matches, total) in zip(TRIGRAM_WEIGHTS, precisions, strict=True):
        if matches:
            log_bleu += weight * math.log(matches / total)
        elif lengths[1] > 1:
            misses += 1
            smoothed = math.log(lengths[1]) / (2**misses * SMOOTHING)
            log_bleu += weight * math.log(smoothed / max(1, total))
    return 1.0 - _brevity(*lengths) * math.exp(log_bleu)


def plain_diversity(original: Sequence[Ngrams], candidate: Sequence[Ngrams]) -> float:
    """1 − plain sentence BLEU on up to four words, as sacrebleu computes it.

    Orders longer than the candidate are left out, and an order without a match counts as half a
    match, a quarter at the second such order, and so on.
    """
    lengths = original[0].total, candidate[0].total
    precisions = [p for p in _precisions(original, candidate) if p.total]
    if not any(matches for matches, _ in precisions):
        return 1.0
    log_bleu, misses = 0.0, 0
    for matches, total in precisions:
        misses += not matches
        log_bleu += math.log((matches or 0.5**misses) / total) / len(precisions)
    return 1.0 - _brevity(*lengths) * math.exp(log_bleu)


def _precisions(original: Sequence[Ngrams], candidate: Sequence[Ngrams]) -> list[Precision]:
    return [
        Precision(_matches(seen, ngrams), ngrams.total)
        for seen, ngrams in zip(original, candidate, strict=True)
    ]


def _matches(seen: Ngrams, ngrams: Ngrams) -> int:
    again = (
        min(count, seen.repeated[ngram]) - 1
        for ngram, count in ngrams.repeated.items()
        if ngram in seen.repeated
    )
    return len(seen.counts.keys() & ngrams.counts.keys()) + sum(again)


def _brevity(original: int, candidate: int) -> float:
    return 1.0 if candidate > original else math.exp(1.0 - original / candidate)
