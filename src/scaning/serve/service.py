"""All parts of a running service, and how a route gets hold of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request
from sqlalchemy import Engine

from scaning.errors import InputError
from scaning.serve.desk import Desk
from scaning.serve.line import Line
from scaning.serve.metrics import Metrics
from scaning.serve.runner import Runner
from scaning.serve.settings import Settings
from scaning.serve.store import Store
from scaning.serve.studies import Studies


@dataclass(slots=True)
class Service:
    """The parts of one service; `ready` once the model has answered for the first time."""

    settings: Settings
    engine: Engine
    line: Line
    desk: Desk
    store: Store
    studies: Studies
    metrics: Metrics
    runner: Runner
    ready: bool = False

    def fits(self, *texts: str) -> None:
        """Raise for a text that is longer than this service takes."""
        most = self.settings.limits.text
        for text in texts:
            if len(text) > most:
                raise InputError(
                    f"A text has {len(text):,} characters; at most {most:,} are taken here."
                )


def service_of(request: Request) -> Service:
    """The service that a request came to."""
    service: Service = request.app.state.service
    return service


Here = Annotated[Service, Depends(service_of)]
