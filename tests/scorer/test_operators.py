"""Rewritings keep what the solution rests on, breaks do not, and what cannot be done is left alone."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

from scaning.parse import shared_parser
from scaning.records import Problem
from scaning.scorer.hard import overlap, pairs
from scaning.scorer.operators import NEAR, POSITIVE, rough
from scaning.scorer.published import Vocabulary
from scaning.scorer.triplets import Group, Made, groups, load_groups, split_of, write_groups
from scaning.scorer.verify import merged, numbers_of, same_numbers, with_careless

ANN = (
    "Ann has 12 apples and Ben has 5 pears. Ann gives 3 apples to Ben. "
    "How many apples does Ann have now?"
)
TRAIN = "A train travels 60 miles per hour. How many miles does it travel in 4 hours?"
SHOP = "The store sold 20 hats for $35 each. What is the total money that the store received?"
PROBLEMS = (ANN, TRAIN, SHOP)
WORDS = Vocabulary.of([*PROBLEMS, "The dog eats the small bone.", "Paint dries in the garden."] * 3)


def after(operator: str, text: str, seed: int = 1) -> str | None:
    found = {**POSITIVE, **NEAR, **rough(WORDS)}[operator]
    return found(shared_parser()(text), Random(seed))


@pytest.mark.parametrize(
    ("operator", "text", "expected"),
    [
        ("spell-numbers", TRAIN, "A train travels sixty miles per hour. How many miles"),
        ("question-words", ANN, "What number of apples does Ann have now?"),
        ("without-end", ANN, "Ann gives 3 apples to Ben."),
        ("join", ANN, None),
        ("turn-comparison", "Tom is 3 years older than Eva. How old is Eva?",
         "Eva is 3 years younger than Tom. How old is Eva?"),
        ("request", TRAIN, "it travels in 4 hours"),
        ("vague-numbers", "How large is it?", None),
        ("trade-numbers", TRAIN, None),
    ],
)  # fmt: skip
def test_an_operator_does_what_its_name_says(
    operator: str, text: str, expected: str | None
) -> None:
    new = after(operator, text)
    if expected is None:
        assert new is None
    else:
        assert new is not None
        assert expected in new


@pytest.mark.parametrize("text", PROBLEMS)
@pytest.mark.parametrize("seed", range(3))
def test_rewritings_have_the_numbers_of_their_problem(text: str, seed: int) -> None:
    for operator in sorted(POSITIVE):
        new = after(operator, text, seed)
        if new is not None:
            assert numbers_of(new) == numbers_of(text), operator


@pytest.mark.parametrize("text", PROBLEMS)
def test_breaks_of_numbers_change_the_numbers(text: str) -> None:
    for operator in ("other-numbers", "vague-numbers", "change-number", "drop-number"):
        new = after(operator, text)
        assert new is not None
        assert numbers_of(new) != numbers_of(text), operator


def test_numbers_count_however_they_are_written() -> None:
    assert numbers_of("three pears and 1,200 nuts") == {Fraction(3): 1, Fraction(1200): 1}


def made() -> list[Group]:
    problems = [Problem(f"p{i}", text) for i, text in enumerate(PROBLEMS)]
    return list(groups(problems, WORDS, shared_parser()))


def test_groups_come_out_the_same_and_survive_a_file(tmp_path: Path) -> None:
    first = made()
    assert first == made()
    assert [group.anchor for group in first] == list(PROBLEMS)
    path = tmp_path / "groups.jsonl.gz"
    assert write_groups(first, path) == 3
    assert list(load_groups([path])) == first


def test_a_cut_file_gives_its_whole_lines(tmp_path: Path) -> None:
    path = tmp_path / "groups.jsonl"
    write_groups(made(), path)
    text = path.read_text(encoding="utf-8")
    path.write_text(text[:-20], encoding="utf-8")
    assert len(list(load_groups([path]))) == 2


def test_verification_drops_rewritings_that_lose_a_number_and_breaks_that_are_copies() -> None:
    good, lost = Made("Train A does 60 miles.", "x"), Made("Train A does miles.", "x")
    group = Group(
        "a", "A train does 60 miles.", (good, lost), (Made(good.text, "y"), Made("?", "y"))
    )
    (kept,) = same_numbers([group])
    assert kept.positives == (good,)
    assert kept.negatives == (Made("?", "y"),)


def test_careless_rewritings_and_translations_join_their_group() -> None:
    group = Group("a", "The tank is full. What is the size?", (Made("p", "x"),), (Made("n", "y"),))
    (wider,) = with_careless([group])
    assert wider.positives[1].by == "careless"
    assert wider.positives[1].text.lower().replace("the ", "") in (
        "tank is full. what is size?", "tank is full. what is size",
    )  # fmt: skip
    (one,) = merged([group, Group("a", group.anchor, (Made("q", "translation"),), ())])
    assert [m.text for m in one.positives] == ["p", "q"]
    assert merged([Group("b", "t", (), (Made("n", "y"),))])[0].positives[0].by == "identity"


def test_a_problem_is_always_in_the_same_part() -> None:
    parts = [split_of(f"problem-{i}") for i in range(2000)]
    assert 0.03 < parts.count("hard") / 2000 < 0.07
    assert 0.015 < parts.count("dev") / 2000 < 0.05


def test_hard_pairs_put_a_far_rewriting_beside_a_near_break() -> None:
    far = Made("Sixty miles an hour is the speed of some train; find its way in four hours.", "x")
    near = Made(TRAIN.replace("60", "61"), "change-number")
    lossy = Made(TRAIN[:30], "truncate")
    group = Group("a", TRAIN, (far,), (lossy, near))
    keep, edit = pairs([group])
    assert (keep["candidate"], keep["valid"]) == (far.text, True)
    assert (edit["candidate"], edit["valid"]) == (near.text, False)
    assert overlap(TRAIN, near.text) > overlap(TRAIN, far.text)
    assert list(pairs([Group("a", TRAIN, (near,), (near,))])) == []
