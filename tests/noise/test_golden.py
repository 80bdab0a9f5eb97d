"""The golden cases of the noise: every function, every rule, every combination of the paper."""

import json
import re
from collections import Counter
from dataclasses import fields, replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from scaning.noise import NOISERS, Rules, phrases
from scaning.noise.assemble import spelled
from scaning.noise.combinations import TABLES, Combination, Table
from scaning.noise.constituents import constituents
from scaning.noise.contract import Mode
from scaning.noise.masks import MASK
from scaning.noise.permute import recased
from scaning.noise.policy import Policy
from scaning.noise.prepare import prepared
from scaning.noise.protect import protected
from scaning.noise.settings import NoiseSettings
from scaning.noise.verify import facts_kept
from scaning.parse import shared_parser
from scaning.records import Problem

Case = dict[str, Any]
ROOT = Path(__file__).parents[2]
CASES: list[Case] = [
    json.loads(line)
    for line in (ROOT / "tests/cases/noise.jsonl").read_text(encoding="utf-8").splitlines()
]
FUNCTIONS = [case for case in CASES if "function" in case]
RULES = [case for case in CASES if "rule" in case]
COMBINATIONS = [case for case in CASES if "combination" in case]
V10 = TABLES["v10"]
MODES: tuple[Mode, ...] = ("training", "inference")
EVERY = [(mode, combination) for mode in MODES for combination in V10.of(mode)]
MOVING = {"sentence_permutation", "phrase_shuffling", "permute_shuffle"}


def name_of(case: Case) -> str:
    return " ".join(str(case[key]) for key in ("function", "rule", "mode", "case") if key in case)


@cache
def policy(mode: Mode, rows: int = 1) -> Policy:
    return NoiseSettings(mode=mode, rows=rows, passive=0.0).policy()


def noised(case: Case, rules: Case) -> str | None:
    kit = policy(case["mode"]).kit
    given: dict[str, Any] = {
        k: frozenset(v) if isinstance(v, list) else v for k, v in rules.items()
    }
    kit = replace(kit, rules=replace(kit.rules, **given))
    text = protected(shared_parser()(prepared(case["text"])), whole=kit.rules.whole)
    function = NOISERS[case["function"], case["mode"]](case["share"], kit)
    result = function(text, Random(case["seed"]))
    return result.text if result else None


@pytest.mark.parametrize("case", FUNCTIONS, ids=name_of)
def test_functions_noise_as_the_golden_cases_say(case: Case) -> None:
    assert noised(case, case.get("rules", {})) == case["result"]


@pytest.mark.parametrize("case", RULES, ids=name_of)
def test_rules_of_phrases_order_as_the_golden_cases_say(case: Case) -> None:
    text = protected(shared_parser()(case["text"]))
    tree = constituents(text, 0)
    rule = getattr(phrases, case["rule"])
    arguments: dict[str, tuple[object, ...]] = {
        "preposition_first": (text, tree, Rules()),
        "noun_and_verb_swapped": (tree, Random(0)),
    }
    orders = rule(*arguments.get(case["rule"], (text, tree)))
    found = [
        spelled(text, recased(text.tokens[0], [text.tokens[i] for i in order])) for order in orders
    ]
    assert found == case["results"]


def test_every_function_has_golden_cases_the_running_example_among_them() -> None:
    assert {(case["function"], case["mode"]) for case in FUNCTIONS} == set(NOISERS)
    running = {case["function"] for case in FUNCTIONS if case["text"].startswith("Steve rode his")}
    assert running == {name for name, _ in NOISERS}


def test_every_rule_has_a_golden_case_that_it_decides() -> None:
    decided = set()
    for case in FUNCTIONS:
        rules = case.get("rules", {})
        if rules and noised(case, {}) != case["result"]:
            decided |= set(rules)
    assert decided == {field.name for field in fields(Rules)}
    orders = {name for name in vars(phrases) if re.fullmatch(r"[a-z]\w*_(first|swapped)", name)}
    assert orders == {case["rule"] for case in RULES}


@pytest.mark.parametrize(
    "case", COMBINATIONS, ids=lambda case: f"{case['mode']} {case['combination']}"
)
def test_combinations_noise_the_example_of_the_paper_as_the_golden_cases_say(case: Case) -> None:
    combination = next(c for c in V10.of(case["mode"]) if c.name == case["combination"])
    alone = replace(policy(case["mode"]), table=Table((combination,), (combination,)))
    (row,) = alone.noised([Problem(case["id"], case["text"])])[0]

    assert row.source == case["result"]
    assert [done.function for done in row.log] == case["log"]
    assert row.paraphraser_prompt() == case["prompt"]


def test_every_combination_of_the_paper_has_a_golden_case() -> None:
    found = [(case["mode"], case["combination"]) for case in COMBINATIONS]
    assert sorted(found) == sorted((mode, combination.name) for mode, combination in EVERY)


@pytest.mark.parametrize(
    ("mode", "combination"), EVERY, ids=[f"{mode} {c.name}" for mode, c in EVERY]
)
def test_a_combination_gives_the_kind_of_text_that_its_functions_describe(
    mode: Mode, combination: Combination
) -> None:
    lines = (ROOT / "examples/problems.jsonl").read_text(encoding="utf-8").splitlines()
    problems = [Problem(f"e{n}", json.loads(line)["question"]) for n, line in enumerate(lines[:25])]
    alone = replace(policy(mode), table=Table((combination,), (combination,)))
    wanted = [step.function for step in combination.steps]
    seen: Counter[str] = Counter()
    for problem, rows in zip(problems, alone.noised(problems), strict=True):
        for row in rows:
            done = [applied.function for applied in row.log]
            seen.update(done)
            assert [function for function in wanted if function in done] == done
            assert row.source != prepared(problem.question)
            check_kind(prepared(problem.question), row.source, set(done))
        if mode == "inference" and rows:
            assert facts_kept(shared_parser(), [problem.question], [rows[0].source]) == [True]
    assert set(seen) == set(wanted)


def check_kind(before: str, after: str, done: set[str]) -> None:
    """What can be told from a text: masks, words that are new, words that are gone, their order."""
    masked = bool(MASK.search(after))
    old, new = (re.findall(r"\w+", MASK.sub(" ", text).lower()) for text in (before, after))
    if "templatization" not in done:
        assert not masked
    elif "random_deletion" not in done:
        assert masked
    if done <= {*MOVING, "complete_shuffling", "random_shuffling"}:
        assert Counter(old) == Counter(new)
    if done <= {*MOVING, "templatization", "random_deletion"}:
        assert not Counter(new) - Counter(old)
    if done <= {"templatization", "random_deletion"}:
        rest = iter(old)
        assert all(word in rest for word in new)
    if done == {"word_insertion"}:
        assert len(new) > len(old)
    if done == {"random_deletion"}:
        assert len(new) < len(old)
    if done == {"synonym_substitution"}:
        assert len(new) == len(old)
        assert new != old
