import pytest
from hypothesis import given
from hypothesis import strategies as st

from scaning.score.bleu import count_ngrams, plain_diversity, trigram_diversity

WORDS = st.lists(st.sampled_from("a b c d e .".split()), max_size=12)


def trigram(original: str, candidate: str) -> float:
    return trigram_diversity(count_ngrams(original.split(), 3), count_ngrams(candidate.split(), 3))


def plain(original: str, candidate: str) -> float:
    return plain_diversity(count_ngrams(original.split(), 4), count_ngrams(candidate.split(), 4))


@pytest.mark.parametrize(
    ("original", "candidate", "expected"),
    [
        ("a b", "a b", 0.41),
        ("a", "a", 0.0),
        ("a b c", "d e f", 1.0),
        ("", "a b", 1.0),
        ("a b", "", 1.0),
        ("", "", 1.0),
    ],
)
def test_the_smallest_texts_score_as_the_published_code_scores_them(
    original: str, candidate: str, expected: float
) -> None:
    assert trigram(original, candidate) == pytest.approx(expected, abs=0.005)


def test_six_words_turned_round_score_as_published() -> None:
    assert trigram("a b c d e f", "f e d c b a") == pytest.approx(0.854, abs=0.0005)


def test_a_truncation_is_dearer_for_the_shorter_candidate() -> None:
    long, short = "a b c d e f g h", "a b c d e"
    assert trigram(long, short) > trigram(short, long)


@given(words=WORDS)
def test_a_copy_of_three_words_or_more_has_no_diversity(words: list[str]) -> None:
    text = " ".join(["x", "y", "z", *words])
    assert trigram(text, text) == 0.0
    assert plain(text, text) == 0.0


@given(original=WORDS, candidate=WORDS)
def test_diversity_lies_between_zero_and_one(original: list[str], candidate: list[str]) -> None:
    for measure in (trigram, plain):
        assert 0.0 <= measure(" ".join(original), " ".join(candidate)) <= 1.0


def test_plain_diversity_halves_each_order_without_a_match() -> None:
    # One word of four, no pair, no triple, no four: precisions 1/4, 1/6, 1/8, 1/8.
    expected = 1 - (1 / 4 * 1 / 6 * 1 / 8 * 1 / 8) ** 0.25
    assert plain("a x y z", "a b c d") == pytest.approx(expected)
