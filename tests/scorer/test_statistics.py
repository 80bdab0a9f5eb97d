"""The figures of a scorer against their definitions."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scaning.scorer.statistics import auc, confusion, interval, published, summary, within

scored = st.lists(
    st.tuples(st.sampled_from([0.1, 0.2, 0.5, 0.50001, 0.9]), st.booleans()), min_size=2
)


@given(scored)
def test_auc_is_the_share_of_pairs_in_order(rows: list[tuple[float, bool]]) -> None:
    good = [s for s, valid in rows if valid]
    bad = [s for s, valid in rows if not valid]
    found = auc([s for s, _ in rows], [valid for _, valid in rows])
    if not good or not bad:
        assert math.isnan(found)
        return
    wins = sum((a > b) + (a == b) / 2 for a in good for b in bad)
    assert found == pytest.approx(wins / len(good) / len(bad))


@given(scored)
def test_every_pair_is_counted_once(rows: list[tuple[float, bool]]) -> None:
    found = confusion([s for s, _ in rows], [valid for _, valid in rows], 0.5)
    assert sum(found) == len(rows)
    assert found.true_valid + found.false_invalid == sum(valid for _, valid in rows)


def test_the_published_f1_is_the_harmonic_mean_of_means() -> None:
    # 2 of 3 valid pairs found, 1 of 2 invalid ones missed.
    found = published([0.9, 0.8, 0.2, 0.7, 0.1], [True, True, True, False, False])
    precision, recall = (2 / 3 + 1 / 2) / 2, (2 / 3 + 1 / 2) / 2
    assert found["macro_precision"] == pytest.approx(precision)
    assert found["macro_f1"] == pytest.approx(2 * precision * recall / (precision + recall))
    assert found["weighted_recall"] == pytest.approx(3 / 5 * 2 / 3 + 2 / 5 * 1 / 2)
    assert found["accuracy"] == pytest.approx(3 / 5)
    assert found["separation"] == pytest.approx(1.9 / 3 - 0.4)


def test_a_score_at_the_threshold_is_not_above_it() -> None:
    assert confusion([0.5], [True], 0.5).false_invalid == 1


def test_within_questions_counts_only_those_with_both() -> None:
    questions = ["a", "a", "a", "b", "b"]
    share, n = within(questions, [0.9, 0.5, 0.95, 0.1, 0.2], [True, False, False, True, True])
    assert (share, n) == (0.5, 1)


def test_an_interval_holds_the_figure_and_draws_whole_questions() -> None:
    scores = [0.9, 0.1] * 20
    valid = [True, False] * 20
    questions = [f"q{i // 2}" for i in range(40)]
    assert interval(questions, scores, valid) == (1.0, 1.0)
    mixed = [0.9, 0.1] * 10 + [0.1, 0.9] * 10
    low, high = interval(questions, mixed, valid)
    assert low < auc(mixed, valid) < high
    assert interval(questions, mixed, valid) == (low, high)


def test_a_summary_has_every_figure() -> None:
    found = summary(["a", "a"], [0.9, 0.1], [True, False], 0.5)
    assert found["auc"] == found["within_question"] == found["accuracy"] == 1.0
    assert found["confusion"] == {
        "true_valid": 1, "false_valid": 0, "true_invalid": 1, "false_invalid": 0,
    }  # fmt: skip
