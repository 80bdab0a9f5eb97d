from collections.abc import Callable

import pytest

from scaning.noise.protect import Span, _merged, protected, says_amount
from scaning.parse import Text, shared_parser

Ready = Callable[..., Text]


def marks(text: Text) -> dict[str, str]:
    return {token.text: token.ent for token in text.tokens if token.ent}


def test_quantities_units_names_and_deciding_words_are_marked(ready: Ready) -> None:
    found = marks(ready("Ann never sold more than 5 kg to B, and what is x in miles?"))

    assert found["Ann"] == "name"
    assert found["5 kg"] == "quantity"
    assert found["miles"] == "unit"
    assert found["B"] == found["x"] == "variable"
    assert found["never"] == found["more"] == "relation"


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("Bob has no pens and Ann has all of them.", ["no", "all"]),
        ("Each of the boys has many more pens than any other.", ["Each", "many", "than", "any"]),
        ("How many times did he win?", ["many", "times"]),
        ("She has twice as many red and blue pens as Bob.", ["many", "as"]),
    ],
)
def test_negations_comparisons_and_words_for_how_many_are_marked(
    ready: Ready, said: str, words: list[str]
) -> None:
    found = marks(ready(said))

    assert {found.get(word) for word in words} == {"relation"}


def test_an_as_that_compares_nothing_is_not_marked(ready: Ready) -> None:
    assert "as" not in marks(ready("He works as a cook."))


@pytest.mark.parametrize("whole", ["l . c . m .", "c . p .", "ct + c + t"])
def test_letters_that_mean_one_thing_are_one_token(ready: Ready, whole: str) -> None:
    text = ready(f"if c and t are integers , then {whole} is 12 in the end")

    assert next(token.ent for token in text.tokens if token.text == whole)


def test_an_unknown_at_the_end_of_a_sentence_stays_apart_from_the_next_one(ready: Ready) -> None:
    text = ready("find the value of x . y is 5 more than x .")

    assert {"x", "y"} <= {token.text for token in text.tokens}


def test_a_word_that_unknowns_could_spell_is_no_product(ready: Ready) -> None:
    found = marks(ready("if a = 3 and t = 4 , what is there at noon and what is a + t ?"))

    assert "at" not in found


def test_a_word_is_not_protected_for_a_unit_inside_it(ready: Ready) -> None:
    assert not marks(ready("The men put ice and milk in her pen."))


@pytest.mark.parametrize(
    "whole", ["$5,000", "10%", "20 miles per hour", "3:4", "2x + 3 = 7", "multi-step", "Ann's"]
)
def test_what_belongs_together_is_one_token(ready: Ready, whole: str) -> None:
    text = ready(f"We say {whole} here.")

    assert any(whole == token.text for token in text.tokens)


def test_nothing_is_joined_where_words_are_to_stay_as_the_tokenizer_cut_them() -> None:
    parsed = shared_parser()("Ann's car costs $5,000 here.")

    assert [t.text for t in protected(parsed, whole=False).tokens] == [
        t.text for t in parsed.tokens
    ]


def test_punctuation_around_a_word_is_not_joined_to_it(ready: Ready) -> None:
    text = ready('He bought (two) "red-hot" pens, books and cars.')

    assert '"' not in "".join(t.text for t in text.tokens if t.pos != "PUNCT")
    assert [t.text for t in text.tokens[-4:]] == ["books", "and", "cars", "."]


def test_the_text_of_a_marked_text_is_the_same(ready: Ready) -> None:
    words = "If 2x + 3 = 7, how many $5 bags did Ann's man-made shop sell in 20 hours?"
    text = ready(words)

    assert text.text == words
    assert all(words[t.start : t.end] == t.text for t in text.tokens)
    assert "".join(t.text + t.space for t in text.tokens) == words


@pytest.mark.parametrize("word", ["two", "dozen", "half", "mile", "more", "Fewer", "all", "20"])
def test_amounts_are_known_for_what_they_are(word: str) -> None:
    assert says_amount(word)


@pytest.mark.parametrize("word", ["car", "the", "buy", "red"])
def test_other_words_are_no_amounts(word: str) -> None:
    assert not says_amount(word)


def test_the_heads_of_joined_tokens_never_run_in_a_circle() -> None:
    parsed = shared_parser()("He sold one and a half of 3 x 5 m bags at Rs. 4 , 500 per 2 1/2 kg.")
    for first in range(len(parsed)):
        for last in range(first + 2, min(first + 5, len(parsed) + 1)):
            text = _merged(parsed, [""] * len(parsed), [Span(first, last)])
            for token in text.tokens:
                seen = set()
                while token.head != token.i:
                    assert token.i not in seen
                    seen.add(token.i)
                    token = text.tokens[token.head]
