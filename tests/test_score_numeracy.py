import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scaning.score.numeracy import (
    exact_numbers,
    multiset_numeracy,
    official_numbers,
    official_numeracy,
)

EXAMPLES = Path(__file__).parent.parent / "examples" / "problems.jsonl"
NUMBERS = st.lists(st.integers(0, 4), max_size=8)


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("1,000", [1, 0]),
        ("1,250.75", [1, 250.75]),
        ("He has 15. 20 came", [15.2]),
        ("five, six and seven", [13]),
        ("five,", []),
        ("twenty-five", []),
        ("a hundred", [0]),
        ("2.5 billion", [2.5]),
        ("one of the boys", [1]),
        ("half a dozen, twice, first, one-third", []),
        ("1/2", [1, 2]),
        ("-5", [5]),
        ("10^3", [10, 3]),
        ("3rd", [3]),
        ("three thousand and fifty three", [3053]),
        ("five point two one", [5, 21]),
        ("hundred " * 5_000, [0]),
        ("one " + "hundred " * 5_000, [float("inf")]),
        ("", []),
    ],
)
def test_the_published_reader_is_reproduced_with_its_misreadings(
    text: str, numbers: list[float]
) -> None:
    assert official_numbers(text) == numbers


def test_the_published_count_is_neither_set_nor_multiset() -> None:
    assert official_numeracy([5, 5, 3], [5, 3, 3]) == 1.0
    assert multiset_numeracy([5, 5, 3], [5, 3, 3]) == pytest.approx(8 / 27)
    # A set would find nothing missing here.
    assert official_numeracy([5, 5, 5, 3], [5, 3]) == pytest.approx(1 / 8)


@pytest.mark.parametrize("numeracy", [official_numeracy, multiset_numeracy])
def test_no_numbers_at_all_agree_and_one_side_alone_does_not(
    numeracy: Callable[[list[float], list[float]], float],
) -> None:
    assert numeracy([], []) == 1.0
    assert numeracy([1], []) == numeracy([], [1]) == 0.0


@given(original=NUMBERS, candidate=NUMBERS)
def test_numeracy_is_symmetric_and_one_only_for_the_same_multiset(
    original: list[int], candidate: list[int]
) -> None:
    share = multiset_numeracy(original, candidate)
    assert share == multiset_numeracy(candidate, original)
    assert (share == 1.0) == (sorted(original) == sorted(candidate))
    assert share <= official_numeracy(original, candidate) <= 1.0


def test_the_exact_reading_does_not_care_how_a_number_is_written() -> None:
    thousand = [Fraction(1000)]
    for text in ("1,000 cows", "1000 cows", "one thousand cows", "a thousand cows"):
        assert exact_numbers(text) == thousand
    assert exact_numbers("twenty-five cows, half a dozen pigs") == [25, 6]


def test_an_unstated_one_is_no_number() -> None:
    assert exact_numbers("A car goes 60 miles an hour.") == [60]


def test_every_example_problem_keeps_its_numbers_in_a_copy() -> None:
    for line in EXAMPLES.read_text(encoding="utf-8").splitlines():
        numbers = exact_numbers(json.loads(line)["question"])
        assert multiset_numeracy(numbers, list(reversed(numbers))) == 1.0
