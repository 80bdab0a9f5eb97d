"""Our attribute rules set what spaCy's attribute ruler sets."""

import json
import warnings
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from spacy.language import Language

from scaning.attributes import can_read
from scaning.parse import Parser, _load, _text_of

EXAMPLES = Path(__file__).parents[1] / "examples" / "problems.jsonl"
ODD = (
    "Let's go, y'all: it ain't n't gonna gotta  be 5.",
    "C'm on y all  there's one  \n ",
    "It 's he ain't what y' all got ta do gon na",
    " \t x \t y",
    "Do you have 5? He does. There is one, there 're two.",
)


@pytest.fixture(scope="module")
def spacy_alone() -> Language:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return _load("embedded", False)


@pytest.fixture(scope="module")
def ours() -> Parser:
    return Parser()


def test_every_pattern_of_the_embedded_model_is_read(spacy_alone: Language) -> None:
    assert can_read(spacy_alone.get_pipe("attribute_ruler").patterns)


def test_tokens_are_those_of_spacy(spacy_alone: Language, ours: Parser) -> None:
    lines = EXAMPLES.read_text(encoding="utf-8").splitlines()
    texts = [*(json.loads(line)["question"] for line in lines), *ODD]
    for text, doc in zip(texts, spacy_alone.pipe(texts), strict=True):
        assert ours(text).tokens == _text_of(text, doc, ours._names).tokens


WORDS = st.sampled_from(
    "ai n't nt gon na got ta let 's c'm on y y' all there is are do does that which \n 5 a".split(
        " "
    )
)


@settings(max_examples=60, deadline=None)
@given(words=st.lists(WORDS, min_size=1, max_size=12).map(" ".join))
def test_pairs_of_words_are_read_as_spacy_reads_them(
    words: str, spacy_alone: Language, ours: Parser
) -> None:
    assert ours(words).tokens == _text_of(words, spacy_alone(words), ours._names).tokens


def test_a_pattern_that_asks_for_more_is_left_to_spacy() -> None:
    rule = {"patterns": [[{"TAG": "NN"}]], "attrs": {"POS": "NOUN"}, "index": 0}
    assert can_read([rule])
    for token in ({"TEXT": "x"}, {"TAG": {"FUZZY": "NN"}}, {"TAG": "NN", "OP": "+"}):
        assert not can_read([rule | {"patterns": [[token]]}])
    assert not can_read([rule | {"patterns": [[{"TAG": "NN"}] * 3]}])
