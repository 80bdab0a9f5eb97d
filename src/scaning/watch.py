"""How far a stage is, and how long it still takes, as lines on the standard error."""

from __future__ import annotations

import time

from scaning.terminal import tell

EVERY = 10.0  # seconds between two lines


class Ticker:
    """Says now and then how many of `total` items are done; what was done before does not count."""

    def __init__(self, name: str, total: int, *, every: float = EVERY, quiet: bool = False) -> None:
        self.name = name
        self.total = total
        self._every = every
        self._quiet = quiet
        self._start = self._said = time.monotonic()
        self._before: int | None = None

    def __call__(self, done: int) -> None:
        """So many are done."""
        now = time.monotonic()
        if self._before is None:
            # The first block's own time is unknown where a run went on: count from here.
            self._before, self._start = done, now
        if self._quiet or now - self._said < self._every:
            return
        self._said = now
        tell(said(self.name, done, self.total, done - self._before, now - self._start))


def said(name: str, done: int, total: int, now: int, seconds: float) -> str:
    """One line: where a stage is, how fast, and how long it takes.

    >>> said("score", 500, 2000, 300, 30.0)
    'score: 25%, 500 of 2,000, 10.0/s, 0:02:30 left'
    """
    parts = [f"{done / total:.0%}, {done:,} of {total:,}" if total else f"{done:,}"]
    if now > 0 and seconds > 0:
        rate = now / seconds
        parts.append(f"{rate:,.1f}/s")
        if total > done:
            parts.append(f"{clock((total - done) / rate)} left")
    return f"{name}: {', '.join(parts)}"


def clock(seconds: float) -> str:
    """A time as hours, minutes and seconds.

    >>> clock(3725.2)
    '1:02:05'
    """
    whole = round(seconds)
    return f"{whole // 3600}:{whole // 60 % 60:02d}:{whole % 60:02d}"
