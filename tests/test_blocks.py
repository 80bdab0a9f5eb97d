import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from scaning.blocks import Made, count_of, digest, line_of, rows_of, through
from scaning.errors import UsageError

COUNT = 25


def doubled(items: list[int]) -> Made:
    kept = [item for item in items if item % 5]
    return Made([line_of({"twice": 2 * item}) for item in kept], {"kept": len(kept)})


def failing_after(count: int) -> Iterator[int]:
    yield from range(count)
    raise RuntimeError


def test_lines_and_counts_are_those_of_all_blocks(tmp_path: Path) -> None:
    output = tmp_path / "deep" / "rows.jsonl"
    seen: list[int] = []
    counts = through(range(COUNT), doubled, output, settings=1, block=4, watch=seen.append)
    assert counts == {"kept": 20}
    assert [row["twice"] for row in rows_of(output)] == [2 * n for n in range(COUNT) if n % 5]
    assert count_of(output) == 20
    assert seen == [4, 8, 12, 16, 20, 24, 25]
    assert [path.name for path in output.parent.iterdir()] == ["rows.jsonl"]


def test_a_stopped_run_goes_on_and_what_was_torn_is_cut_off(tmp_path: Path) -> None:
    whole, torn = tmp_path / "whole.jsonl", tmp_path / "torn.jsonl"
    expected = through(range(COUNT), doubled, whole, settings=1, block=4)
    with pytest.raises(RuntimeError):
        through(failing_after(13), doubled, torn, settings=1, block=4)
    assert not torn.exists()
    with (tmp_path / "torn.jsonl.part").open("ab") as stream:
        stream.write(b'{"twice": 1')
    seen: list[int] = []
    counts = through(range(COUNT), doubled, torn, settings=1, block=4, watch=seen.append)
    assert seen[0] == 16
    assert counts == expected
    assert torn.read_bytes() == whole.read_bytes()


def test_a_stopped_run_refuses_other_settings_and_another_input(tmp_path: Path) -> None:
    output = tmp_path / "rows.jsonl"
    with pytest.raises(RuntimeError):
        through(failing_after(13), doubled, output, settings=1, block=4)
    with pytest.raises(UsageError, match="other settings"):
        through(range(COUNT), doubled, output, settings=2, block=4)
    with pytest.raises(UsageError, match="the input is another now"):
        through(range(1, COUNT), doubled, output, settings=1, block=4)


def test_a_mark_depends_on_what_is_said_and_not_on_its_order() -> None:
    assert digest({"a": 1, "b": [2]}) == digest(json.loads('{"b": [2], "a": 1}'))
    assert digest({"a": 1}) != digest({"a": 2})
