"""Each operator does to a problem what its name says, and leaves alone what it would not break."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random

import pytest
from breaks import chain, figures, judged, made, on_chain, wilson
from hypothesis import given
from hypothesis import strategies as st

from scaning.facts import REASONS
from scaning.parse import shared_parser
from scaning.records import Problem, Reason, Verdict
from scaning.scorer.damage import BREAKS, KEEPS

EXAMPLES = Path(__file__).parents[1] / "examples" / "problems.jsonl"
OPERATORS = {name: one.change for name, one in BREAKS.items()} | dict(KEEPS)
CASES = [
    json.loads(line)
    for line in (Path(__file__).parent / "cases" / "damage.jsonl").read_text("utf-8").splitlines()
]


def changed(operator: str, text: str, seed: int | str = 0) -> str | None:
    return OPERATORS[operator](shared_parser()(text), Random(seed))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["operator"])
def test_an_operator_does_what_its_name_says(case: dict[str, str | None]) -> None:
    assert changed(str(case["operator"]), str(case["before"])) == case["after"]


def test_every_operator_is_shown_by_a_case() -> None:
    assert {case["operator"] for case in CASES if case["after"]} == set(OPERATORS)


def test_every_kind_that_names_a_break_is_one_that_the_checker_gives() -> None:
    assert set().union(*(one.kinds for one in BREAKS.values())) <= set(REASONS)


@pytest.mark.parametrize("operator", sorted(set(OPERATORS) - {"copy"}))
def test_an_operator_gives_another_text_or_none_and_the_same_one_each_time(operator: str) -> None:
    for line in EXAMPLES.read_text(encoding="utf-8").splitlines():
        text = json.loads(line)["question"]
        new = changed(operator, text, seed=operator)
        assert new != text
        assert new == changed(operator, text, seed=operator)


@given(st.text(max_size=80), st.sampled_from(sorted(OPERATORS)))
def test_no_operator_stumbles_over_an_odd_text(text: str, operator: str) -> None:
    changed(operator, text)


def rejecting(pairs: Iterable[tuple[str, str]]) -> Iterator[Verdict]:
    """A checker that calls every candidate without "ten" a missing number."""
    for original, candidate in pairs:
        ok = "ten" in candidate
        reasons = () if ok else (Reason("missing-number", original, candidate, "It is missing."),)
        yield Verdict(ok, float(ok), reasons)


def test_the_benchmark_counts_what_is_rejected_and_what_is_named() -> None:
    problems = [Problem("a", "Ann has 10 apples. How many apples has she?")]
    wanted = {name: OPERATORS[name] for name in ("drop-number", "copy", "spell-number")}
    pairs = made(problems, wanted, shared_parser(), first=1)
    found = figures(judged(pairs, rejecting))
    interval = wilson(1, 1)
    assert found["drop-number"] == {
        "n": 1,
        "rejected": {"share": 1.0, "interval": interval},
        "named": {"share": 1.0, "interval": interval},
    }
    assert found["copy"]["named"] == {"share": 0.0, "interval": wilson(0, 1)}
    assert found["spell-number"] == {"n": 1, "accepted": {"share": 1.0, "interval": interval}}


def test_a_chain_is_three_rewritings_or_none() -> None:
    change = chain(shared_parser())
    parsed = shared_parser()("The man has 10 pens. How many pens does he have in total?")
    assert change(parsed, Random(0)) == (
        "If it is known that the man has 10 pencils, how many pencils does he have in total?"
    )
    assert change(shared_parser()("How many?"), Random(0)) is None


def test_damage_is_done_to_what_a_chain_has_made() -> None:
    parsed = shared_parser()("The man has 10 pens. How many pens does he have in total?")
    new = on_chain(OPERATORS["truncate"], shared_parser())(parsed, Random(0))
    assert new == "If it is known that the man has 10 pencils, how many"


def test_the_interval_is_that_of_wilson() -> None:
    # Newcombe (1998), table I: 81 of 263.
    assert wilson(81, 263) == pytest.approx((0.2553, 0.3662), abs=1e-4)
