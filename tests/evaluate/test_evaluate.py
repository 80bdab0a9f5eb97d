"""Evaluation: outputs measured, summed up in three ways, set in tables."""

from __future__ import annotations

import json
from collections.abc import Sequence
from math import isnan
from pathlib import Path

import numpy as np
import pytest

from scaning.cli import main
from scaning.encoder import Vectors
from scaning.evaluate import (
    Answers,
    Output,
    Result,
    answers_of,
    ask,
    faithfulness,
    figure,
    measured,
    published,
    results,
)
from scaning.evaluate.tables import latex, markdown, plot
from scaning.records import Problem

BOX = "Ann put 3 red pens and 4 blue pens in a box. How many pens are in the box?"
TRAIN = "A train runs 30 miles in 2 hours. What is its speed in miles per hour?"
MOVED = "In a box Ann put 4 blue pens and 3 red pens. How many pens are there in the box?"
WRONG = "Ann put 3 red pens and 9 blue pens in a box. How many pens are in the box?"
PASSIVE = "3 red pens and 4 blue pens were put in a box by Ann. How many pens are in the box?"
PROBLEMS = (Problem("b", BOX), Problem("t", TRAIN))


class Alike:
    """An encoder for which all texts mean the same."""

    name = "alike"

    def encode(self, texts: Sequence[str]) -> Vectors:
        """The same vector for each."""
        return np.ones((len(texts), 1), np.float32)


class Echo:
    """A system that gives a problem back."""

    name = "echo"

    def paraphrase(self, texts: Sequence[str], n: int) -> list[list[str]]:
        """What was given."""
        return [[text] * n for text in texts]


def _figures(answers: Answers) -> dict[tuple[str, str], Result]:
    found = measured(answers, preset="default", encoder=Alike())
    return {(row.summary, row.metric): row for row in results(answers, found)}


def test_best_mean_and_first_are_told_apart() -> None:
    outputs = {"b": (Output(WRONG, rank=1), Output(MOVED, rank=2)), "t": ()}
    found = _figures(Answers("s", "d", PROBLEMS, outputs))
    best, mean, first = (found[s, "numeracy"] for s in ("best of 2", "mean", "top 1"))
    assert (best.value, first.value) == (1.0, 0.125)  # one of two numbers: (1/2) ** 3
    assert mean.value == pytest.approx((best.value + first.value) / 2)
    assert best.n == 1
    assert found["top 1", "facts ok"].value == 0.0


def test_coverage_counts_problems_without_an_answer() -> None:
    outputs = {"b": (Output(MOVED), Output(MOVED), Output(BOX)), "t": ()}
    found = _figures(Answers("s", "d", PROBLEMS, outputs))
    assert found["coverage", "an accepted one"].value == 0.5
    assert found["coverage", "handed out"].value == 0.5
    assert found["coverage", "three accepted ones"].value == 0.0


def test_without_ranks_the_first_is_that_of_selection() -> None:
    outputs = {"b": (Output(WRONG), Output(MOVED)), "t": ()}
    found = _figures(Answers("s", "d", PROBLEMS, outputs))
    assert found["top 1", "facts ok"].value == 1.0
    assert found["top 1", "numeracy"].value == 1.0


def test_any_paraphraser_can_be_asked() -> None:
    answers = ask(Echo(), "d", PROBLEMS, n=2, seconds=None)
    found = _figures(answers)
    assert found["best of 2", "diversity"].value == 0.0
    assert found["coverage", "an accepted one"].value == 0.0


def test_rows_find_their_problem_by_id_or_by_text() -> None:
    rows: list[dict[str, object]] = [
        {"id": "b", "original": BOX, "candidate": MOVED, "prompt": "paraphrase shuffle : "},
        {"id": "7", "original": TRAIN, "paraphrase": "How fast?", "rank": 1},
        {"id": "8", "original": "Another one.", "candidate": "It."},
    ]
    answers = answers_of("s", "d", PROBLEMS, rows)
    assert answers.outputs["b"] == (Output(MOVED, "paraphrase shuffle : "),)
    assert answers.outputs["t"] == (Output("How fast?", "", 1),)


def test_prompts_are_judged_with_and_without_them() -> None:
    outputs = (
        Output(PASSIVE, "paraphrase passive : "),
        Output(MOVED, "paraphrase passive : "),
        Output(BOX, "paraphrase replace shuffle : "),
    )
    answers = Answers("s", "d", PROBLEMS, {"b": outputs, "t": ()})
    found = measured(answers, preset="default", encoder=None)
    rows = {(row.summary, row.metric): row for row in faithfulness(answers, found)}
    assert rows["passive", "with its prompt"].value == 0.5
    assert rows["passive", "without"].value == 0.0
    assert rows["shuffle", "with its prompt"].value == 0.0
    assert rows["shuffle", "without"].n == 2


def test_an_interval_holds_the_mean_and_is_the_same_each_time() -> None:
    values = [0.0, 1.0] * 50
    found = figure(values)
    assert found.low < found.value == 0.5 < found.high
    assert 0.1 < found.high - found.low < 0.3
    assert figure(values) == found
    assert isnan(figure([]).value)


def test_the_rows_of_the_paper_agree_with_its_summary() -> None:
    rows = {(r.system, r.metric): r.value for r in published(["aqua_test"])}
    assert [rows["paper Ψ", m] for m in ("similarity", "diversity", "numeracy", "pqi")] == [
        0.98,
        0.29,
        1.0,
        0.72,
    ]
    assert not list(published(["other"]))


def test_tables_hold_every_system_and_the_intervals() -> None:
    rows = [
        *published(["sawp_test"]),
        Result("ours", "sawp_test", "top 1", "facts ok", 1.0, 0.0, 0.98, 1.0, 199),
        Result("ours", "sawp_test", "top 1", "pqi", 0.71, 0.1, 0.7, 0.72, 199),
    ]
    text = markdown(rows)
    assert "| ours | top 1 |" in text
    assert "100.0% [98.0, 100.0]" in text
    assert "| paper Ψ | best of 24 | 0.99 ± 0.07 |" in text
    assert r"$\Psi$ & best of 24 & 0.99 $\pm$ 0.07" in latex(rows)
    assert plot(rows).count("<rect") == len(
        {(r.system, r.summary) for r in rows if r.metric == "pqi"}
    )


def test_the_commands_measure_and_set_a_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data, file, out = tmp_path / "set.jsonl", tmp_path / "c.jsonl", tmp_path / "r.jsonl"
    data.write_text(json.dumps({"id": "b", "question": BOX}) + "\n")
    file.write_text(json.dumps({"id": "b", "original": BOX, "candidate": MOVED}) + "\n")
    asked = ["evaluate", "systems", str(data), "-o", str(out), "--candidates", f"ours={file}", "-q"]
    for _ in range(2):  # the figures of a system replace its older ones
        with pytest.raises(SystemExit) as ended:
            main(asked)
        assert not ended.value.code
    lines = out.read_text().splitlines()
    assert len({(json.loads(x)["summary"], json.loads(x)["metric"]) for x in lines}) == len(lines)
    with pytest.raises(SystemExit):
        main(["evaluate", "table", str(out)])
    assert "| ours | top 1 |" in capsys.readouterr().out


def test_a_wrong_name_of_candidates_is_told(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    data = tmp_path / "set.jsonl"
    data.write_text(json.dumps({"id": "b", "question": BOX}) + "\n")
    with pytest.raises(SystemExit) as ended:
        main(["evaluate", "systems", str(data), "-o", "x.jsonl", "--candidates", "file.jsonl"])
    assert ended.value.code == 2
    assert "NAME=FILE" in capsys.readouterr().err
