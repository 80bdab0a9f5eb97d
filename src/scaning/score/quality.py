"""From parts to one number: similarity, diversity, the overall score and the PQI."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal, NamedTuple

Mean = Literal["arithmetic", "geometric", "harmonic"]

EPSILON = 1e-9  # as published: with a factor of 0 the PQI is about 0.006, not 0
PQI_WEIGHTS = (2.0, 1.0, 1.0)  # similarity, diversity, numeracy
# δ = .6 BLEU diversity + .4 WPD: the paper's appendix and its code; the sum without weights of
# its main text does not give its own tables, this does.
DIVERSITY_WEIGHTS = (0.6, 0.4)
VETO = 0.7  # the published `--final`: below it the lower of two encoders' cosines counts


class Weights(NamedTuple):
    """How much similarity, diversity and numeracy count in the overall score; the sum is 1."""

    similarity: float
    diversity: float
    numeracy: float


def rescaled(cosine: float) -> float:
    """The similarity σ of a cosine: from [−1, 1] to [0, 1]."""
    return (cosine + 1.0) / 2.0


def vetoed(cosine: float, second: float) -> float:
    """The cosine of the main encoder, unless either encoder finds the texts unlike.

    >>> vetoed(0.95, 0.72), vetoed(0.95, 0.4)
    (0.95, 0.4)
    """
    return min(cosine, second) if min(cosine, second) < VETO else cosine


def mean_diversity(bleu_diversity: float, wpd: float, *, mean: Mean = "arithmetic") -> float:
    """Diversity δ: the weighted mean of BLEU diversity and word position deviation."""
    bleu_weight, wpd_weight = DIVERSITY_WEIGHTS
    if mean == "geometric":
        return _geometric((bleu_diversity, wpd), DIVERSITY_WEIGHTS)
    if mean == "harmonic":
        weighted = bleu_weight * wpd + wpd_weight * bleu_diversity
        return (bleu_diversity * wpd + EPSILON) / (weighted + EPSILON)
    return bleu_weight * bleu_diversity + wpd_weight * wpd


def pqi(similarity: float, diversity: float, numeracy: float) -> float:
    """The Paraphrase Quality Indicator: the weighted geometric mean, similarity counting double."""
    return _geometric((similarity, diversity, numeracy), PQI_WEIGHTS)


def overall(similarity: float, diversity: float, numeracy: float, weights: Weights) -> float:
    """The arithmetic mean that selection ranks by; a copy scores well, so it is no indicator."""
    return (
        weights.similarity * similarity
        + weights.diversity * diversity
        + weights.numeracy * numeracy
    )


def _geometric(values: Sequence[float], weights: Sequence[float]) -> float:
    logs = (w * math.log(value + EPSILON) for w, value in zip(weights, values, strict=True))
    return math.exp(sum(logs) / sum(weights))
