import pytest

from scaning.faithful import difference
from scaning.paraphraser import Paraphraser
from scaning.parse import shared_parser
from scaning.rewrite.order import question_first
from tests.test_paraphraser import Fake

CAR = "In a fuel station the service costs $2 per car. How much does it cost to fuel 50 cars?"


@pytest.mark.parametrize(
    ("original", "candidate"),
    [
        (
            CAR,
            "How much does it cost to fuel 50 cars? In a fuel station the service costs $2 per car.",
        ),
        ("Ann bought 3 pens.", "3 pens were purchased by Ann."),
        ("Two bulbs are chosen at random.", "Two bulbs are picked randomly."),
        ("How many pens has Ann in total?", "Find the total number of pens that Ann has."),
        ("The driver covers 9 km.", "9 km are covered by the driver."),
    ],
)
def test_the_same_words_in_another_order_or_form_are_the_same(
    original: str, candidate: str
) -> None:
    found = difference(*shared_parser().parse([original, candidate]))
    assert found == ((), ())


def test_what_nobody_said_and_what_is_lost_is_named() -> None:
    other = "In a fuel station the tank costs $2 per car. How much does it cost to fuel 50 cars?"
    found = difference(*shared_parser().parse([CAR, other]))
    assert found.lost == ("service",)
    assert found.new == ("tank",)


def test_words_without_a_counterpart_are_turned_down_unless_free_ones_are_welcome() -> None:
    original = "Ann has 45 apples. She gives 17 apples to Ben. How many apples does Ann have left?"
    renamed = "Of her 45 plums Ann gives 17 plums to Ben. How many plums does she have left?"
    paraphraser = Paraphraser(generators=[Fake(renamed)])
    strict = paraphraser.paraphrase(original, n=1)
    assert strict.variants == ()
    assert [r.kind for r in strict.rejected[0].reasons] == ["other-words"]
    free = paraphraser.paraphrase(original, n=1, free=True)
    # Then the similarity decides.
    assert [r.kind for one in free.rejected for r in one.reasons] in ([], ["similarity"])


def test_a_torn_sentence_is_turned_down() -> None:
    original = "Ann has 45 pens. She gives 17 pens to Ben. How many pens does Ann have left?"
    torn = "If Ann has 45 pens. How many pens does Ann have left? She gives 17 pens to Ben."
    found = Paraphraser(generators=[Fake(torn)]).paraphrase(original, n=1, free=True)
    assert found.variants == ()
    assert found.rejected[0].reasons[0].candidate == "If Ann has 45 pens."


def test_a_question_that_comes_first_ends_as_one() -> None:
    text = "At 6% simple interest, Rahul borrowed Rs. 500. What amount will he pay after 4 years"
    found = question_first(text)
    assert found is not None
    assert found.startswith("What amount will Rahul pay after 4 years? At 6%")
