"""What Prometheus is told: counts and seconds, no word of any text."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4 as CONTENT_TYPE

from scaning.serve.line import Line

__all__ = ["CONTENT_TYPE", "Metrics"]

BUCKETS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60)


class Metrics:
    """The metrics of one service, in a registry of its own."""

    def __init__(self, line: Line) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "scaning_requests",
            "Requests by route and status.",
            ("method", "route", "status"),
            registry=self.registry,
        )
        self.seconds = Histogram(
            "scaning_request_seconds",
            "Seconds until the answer was complete.",
            ("route",),
            buckets=BUCKETS,
            registry=self.registry,
        )
        self.refused = Counter(
            "scaning_refused", "Requests turned away, by why.", ("why",), registry=self.registry
        )
        self.problems = Counter(
            "scaning_problems", "Problems that were rewritten.", registry=self.registry
        )
        self.candidates = Counter(
            "scaning_candidates",
            "Candidates, accepted or turned down.",
            ("accepted",),
            registry=self.registry,
        )
        self._line("scaning_line_taken", "Places in the line that are taken.", line, "taken")
        self._line("scaning_line_places", "Places in the line.", line, "places")

    def _line(self, name: str, what: str, line: Line, field: str) -> None:
        gauge = Gauge(name, what, registry=self.registry)
        gauge.set_function(lambda: float(getattr(line, field)))

    def text(self) -> bytes:
        """The page that Prometheus reads."""
        return generate_latest(self.registry)
