import json
from pathlib import Path
from typing import Any

from scaning.denoise.rows import BRACKETS, DIGITS, MANY, NO_NAME, NO_NUMBER, NOT_KEPT, Unfit, learnt
from scaning.denoise.stage import KEPT, asking, learn, learning, paraphrasing
from scaning.seq2seq.slots import MAX_SLOTS, Slot

ANN = "Ann has 3 apples and buys 5 more. How many apples has Ann now?"
NOISED = {
    "id": "p1",
    "original": ANN,
    "source": "Ann 3 has apples and buys 5 more. How many [NOUN:1] Ann has now?",
    "target": ANN,
    "prompt": "paraphrase: ",
    "log": [
        {"function": "templatization", "fraction": 0.4},
        {"function": "random_deletion", "fraction": 0.1},
    ],
    "passive": False,
}


def rows_in(lines: list[str]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in lines]


def test_a_noised_row_becomes_one_to_learn_from() -> None:
    made = learning([NOISED])
    assert made.counts == {KEPT: 1}
    assert rows_in(made.lines) == [
        {
            "id": "p1",
            "prompt": "paraphrase: ",
            "source": "⟦1⟧Ann ⟦2⟧3 has apples and buys ⟦3⟧5 more. How many [NOUN:1] ⟦1⟧Ann has now?",
            "target": "⟦1⟧ has ⟦2⟧ apples and buys ⟦3⟧ more. How many apples has ⟦1⟧ now?",
        }
    ]


def test_a_row_that_lost_a_number_or_a_name_is_left_out_and_counted() -> None:
    no_number = {**NOISED, "source": "Ann has apples and buys 5 more. How many has Ann now?"}
    no_name = {**NOISED, "source": "Has 3 apples and buys 5 more. How many has she now?"}
    made = learning([no_number, NOISED, no_name, no_name])
    assert made.counts == {NO_NUMBER: 1, KEPT: 1, NO_NAME: 2}
    assert len(made.lines) == 1


def test_why_a_row_cannot_be_had_in_slots() -> None:
    five = (Slot("5", 1, 1),)
    many = tuple(Slot(f"{n}", 1, 1) for n in range(MAX_SLOTS + 1))
    cases = [
        (five, "⟦1⟧ of 5", "5", BRACKETS),
        (five, "5", "5 of ⟦9⟧", BRACKETS),
        (many, "0", "0", MANY),
        (five, "no figure", "5", NO_NUMBER),
        (five, "5 pens", "5 pens, 5 of them", NOT_KEPT),
        (five, "5 pens", "5 pens of 7", DIGITS),
        (five, "5 m² of", "5 m² of", DIGITS),
    ]
    for slots, source, target, reason in cases:
        assert learnt(slots, source, target) == Unfit(reason), source


def test_the_questions_of_a_denoiser_are_the_noised_texts() -> None:
    passive = {**NOISED, "prompt": "paraphrase passive: ", "passive": True}
    found = rows_in(asking([NOISED, passive]).lines)
    assert [row["ask"] for row in found] == ["paraphrase: ", "paraphrase passive: "]
    assert [row["prompt"] for row in found] == [
        "paraphrase fix replace : ",
        "paraphrase passive fix replace : ",
    ]
    assert found[0]["text"].startswith("⟦1⟧Ann ⟦2⟧3 has")
    assert found[0]["slots"] == [["Ann", 1, None], ["3", 1, 1], ["5", 1, 1]]
    assert found[0]["original"] == ANN
    assert found[0]["log"] == NOISED["log"]


def test_the_questions_of_a_paraphraser_are_the_problem_with_each_prompt() -> None:
    prompts = ("paraphrase fix : ", "paraphrase shuffle : ")
    made = asking([{"id": "p1", "question": ANN}], prompts=prompts)
    found = rows_in(made.lines)
    assert [(row["ask"], row["prompt"]) for row in found] == [(p, p) for p in prompts]
    assert {row["text"] for row in found} == {
        "⟦1⟧Ann has ⟦2⟧3 apples and buys ⟦3⟧5 more. How many apples has ⟦1⟧Ann now?"
    }
    assert rows_in(asking(found).lines) == found


def test_a_chosen_candidate_is_what_the_paraphraser_writes() -> None:
    chosen = {
        "id": "p1", "prompt": "paraphrase shuffle : ", "original": ANN,
        "candidate": "If Ann buys 5 more, how many apples has she with the 3 she has?",
    }  # fmt: skip
    (row,) = rows_in(paraphrasing([chosen]).lines)
    assert row["prompt"] == "paraphrase shuffle : "
    assert row["source"].startswith("⟦1⟧Ann has ⟦2⟧3 apples")
    assert row["target"] == "If ⟦1⟧ buys ⟦3⟧ more, how many apples has she with the ⟦2⟧ she has?"


def test_two_workers_make_the_rows_of_one(tmp_path: Path) -> None:
    rows = [{**NOISED, "id": f"p{n}"} for n in range(140)]
    one, two = tmp_path / "1.jsonl", tmp_path / "2.jsonl"
    assert learn(rows, one) == learn(rows, two, workers=2) == {KEPT: 140}
    assert one.read_bytes() == two.read_bytes()
