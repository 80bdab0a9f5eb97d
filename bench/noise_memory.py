"""Is the memory of `scaning noise` flat, and does a killed run end in the same bytes?

    python bench/noise_memory.py --data DATA

The command runs in a process of its own; its peak memory is what the kernel reports of it. Where
the file has fewer problems than asked for, they come again with other ids; so many lie between a
problem and its return that no parse of it is remembered. Then a run is killed with SIGKILL at
random moments, resumed each time, and compared with one that was left alone.
"""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import count, islice
from pathlib import Path

from noise_input import SEED, options
from report import report, state

SIZES = (1_000, 100_000)
KILLS = 20
KILLED_SIZE = 1_000
COMMAND = [sys.executable, "-c", "from scaning.cli import main; main()", "noise"]


def endless(data: Path) -> Iterator[str]:
    """The problems of the file again and again as lines, each time with ids of their own."""
    for turn in count():
        with (data / "word_problems.jsonl").open(encoding="utf-8") as lines:
            for line in lines:
                row = json.loads(line)
                yield json.dumps({"id": f"{row['id']}/{turn}", "question": row["question"]}) + "\n"


def written(data: Path, size: int, folder: Path) -> Path:
    """A file of so many problems."""
    path = folder / f"{size}-problems.jsonl"
    with path.open("w", encoding="utf-8") as stream:
        stream.writelines(islice(endless(data), size))
    return path


def started(source: Path, output: Path, workers: int = 1) -> subprocess.Popen[bytes]:
    """The command at work."""
    options = ["-o", str(output), "--workers", str(workers), "--quiet"]
    return subprocess.Popen([*COMMAND, str(source), *options])


def peak(source: Path, output: Path) -> float:
    """The peak memory of the command in MiB."""
    _, status, usage = os.wait4(started(source, output).pid, 0)
    if status:
        raise SystemExit(f"scaning noise ended with the status {status}.")
    return round(usage.ru_maxrss / 1024, 1)


def growth(data: Path, folder: Path, sizes: Sequence[int]) -> dict[str, object]:
    """The peak memory for each size, and that of the last over that of the first."""
    peaks = {size: peak(written(data, size, folder), folder / f"{size}.jsonl") for size in sizes}
    return {"peak_mib": peaks, "growth": round(peaks[sizes[-1]] / peaks[sizes[0]], 3)}


def killed(source: Path, whole: Path, lasts: float, kills: int, workers: int) -> dict[str, object]:
    """Kill a run again and again until it has been killed often enough, then let it end.

    When it gets to its end before that, it begins anew.
    """
    rng = random.Random(SEED)
    torn = whole.with_name(f"torn-{workers}.jsonl")
    done = resumed = ends = 0
    identical = True
    while done < kills or not torn.exists():
        if torn.exists():
            identical &= digest(torn) == digest(whole)
            torn.unlink()
            ends += 1
        resumed += Path(f"{torn}.part.json").exists()
        process = started(source, torn, workers)
        if done < kills:
            time.sleep(rng.uniform(0, lasts))
            if process.poll() is None:
                process.send_signal(signal.SIGKILL)
                done += 1
        process.wait()
    identical &= digest(torn) == digest(whole)
    return {
        "workers": workers,
        "kills": done,
        "resumed": resumed,
        "ends": ends + 1,
        "identical": identical,
    }


def deaths(data: Path, folder: Path, kills: int) -> list[dict[str, object]]:
    """The kills with one worker and with two, beside a run that was left alone."""
    source, whole = written(data, KILLED_SIZE, folder), folder / "whole.jsonl"
    start = time.perf_counter()
    started(source, whole).wait()
    lasts = time.perf_counter() - start
    return [killed(source, whole, lasts, kills, workers) for workers in (1, 2)]


def digest(path: Path) -> str:
    """The SHA-256 of a file."""
    return sha256(path.read_bytes()).hexdigest()


def main() -> None:
    """Measure, print and record."""
    parser = options(__doc__, limit=SIZES[1])
    parser.add_argument("--kills", type=int, default=KILLS)
    arguments = parser.parse_args()
    commit = state()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        figures: dict[str, object] = {
            "killed": deaths(arguments.data, folder, arguments.kills),
            **growth(arguments.data, folder, (SIZES[0], arguments.limit)),
        }
    print(figures)
    command = "python bench/noise_memory.py --data DATA"
    print(
        report(
            "noise_memory", figures, command=command, n=arguments.limit, seed=SEED, commit=commit
        )
    )


if __name__ == "__main__":
    main()
