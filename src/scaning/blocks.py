"""Stages that stream: items in, lines out, block by block, in a way that survives a crash.

While a stage runs, its lines go to OUTPUT.part, and after every block OUTPUT.part.json says how
many items are done, how many bytes their lines take and what was counted. What a crash left beyond
that is cut off, so a resumed stage gives the same bytes as one that was never stopped.
"""

from __future__ import annotations

import json
import os
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import islice
from multiprocessing import get_context, parent_process
from pathlib import Path
from threading import Thread
from typing import Any, NamedTuple, TypeVar

from scaning.errors import UsageError

T = TypeVar("T")

BLOCK = 128
# Blocks in work or waiting, for each process: none stands idle and memory stays flat.
AHEAD = 3


class Made(NamedTuple):
    """What became of a block: lines of JSON without their ends, and counts by name."""

    lines: list[str]
    counts: Mapping[str, int]


Work = Callable[[list[T]], Made]
# Told after each block how many items are done, those of earlier starts included.
Watch = Callable[[int], None]


@dataclass(slots=True)
class Progress:
    """How far a stage has come. `mark` is of its settings, `last` of the last item that is done."""

    mark: str
    items: int = 0
    bytes: int = 0
    last: str = ""
    counts: Counter[str] = field(default_factory=Counter)


def through(
    items: Iterable[T],
    work: Work[T],
    output: Path,
    *,
    settings: object,
    workers: int = 1,
    block: int = BLOCK,
    watch: Watch | None = None,
) -> Counter[str]:
    """Write what `work` makes of the items, or go on where a run was stopped; gives the counts.

    Items are JSON; OUTPUT appears when all is done. With several workers `work` has to be a
    function that can be sent to another process, and the lines are the same.
    """
    part, journal = beside(output, ".part"), beside(output, ".part.json")
    progress = _progress(journal, digest(settings))
    stream = iter(items)
    _skip(stream, progress, output)
    output.parent.mkdir(parents=True, exist_ok=True)
    with part.open("ab") as lines:
        lines.truncate(progress.bytes)
        lines.seek(progress.bytes)
        for chunk, made in _made(_blocks(stream, block), work, workers):
            lines.writelines(line.encode() + b"\n" for line in made.lines)
            lines.flush()
            os.fsync(lines.fileno())
            progress.items += len(chunk)
            progress.bytes = lines.tell()
            progress.last = digest(chunk[-1])
            progress.counts.update(made.counts)
            _keep(journal, progress)
            if watch:
                watch(progress.items)
    part.replace(output)
    journal.unlink(missing_ok=True)
    return progress.counts


def rows_of(path: Path) -> Iterator[dict[str, Any]]:
    """The rows of a JSON Lines file that a stage wrote."""
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def count_of(path: Path) -> int:
    """How many rows a JSON Lines file has."""
    with path.open("rb") as stream:
        return sum(block.count(b"\n") for block in iter(lambda: stream.read(1 << 20), b""))


def line_of(cells: Mapping[str, object]) -> str:
    """A row as a line."""
    return json.dumps(cells, ensure_ascii=False)


def digest(value: object) -> str:
    """A short mark of anything that is JSON.

    >>> digest({"b": 1, "a": 2}) == digest({"a": 2, "b": 1})
    True
    """
    text = json.dumps(value, sort_keys=True, default=str)
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


def beside(path: Path, ending: str) -> Path:
    """A file beside another."""
    return path.with_name(path.name + ending)


def replace_text(path: Path, text: str) -> None:
    """Write a file at once: a crash leaves the old one or the new one."""
    new = beside(path, ".new")
    with new.open("w", encoding="utf-8") as stream:
        stream.write(text)
        stream.flush()
        os.fsync(stream.fileno())
    new.replace(path)


def _made(blocks: Iterator[list[T]], work: Work[T], workers: int) -> Iterator[tuple[list[T], Made]]:
    """Blocks in order, with what was made of each."""
    if workers == 1:
        for chunk in blocks:
            yield chunk, work(chunk)
        return
    # Spawned, not forked: a fork would copy the parser's locks in whatever state they are.
    with ProcessPoolExecutor(workers, get_context("spawn"), _end_with_parent) as pool:
        waiting: deque[tuple[list[T], Future[Made]]] = deque()
        for chunk in blocks:
            waiting.append((chunk, pool.submit(work, chunk)))
            if len(waiting) >= AHEAD * workers:
                first, future = waiting.popleft()
                yield first, future.result()
        for first, future in waiting:
            yield first, future.result()


def _end_with_parent() -> None:
    """A worker whose parent was killed would wait for work for ever."""
    parent = parent_process()
    assert parent is not None

    def wait() -> None:
        parent.join()
        os._exit(1)

    Thread(target=wait, daemon=True).start()


def _blocks(stream: Iterator[T], size: int) -> Iterator[list[T]]:
    while chunk := list(islice(stream, size)):
        yield chunk


def _progress(journal: Path, mark: str) -> Progress:
    if not journal.exists():
        return Progress(mark)
    cells = json.loads(journal.read_text(encoding="utf-8"))
    progress = Progress(**{**cells, "counts": Counter(cells["counts"])})
    if progress.mark != mark:
        raise UsageError(
            f"{journal} belongs to a run with other settings. Run with those to finish it, or "
            "delete it to start again."
        )
    return progress


def _skip(stream: Iterator[T], progress: Progress, output: Path) -> None:
    """Pass over the items that are done, and see that they are the same ones."""
    last = deque(islice(stream, progress.items), maxlen=1)
    if progress.items and (not last or digest(last[0]) != progress.last):
        raise UsageError(
            f"{output}: a run that was stopped had done {progress.items} items, but the input is "
            "another now. Give it the same input, or delete the .part.json file to start again."
        )


def _keep(journal: Path, progress: Progress) -> None:
    cells = {name: getattr(progress, name) for name in Progress.__slots__}
    replace_text(journal, json.dumps(cells))
