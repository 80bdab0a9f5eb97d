import pytest
from fuzz import fuzz

from scaning import facts


def test_arbitrary_files_never_break_a_command() -> None:
    tally = fuzz(200, seed=1, processes=False)
    assert tally.failures == []
    assert tally.runs == 600
    assert tally.good_rows > 200
    assert tally.bad_rows > 200


def test_what_does_break_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def break_down(*_: object) -> None:
        raise ValueError("not for the user")

    monkeypatch.setattr(facts, "compare_many", break_down)
    tally = fuzz(20, seed=1, processes=False)
    assert tally.wrong["traceback"] > 5
    assert "not for the user" in tally.failures[0]


def test_a_row_that_is_lost_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scaning.corpus.rows.MAX_TEXT", 100)
    tally = fuzz(20, seed=1, processes=False)
    assert tally.wrong["good rows"] > 3
    assert tally.wrong["bad rows"] > 3
