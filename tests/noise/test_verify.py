import pytest

from scaning.noise.verify import facts_kept
from scaning.parse import shared_parser

PRICE = "Ann buys 5 kg of rice at $3 and x bags. How many miles does B run?"


@pytest.mark.parametrize(
    "noised",
    [
        "At $3 Ann buys 5 kg of [NOUN:1] and x bags. How many miles does B run?",
        "x bags and 5 kg of rice Ann buys at $3. B run how many miles does?",
    ],
)
def test_moved_and_masked_words_change_no_fact(noised: str) -> None:
    assert facts_kept(shared_parser(), [PRICE], [noised]) == [True]


@pytest.mark.parametrize(
    "noised",
    [
        PRICE.replace("5 kg", "5"),
        PRICE.replace("5", "6"),
        PRICE.replace("$3", "3"),
        PRICE.replace("miles", "metres"),
        PRICE.replace("x", "y"),
        PRICE.replace(" B ", " [NOUN:1] "),
        PRICE + " He has 2.",
    ],
)
def test_a_changed_quantity_unit_or_unknown_is_seen(noised: str) -> None:
    assert facts_kept(shared_parser(), [PRICE], [noised]) == [False]


@pytest.mark.parametrize(
    "noised",
    [
        "A leaves [NOUN:1] at 8.",
        "A must four layers have.",
        "He lost 19 % i bought a pen .",
    ],
)
def test_an_article_that_became_an_unknown_is_seen(noised: str) -> None:
    before = {
        "A leaves": "A train leaves the town at 8.",
        "A must": "A wall must have four layers.",
        "He lost": "i bought a pen . He lost 19 %",
    }[" ".join(noised.split()[:2])]

    assert facts_kept(shared_parser(), [before], [noised]) == [False]
