from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from scaning.noise import Kit, Rules, templatization, templatization_of_objects
from scaning.noise.coreference import things
from scaning.noise.delete import changeable
from scaning.noise.masks import MASK, left_over_masks, mask, without_masks
from scaning.noise.templates import detemplatized, maskable, templatized, templatized_pair
from scaning.parse import Text

Ready = Callable[..., Text]
CARS = (
    "The old car of the man stops. His cars are red, and every car has a seat for his son, "
    "so how many sons are there in all of them?"
)


def test_every_form_of_a_masked_word_gets_the_same_mask_and_none_stays_visible(
    ready: Ready, kit: Kit
) -> None:
    text = ready(CARS)
    for seed in range(60):
        noised = templatization(0.5, kit)(text, Random(seed))
        assert noised is not None
        cars = [t.text for t in noised.tokens if t.lemma == "car"]
        assert cars == ["car", "cars", "car"] or (cars == [cars[0]] * 3 and MASK.match(cars[0]))


def test_masks_are_numbered_in_text_order_for_each_part_of_speech(ready: Ready, kit: Kit) -> None:
    text = ready("The pen of the man in the bag on that table is red and that is all there is.")
    noised = templatization(1.0, kit)(text, Random(1))

    assert noised is not None
    nouns = [t.text for t in noised.tokens if t.text.startswith("[NOUN")]
    assert nouns == ["[NOUN:1]", "[NOUN:2]", "[NOUN:3]", "[NOUN:4]"]


def test_nothing_that_is_protected_or_in_the_tail_is_masked(ready: Ready, kit: Kit) -> None:
    text = ready("Steve did not sell 5 kg more of x to Ann for the big old bag of the boy.")
    for seed in range(40):
        noised = templatization(1.0, kit)(text, Random(seed))
        assert noised is not None
        for word in ("Steve", "not", "sell", "5 kg", "more", "x", "Ann", "big", "old", "boy"):
            assert word in noised.text


def test_objects_are_masked_first_in_inference(ready: Ready, kit: Kit) -> None:
    text = ready("Steve rode his car for 5 miles on the way to him, and then the men were there.")
    noised = templatization_of_objects(0.2, kit)(text, Random(1))

    assert noised is not None
    assert "car" not in noised.text
    assert "way" not in noised.text


def test_a_share_of_the_words_that_may_be_masked_is_masked(ready: Ready, kit: Kit) -> None:
    text = ready("Pens of men, cars of boys and bags for girls with hats on tables: who has all?")
    count = len(maskable(text, changeable(text, kit.rules, kit.rules.mask_tail)))
    for share in (0.25, 0.5, 1.0):
        noised = templatization(share, kit)(text, Random(8))
        assert noised is not None
        masked = sum(bool(MASK.match(t.text)) for t in noised.tokens)
        assert round(share * count) - 2 <= masked <= round(share * count)


def test_a_template_gives_its_text_back(ready: Ready) -> None:
    text = ready(CARS)
    template = templatized(text, things(text))

    assert detemplatized(template.text.text, template.words) == CARS


def test_a_mask_that_no_template_knows_becomes_its_label() -> None:
    assert detemplatized("a [NOUN:7]", {}) == "a NOUN"


@pytest.mark.parametrize(
    ("text", "together"),
    [
        ("Ann Lee ran. Ann's bag is red.", [["Ann Lee", "Ann's"]]),
        ("Ann ran home. She has a bag.", [["Ann", "She"]]),
        ("The train left. It ran to a town.", [["train", "It"]]),
        ("The men ate. They sang.", [["men", "They"]]),
    ],
)
def test_names_and_certain_pronouns_are_the_same_thing(
    ready: Ready, text: str, together: list[list[str]]
) -> None:
    parsed = ready(text)
    found = [
        [
            parsed.text[parsed.tokens[m.first].start : parsed.tokens[m.last - 1].end]
            for m in thing.mentions
        ]
        for thing in things(parsed)
    ]

    assert [mentions for mentions in found if len(mentions) > 1] == together


@pytest.mark.parametrize(
    "text",
    [
        "Ann met Eve. She has a bag.",
        "The train passed a bus. It ran on.",
        "It takes a train 5 minutes.",
        "Ann ran. He has a bag.",
    ],
)
def test_a_pronoun_that_could_mean_two_things_or_none_stands_alone(ready: Ready, text: str) -> None:
    assert all(len(thing.mentions) == 1 for thing in things(ready(text)))


def test_numbers_and_names_are_masked_on_request(ready: Ready, kit: Kit) -> None:
    text = ready("Ann Lee has 5 pens. Ann's friend has 7 pens and 5 bags there.")
    asked = Kit(kit.synonyms, kit.fluency, replace(Rules(), mask_numbers=True, mask_names=True))
    noised = templatization(0.0, asked)(text, Random(1))

    assert noised is not None
    assert noised.text == (
        "[NAME:1] has [NUM:1] pens. [NAME:1]'s friend has [NUM:2] pens and [NUM:1] bags there."
    )


def test_a_text_that_holds_a_mask_already_is_not_templatized(ready: Ready, kit: Kit) -> None:
    text = ready("He saw [NOUN:1] on the road of the town by the sea and ran to it.")

    assert templatization(0.5, kit)(text, Random(1)) is None


def test_two_texts_share_their_masks(ready: Ready) -> None:
    first = ready("How far is the town from here, and is it big?")
    second = ready("Is the town far from the sea or near, and is it big?")
    pair = templatized_pair(first, second, 1.0, Random(1), rules=replace(Rules(), mask_tail=3))
    town = next(m for m, words in pair.words.items() if words == ("town", "town"))

    assert town in pair.first
    assert town in pair.second
    assert detemplatized(pair.first, pair.words) == first.text


@pytest.mark.parametrize("damaged", ["[NOUN:1]", "[noun : 12]", "[NOUN:3", "NOUN:3]", "[ ADP:1 ]"])
def test_a_mask_is_found_whole_or_damaged(damaged: str) -> None:
    assert left_over_masks(f"He has a {damaged}, then.") == [damaged]


@pytest.mark.parametrize("text", ["the ratio x:1", "[1] a + b [2] c", "NOUN1 X TAX", "see [Fig:2]"])
def test_other_text_is_no_mask(text: str) -> None:
    assert left_over_masks(text) == []


def test_masks_do_not_count_as_numbers() -> None:
    assert without_masks(f"{mask('NOUN', 1)} has 5.").strip() == "has 5."


def test_the_pronouns_of_a_name_that_stays_are_masked_alike(ready: Ready, kit: Kit) -> None:
    text = ready(
        "Steve rode his car for 5 miles on the way home. Then he put it near the old barn."
    )
    found = {templatization(1.0, kit)(text, Random(seed)) for seed in range(5)}

    for noised in found:
        assert noised is not None
        assert noised.text.startswith("Steve rode [PRON:1] [NOUN:1]")
        assert "Then [PRON:1] put" in noised.text
