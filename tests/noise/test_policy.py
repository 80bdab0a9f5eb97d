from collections.abc import Callable
from dataclasses import replace

import pytest

from scaning.noise import Kit
from scaning.noise.combinations import TABLES, Table, combinations
from scaning.noise.contract import Mode
from scaning.noise.policy import Policy
from scaning.noise.presets import preset
from scaning.noise.rows import NoiseRow
from scaning.noise.verify import facts_kept
from scaning.parse import shared_parser
from scaning.records import Problem

Make = Callable[..., Policy]
QUESTIONS = (
    "Steve rode his car for 5 miles on the way home. How far did he ride if he didn't stop?",
    "In a bag there are 5 apples and 3 pears, and Ann has 2 more in the bag of her friend.",
    "A store sells a pen for $2.50 to the men of the town. How much do 4 of the pens cost them?",
    "If 2x + 3 = 7, find the value of x for which the sum of the parts in the line is 10%.",
    "A train leaves the town at 8 o'clock and runs 60 miles per hour for the whole of the day.",
)
PROBLEMS = [Problem(f"p{n}", question, {"n": n}) for n, question in enumerate(QUESTIONS)]


@pytest.fixture
def make(kit: Kit) -> Make:
    def policy(
        mode: Mode = "training",
        name: str = "default",
        *,
        rows: int = 2,
        table: Table | None = None,
        share: float = 0.0,
        passive: str | None = "It was done.",
    ) -> Policy:
        chosen = preset(name)
        return Policy(
            mode=mode,
            preset=chosen,
            table=table or TABLES["v10"],
            rows=rows,
            passive=share,
            seed=3407,
            kit=replace(kit, rules=chosen.rules),
            parser=shared_parser(),
            passive_of=lambda text: passive,
        )

    return policy


def flat(rows: list[list[NoiseRow]]) -> list[NoiseRow]:
    return [row for found in rows for row in found]


@pytest.mark.parametrize("name", ["default", "paper", "official"])
@pytest.mark.parametrize("mode", ["training", "inference"])
def test_every_problem_gets_its_rows_with_a_log_of_what_was_done(
    make: Make, mode: Mode, name: str
) -> None:
    for problem, rows in zip(PROBLEMS, make(mode, name, rows=3).noised(PROBLEMS), strict=True):
        assert len(rows) == 3
        for row in rows:
            assert (row.id, row.original, row.extra) == (
                problem.id,
                problem.question,
                {"n": int(problem.id[1:])},
            )
            assert row.source != problem.question
            assert row.log
            assert all(0 <= done.fraction <= 1 for done in row.log)


def test_a_problem_never_gets_the_same_combination_twice(make: Make) -> None:
    for rows in make(rows=10).noised(PROBLEMS):
        assert len({row.source for row in rows}) == len(rows) == 10


def test_a_row_does_not_depend_on_what_is_noised_beside_it(make: Make) -> None:
    together = make(rows=4).noised(PROBLEMS)
    alone = [make(rows=4).noised([problem])[0] for problem in reversed(PROBLEMS)]
    fewer = make(rows=2).noised(PROBLEMS)

    assert together == alone[::-1]
    assert [rows[:2] for rows in together] == fewer


def test_what_one_function_did_and_the_next_undid_is_no_row(make: Make) -> None:
    table = Table(training=(), inference=combinations("h 1.0 SP 1.0 PS 1.0"))
    problems = [
        Problem(f"p{n}", "If 12 pens cost x cents, how many will y pens cost?") for n in range(9)
    ]
    policy = make("inference", rows=1, table=table)

    assert all(row.source != row.original for row in flat(policy.noised(problems)))
    same = replace(policy, table=Table((), combinations("s 1.0 ID -")))
    assert [row.source for row in flat(same.noised(problems[:1]))] == [problems[0].question]


def test_another_seed_gives_other_noise(make: Make) -> None:
    policy = make()

    assert policy.noised(PROBLEMS) != replace(policy, seed=1).noised(PROBLEMS)


def test_shares_jitter_around_those_of_the_table(make: Make) -> None:
    table = Table(training=combinations("b 1.0 T .50"), inference=combinations("b 1.0 T .50"))
    problems = [Problem(f"q{n}", QUESTIONS[0]) for n in range(60)]
    for mode, reach in (("training", 0.10), ("inference", 0.02)):
        rows = flat(make(mode, rows=1, table=table).noised(problems))
        fractions = [row.log[0].fraction for row in rows]
        assert max(fractions) <= 0.5 + reach
        assert min(fractions) >= 0.5 - reach
        assert max(fractions) - min(fractions) > reach


def test_training_targets_are_raw_and_a_share_of_them_is_passive(make: Make) -> None:
    problems = [Problem(f"q{n}", QUESTIONS[0]) for n in range(100)]
    rows = flat(make(share=0.3).noised(problems))
    passive = [row for row in rows if row.passive]

    assert 0.2 < len(passive) / len(rows) < 0.4
    assert {row.target for row in passive} == {"It was done."}
    assert {row.prompt for row in passive} == {"paraphrase passive: "}
    others = [row for row in rows if not row.passive]
    assert {row.target for row in others} == {QUESTIONS[0]}
    assert {row.prompt for row in others} == {"paraphrase: "}


def test_what_has_no_passive_stays_active(make: Make) -> None:
    rows = flat(make(share=1.0, passive=None).noised(PROBLEMS))

    assert not any(row.passive for row in rows)
    assert all(row.target == row.original for row in rows)


def test_in_inference_one_row_of_a_chosen_problem_asks_for_the_passive(make: Make) -> None:
    for rows in make("inference", rows=10, share=1.0).noised(PROBLEMS):
        asked = [row for row in rows if row.passive]
        assert len(asked) == 1
        done = {applied.function for applied in asked[0].log}
        assert done <= {"synonym_substitution", "templatization"}
    assert not any(row.passive for row in flat(make("inference").noised(PROBLEMS)))


def test_the_support_set_adds_a_row_that_only_asks_for_the_passive(make: Make) -> None:
    policy = make("inference", rows=6, table=TABLES["support"], share=1.0)
    for rows in policy.noised(PROBLEMS):
        *others, last = rows
        assert last.paraphraser_prompt() == "paraphrase passive : "
        assert last.log[0].function == "passivization"
        assert not any(row.passive for row in others)


def test_default_inference_keeps_every_quantity_unit_and_unknown(make: Make) -> None:
    policy = make("inference", rows=10)
    parser = shared_parser()
    for problem in PROBLEMS:
        rows = policy.noised([problem])[0]
        # A combination that changed a fact is left out.
        assert len(rows) >= 8
        noised = [row.source for row in rows]
        assert all(facts_kept(parser, [problem.question] * len(rows), noised))


def test_official_shuffles_windows_where_no_phrase_can_be_moved(make: Make) -> None:
    table = Table(training=(), inference=combinations("c 1.0 PS .95"))
    problem = Problem("p", "Ann has fine red big pens.")
    official = make("inference", "official", rows=1, table=table)
    ours = make("inference", "default", rows=1, table=table)
    blocked = replace(official, parser=shared_parser())

    logs = [done.function for row in flat(blocked.noised([problem])) for done in row.log]
    assert set(logs) <= {"random_shuffling", "phrase_shuffling"}
    assert not any(
        done.function == "random_shuffling"
        for row in flat(ours.noised([problem]))
        for done in row.log
    )


def test_the_columns_of_a_row_are_the_contract_and_those_of_the_problem(make: Make) -> None:
    row = make().noised([Problem("p", QUESTIONS[0], {"answer": "5", "log": "theirs"})])[0][0]
    import json

    written = json.loads(row.line())
    assert list(written) == [
        "id",
        "original",
        "source",
        "target",
        "prompt",
        "log",
        "passive",
        "answer",
    ]
    assert written["log"][0].keys() == {"function", "fraction"}
