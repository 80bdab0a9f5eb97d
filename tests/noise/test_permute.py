from collections.abc import Callable
from random import Random

import pytest

from scaning.noise import Kit, Rules, permutation_anywhere, permutation_at_prepositions
from scaning.noise.permute import rotated
from scaning.parse import Text

Ready = Callable[..., Text]
HOME = "Steve rode his car for 5 miles on the way home."


def turned(text: Text, kit: Kit) -> set[str]:
    found = {permutation_at_prepositions(1.0, kit)(text, Random(seed)) for seed in range(30)}
    return {noised.text for noised in found if noised}


def test_training_rotates_around_any_word_and_keeps_the_final_mark_last(
    ready: Ready, kit: Kit
) -> None:
    text = ready(HOME)
    found = {permutation_anywhere(1.0, kit)(text, Random(seed)) for seed in range(40)}
    said = {noised.text for noised in found if noised}

    assert "His car for 5 miles on the way home Steve rode." in said
    assert all(words.endswith(".") and "Steve" in words for words in said)
    assert len(said) > 3


def test_inference_turns_the_sentence_to_a_preposition(ready: Ready, kit: Kit) -> None:
    assert turned(ready(HOME), kit) == {
        "On the way home Steve rode his car for 5 miles.",
        "For 5 miles on the way home Steve rode his car.",
    }


def test_a_preposition_at_the_front_is_not_moved_to_the_end(ready: Ready, kit: Kit) -> None:
    assert not any(
        words.endswith("in.") for words in turned(ready("In a bag there are 5 apples."), kit)
    )


def test_no_phrase_is_torn_where_a_clean_cut_exists(ready: Ready, kit: Kit) -> None:
    assert turned(ready("Find the number of boys in the class if 5 are girls."), kit) <= {
        "If 5 are girls find the number of boys in the class.",
        "In the class if 5 are girls find the number of boys.",
    }


@pytest.mark.parametrize(
    "said",
    [
        "Ann has 4 more cars than Bob.",
        "Ann has twice as many red cars as Bob.",
        "He has 5 of them.",
    ],
)
def test_what_completes_a_comparison_never_leads(ready: Ready, kit: Kit, said: str) -> None:
    assert not any(words.startswith(("Than", "As Bob", "Of")) for words in turned(ready(said), kit))


def test_no_preposition_is_left_behind_by_another(ready: Ready, kit: Kit) -> None:
    assert not any(
        words.endswith("after.")
        for words in turned(ready("They left it after about an hour."), kit)
    )


def test_a_wide_full_stop_stays_the_last(ready: Ready, kit: Kit) -> None:
    found = turned(ready("Ann has 3 pens in the red bag ．"), kit)

    assert found
    assert all(words.endswith("．") for words in found)


def test_a_comma_before_the_cut_comes_between_the_parts(ready: Ready, kit: Kit) -> None:
    found = turned(ready("Steve drove his car, after work, in the evening."), kit)

    assert found
    assert not any(",." in words for words in found)


def test_conjunctions_are_prepositions_only_where_the_rules_say_so(ready: Ready, kit: Kit) -> None:
    text = ready("He is glad because he won it.")
    only = Kit(kit.synonyms, kit.fluency, Rules(prepositions=frozenset({"ADP"})))

    assert turned(text, kit) == {"Because he won it he is glad."}
    assert turned(text, only) != turned(text, kit)


def test_without_a_preposition_the_most_fluent_rotation_wins(ready: Ready, kit: Kit) -> None:
    assert turned(ready("Steve rode his red car home."), kit) == {"His red car home Steve rode."}


def test_a_capital_moves_to_the_new_first_word_but_not_from_names(ready: Ready, kit: Kit) -> None:
    assert turned(ready("She rode her car on Monday."), kit) == {"On Monday she rode her car."}
    assert turned(ready("she rode her car on Monday."), kit) == {"on Monday she rode her car."}


def test_short_sentences_are_left_alone(ready: Ready, kit: Kit) -> None:
    text = ready("Ann ran off.")

    assert permutation_anywhere(1.0, kit)(text, Random(1)) is None
    assert permutation_at_prepositions(1.0, kit)(text, Random(1)) is None


@pytest.mark.parametrize(("share", "changed"), [(0.1, 1), (0.5, 2), (1.0, 4)])
def test_a_share_of_the_sentences_is_turned_but_at_least_one(
    ready: Ready, kit: Kit, share: float, changed: int
) -> None:
    text = ready(" ".join(["Ann rode her car on Monday."] * 4))
    noised = permutation_at_prepositions(share, kit)(text, Random(7))

    assert noised is not None
    assert noised.text.count("On Monday Ann") == changed


def test_a_sentence_of_points_alone_stays_as_it_is(ready: Ready) -> None:
    tokens = ready("? ! ? ! . .").tokens
    assert list(rotated(tokens, 2)) == list(tokens)
