from __future__ import annotations

import pytest

from scaning.facts.variables import variables
from scaning.parse import shared_parser


def names(text: str) -> list[str]:
    return [v.name for v in variables(shared_parser()(text))]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A bottle of juice costs 27 cents.", []),
        ("If 27 bottles of soda cost A cents, how much will B bottles cost?", ["A", "B"]),
        ("A can build a wall in 40 min and B can build it in 45 min.", ["A", "B"]),
        ("A, B and C enter into a partnership.", ["A", "B", "C"]),
        ("Train A leaves a station at noon.", ["A"]),
        ("A starts travel towards south. How far is A from home?", ["A", "A"]),
        ("In triangle ABC the right angle is at C. How long is AB?", ["ABC", "C", "AB"]),
        ("Solve for x: 3x + 2y = 12.", ["x", "x", "y"]),
        ("What is x^2 - 7x if x = 4?", ["x", "x", "x"]),
        ("a , b and c can do a work in 5 days .", ["a", "b", "c"]),
        ("i sold a book at a profit of 10 % .", []),
        ("The rope is 5 m long and weighs 3 g.", []),
        ("The l . c . m . of 2 numbers is 48 .", []),
        ("Ann's brother didn ' t come to the USA.", []),
        ("Mr. J. Smith drives a car to NYC.", []),
        ("Point P1 is 3 cm from P2.", ["P1", "P2"]),
    ],
)
def test_unknowns_are_found_and_the_article_is_not(text: str, expected: list[str]) -> None:
    assert names(text) == expected


def test_an_unknown_knows_its_place() -> None:
    text = "Each of B bottles costs x cents."
    found = variables(shared_parser()(text))
    assert [text[v.start : v.end] for v in found] == ["B", "x"]
