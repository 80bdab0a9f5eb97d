import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scaning.score.quality import (
    Weights,
    mean_diversity,
    overall,
    pqi,
    rescaled,
    vetoed,
)

SHARES = st.floats(0.0, 1.0)


def test_a_cosine_is_rescaled_to_between_zero_and_one() -> None:
    assert [rescaled(cosine) for cosine in (-1.0, 0.0, 1.0)] == [0.0, 0.5, 1.0]


@pytest.mark.parametrize(
    ("cosine", "second", "expected"),
    [(0.9, 0.8, 0.9), (0.9, 0.7, 0.9), (0.9, 0.6, 0.6), (0.5, 0.9, 0.5), (0.6, 0.5, 0.5)],
)
def test_a_second_encoder_only_vetoes_below_its_limit(
    cosine: float, second: float, expected: float
) -> None:
    assert vetoed(cosine, second) == expected


def test_the_weights_of_diversity_give_the_published_tables() -> None:
    assert mean_diversity(0.41, 0.11) == pytest.approx(0.29, abs=0.005)


def test_the_three_means_of_diversity_are_the_weighted_ones() -> None:
    assert mean_diversity(0.5, 0.2, mean="arithmetic") == pytest.approx(0.38)
    assert mean_diversity(0.5, 0.2, mean="geometric") == pytest.approx(0.5**0.6 * 0.2**0.4)
    assert mean_diversity(0.5, 0.2, mean="harmonic") == pytest.approx(0.1 / (0.6 * 0.2 + 0.4 * 0.5))


@given(bleu_diversity=SHARES, wpd=SHARES)
def test_the_means_are_ordered_as_means_are(bleu_diversity: float, wpd: float) -> None:
    arithmetic = mean_diversity(bleu_diversity, wpd)
    geometric = mean_diversity(bleu_diversity, wpd, mean="geometric")
    assert geometric <= arithmetic + 1e-8


def test_pqi_counts_similarity_double() -> None:
    assert pqi(0.98, 0.29, 1.0) == pytest.approx((0.98**2 * 0.29) ** 0.25)


@pytest.mark.parametrize("zero", [(1, 0, 1), (1, 1, 0)])
def test_a_factor_of_zero_leaves_almost_nothing_of_the_pqi(zero: tuple[int, int, int]) -> None:
    assert pqi(*zero) == pytest.approx(0.0056, abs=0.0001)
    assert pqi(0, 1, 1) < 0.0001


@given(similarity=SHARES, diversity=SHARES, numeracy=SHARES)
def test_pqi_is_finite_and_at_most_one(
    similarity: float, diversity: float, numeracy: float
) -> None:
    value = pqi(similarity, diversity, numeracy)
    assert math.isfinite(value)
    assert 0.0 < value <= 1.0 + 1e-8


def test_overall_is_the_weighted_sum() -> None:
    assert overall(0.9, 0.4, 0.5, Weights(0.5, 0.25, 0.25)) == pytest.approx(0.675)
