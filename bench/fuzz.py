"""Send arbitrary files through check, score and select, and see that nothing breaks.

    python bench/fuzz.py [--n 20000] [--seed 3407]

Every input is a file in one of the formats and goes through the three commands in this process,
from the arguments to the exit code; every hundredth also through a process of its own, from its
standard input, which must print the same. Some are made of rows of which we know who can read
them: then every bad row must be named with its line and every good row must come out. Of the
others only an end is asked, within the limit, without a traceback and with one clear line.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import re
import signal
import subprocess
import sys
import time
import traceback
import warnings
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from types import FrameType
from typing import NamedTuple, NoReturn

from fuzz_inputs import Input, arbitrary_input
from report import report, state

from scaning.cli import main as command_line

SEED = 3407
LIMIT = 20  # processor seconds for one command on one input: other work on the machine is not ours
WALL = 600  # seconds after which a process of its own has hung, however busy the machine is
COMMANDS = ("check", "score", "select")
ENCODER_EVERY = 10  # inputs; most of the time would go into it
PROCESS_EVERY = 100  # inputs; a process of its own costs some seconds


class Ran(NamedTuple):
    """What a command left behind; `crash` is a traceback, or "hang"."""

    code: int
    out: str
    err: str
    seconds: float = 0.0
    crash: str = ""


class Hang(BaseException):
    """The limit is over; no `except Exception` may hide that."""


@dataclass
class Tally:
    """What came of all inputs."""

    inputs: Counter[str] = field(default_factory=Counter)
    runs: int = 0
    processes: int = 0
    good_rows: int = 0
    bad_rows: int = 0
    slowest: float = 0.0
    failures: list[str] = field(default_factory=list)
    wrong: Counter[str] = field(default_factory=Counter)


def fuzz(n: int, seed: int, *, processes: bool = True) -> Tally:
    """Run `n` inputs; the same seed makes the same ones."""
    tally = Tally()
    with TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("error")
        for number in range(n):
            made = arbitrary_input(Random(f"{seed}/{number}"))
            tally.inputs[made.kind] += 1
            for wrong in one_input(made, number, Path(folder), tally, processes=processes):
                tally.wrong[wrong.partition(":")[0]] += 1
                tally.failures.append(f"input {number} ({made.kind}): {wrong}")
    return tally


def one_input(
    made: Input, number: int, folder: Path, tally: Tally, *, processes: bool
) -> Iterator[str]:
    """What is wrong with the commands on one input."""
    path, dropped = folder / f"input.{made.ending}", folder / "dropped.jsonl"
    path.write_bytes(made.content)
    for command in COMMANDS:
        options = ["--json"]
        if command == "score" and number % ENCODER_EVERY:
            options.append("--no-encoder")
        if command == "select":
            options += ["--dropped", str(dropped)]
        dropped.unlink(missing_ok=True)
        ran = run([command, str(path), *options])
        tally.runs += 1
        tally.slowest = max(tally.slowest, ran.seconds)
        others = dropped.read_text(encoding="utf-8") if dropped.exists() else ""
        yield from (f"{wrong} [{command}]" for wrong in faults(made, command, path, ran, others))
        tally.good_rows += len(made.good[command]) if made.good else 0
        tally.bad_rows += len(made.bad[command]) if made.bad else 0
        if processes and number % (PROCESS_EVERY * len(COMMANDS)) == COMMANDS.index(command):
            tally.processes += 1
            own = run_process([command, "-", "--from", made.ending, *options], made.content)
            if own.crash:
                yield f"{own.crash}: in a process of its own, {own.err[-300:]} [{command}]"
            elif (own.code, own.out) != (ran.code, ran.out):
                yield f"process: exit {own.code}, not {ran.code}: {own.err[-300:]} [{command}]"


def run(arguments: Sequence[str]) -> Ran:
    """Run the command line in this process, as a user's shell would."""
    out, err = io.TextIOWrapper(io.BytesIO(), "utf-8"), io.StringIO()
    code, crash, start = 0, "", time.process_time()
    previous = [(s, signal.signal(s, stop)) for s in (signal.SIGPROF, signal.SIGALRM)]
    signal.setitimer(signal.ITIMER_PROF, LIMIT)
    signal.alarm(WALL)
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            command_line(list(arguments))
    except SystemExit as exit_:
        code = exit_.code if isinstance(exit_.code, int) else 0
    except Hang:
        crash = "hang: " + traceback.format_exc()
    except Exception:
        crash = "traceback: " + traceback.format_exc()
    finally:
        signal.alarm(0)
        signal.setitimer(signal.ITIMER_PROF, 0)
        for number, handler in previous:
            signal.signal(number, handler)
    out.seek(0)
    return Ran(code, out.read(), err.getvalue(), time.process_time() - start, crash)


def stop(number: int, frame: FrameType | None) -> NoReturn:
    """End a command that takes too long."""
    raise Hang


def run_process(arguments: Sequence[str], content: bytes) -> Ran:
    """Run the command line as a process of its own."""
    try:
        ran = subprocess.run(
            [str(Path(sys.executable).with_name("scaning")), *arguments],
            input=content,
            capture_output=True,
            timeout=WALL,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return Ran(1, "", "", crash="hang")
    err = ran.stderr.decode("utf-8", "replace")
    return Ran(ran.returncode, ran.stdout.decode(), err, crash="traceback" * ("Traceback" in err))


def faults(made: Input, command: str, path: Path, ran: Ran, dropped: str) -> Iterator[str]:
    """What is wrong with one run."""
    if ran.crash:
        yield ran.crash
        return
    if ran.code not in (0, 1, 2):
        yield f"exit code: {ran.code}"
    if ran.code == 2 and not ran.err.splitlines()[-1].startswith("scaning: "):
        yield f"no clear line: {ran.err[-300:]!r}"
    if made.good is None or made.bad is None:
        return
    good, bad = made.good[command], made.bad[command]
    rows = [json.loads(line) for line in (ran.out + dropped).split("\n") if line]
    found = [row["id"] for row in rows] if made.ending != "txt" else [""] * len(rows)
    if sorted(found) != sorted(good):
        yield f"good rows: {good} should come out, not {found}: {ran.err[-300:]!r}"
    named = [int(line) for line in re.findall(rf"^{re.escape(str(path))}:(\d+): ", ran.err, re.M)]
    if named != bad:
        yield f"bad rows: lines {bad} should be named, not {named}: {ran.err[-300:]!r}"
    if ran.code != (0 if not bad else 1 if good else 2):
        yield f"exit code: {ran.code} for {len(good)} good and {len(bad)} bad rows"


def main() -> None:
    """Run all inputs, print what came of them, and write results/fuzz.json."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--n", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=SEED)
    asked = parser.parse_args()
    start, code = time.perf_counter(), state()
    tally = fuzz(asked.n, asked.seed)
    figures = {
        "inputs": dict(tally.inputs.most_common()),
        "runs": tally.runs,
        "processes": tally.processes,
        "good_rows_processed": tally.good_rows,
        "bad_rows_named": tally.bad_rows,
        "failures": len(tally.failures),
        "first_failures": [failure[:400] for failure in tally.failures[:20]],
        "tracebacks": tally.wrong["traceback"],
        "hangs": tally.wrong["hang"],
        "other_failures": dict(tally.wrong),
        "limit_seconds": LIMIT,
        "slowest_seconds": round(tally.slowest, 2),
        "total_seconds": round(time.perf_counter() - start),
    }
    print(json.dumps(figures, indent=2))
    command = "python bench/fuzz.py"
    report("fuzz", figures, command=command, commit=code, n=asked.n, seed=asked.seed)
    sys.exit(bool(tally.failures))


if __name__ == "__main__":
    main()
