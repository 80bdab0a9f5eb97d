import pytest
from nltk.stem.porter import PorterStemmer

from scaning.inflection import parts_of_speech
from scaning.porter import stem


def test_stems_are_those_of_an_independent_implementation() -> None:
    reference = PorterStemmer(mode=PorterStemmer.ORIGINAL_ALGORITHM)
    # That one strips the "s" of "as", against the paper.
    words = [word for word in parts_of_speech() if word.isalpha() and len(word) > 2]
    assert len(words) > 60_000
    assert [word for word in words if stem(word) != reference.stem(word)] == []


@pytest.mark.parametrize("word", ["", "a", "is", "y", "'s", "co-op", "naïve", "x2"])
def test_anything_has_a_stem(word: str) -> None:
    assert word.startswith(stem(word)[:1])
