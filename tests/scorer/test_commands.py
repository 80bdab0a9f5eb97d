"""`scaning check --scorer` and `scaning evaluate scorer`, as a user calls them."""

from __future__ import annotations

import json
from math import exp
from pathlib import Path
from typing import Any

import pytest

from scaning.cli import main
from scaning.encoder import encoder_of

ANN = "Ann has 45 marbles. She gives 17 marbles to Ben. How many marbles are left?"
KEPT = "Of her 45 marbles Ann gives 17 to Ben. How many marbles does she have left?"
GAVE = "Ann had 45 marbles and gave Ben 17 of them. How many marbles are left?"
OTHER = "Ann has 45 marbles. She gives 16 marbles to Ben. How many marbles are left?"


@pytest.fixture
def pairs(tmp_path: Path) -> Path:
    """Two rewritings that keep a problem, two that do not."""
    path = tmp_path / "pairs.jsonl"
    rows = [(KEPT, "yes"), (OTHER, "no"), (GAVE, 1), ("?", 0)]
    text = "".join(
        json.dumps({"original": ANN, "candidate": candidate, "valid": valid}) + "\n"
        for candidate, valid in rows
    )
    path.write_text(text, encoding="utf-8")
    return path


def code_of(*arguments: object) -> int:
    with pytest.raises(SystemExit) as exit_:
        main([str(argument) for argument in arguments])
    return int(exit_.value.code or 0)


def test_check_says_what_scorer_and_facts_each_say(pairs: Path, tmp_path: Path) -> None:
    out = tmp_path / "checked.jsonl"
    assert code_of("check", pairs, "-o", out, "--scorer", "embedded", "--quiet") == 0
    rows: list[dict[str, Any]] = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
    assert [row["ok"] for row in rows] == [True, False, True, False]
    for row in rows:
        odds = sum(row["why"].values())
        assert row["solvability"] == pytest.approx(1 / (1 + exp(-odds)))
        assert row["ok"] == (not row["reasons"])
    kept, other, *_ = rows
    assert kept["similarity"] > other["similarity"]
    assert kept["facts"] > other["facts"]


def test_an_unknown_scorer_is_named(pairs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert code_of("check", pairs, "--scorer", "nowhere") == 2
    assert "--scorer 'nowhere': give a folder of a trained scorer" in capsys.readouterr().err


def test_evaluation_has_the_figures_of_every_scorer_and_pictures(
    pairs: Path, tmp_path: Path
) -> None:
    pytest.importorskip("matplotlib")
    out, plots = tmp_path / "figures.json", tmp_path / "plots"
    assert code_of("evaluate", "scorer", pairs, "-o", out, "--plots", plots, "--quiet") == 0
    found = json.loads(out.read_text(encoding="utf-8"))
    assert found["encoder"] == encoder_of().name
    table = found["pairs"]
    assert (table["n"], table["valid"]) == (4, 2)
    assert table["combination"]["auc"] == 1.0
    assert table["combination"]["questions_with_both"] == 1
    assert {"published numeracy", "ParaQD cosine", "ParaQD similarity", "facts"} <= set(table)
    assert (plots / "scorer_pairs.png").stat().st_size > 1000


def test_a_label_that_is_none_is_named_with_its_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "pairs.jsonl"
    row = {"original": ANN, "candidate": KEPT, "valid": "maybe"}
    path.write_text(json.dumps(row) + "\n", encoding="utf-8")
    assert code_of("evaluate", "scorer", path) == 2
    assert "pairs.jsonl:1: valid is 'maybe'; write true or false" in capsys.readouterr().err
