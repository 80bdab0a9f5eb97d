from __future__ import annotations

import pytest

from scaning.facts.question import questions
from scaning.parse import shared_parser


def asked(text: str) -> list[tuple[str, set[str]]]:
    parsed = shared_parser()(text)
    return [
        (text[parsed.tokens[q.start].start : parsed.tokens[q.end - 1].end], set(q.answers))
        for q in questions(parsed)
    ]


@pytest.mark.parametrize(
    ("text", "words", "answers"),
    [
        ("Ann has 3 pens. How many pens has she?", "How many pens has she", {"count"}),
        ("How long does it take if he runs?", "How long does it take", {"time"}),
        ("The tree is tall. How far is it from the house?", "How far is it from the house", {"length"}),
        ("If x = 3, what is the area of the square?", "what is the area of the square", {"area"}),
        ("Find the speed of the current.", "Find the speed of the current.", {"speed"}),
        ("At what time do they meet?", "At what time do they meet", {"time"}),
        ("How much does she pay for 3 pens?", "How much does she pay for 3 pens", {"money"}),
        ("How many hours did he work?", "How many hours did he work", {"time"}),
    ],
)  # fmt: skip
def test_the_question_is_found_with_what_it_asks_for(
    text: str, words: str, answers: set[str]
) -> None:
    assert asked(text) == [(words, answers)]


def test_a_relative_clause_is_not_a_question() -> None:
    assert asked("The man who has 5 pens sells 2. How many are left?") == [
        ("How many are left", {"count"})
    ]


def test_two_questions_are_two() -> None:
    assert len(asked("How many pens has she? How much do they cost?")) == 2


def test_without_any_mark_the_last_sentence_asks() -> None:
    assert asked("He walks at 5 kmph. His average speed is") == [
        ("His average speed is", {"speed"})
    ]
