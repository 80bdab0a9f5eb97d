import csv
import json
import os
import pty
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from scaning import facts
from scaning.cli import main

ROWS: list[dict[str, Any]] = [
    {
        "topic": "cost",
        "original": "If 27 bottles of soda cost A cents, how much will B bottles cost in dollars?",
        "candidate": "A bottle of juice costs 27 cents, how much does B bottles cost in dollars?",
        "id": "soda",
    },
    {
        "topic": "rest",
        "original": "Ann has 45 marbles. She gives 17 marbles to Ben. How many marbles are left?",
        "candidate": "Of her 45 marbles Ann gives 17 to Ben. How many marbles does she have left?",
        "id": 7,
    },
    {
        "topic": "rest",
        "original": "Ann has 45 marbles. She gives 17 marbles to Ben. How many marbles are left?",
        "candidate": "Ann has 45 marbles. She gives 16 marbles to Ben. How many marbles are left?",
        "id": 7,
    },
]
SCORES = ["similarity", "bleu_diversity", "wpd", "diversity", "numeracy", "pqi"]


class Ran(NamedTuple):
    """What a run of the command line left behind."""

    code: int
    out: str
    err: str

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The rows of its output."""
        return [json.loads(line) for line in self.out.splitlines()]


Run = Callable[..., Ran]


@pytest.fixture
def scaning(capsys: pytest.CaptureFixture[str]) -> Run:
    def run(*arguments: object) -> Ran:
        with pytest.raises(SystemExit) as exit_:
            main([str(argument) for argument in arguments])
        return Ran(int(exit_.value.code or 0), *capsys.readouterr())

    return run


@pytest.fixture
def pairs(tmp_path: Path) -> Path:
    path = tmp_path / "pairs.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in ROWS), encoding="utf-8")
    return path


@pytest.fixture
def scored(pairs: Path, scaning: Run) -> Path:
    path = pairs.with_name("scored.jsonl")
    assert scaning("score", pairs, "-o", path).code == 0
    return path


def test_help_names_every_command_and_every_command_has_help(scaning: Run) -> None:
    listed = scaning("--help").out
    for command in ("check", "score", "select"):
        assert f"  {command} " in listed
        assert "--output" in scaning(command, "--help").out
    assert scaning().out == listed


def test_the_version_is_that_of_the_package(scaning: Run) -> None:
    assert scaning("--version") == (0, "scaning 0.1.0\n", "")


def test_check_adds_its_fields_after_the_columns_of_the_row(scaning: Run, pairs: Path) -> None:
    ran = scaning("check", pairs)
    assert ran.code == 0
    assert [list(row) for row in ran.rows] == [[*ROWS[0], "ok", "solvability", "reasons"]] * 3
    assert [{name: row[name] for name in ROWS[0]} for row in ran.rows] == ROWS
    assert [row["ok"] for row in ran.rows] == [False, True, False]
    assert ran.rows[0]["reasons"][0]["kind"] == "lost-variable"
    assert ran.rows[1]["reasons"] == []
    assert ran.err.startswith("3 pairs: 1 ok, 2 not (")


def test_score_adds_its_fields_and_a_signature(scaning: Run, pairs: Path) -> None:
    ran = scaning("score", pairs, "--preset", "paper")
    assert [list(row)[4:] for row in ran.rows] == [SCORES] * 3
    assert [row["numeracy"] for row in ran.rows] == [1.0, 1.0, 0.125]
    assert all(0 <= row[name] <= 1 for row in ran.rows for name in SCORES)
    means, signature = ran.err.splitlines()
    assert means.startswith("3 pairs: similarity 0.")
    assert "|preset:paper|" in signature
    assert "|n:3|" in signature


def test_score_without_an_encoder_leaves_what_needs_one_empty(scaning: Run, pairs: Path) -> None:
    rows = scaning("score", pairs, "--no-encoder").rows
    assert {(row["similarity"], row["pqi"]) for row in rows} == {(None, None)}
    assert rows[0]["diversity"] > 0


def test_quiet_leaves_the_summary_out(scaning: Run, pairs: Path) -> None:
    assert scaning("check", pairs, "--quiet").err == ""


def test_select_keeps_the_best_and_says_why_the_others_go(
    scaning: Run, pairs: Path, scored: Path
) -> None:
    checked, others = pairs.with_name("checked.csv"), pairs.with_name("others.csv")
    assert scaning("check", scored, "-o", checked).code == 0
    ran = scaning("select", checked, "--json", "--dropped", others)
    assert [(row["id"], row["rank"], row["topic"]) for row in ran.rows] == [("7", 1, "rest")]
    assert ran.err.startswith("3 candidates: 1 kept, of 1 problem; 2 dropped (facts 2")
    with others.open(encoding="utf-8", newline="") as file:
        reasons = [json.loads(row["dropped"]) for row in csv.DictReader(file)]
    assert [reason[0]["kind"] for reason in reasons] == ["facts", "facts"]
    assert list(reasons[0][0]) == ["kind", "value", "limit", "message"]


def test_a_selection_is_made_again_under_other_limits_without_scoring(
    scaning: Run, scored: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("nothing is scored again")

    monkeypatch.setattr("scaning.score.score_pairs", refuse)
    loose: list[object] = ["select", scored, "--similarity", 0, "--numeracy", 0, "--diversity", 0]
    assert len(scaning(*loose).rows) == 3
    assert len(scaning(*loose, "-k", 1).rows) == 2
    assert len(scaning(*loose, "--numeracy", 1).rows) == 2
    assert scaning(*loose, "--similarity", 1).rows == []


def test_select_asks_for_scores(scaning: Run, pairs: Path) -> None:
    ran = scaning("select", pairs)
    assert ran.code == 2
    assert f"{pairs}:1: no column 'similarity'" in ran.err
    bare = pairs.with_name("bare.jsonl")
    scaning("score", pairs, "--no-encoder", "-o", bare)
    assert "score them without --no-encoder" in scaning("select", bare).err


@pytest.mark.parametrize("format", ["jsonl", "json", "csv", "tsv", "xlsx"])
def test_the_commands_can_be_chained_through_every_format(
    scaning: Run, pairs: Path, format: str
) -> None:
    first, second = pairs.with_name(f"1.{format}"), pairs.with_name(f"2.{format}")
    assert scaning("score", pairs, "-o", first, "--no-encoder").code == 0
    assert scaning("check", first, "-o", second).code == 0
    rows = scaning("check", second, "--json").rows
    assert [row["candidate"] for row in rows] == [row["candidate"] for row in ROWS]
    assert list(rows[0]) == [*ROWS[0], *SCORES, "ok", "solvability", "reasons"]
    assert [row["numeracy"] for row in rows] == [1.0, 1.0, 0.125]


def test_bad_rows_are_named_and_the_good_ones_processed(scaning: Run, pairs: Path) -> None:
    good = pairs.read_text(encoding="utf-8")
    pairs.write_text(f'{{"original": "cut\n{good}{{"original": "x"}}\n', encoding="utf-8")
    ran = scaning("check", pairs)
    assert ran.code == 1
    assert len(ran.rows) == 3
    first, second, _, last = ran.err.splitlines()
    assert first.startswith(f"{pairs}:1: not JSON: ")
    assert second.startswith(f"{pairs}:5: no column 'candidate'")
    assert last == "2 rows could not be read"


def test_bad_rows_without_end_are_only_counted(scaning: Run, pairs: Path) -> None:
    good = pairs.read_text(encoding="utf-8")
    pairs.write_text("bad\n" * 1000 + good, encoding="utf-8")
    ran = scaning("check", pairs)
    assert len(ran.rows) == 3
    assert len(ran.err.splitlines()) == 20 + 3
    assert ran.err.endswith("1,000 rows could not be read\n")


def test_nothing_is_written_when_no_row_can_be_read(scaning: Run, pairs: Path) -> None:
    pairs.write_text('{"question": "What is 2 + 2?"}\n', encoding="utf-8")
    out = pairs.with_name("out.csv")
    ran = scaning("check", pairs, "-o", out)
    assert (ran.code, ran.out, out.exists()) == (2, "", False)
    assert ran.err.endswith("no row of it can be read\n")


def test_an_empty_file_gives_no_rows(scaning: Run, pairs: Path) -> None:
    pairs.write_text("", encoding="utf-8")
    for command in ("check", "score", "select"):
        assert (scaning(command, pairs).code, scaning(command, pairs, "-q").out) == (0, "")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["chek"], "No such command 'chek'. Did you mean 'check'?"),
        (["check"], "Missing argument 'INPUT'"),
        (["check", "nowhere.jsonl"], "nowhere.jsonl: no such file"),
        (["check", "PAIRS", "--sideways"], "No such option: --sideways"),
        (["check", "PAIRS", "--from", "docx"], "'docx' is not one of"),
        (["check", "PAIRS", "--to", "csv", "--json"], "--json and --to csv do not fit together"),
        (["check", "PAIRS", "-o", "out.docx"], "out.docx: no format is called '.docx'"),
        (["check", "PAIRS", "-o", "out.csv", "--json"], "its ending says csv"),
        (["check", "PAIRS", "-o", "nowhere/out.csv"], "there is no folder"),
        (["check", "PAIRS", "-o", "/dev/full"], "no format is called 'nothing'"),
        (["check", "PAIRS", "-o", "/dev/full", "--json"], "No space left on device"),
        (["check", "PAIRS", "--column", "original"], "write NAME=THEIRS"),
        (["score", "PAIRS", "--preset", "papr"], "'papr' is not one of"),
        (["select", "PAIRS", "--numeracy", "2"], "'--numeracy'"),
        (["select", "PAIRS", "--dropped", "x"], "no format is called 'nothing'"),
    ],
)
def test_a_mistake_of_the_user_is_one_line_and_exit_code_2(
    scaning: Run, pairs: Path, arguments: list[str], says: str
) -> None:
    ran = scaning(*(str(pairs) if argument == "PAIRS" else argument for argument in arguments))
    assert ran.code == 2
    assert ran.out == ""
    assert ran.err.startswith("scaning: ")
    assert says in ran.err
    assert ran.err.count("\n") == 1


def test_columns_can_be_read_under_other_names(scaning: Run, tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("Frage,Antwort\nWhat is 2 + 2?,What is 2 + 3?\n", encoding="utf-8")
    ran = scaning("check", path, "--column", "original=Frage", "--column", "candidate=Antwort")
    assert list(ran.rows[0])[:3] == ["id", "original", "candidate"]


def test_an_interruption_is_exit_code_130_without_a_word(
    scaning: Run, pairs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(facts, "compare_many", interrupt)
    out = pairs.with_name("out.jsonl")
    ran = scaning("check", pairs, "-o", out)
    assert (ran.code, ran.err) == (130, "")
    assert sorted(path.name for path in pairs.parent.iterdir()) == ["pairs.jsonl"]


def shell(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env=os.environ | {"PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )


def test_standard_input_and_output_make_a_pipeline(pairs: Path) -> None:
    ran = shell(
        "scaning check - -q <pairs.jsonl | scaning score - -q | scaning select - --to csv",
        pairs.parent,
    )
    assert ran.returncode == 0
    header, row = csv.reader(ran.stdout.splitlines())
    assert header == [*ROWS[0], "ok", "solvability", "reasons", *SCORES, "rank"]
    assert row[0] == "rest"


def test_a_reader_that_stops_listening_is_no_error(pairs: Path) -> None:
    pairs.write_text(pairs.read_text(encoding="utf-8") * 400, encoding="utf-8")
    ran = shell("scaning check pairs.jsonl -q | head -n 1", pairs.parent)
    assert len(ran.stdout.splitlines()) == 1
    assert ran.stderr == ""


def in_terminal(*arguments: str) -> str:
    """What a terminal of 80 columns shows."""
    ours, theirs = pty.openpty()
    command = [str(Path(sys.executable).parent / "scaning"), *arguments]
    environment = os.environ | {"COLUMNS": "80", "TERM": "xterm-256color"}
    with subprocess.Popen(command, stdout=theirs, stderr=theirs, env=environment):
        os.close(theirs)
        shown = b""
        try:
            while chunk := os.read(ours, 65536):
                shown += chunk
        except OSError:  # Linux says so that the other side is closed
            pass
    os.close(ours)
    return shown.decode().replace("\r\n", "\n")


def test_a_terminal_shows_verdicts_with_the_words_marked(pairs: Path) -> None:
    shown = in_terminal("check", str(pairs))
    assert "\x1b[1;31m✗\x1b[0m \x1b[1msoda" in shown
    assert "cost \x1b[33mA\x1b[0m cents" in shown
    assert "\x1b[1;32m✓\x1b[0m \x1b[1m7" in shown
    assert "lost-variable" in shown
    assert shown.rstrip().splitlines()[-1].startswith("3 pairs: 1 ok, 2 not (")


def test_a_terminal_shows_how_far_a_file_is(pairs: Path) -> None:
    out = pairs.with_name("out.csv")
    shown = in_terminal("check", str(pairs), "-o", str(out))
    assert "3 rows" in shown
    assert out.exists()
    assert " rows" not in in_terminal("check", str(pairs), "-o", str(out), "--quiet")


def test_a_text_cannot_play_with_the_terminal(tmp_path: Path, scaning: Run) -> None:
    path = tmp_path / "a.jsonl"
    row = {"id": "\x1b]0;x", "original": "\x1b[2J 5 + 5 = ?", "candidate": "\x9b31m 5 + 6 = ?\x07"}
    path.write_text(json.dumps(row) + "\n" + '{"\\u001b[2J": 1}\n', encoding="utf-8")
    for command in ("check", "score"):
        ran = scaning(command, path, "--to", "table")
        assert not {"\x1b", "\x9b", "\x07"} & set(ran.out + ran.err)
        assert "␇" in ran.out


def test_tables_show_scores_and_choices(scaning: Run, scored: Path) -> None:
    lines = scaning("score", scored, "--to", "table").out.splitlines()
    assert lines[0].split() == ["sim", "1-bleu", "wpd", "div", "num", "pqi", "candidate"]
    assert len(lines) == 4
    assert all(len(line) <= 80 for line in lines)
    shown = scaning("select", scored, "--similarity", 0, "--to", "table").out.splitlines()
    assert shown[0].rstrip() == "soda"
    assert any(line.startswith("1 Of her 45 marbles") for line in shown)
