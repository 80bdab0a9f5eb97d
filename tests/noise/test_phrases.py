from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from scaning.noise import Kit, Rules, permute_shuffle, phrase_shuffling
from scaning.noise.assemble import spelled
from scaning.noise.constituents import constituents
from scaning.noise.permute import recased
from scaning.noise.phrases import (
    conjuncts_swapped,
    noun_and_verb_swapped,
    preposition_first,
    second_verb_first,
    verbs_swapped,
)
from scaning.parse import Text

Ready = Callable[..., Text]
Rule = Callable[[Text], list[str]]


def said(text: Text, orders: object) -> list[str]:
    return [
        spelled(text, recased(text.tokens[0], [text.tokens[i] for i in order]))
        for order in orders  # type: ignore[attr-defined]
    ]


def test_a_prepositional_phrase_goes_to_the_front_of_its_phrase_or_its_clause(
    ready: Ready,
) -> None:
    text = ready("Steve rode his car for 5 miles.")

    assert said(text, preposition_first(text, constituents(text, 0), Rules())) == [
        "Steve for 5 miles rode his car.",
        "For 5 miles Steve rode his car.",
    ]


def test_a_prepositional_phrase_that_is_first_already_is_no_change(ready: Ready) -> None:
    text = ready("In a bag there are apples.")

    assert said(text, preposition_first(text, constituents(text, 0), Rules())) == []


@pytest.mark.parametrize("words", ["Find the number of boys.", "Ann has 4 more cars than Bob."])
def test_a_phrase_that_completes_a_noun_or_a_comparison_stays_with_it(
    ready: Ready, words: str
) -> None:
    text = ready(words)

    assert said(text, preposition_first(text, constituents(text, 0), Rules())) == []


def test_what_stands_around_a_conjunction_changes_places(ready: Ready) -> None:
    text = ready("Ann has 5 apples and 3 pears.")

    assert "Ann has 3 pears and 5 apples." in said(
        text, conjuncts_swapped(text, constituents(text, 0))
    )


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("He earns less if he gives a discount.", "If he gives a discount he earns less."),
        ("Ann buys 5, because she is ill.", "Because she is ill, Ann buys 5."),
        (
            "If he sells each bag, how many does he sell?",
            "How many does he sell, if he sells each bag?",
        ),
    ],
)
def test_verbs_change_places_with_all_that_depends_on_them(
    ready: Ready, source: str, expected: str
) -> None:
    text = ready(source)

    assert expected in said(text, verbs_swapped(text, constituents(text, 0)))


def test_without_dependencies_all_from_the_second_verb_on_comes_first_but_the_full_stop(
    ready: Ready,
) -> None:
    text = ready("Steve rode his car and parked it near home.")

    assert said(text, second_verb_first(text, constituents(text, 0))) == [
        "Steve parked it near home rode his car and."
    ]


def test_a_noun_phrase_and_a_verb_phrase_of_one_clause_change_places(ready: Ready) -> None:
    text = ready("Steve rode his car.")

    assert said(text, noun_and_verb_swapped(constituents(text, 0), Random(1))) == [
        "Rode his car Steve."
    ]


def test_the_most_fluent_result_of_all_rules_is_kept(ready: Ready, kit: Kit) -> None:
    text = ready("Steve rode his car for 5 miles.")
    noised = phrase_shuffling(1.0, kit)(text, Random(1))

    assert noised is not None
    assert noised.text == "For 5 miles Steve rode his car."


def test_numbers_said_in_an_order_that_counts_are_not_exchanged(ready: Ready, kit: Kit) -> None:
    text = ready("Ann and Bob have 5 and 3 pens respectively.")
    for seed in range(20):
        noised = phrase_shuffling(1.0, kit)(text, Random(seed))
        assert noised is None or (
            noised.text.index("Ann") < noised.text.index("Bob")
            and noised.text.index("5") < noised.text.index("3")
        )


def test_official_takes_nouns_and_verbs_only_as_a_last_resort(ready: Ready, kit: Kit) -> None:
    official = replace(kit, rules=Rules(official_shuffle=True, whole_phrases=False))
    text = ready("Steve rode his car for 5 miles.")
    found = {phrase_shuffling(1.0, official)(text, Random(seed)) for seed in range(9)}

    assert {noised.text for noised in found if noised} == {"Steve for 5 miles rode his car."}
    last = phrase_shuffling(1.0, official)(ready("Steve rode his car."), Random(1))
    assert last is not None
    assert last.text == "Rode his car Steve."


def test_a_sentence_without_phrases_is_left_alone(ready: Ready, kit: Kit) -> None:
    assert phrase_shuffling(1.0, kit)(ready("Wow!"), Random(1)) is None


def test_names_and_unknowns_keep_their_case(ready: Ready, kit: Kit) -> None:
    text = ready("The line goes with Shane and John from A to B now.")
    noised = phrase_shuffling(1.0, kit)(text, Random(1))

    assert noised is not None
    for name in ("Shane", "John", "A", "B"):
        assert name in [token.text for token in noised.tokens]


def test_permute_shuffle_takes_the_more_fluent_of_both(ready: Ready, kit: Kit) -> None:
    text = ready("Steve rode his car for 5 miles on the way home.")
    found = {permute_shuffle(1.0, kit)(text, Random(seed)) for seed in range(20)}

    assert {noised.text for noised in found if noised} <= {
        "For 5 miles on the way home Steve rode his car.",
        "On the way home Steve rode his car for 5 miles.",
    }
