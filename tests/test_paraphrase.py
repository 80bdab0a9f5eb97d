"""The command `scaning paraphrase`."""

import csv
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import openpyxl
import pytest

from scaning.cli import main

BOOKS = "A trader bought some books for Rs 8 each. If the discount on the bill was Rs 216, how many books did he buy?"
CANDY = "In how many ways can 5 different candies be distributed among 4 children?"
PENS = "If 27 bottles of soda cost A cents, how much will B bottles cost in dollars?"


class Ran(NamedTuple):
    """What a run of the command line left behind."""

    code: int
    out: str
    err: str

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The rows of its output."""
        return [json.loads(line) for line in self.out.splitlines()]


class Run:
    """Runs `scaning paraphrase` by the rules alone."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def __call__(self, *arguments: object) -> Ran:  # noqa: D102
        with pytest.raises(SystemExit) as exit_:
            main(["paraphrase", *map(str, arguments), "--model", "rules"])
        return Ran(int(exit_.value.code or 0), *self._capsys.readouterr())


@pytest.fixture
def paraphrase(capsys: pytest.CaptureFixture[str]) -> Run:
    return Run(capsys)


@pytest.fixture
def problems(tmp_path: Path) -> Path:
    path = tmp_path / "problems.jsonl"
    rows = [{"id": "books", "question": BOOKS, "grade": 5}, {"id": "candy", "question": CANDY}]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def test_a_problem_in_quotes_is_rewritten(paraphrase: Run) -> None:
    ran = paraphrase(BOOKS, "-n", 2)
    assert ran.code == 0
    assert [row["rank"] for row in ran.rows] == [1, 2]
    for row in ran.rows:
        assert row["question"] == BOOKS
        assert row["paraphrase"] != BOOKS
        assert row["ok"] is True
        assert row["reasons"] == []
        assert row["diversity"] >= 0.15
        assert row["source"] == "rules"
    assert ran.err == ""


def test_what_is_missing_is_said_and_never_made_up(paraphrase: Run) -> None:
    ran = paraphrase(CANDY, "-n", 9)
    assert len(ran.rows) < 9
    assert f"{len(ran.rows)} of 9 variants:" in ran.err
    assert ran.code == 0


def test_rows_keep_the_columns_of_the_user(paraphrase: Run, problems: Path) -> None:
    ran = paraphrase(problems, "-n", 1)
    assert [(row["id"], row.get("grade")) for row in ran.rows] == [("books", 5), ("candy", None)]
    assert "2 problems: 2 variants" in ran.err


def test_rejected_candidates_come_with_reasons_and_without_a_rank(
    paraphrase: Run, problems: Path
) -> None:
    ran = paraphrase(problems, "-n", 1, "--min-diversity", 0.3, "--show-rejected")
    rejected = [row for row in ran.rows if row["rank"] is None]
    assert rejected
    assert all(row["reasons"] and row["ok"] is False for row in rejected)
    assert any(reason["kind"] == "diversity" for row in rejected for reason in row["reasons"])


def test_the_same_seed_gives_the_same_rows_and_every_format_holds_them(
    paraphrase: Run, problems: Path, tmp_path: Path
) -> None:
    plain = paraphrase(problems).rows
    assert paraphrase(problems).rows == plain
    table, book, text = (tmp_path / f"out.{ending}" for ending in ("csv", "xlsx", "txt"))
    for path in (table, book, text):
        assert paraphrase(problems, "-o", path, "-q").code == 0
    texts = [row["paraphrase"] for row in plain]
    with table.open(encoding="utf-8", newline="") as stream:
        assert [row["paraphrase"] for row in csv.DictReader(stream)] == texts
    sheet = openpyxl.load_workbook(book).worksheets[0]
    header, *rows = sheet.iter_rows(values_only=True)
    assert [row[header.index("paraphrase")] for row in rows] == texts
    assert text.read_text(encoding="utf-8").splitlines() == texts


def test_no_cell_of_a_table_is_a_formula(paraphrase: Run, tmp_path: Path) -> None:
    problems, table, book = (tmp_path / name for name in ("p.jsonl", "out.csv", "out.xlsx"))
    row = {"id": "=1+1", "question": BOOKS, "note": '=HYPERLINK("http://x","y")'}
    problems.write_text(json.dumps(row) + "\n", encoding="utf-8")
    paraphrase(problems, "-o", table, "-q")
    paraphrase(problems, "-o", book, "-q")
    with table.open(encoding="utf-8", newline="") as stream:
        cells = [cell for line in csv.reader(stream) for cell in line]
    assert "'=1+1" in cells
    assert not [cell for cell in cells if cell.startswith("=")]
    sheet = openpyxl.load_workbook(book).worksheets[0]
    assert {cell.data_type for row in sheet.iter_rows() for cell in row} <= {"s", "n", "b"}


@pytest.mark.parametrize("prompt", ["passive", "shuffle", "replace", "fix", "combinations"])
def test_a_prompt_is_what_the_variants_were_asked_for(paraphrase: Run, prompt: str) -> None:
    rows = paraphrase(BOOKS, "--prompt", prompt, "--min-diversity", 0.02).rows
    for row in rows:
        words = row["prompt"].split()[1:-1]
        assert words == [prompt] if prompt != "combinations" else len(words) > 1
    if prompt == "passive":
        assert "were bought by" in rows[0]["paraphrase"]


def test_a_table_in_the_terminal_shows_ranks_and_scores(paraphrase: Run) -> None:
    ran = paraphrase(BOOKS, "--to", "table", "-n", 1, "--show-rejected")
    assert "1 " in ran.out
    assert "diversity 0." in ran.out
    assert "✗" in ran.out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nothing.csv"], "nothing.csv: no such file"),
        ([PENS, "--preset", "best"], "--preset"),
        ([PENS, "-o", "x.doc"], "no format is called '.doc'"),
        ([PENS, "--min-diversity", "2"], "--min-diversity"),
        (["   "], "no such file"),
    ],
)
def test_a_mistake_is_one_line_and_exit_code_2(
    paraphrase: Run, arguments: list[str], message: str
) -> None:
    ran = paraphrase(*arguments)
    assert ran.code == 2
    assert message in ran.err
    assert ran.err.count("\n") == 1
    assert ran.out == ""


def test_bad_rows_are_named_and_the_others_rewritten(paraphrase: Run, problems: Path) -> None:
    with problems.open("a", encoding="utf-8") as stream:
        stream.write('{"question": ""}\n')
    for arguments in ([problems], [problems, "-o", problems.with_name("out.jsonl")]):
        ran = paraphrase(*arguments)
        assert ran.code == 1
        assert f"{problems}:3: 'question' is empty" in ran.err
        assert "2 problems" in ran.err


def test_a_run_that_was_stopped_goes_on_and_ends_the_same(
    paraphrase: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    problems, whole, halved = (tmp_path / name for name in ("p.jsonl", "whole.jsonl", "half.jsonl"))
    lines = [json.dumps({"id": n, "question": CANDY.replace("5", str(n + 5))}) for n in range(5)]
    problems.write_text("\n".join(lines), encoding="utf-8")
    monkeypatch.setattr("scaning.paraphraser.BATCH", 2)
    paraphrase(problems, "-o", whole, "-q")

    from scaning import blocks

    done = 0
    keep = blocks._keep

    def stop(*arguments: object) -> None:
        nonlocal done
        keep(*arguments)  # type: ignore[arg-type]
        done += 1
        if done == 2:
            raise KeyboardInterrupt

    monkeypatch.setattr(blocks, "_keep", stop)
    with pytest.raises(SystemExit, match="130"):
        main(["paraphrase", str(problems), "-o", str(halved), "--model", "rules", "-q"])
    assert not halved.exists()
    monkeypatch.setattr(blocks, "_keep", keep)
    ran = paraphrase(problems, "-o", halved)
    assert "4 problems had been done before" in ran.err
    assert halved.read_bytes() == whole.read_bytes()
    other = paraphrase(problems, "-o", halved, "--seed", 5)
    assert other.code == 0


def test_standard_input_is_read_as_it_comes(tmp_path: Path) -> None:
    code = "from scaning.cli import main; main()"
    ran = subprocess.run(
        [sys.executable, "-c", code, "paraphrase", "-", "--model", "rules", "-q"],
        input=CANDY + "\n",
        capture_output=True,
        text=True,
        check=True,
        env=os.environ,
    )
    assert json.loads(ran.stdout.splitlines()[0])["question"] == CANDY
