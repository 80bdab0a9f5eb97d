"""Verdicts on invented rewritings: free ones that keep the solution, and free ones that do not."""

import json
from pathlib import Path

from scaning import facts

CASES = Path(__file__).parents[1] / "cases" / "rewrites.jsonl"
# What the checks are known to get wrong, to be taken off this list as they learn.
WRONG = {
    "a050": "10% of the price is left, not taken off: nothing says what a discount is",
    "a057": "a condition ('more than 3') became an amount",
    "a120": "'change' is money that one gets back",
    "b033": "'it' and 'a red one' are one ribbon, so longer became shorter rightly",
    "b068": "'for each of 50 calculators' where the price was of all",
    "c055": "'double' is a kind of room, not a factor",
}


def test_invented_rewritings_are_judged_as_before() -> None:
    rows = [json.loads(line) for line in CASES.read_text(encoding="utf-8").splitlines()]
    assert len(rows) == 260
    verdicts = facts.compare_many((row["original"], row["candidate"]) for row in rows)
    judged = [(row, verdict) for row, verdict in zip(rows, verdicts, strict=True)]
    assert {row["id"] for row, verdict in judged if verdict.ok is not row["valid"]} == set(WRONG)


def test_most_broken_rewritings_are_rejected_for_the_right_reason() -> None:
    rows = [json.loads(line) for line in CASES.read_text(encoding="utf-8").splitlines()]
    broken = [row for row in rows if not row["valid"]]
    verdicts = facts.compare_many((row["original"], row["candidate"]) for row in broken)
    named = [
        row["kind"] in {reason.kind for reason in verdict.reasons}
        for row, verdict in zip(broken, verdicts, strict=True)
    ]
    assert sum(named) >= 0.8 * len(named)
