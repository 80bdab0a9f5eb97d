"""The line in front of the model: one worker, and no more waiting than there are places.

Whoever comes when all places are taken is told at once when to come again. Each request has at
most one piece of work in the line at a time, so a batch of two hundred problems lets a single one
pass after each of its own.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from math import ceil
from types import TracebackType
from typing import TypeVar

T = TypeVar("T")

# How fast the mean of the seconds that a piece of work takes follows the last ones.
FOLLOWS = 0.1
LONGEST_WAIT = 60


class Full(Exception):
    """All places are taken; come again after `seconds`."""

    def __init__(self, seconds: int) -> None:
        super().__init__(f"Too many requests are waiting; try again in {seconds} s.")
        self.seconds = seconds


class TooSlow(Exception):
    """The work was not done in the time that a request may take."""


class Place:
    """A place in the line; leave it by `with`, or by `leave`, which may be said twice."""

    def __init__(self, line: Line) -> None:
        self._line: Line | None = line

    def leave(self) -> None:
        """Give the place back."""
        if self._line is not None:
            self._line.taken -= 1
            self._line = None

    def __enter__(self) -> Place:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.leave()


class Line:
    """Work for one thread, first come, first served. All methods belong to the event loop."""

    def __init__(self, places: int) -> None:
        self.places = places
        self.taken = 0
        self.seconds = 0.2  # the mean of a piece of work, until some have been done
        self._worker = ThreadPoolExecutor(1, "model")

    def enter(self) -> Place:
        """Take a place, or raise `Full`."""
        if self.taken >= self.places:
            raise Full(max(1, min(LONGEST_WAIT, ceil(self.taken * self.seconds))))
        self.taken += 1
        return Place(self)

    async def do(self, work: Callable[[], T], *, seconds: float | None = None) -> T:
        """What `work` returns, when its turn has come; after `seconds` nobody waits for it."""
        future = asyncio.get_running_loop().run_in_executor(self._worker, self._timed, work)
        try:
            async with asyncio.timeout(seconds):
                return await future
        except TimeoutError as error:
            if future.cancelled() or not future.done():
                raise TooSlow(f"Not done within {seconds:g} s.") from error
            raise

    def _timed(self, work: Callable[[], T]) -> T:
        start = time.perf_counter()
        try:
            return work()
        finally:
            self.seconds += FOLLOWS * (time.perf_counter() - start - self.seconds)

    async def close(self) -> None:
        """Let the work in hand be finished, and drop what waits."""
        await asyncio.to_thread(self._worker.shutdown, cancel_futures=True)
