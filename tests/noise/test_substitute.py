from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from scaning.noise import Kit, Rules, substitute, substitution, substitution_of_objects
from scaning.parse import Text, Token

Ready = Callable[..., Text]


def test_all_forms_of_a_word_change_together_each_in_its_own_form(ready: Ready, kit: Kit) -> None:
    text = ready("Cars stop when a car stops. The car buys nothing: he bought and buys the cars.")
    noised = substitution(1.0, kit)(text, Random(1))

    assert noised is not None
    assert noised.text == (
        "Vehicles stop when a vehicle stops. The vehicle purchases nothing: he purchased and "
        "purchases the vehicles."
    )


@pytest.mark.parametrize("back", [True, False])
def test_the_base_of_a_form_does_not_hang_on_the_order_of_a_set(
    ready: Ready, kit: Kit, monkeypatch: pytest.MonkeyPatch, back: bool
) -> None:
    class Halts:
        def candidates(self, token: Token, text: Text) -> list[tuple[str, float]]:
            return [("stops", 1.0)] if token.text == "halts" else []

    real = substitute.lemmas
    monkeypatch.setattr(substitute, "lemmas", lambda word: sorted(real(word), reverse=back))
    noised = substitution(1.0, replace(kit, synonyms=Halts()))(
        ready("The halts are many and a halt costs $5."), Random(1)
    )

    assert noised is not None
    assert noised.text == "The stops are many and a stop costs $5."


def test_an_amount_is_no_synonym(ready: Ready, kit: Kit) -> None:
    assert substitution(1.0, kit)(ready("Ann eats an apple and apples."), Random(1)) is None


def test_a_word_that_the_text_has_already_is_no_synonym(ready: Ready, kit: Kit) -> None:
    assert substitution(1.0, kit)(ready("The car hits a vehicle."), Random(1)) is None


def test_protected_words_stay(ready: Ready, kit: Kit) -> None:
    assert substitution(1.0, kit)(ready("Car Store had x in it."), Random(1)) is None


def test_inference_turns_to_objects_first(ready: Ready, kit: Kit) -> None:
    text = ready("The store of Steve, which he likes so very much, lent him a car.")
    for seed in range(30):
        noised = substitution_of_objects(0.1, kit)(text, Random(seed))
        assert noised is not None
        assert "vehicle" in noised.text
        assert "store" in noised.text


def test_training_turns_to_any_word(ready: Ready, kit: Kit) -> None:
    text = ready("The store of Steve, which he likes so very much, lent him a car.")
    found = {substitution(0.1, kit)(text, Random(seed)) for seed in range(40)}
    said = {noised.text for noised in found if noised}

    assert any("shop" in words and "car" in words for words in said)


def test_an_antonym_is_no_synonym_whatever_the_source_says(ready: Ready, kit: Kit) -> None:
    class Opposites:
        def candidates(self, token: Token, text: Text) -> list[tuple[str, float]]:
            return [("sold", 1.0)] if token.text == "bought" else []

    wrong = replace(kit, synonyms=Opposites())

    assert substitution(1.0, wrong)(ready("Ann bought red pens."), Random(1)) is None


def test_a_share_of_words_is_replaced_or_by_rule_only_tried(ready: Ready, kit: Kit) -> None:
    text = ready("Here then is what they put so well in the way of the old car.")
    tried = replace(kit, rules=Rules(until_reached=False))
    reached = [substitution(0.1, kit)(text, Random(seed)) for seed in range(40)]
    found = [substitution(0.1, tried)(text, Random(seed)) for seed in range(40)]

    assert None not in reached
    assert 20 < found.count(None) < 40
