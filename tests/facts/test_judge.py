from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scaning import facts
from scaning.facts.evidence import Evidence
from scaning.facts.judge import ACCEPT, solvability_of

SODA = "If 27 bottles of soda cost A cents, how much will B bottles cost in dollars?"
GIFT = "Ann had 45 marbles. She gave 17 of them to Omar. How many marbles does Ann have now?"
RACE = "Ann ran 5 miles and Ben ran 3 miles more than Ann. How many miles did Ben run?"
CLUB = "There are twice as many girls as boys in a club of 30. How many boys are there?"
MOWER = (
    "David mowed for 2 hours a day and bought a pair of shoes. How many hours did he mow in a week?"
)
TEAM = "A team has three goalies and ten defenders. How many players are goalies or defenders?"
SQUARES = "For how many integers $x$ is $x^2 - 51x$ negative?"
BREAD = "A baker packs 8 rolls in each of 17 bags. How many rolls does he pack?"

REJECTED = [
    (SODA, "A bottle of juice costs 27 cents, how much does B bottles cost in dollars?", "lost-variable"),
    (SODA, "If 27 bottles of soda cost A cents, how much will B bottles cost in cents?", "changed-question"),
    (GIFT, "Ann had 45 marbles. She gave some of them to Omar. How many marbles does Ann have now?", "missing-number"),
    (GIFT, "Ann had 45 marbles. She gave 17 of them to Omar and 3 to Eve. How many marbles does Ann have now?", "added-number"),
    (GIFT, "Ann had 45 marbles. She took 17 of them from Omar. How many marbles does Ann have now?", "flipped-relation"),
    (GIFT, "Ann had 17 marbles. She gave 45 of them to Omar. How many marbles does Ann have now?", "swapped-roles"),
    (GIFT, "Ann had 45 marbles. She gave 17 of them to Omar. How many marbles does Omar have now?", "changed-question"),
    (GIFT, "Ann had 45 marbles. She gave 17 of them to Omar.", "changed-question"),
    (GIFT, "Ann had 45 marbles. She gave 17 of them to Ann. How many marbles does Ann have now?", "merged-entities"),
    (GIFT, "Ann had 45 marbles. She gave 17 of them to Omar. How many marbles does", "incoherent"),
    (GIFT, "Ann had 45 marbles. Ann had 45 marbles. She gave 17 of them to Omar. How many marbles does Ann have now?", "incoherent"),
    (GIFT, GIFT, "copy"),
    (GIFT, "", "incoherent"),
    (RACE, "Ann ran 5 miles and Ben ran 3 miles less than Ann. How many miles did Ben run?", "flipped-relation"),
    (RACE, "Ann ran 5 kilometers and Ben ran 3 kilometers more than Ann. How many miles did Ben run?", "changed-unit"),
    (RACE, "Ben ran 5 miles and Ann ran 3 miles more than Ben. How many miles did Ben run?", "swapped-roles"),
    (RACE, "Ann ran 5 miles and Ben ran 3 miles more than Ann. How many miles did Ben run? How many did Ann run?", "changed-question"),
    (CLUB, "There are twice as many boys as girls in a club of 30. How many boys are there?", "swapped-roles"),
    (CLUB, "A club of 30 has twice as many girls as boys. How can one count the boys?", "changed-question"),
    (MOWER, "David mowed for hours a day and bought a pair of shoes. How many hours did he mow in a week?", "missing-number"),
    (TEAM, "A team has three goalies and three goalies. How many players are goalies or defenders?", "missing-number"),
    (TEAM, "A team has ten goalies and three defenders. How many players are goalies or defenders?", "swapped-roles"),
    (SQUARES, "For how many integers $q$ is $x^2 - 51x$ negative?", "added-variable"),
    (BREAD, "A baker packs 8 rolls in total in 17 bags. How many rolls does he pack?", "flipped-relation"),
    (BREAD, "A baker packs 8 rolls in each of 17 bags. However, some of the rolls are missing. How many rolls does he pack?", "added-statement"),
]  # fmt: skip
ACCEPTED = [
    (SODA, "If the price of 27 bottles of juice is A cents, what is the price of B bottles in dollars?"),
    (GIFT, "Out of her 45 marbles, Ann gave 17 to Omar. How many does she have left now?"),
    (GIFT, "Omar was given 17 marbles by Ann, who had 45. How many marbles does Ann have now?"),
    (GIFT, "Omar got 17 of Ann's 45 marbles. Find the number of marbles that Ann has now."),
    (GIFT, "Rita had forty-five stickers. She gave seventeen of them to Omar. How many stickers does Rita have now?"),
    (RACE, "How many miles did Ben run if Ann ran 5 miles and he ran 3 miles more than she did?"),
    (RACE, "Ann ran 5 mi, and Ben ran three miles more than Ann. What distance in miles did Ben run?"),
    (TEAM, "A team has ten defenders and three goalies. How many players are goalies or defenders?"),
    (BREAD, "Each of a baker's 17 bags holds 8 rolls. How many rolls does he pack?"),
]  # fmt: skip


@pytest.mark.parametrize(("original", "candidate", "kind"), REJECTED)
def test_damage_is_rejected_with_its_reason(original: str, candidate: str, kind: str) -> None:
    verdict = facts.compare(original, candidate)
    assert not verdict.ok
    assert kind in {reason.kind for reason in verdict.reasons}


@pytest.mark.parametrize(("original", "candidate"), ACCEPTED)
def test_an_honest_rewriting_is_accepted(original: str, candidate: str) -> None:
    verdict = facts.compare(original, candidate)
    assert verdict.ok, verdict.reasons
    assert verdict.solvability >= ACCEPT


@pytest.mark.parametrize(("original", "candidate", "kind"), REJECTED)
def test_every_reason_has_a_known_kind_and_a_sentence(
    original: str, candidate: str, kind: str
) -> None:
    for reason in facts.compare(original, candidate).reasons:
        assert reason.kind in facts.REASONS
        assert reason.message.endswith((".", "…")) or reason.kind in {
            "incoherent",
            "lost-statement",
            "added-statement",
        }
        assert len(reason.message.split()) >= 3


def test_a_copy_is_refused_but_solvable() -> None:
    verdict = facts.compare(GIFT, GIFT.upper())
    assert [r.kind for r in verdict.reasons] == ["copy"]


def test_no_reasons_means_accepted_and_only_then() -> None:
    pairs = [(o, c) for o, c, _ in REJECTED] + ACCEPTED
    for verdict in facts.compare_many(pairs):
        assert verdict.ok == (not verdict.reasons)


def test_solvability_multiplies_the_chances() -> None:
    evidence = [Evidence("copy", w, "", "", "") for w in (0.5, 0.2)]
    assert solvability_of(evidence) == pytest.approx(0.4)
    assert solvability_of([]) == 1.0


def test_verdicts_come_in_the_order_of_the_pairs_across_batches() -> None:
    pairs = [(GIFT, GIFT.replace("17", str(n))) for n in range(10, 110)]
    verdicts = list(facts.compare_many(pairs))
    assert [v.reasons[0].kind == "copy" for v in verdicts] == [n == 17 for n in range(10, 110)]


@given(st.text(max_size=80), st.text(max_size=80))
@settings(max_examples=60, deadline=None)
def test_any_two_texts_get_a_verdict(original: str, candidate: str) -> None:
    verdict = facts.compare(original, candidate)
    assert 0.0 <= verdict.solvability <= 1.0
    assert verdict.ok == (not verdict.reasons)
