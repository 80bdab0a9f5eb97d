"""The noise stage: problems in, noised rows out, in blocks that survive a crash.

While it runs, rows go to OUTPUT.part, and after every block OUTPUT.part.json says how many
problems are done and how many bytes their rows take. What a crash left beyond that is cut off, so
a resumed run gives the same bytes as one that was never stopped.
"""

from __future__ import annotations

import gc
import json
import os
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import lru_cache
from hashlib import blake2b
from itertools import islice
from multiprocessing import get_context, parent_process
from pathlib import Path
from threading import Thread

from scaning.errors import UsageError
from scaning.noise.policy import Policy
from scaning.noise.rows import NoiseRow
from scaning.noise.settings import NoiseSettings
from scaning.records import Problem

# Problems that are noised together: enough for the parser's batches, little to lose in a crash.
BLOCK = 128
# Blocks in work or waiting, for each process: none stands idle and memory stays flat.
AHEAD = 3

Rows = list[list[NoiseRow]]


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run has come: problems done, bytes of their rows, and the last problem's id."""

    settings: str
    problems: int = 0
    bytes: int = 0
    last: str = ""


def run(
    problems: Iterable[Problem], settings: NoiseSettings, output: Path, *, workers: int = 1
) -> int:
    """Write the noised rows of problems to a file, or go on where a run was stopped.

    Gives the number of problems noised now. OUTPUT appears when all is done.
    """
    part, journal = _beside(output, ".part"), _beside(output, ".part.json")
    progress = _progress(journal, settings)
    work = iter(problems)
    _skip(work, progress)
    done = 0
    with part.open("ab") as stream:
        stream.truncate(progress.bytes)
        stream.seek(progress.bytes)
        for block, rows in noised(work, settings, workers=workers):
            stream.writelines(row.line().encode() for found in rows for row in found)
            stream.flush()
            os.fsync(stream.fileno())
            done += len(block)
            count = progress.problems + done
            _write(journal, Progress(progress.settings, count, stream.tell(), block[-1].id))
    part.replace(output)
    journal.unlink(missing_ok=True)
    return done


def noised(
    problems: Iterable[Problem], settings: NoiseSettings, *, workers: int = 1
) -> Iterator[tuple[list[Problem], Rows]]:
    """Blocks of problems, in order, with the rows of each problem."""
    if workers == 1:
        for block in _blocks(problems):
            yield block, _rows(settings, block)
        return
    # Spawned, not forked: a fork would copy the parser's locks in whatever state they are.
    with ProcessPoolExecutor(workers, get_context("spawn"), _end_with_parent) as pool:
        waiting: deque[tuple[list[Problem], Future[Rows]]] = deque()
        for block in _blocks(problems):
            waiting.append((block, pool.submit(_rows, settings, block)))
            if len(waiting) >= AHEAD * workers:
                first, future = waiting.popleft()
                yield first, future.result()
        for first, future in waiting:
            yield first, future.result()


@lru_cache(maxsize=1)
def _policy(settings: NoiseSettings) -> Policy:
    return settings.policy()


def _rows(settings: NoiseSettings, block: list[Problem]) -> Rows:
    policy = _policy(settings)
    with _no_collecting():
        return policy.noised(block)


@contextmanager
def _no_collecting() -> Iterator[None]:
    """Let garbage wait: looking for it among the tokens of a block takes a sixth of the time."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


def _end_with_parent() -> None:
    """A worker whose parent was killed would wait for work for ever."""
    parent = parent_process()
    assert parent is not None

    def wait() -> None:
        parent.join()
        os._exit(1)

    Thread(target=wait, daemon=True).start()


def _blocks(problems: Iterable[Problem]) -> Iterator[list[Problem]]:
    work = iter(problems)
    while block := list(islice(work, BLOCK)):
        yield block


def _beside(output: Path, ending: str) -> Path:
    return output.with_name(output.name + ending)


def _progress(journal: Path, settings: NoiseSettings) -> Progress:
    mark = blake2b(json.dumps(asdict(settings), default=str).encode(), digest_size=8).hexdigest()
    if not journal.exists():
        return Progress(mark)
    progress = Progress(**json.loads(journal.read_text(encoding="utf-8")))
    if progress.settings != mark:
        raise UsageError(
            f"{journal} belongs to a run with other settings. Run with those to finish it, or "
            "delete it to start again."
        )
    return progress


def _skip(work: Iterator[Problem], progress: Progress) -> None:
    """Pass over the problems that are done, and see that they are the same ones."""
    last = deque(islice(work, progress.problems), maxlen=1)
    if progress.problems and (not last or last[0].id != progress.last):
        raise UsageError(
            f"A run that was stopped had done {progress.problems} problems, the last of them "
            f"{progress.last!r}, but the input is another now. Give it the same input, or delete "
            "the .part.json file to start again."
        )


def _write(journal: Path, progress: Progress) -> None:
    """Replace the journal at once: a crash leaves the old one or the new one."""
    beside = _beside(journal, ".new")
    with beside.open("w", encoding="utf-8") as stream:
        json.dump(asdict(progress), stream)
        stream.flush()
        os.fsync(stream.fileno())
    beside.replace(journal)
