"""How often each client may ask: a bucket of tokens that fills up again."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from math import ceil

REMEMBERED = 10_000  # clients; whoever was not seen for longest is forgotten, with a full bucket


class Rates:
    """At most `per_minute` requests of a client at once, and then as many in each minute."""

    def __init__(self, per_minute: int, clock: Callable[[], float] = time.monotonic) -> None:
        self.per_minute = per_minute
        self._clock = clock
        self._clients: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait(self, client: str) -> int:
        """Take a token; 0 if there was one, else the seconds until there is.

        >>> rates = Rates(1, clock=lambda: 0.0)
        >>> rates.wait("ann"), rates.wait("ann"), rates.wait("ben")
        (0, 60, 0)
        """
        if not self.per_minute:
            return 0
        now = self._clock()
        tokens, last = self._clients.pop(client, (float(self.per_minute), now))
        tokens = min(self.per_minute, tokens + (now - last) * self.per_minute / 60)
        served = tokens >= 1
        self._clients[client] = (tokens - served, now)
        if len(self._clients) > REMEMBERED:
            self._clients.popitem(last=False)
        return 0 if served else ceil((1 - tokens) * 60 / self.per_minute)
