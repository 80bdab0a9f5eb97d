import pytest

from scaning.parse import shared_parser
from scaning.seq2seq.slots import (
    SLOT,
    Slot,
    fill,
    keeps_slots,
    read_slots,
    slots_of,
    write_slots,
)


def kept(text: str) -> list[str]:
    return [slot.value for slot in slots_of(shared_parser()(text))]


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("Ann has 3 apples and buys twice as many.", ["Ann", "3", "twice"]),
        ("He paid $3,000.50 for 2 1/2 acres, 15% down.", ["$3,000.50", "2 1/2 acres", "15%"]),
        ("Solve x^2 - 7x + 12 = 0 for x.", ["x^2 - 7x + 12 = 0", "x"]),
        ("In triangle ABC, AB is 5 cm.", ["ABC", "AB", "5 cm"]),
        ("Find the sum.", []),
    ],
)
def test_numbers_measures_formulas_unknowns_and_names_are_kept(
    text: str, values: list[str]
) -> None:
    assert kept(text) == values


def test_a_number_is_kept_as_often_as_it_stands_there_and_a_name_at_least_once() -> None:
    slots = slots_of(shared_parser()("Ann has 5 pens. Bob has 5 pens. Ann gives Bob 2 pens."))

    assert Slot("5", 2, 2) in slots
    assert Slot("Ann", 1, None) in slots


def test_a_word_that_is_now_a_number_and_now_not_is_left_to_the_model() -> None:
    assert "one" not in kept("One of the boys ate one apple and he was the one who left.")


def test_what_the_decoder_writes_comes_back_to_the_letter() -> None:
    texts = [
        "If 27 bottles of soda cost A cents, how much will B bottles cost in dollars?",
        "Three birds fly at 900 kilometers per hour. [1km = 0.6 miles]",
        "Haley’s bed holds 36 bags. Haley fills twelve.",
        "Insert the missing number. 8, 7, 11, 12, 14, 17, 17, 22,20,27,23 (....)",
    ]
    for text in texts:
        slots = read_slots(text, slots_of(shared_parser()(text))).slots
        said = write_slots(text, slots)
        assert said is not None
        assert SLOT.search(said)
        assert fill(said, slots) == text


def test_slots_are_numbered_by_their_place_in_what_is_read() -> None:
    slots = (Slot("A"), Slot("27", 1, 1))
    read = read_slots("cents A is 27 of price", slots)

    assert read.text == "cents ⟦1⟧A is ⟦2⟧27 of price"
    assert read.slots == slots
    assert read_slots("27 at A", slots).slots == tuple(reversed(slots))


def test_a_number_inside_another_is_not_taken_for_it() -> None:
    assert read_slots("5.5 and 5,000 and 5% and 15 and 5.", (Slot("5", 1, 1),)).text.count("⟦") == 1


def test_lost_repeated_and_invented_slots_are_found() -> None:
    slots = (Slot("3", 1, 1), Slot("Ann"))

    assert keeps_slots("⟦2⟧ has ⟦1⟧, says ⟦2⟧.", slots)
    assert not keeps_slots("⟦2⟧ has some.", slots)
    assert not keeps_slots("⟦2⟧ has ⟦1⟧ and ⟦1⟧.", slots)
    assert not keeps_slots("⟦2⟧ has ⟦1⟧ and ⟦3⟧.", slots)
    assert write_slots("Ann has 4 pens.", slots) is None


def test_a_number_word_that_comes_first_begins_with_a_capital() -> None:
    slots = (Slot("three", 1, 1), Slot("x"))

    assert fill("⟦1⟧ boys met. ⟦2⟧ left.", slots) == "Three boys met. x left."
    assert fill("There are ⟦1⟧.", slots) == "There are three."


def test_the_number_and_the_label_of_a_mask_are_no_slots() -> None:
    read = read_slots("1 [NOUN:1] of X [X:1] and [A, 1]", (Slot("1", 2, 2), Slot("X"), Slot("A")))

    assert read.text == "⟦1⟧1 [NOUN:1] of ⟦2⟧X [X:1] and [⟦3⟧A, ⟦1⟧1]"
