from __future__ import annotations

import pytest

from scaning.facts.comparisons import comparisons
from scaning.facts.relation_table import ADDED, LOST, PHRASES
from scaning.facts.relations import relations
from scaning.parse import shared_parser


def found(text: str) -> set[tuple[str, str]]:
    return {(r.family, r.member) for r in relations(shared_parser()(text))}


def sides(text: str) -> list[tuple[str, str, str]]:
    parsed = shared_parser()(text)
    return [
        (c.relation.member, parsed.tokens[c.left].text, parsed.tokens[c.right].text)
        for c in comparisons(parsed, relations(parsed))
    ]


@pytest.mark.parametrize(
    ("text", "family", "member"),
    [
        ("Ann has 3 more pens than Bob.", "comparison", "more"),
        ("He found 8 more under the sofa.", "addition", "additional"),
        ("It costs at least $5.", "bound", "at least"),
        ("It costs no more than $5.", "bound", "at most"),
        ("How many pens are left?", "aggregate", "remaining"),
        ("He sits 5th from the left.", "hand", "left"),
        ("The price was lowered by 5%.", "change", "down"),
        ("In 20 years he will be 40.", "order", "after"),
        ("He was 40 two years ago.", "order", "before"),
        ("The number isn't odd.", "denial", "not"),
        ("Each of the boys has 2 pens.", "rate", "each"),
    ],
)
def test_relation_words_are_read_in_their_sense(text: str, family: str, member: str) -> None:
    assert (family, member) in found(text)


def test_leaving_a_station_is_not_what_remains() -> None:
    assert ("aggregate", "remaining") not in found("A train left the station at noon.")


def test_every_family_has_its_weights() -> None:
    assert PHRASES.keys() == LOST.keys() == ADDED.keys()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Nina is 6 years younger than her sister Clara.", [("less", "Nina", "Clara")]),
        ("There are 21 more dogs than cats.", [("more", "dogs", "cats")]),
        ("Terry has 20 more stickers than Steven.", [("more", "Terry", "Steven")]),
        ("Amy has three times as many pens as Jo.", [("multiple", "Amy", "Jo")]),
        ("Granger has twice as many spots as his brother, Cisco.", [("multiple", "Granger", "Cisco")]),
    ],
)  # fmt: skip
def test_a_comparison_knows_its_sides(text: str, expected: list[tuple[str, str, str]]) -> None:
    assert sides(text) == expected
