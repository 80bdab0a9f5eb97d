import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from scaning.errors import UsageError
from scaning.noise.settings import NoiseSettings
from scaning.noise.stage import BLOCK, run
from scaning.records import Problem

QUESTIONS = (
    "Steve rode his car for 5 miles on the way home. How far did he ride if he did not stop?",
    "In a bag there are 5 apples and 3 pears. Ann puts 2 more into it. How many has she?",
    "A store sells a pen for $2.50 to the men of the town. How much do 4 of the pens cost?",
)
SCRIPT = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from test_stage import problems
from scaning.noise.settings import NoiseSettings
from scaning.noise.stage import run

run(problems(int(sys.argv[3])), NoiseSettings(mode=sys.argv[4]), Path(sys.argv[2]))
"""


def problems(count: int) -> Iterator[Problem]:
    for n in range(count):
        yield Problem(f"p{n}", QUESTIONS[n % 3], {"answer": n})


def started(
    output: Path, count: int, mode: str = "training", **environ: str
) -> subprocess.Popen[bytes]:
    here = str(Path(__file__).parent)
    return subprocess.Popen(
        [sys.executable, "-c", SCRIPT, here, str(output), str(count), mode],
        env={**os.environ, **environ},
    )


def test_two_workers_write_the_bytes_of_one(tmp_path: Path) -> None:
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    count = 2 * BLOCK + 5

    assert run(problems(count), NoiseSettings(), one) == count
    assert run(problems(count), NoiseSettings(), two, workers=2) == count
    assert one.read_bytes() == two.read_bytes()
    assert one.read_text(encoding="utf-8").count("\n") == 2 * count
    assert sorted(path.name for path in tmp_path.iterdir()) == ["one.jsonl", "two.jsonl"]


def test_a_killed_run_that_is_resumed_gives_the_same_bytes(tmp_path: Path) -> None:
    whole, killed = tmp_path / "whole.jsonl", tmp_path / "killed.jsonl"
    count = 6 * BLOCK
    run(problems(count), NoiseSettings(), whole)
    process = started(killed, count)
    journal = tmp_path / "killed.jsonl.part.json"
    while not journal.exists():
        assert process.poll() is None
        time.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    process.wait()

    assert not killed.exists()
    assert run(problems(count), NoiseSettings(), killed) < count
    assert killed.read_bytes() == whole.read_bytes()


def test_what_was_written_after_the_last_full_block_is_cut_off(tmp_path: Path) -> None:
    whole, torn = tmp_path / "whole.jsonl", tmp_path / "torn.jsonl"
    run(problems(BLOCK + 3), NoiseSettings(), whole)
    with pytest.raises(RuntimeError):
        run(_failing_after(BLOCK), NoiseSettings(), torn)
    with (tmp_path / "torn.jsonl.part").open("ab") as stream:
        stream.write(b'{"id": "p12')

    assert run(problems(BLOCK + 3), NoiseSettings(), torn) == 3
    assert torn.read_bytes() == whole.read_bytes()


@pytest.mark.parametrize("mode", ["training", "inference"])
def test_the_seed_of_hashes_changes_nothing(tmp_path: Path, mode: str) -> None:
    outputs = [tmp_path / f"{seed}.jsonl" for seed in ("0", "1", "4000")]
    runs = [started(path, 12, mode, PYTHONHASHSEED=path.stem) for path in outputs]

    assert [process.wait() for process in runs] == [0, 0, 0]
    assert len({path.read_bytes() for path in outputs}) == 1


def test_a_stopped_run_does_not_go_on_with_other_settings_or_another_input(
    tmp_path: Path,
) -> None:
    output = tmp_path / "rows.jsonl"
    with pytest.raises(RuntimeError):
        run(_failing_after(BLOCK), NoiseSettings(), output)

    with pytest.raises(UsageError, match="other settings"):
        run(problems(BLOCK + 3), NoiseSettings(seed=1), output)
    with pytest.raises(UsageError, match="the input is another now"):
        run(reversed(list(problems(BLOCK + 3))), NoiseSettings(), output)


def test_no_problems_give_an_empty_file(tmp_path: Path) -> None:
    assert run([], NoiseSettings(), tmp_path / "rows.jsonl") == 0
    assert (tmp_path / "rows.jsonl").read_bytes() == b""


def _failing_after(count: int) -> Iterator[Problem]:
    yield from problems(count)
    raise RuntimeError
