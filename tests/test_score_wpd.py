import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scaning.score.wpd import position_deviation, positions_of

LEMMAS = st.lists(st.sampled_from("a b c d .".split()), max_size=15)


def deviation(original: str, candidate: str) -> float:
    return position_deviation(positions_of(original.split()), positions_of(candidate.split()))


@pytest.mark.parametrize(
    ("original", "candidate", "expected"),
    [
        ("a b c", "a b c", 0.0),
        ("a b c", "c b a", 2 / 3),
        ("a b", "c d", 1.0),
        ("a", "a b", 0.0),
        ("a b", "", 0.0),
        # a stands at 0 and 1, and in the candidate at ½: it moved by ½; b is nowhere else.
        ("a b a", "c a c", 0.5),
        # The side with more occurrences looks for the nearest: 0→0, ½→0, 1→0.
        ("a b c", "a a a", 0.5),
    ],
)
def test_shared_lemmas_are_measured_where_they_stand(
    original: str, candidate: str, expected: float
) -> None:
    assert deviation(original, candidate) == pytest.approx(expected)


@given(original=LEMMAS, candidate=LEMMAS)
def test_deviation_lies_between_zero_and_one(original: list[str], candidate: list[str]) -> None:
    assert 0.0 <= position_deviation(positions_of(original), positions_of(candidate)) <= 1.0


@given(original=LEMMAS, candidate=LEMMAS)
def test_every_occurrence_is_matched_with_the_nearest_one(
    original: list[str], candidate: list[str]
) -> None:
    ours, theirs = positions_of(original), positions_of(candidate)
    shifts = []
    for lemma in ours.keys() & theirs.keys():
        many, few = ours[lemma], theirs[lemma]
        if len(many) < len(few):
            many, few = few, many
        shifts.append(sum(min(abs(m - f) for f in few) for m in many) / len(many))
    if shifts:
        expected = sum(shifts) / len(shifts)
        assert position_deviation(ours, theirs) == pytest.approx(expected, abs=1e-12)


def test_a_word_said_ten_thousand_times_takes_no_longer_than_a_moment() -> None:
    start = time.perf_counter()
    assert deviation("a b " * 10_000, "b a " * 9_000) < 0.001
    assert time.perf_counter() - start < 2
