from collections.abc import Callable

from hypothesis import given
from hypothesis import strategies as st

from scaning.noise.assemble import assembled, inserted, reworded, sentences_of, spelled
from scaning.noise.prepare import prepared
from scaning.parse import Text, shared_parser

PRICE = "He said, \"a multi-step plan (for $5) costs 10% of it.\" Ann's don't."
Ready = Callable[[str], Text]


def test_unchanged_tokens_give_the_text_back_with_its_spacing() -> None:
    text = shared_parser()(PRICE)

    assert assembled(text, sentences_of(text)).text == PRICE


@given(st.text(alphabet="ab1 .,$%()'\"-", min_size=1, max_size=40).map(prepared).filter(bool))
def test_any_text_comes_back_as_it_was(words: str) -> None:
    text = shared_parser()(words)

    assert assembled(text, sentences_of(text)).text == words


def test_every_token_says_where_it_stands_in_the_new_text() -> None:
    text = shared_parser()(PRICE)
    turned = assembled(text, [list(reversed(tokens)) for tokens in sentences_of(text)])

    for n, token in enumerate(turned.tokens):
        assert token.i == n
        assert turned.text[token.start : token.end] == token.text
    assert turned.text == spelled(text, [t for s in sentences_of(text) for t in reversed(s)])


def test_punctuation_stays_glued_to_the_side_it_was_glued_to() -> None:
    text = shared_parser()("It costs ($5) now, he says.")
    tokens = [t for t in text.tokens if t.text not in {"costs", "now"}]

    assert assembled(text, [tokens]).text == "It ($5), he says."


def test_a_word_that_lost_its_head_hangs_on_the_head_of_that() -> None:
    text = shared_parser()("Ann has a very big bag.")
    tokens = [t for t in text.tokens if t.text != "big"]
    new = assembled(text, [tokens])
    very = next(t for t in new.tokens if t.text == "very")

    assert new.tokens[very.head].text == "bag"


def test_inserted_and_replaced_words_are_set_off_by_blanks() -> None:
    text = shared_parser()("Ann has pens.")
    ann, has, pens, stop = text.tokens

    assert (
        assembled(text, [[ann, inserted("now"), has, reworded(pens, "cars"), stop]]).text
        == "Ann now has cars."
    )


def test_no_token_leans_on_one_of_another_sentence() -> None:
    text = shared_parser()("Ann has pens. Bob buys two cars.")
    first, second = sentences_of(text)
    mixed = assembled(text, [[*first, second[0]], second[1:]])

    for start, end in mixed.sents:
        assert all(start <= token.head < end for token in mixed.tokens[start:end])
