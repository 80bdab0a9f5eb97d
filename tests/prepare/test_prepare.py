"""The corpus: spacing, capitals, mending, filtering, duplicates, parts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scaning.cli import main
from scaning.prepare import Casing, Report, Seen, detokenised, mended, prepared, split_of, unusable
from scaning.records import Problem

CASED = [
    "Find how long A and B take if A takes 3 days and B takes 5.",
    "Together A, B and C have 60 apples; then A has a third of what C has.",
    "In June Ann and Raj went from Delhi to Goa with a bag of 3 apples.",
    "So if x and y are integers and x > y, what is a value of x?",
    "If x is a number and y is a number, then find a sum of x and y.",
] * 4


@pytest.mark.parametrize(
    ("tokenised", "printed"),
    [
        ("it costs $ 5 , or rs . 20 .", "it costs $5, or rs. 20."),
        ("a gain of 15 % on 2 / 3 of it", "a gain of 15% on 2/3 of it"),
        ("c ' s share ( in all ) is 1 : 2 : 4", "c's share (in all) is 1:2:4"),
        ("a two - week , 20 - foot walk", "a two-week, 20-foot walk"),
        ("what is x - y if x ^ 2 = - 3 ?", "what is x - y if x^2 = -3?"),
        ("less than $ 100 . 40 % of the", "less than $100. 40% of the"),
        ("at 9 % p . a . simple interest", "at 9% p.a. simple interest"),
        ("the l . c . m of 2 and 3", "the l.c.m. of 2 and 3"),
        ("6 do n ' t have seats at 5 p . m .", "6 don't have seats at 5 p.m."),
        ("a train at 30 km / hr", "a train at 30 km/hr"),
    ],
)
def test_tokenised_text_is_spaced_as_in_print(tokenised: str, printed: str) -> None:
    assert detokenised(tokenised) == printed


def test_printed_text_stays_as_it_is() -> None:
    text = "Ann's 2-week trip cost $3.50 (10% less) at a:b = 1:2; how far is it in km/h?"
    assert detokenised(text) == text


@pytest.mark.parametrize(
    ("lower", "cased"),
    [
        ("if a and b work, how long does a take?", "If A and B work, how long does A take?"),
        ("c has a bag. find b's share.", "C has a bag. Find B's share."),
        ("if x is 3, what is x?", "If x is 3, what is x?"),
        (
            "mr. smith paid rs. 20 on monday. i paid 3.",
            "Mr. Smith paid Rs. 20 on Monday. I paid 3.",
        ),
        ("so ann took a train from delhi at 5 p.m.", "So Ann took a train from Delhi at 5 p.m."),
    ],
)
def test_capitals_are_given_back(lower: str, cased: str) -> None:
    assert Casing.learn(CASED).cased(lower) == cased


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("4.0 cousins at 2.05 and 1.5", "4 cousins at 2.05 and 1.5"),
        ("There are $$11$$ or $12$ hens.", "There are 11 or 12 hens."),
        ("Toys for $5 and $6.", "Toys for $5 and $6."),
        ("Ann ran. (2014 AMC 8, Question #6)", "Ann ran."),
        (r"Bob\textquotesingle s $\frac{1}{2}$", "Bob's 1/2"),
        ("the price ofthe pens", "the price of the pens"),
    ],
)
def test_marks_of_a_collection_are_mended(before: str, after: str) -> None:
    assert mended(before) == after


def test_texts_that_cannot_be_used_are_left_out_for_a_reason() -> None:
    assert unusable("Ann has 3 " + "red " * 130 + "apples. How many?") == "too long"
    assert unusable("How many are 3 hens?") == "too short"
    assert unusable("Ann has 3 apples and Bob has 5 apples.") == "asks nothing"
    assert unusable("How many hens are in the figure shown, if 3 fly?") == "needs a picture"
    assert unusable("How many of the 3 hens (that Ann has left?") == "fragment"
    assert unusable("The sum of 3 consecutive numbers is 27, and the largest is") is None


def test_texts_that_differ_in_their_numbers_alone_come_twice_at_most() -> None:
    seen = Seen()
    for number in (3, 4):
        text = f"Ann has {number} red apples and eats 2 of them. How many are left?"
        assert seen.kind(text) is None
        seen.add(text)
    last = "Ann has 9 red apples and eats 2 of them. How many are left?"
    assert seen.kind(last) == "same but for numbers"
    other = "Ann has 3 red apples and then eats 2 of them. How many are left?"
    assert Seen().kind(other) is None


def test_no_problem_is_near_an_evaluation_set() -> None:
    kept = "Tom ran 4 miles a day for 3 weeks. How many miles did he run?"
    held = "Ann has 3 red apples and eats 2 of them. How many apples are left for her?"
    near = "Ann has 7 red apples and eats 2 of them. How many apples are left for us?"
    report = Report()
    rows = [Problem("a", near), Problem("b", kept)]
    assert [p.id for p in prepared(rows, against=[held], report=report)] == ["b"]
    assert report.dropped["evaluation set: near"]["other"] == 1


def test_a_cased_text_is_kept_before_the_same_in_lower_case() -> None:
    text = "Ann has 3 apples and buys 5 more. How many has she now?"
    lower = text.lower().replace(".", " .").replace("?", " ?")
    found = list(prepared([Problem("l", lower), Problem("c", text)], report=Report()))
    assert [(p.id, p.question) for p in found] == [("c", text)]


def test_parts_have_their_shares() -> None:
    parts = [split_of(f"id-{n}") for n in range(4000)]
    assert abs(parts.count("phase1") / 4000 - 0.45) < 0.03
    assert abs(parts.count("valid") / 4000 - 0.05) < 0.015


def test_the_command_writes_three_parts_and_a_report(tmp_path: Path) -> None:
    rows = [{"id": f"p{n}", "question": q, "source": "s"} for n, q in enumerate(QUESTIONS)]
    given = tmp_path / "in.jsonl"
    given.write_text("".join(json.dumps(row) + "\n" for row in rows))
    report = tmp_path / "report.json"
    with pytest.raises(SystemExit) as ended:
        main(["prepare", str(given), "-o", str(tmp_path / "out"), "--report", str(report), "-q"])
    assert not ended.value.code
    written = [
        json.loads(line)
        for name in ("phase1", "phase2", "valid")
        for line in (tmp_path / "out" / f"{name}.jsonl").read_text().splitlines()
    ]
    assert sorted(row["id"] for row in written) == ["p0", "p1", "p2"]
    assert json.loads(report.read_text())["dropped"] == {"asks nothing": {"s": 1}}


def test_shares_must_sum_to_a_hundred(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["prepare", "-", "-o", "nowhere", "--shares", "50/60/5"])
    assert ended.value.code == 2
    assert "sum to 100" in capsys.readouterr().err


QUESTIONS = [
    "Ann has 3 apples and buys 5 more. How many has she now?",
    "A train runs 30 miles in 2 hours. What is its speed?",
    "The sum of two numbers is 20 and one of them is 8. Find the other.",
    "Tom and Sue ran 3 miles on Monday and 4 on Tuesday.",
]
