"""Is the memory of the noise stage flat, and does a killed run end in the same bytes?

    python bench/noise_memory.py --data DATA

The stage runs in a process of its own; its peak memory is what the kernel reports. Where the file
has fewer problems than asked for, they come again with other ids. Then a run is killed with
SIGKILL at random moments, resumed each time, and compared with one that was left alone.
"""

from __future__ import annotations

import random
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from itertools import count, islice
from pathlib import Path

from noise_input import SEED, options, problems
from report import report

from scaning.noise.settings import NoiseSettings
from scaning.noise.stage import run
from scaning.records import Problem

SIZES = (1_000, 100_000)
KILLS = 20
KILLED_SIZE = 3_000


def endless(data: Path) -> Iterator[Problem]:
    """The problems of the file again and again, each time with ids of their own."""
    work = problems(data, 1 << 30)
    for turn in count():
        for problem in work:
            yield replace(problem, id=f"{problem.id}/{turn}")


def stage(data: Path, size: int, output: Path, workers: int) -> None:
    """Run the stage in this process and print its peak memory in MiB."""
    run(islice(endless(data), size), NoiseSettings(), output, workers=workers)
    kinds = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    print(max(resource.getrusage(kind).ru_maxrss for kind in kinds) / 1024)


def child(data: Path, size: int, output: Path, workers: int = 1) -> subprocess.Popen[str]:
    """The stage in a process of its own."""
    arguments = ["--data", data, "--stage", size, "--output", output, "--workers", workers]
    command = [sys.executable, __file__, *map(str, arguments)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def peaks(data: Path, folder: Path, largest: int) -> dict[int, float]:
    """The peak memory for each size."""
    found = {}
    for size in (SIZES[0], largest):
        out, _ = child(data, size, folder / f"{size}.jsonl").communicate()
        found[size] = round(float(out), 1)
    return found


def killed(data: Path, folder: Path, kills: int, workers: int) -> dict[str, object]:
    """Kill a run again and again until it has been killed often enough, then let it end."""
    rng = random.Random(SEED)
    whole, torn = folder / "whole.jsonl", folder / f"torn-{workers}.jsonl"
    start = time.perf_counter()
    child(data, KILLED_SIZE, whole).wait()
    lasts = time.perf_counter() - start
    done = 0
    while done < kills and not torn.exists():
        process = child(data, KILLED_SIZE, torn, workers)
        time.sleep(rng.uniform(0.2, 1.0) * lasts * 0.6)
        if process.poll() is None:
            process.send_signal(signal.SIGKILL)
            done += 1
        process.wait()
        if torn.exists():
            assert digest(torn) == digest(whole)
            torn.unlink()
    child(data, KILLED_SIZE, torn, workers).wait()
    return {"kills": done, "workers": workers, "identical": digest(torn) == digest(whole)}


def digest(path: Path) -> str:
    """The SHA-256 of a file."""
    return sha256(path.read_bytes()).hexdigest()


def main() -> None:
    """Measure, print and record; or, with --stage, be the process that is measured."""
    parser = options(__doc__, limit=SIZES[1])
    parser.add_argument("--stage", type=int)
    parser.add_argument("--output", type=Path)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--kills", type=int, default=KILLS)
    arguments = parser.parse_args()
    if arguments.stage:
        stage(arguments.data, arguments.stage, arguments.output, arguments.workers)
        return
    with tempfile.TemporaryDirectory() as folder:
        deaths = [killed(arguments.data, Path(folder), arguments.kills, n) for n in (1, 2)]
        peak = peaks(arguments.data, Path(folder), arguments.limit)
    growth = round(peak[arguments.limit] / peak[SIZES[0]], 3)
    figures = {"killed": deaths, "peak_mib": peak, "growth": growth}
    print(figures)
    command = "python bench/noise_memory.py --data DATA"
    print(report("noise_memory", figures, command=command, n=arguments.limit, seed=SEED))


if __name__ == "__main__":
    main()
