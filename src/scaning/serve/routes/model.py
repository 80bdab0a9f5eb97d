"""Paraphrase, check and score: what is asked of the model itself."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable
from functools import partial
from typing import Any, TypeVar

from fastapi import APIRouter
from fastapi.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from scaning.errors import InputError
from scaning.records import Problem, id_of
from scaning.serve.line import Place, TooSlow
from scaning.serve.schemas import (
    ParaphrasedOut,
    ScoresOut,
    ToCompare,
    ToParaphrase,
    ToParaphraseMany,
    VerdictOut,
    Wishes,
)
from scaning.serve.service import Here, Service

router = APIRouter(prefix="/v1", tags=["model"])
T = TypeVar("T")


async def asked(service: Service, work: Callable[[], T]) -> T:
    """What the model says, if there is a place in the line."""
    with service.line.enter():
        return await service.line.do(work, seconds=service.settings.limits.seconds)


def counted(service: Service, found: dict[str, Any]) -> dict[str, Any]:
    """The same, counted for the metrics."""
    service.metrics.problems.inc()
    service.metrics.candidates.labels("true").inc(len(found["variants"]))
    service.metrics.candidates.labels("false").inc(len(found["rejected"]))
    return found


@router.post("/paraphrase", response_model_exclude_none=False)
async def paraphrase(body: ToParaphrase, here: Here) -> ParaphrasedOut:
    """The best accepted rewritings of a problem, and why the others were turned down."""
    here.fits(body.question)
    _few(body, here)
    problem = Problem(body.id or id_of(body.question), body.question)
    wish = body.wish()
    found = await asked(here, lambda: here.desk.paraphrase(problem, wish, shown=body.segments))
    return ParaphrasedOut.model_validate(counted(here, found))


@router.post("/check")
async def check(body: ToCompare, here: Here) -> VerdictOut:
    """Whether a candidate keeps what the solution of the original rests on, and if not, why."""
    here.fits(body.original, body.candidate)
    found = await asked(
        here, lambda: here.desk.check(body.original, body.candidate, shown=body.segments)
    )
    return VerdictOut.model_validate(found)


@router.post("/score")
async def score(body: ToCompare, here: Here) -> ScoresOut:
    """How close, how different and how exact a candidate is."""
    here.fits(body.original, body.candidate)
    found = await asked(here, lambda: here.desk.score(body.original, body.candidate))
    return ScoresOut.model_validate(found)


@router.post(
    "/paraphrase/batch",
    response_class=StreamingResponse,
    responses={
        200: {
            "description": "A line of JSON for each problem, in order, as soon as it is done: "
            "what /v1/paraphrase answers, or an object with `id` and `error`.",
            "content": {"application/x-ndjson": {"schema": {"type": "string"}}},
        }
    },
)
async def paraphrase_batch(body: ToParaphraseMany, here: Here) -> StreamingResponse:
    """Several problems; the answers stream while the next ones are worked on."""
    limits = here.settings.limits
    if len(body.problems) > limits.batch:
        raise InputError(
            f"{len(body.problems):,} problems are too many for one request; at most "
            f"{limits.batch:,} are taken. Send a file to /v1/jobs."
        )
    _few(body, here)
    problems = [
        Problem(id_of(one), one)
        if isinstance(one, str)
        else Problem(one.id or id_of(one.question), one.question)
        for one in body.problems
    ]
    here.fits(*(problem.question for problem in problems))
    return Streamed(here.line.enter(), _lines(here, problems, body))


async def _lines(
    service: Service, problems: list[Problem], body: ToParaphraseMany
) -> AsyncIterator[bytes]:
    wish = body.wish()
    for problem in problems:
        try:
            found = await service.line.do(
                partial(service.desk.paraphrase, problem, wish, shown=body.segments),
                seconds=service.settings.limits.seconds,
            )
        except TooSlow as error:
            found = {"id": problem.id, "error": str(error)}
        else:
            counted(service, found)
        yield json.dumps(found, ensure_ascii=False).encode() + b"\n"


class Streamed(StreamingResponse):
    """Lines of JSON that hold a place in the line until the last is sent, or nobody listens."""

    def __init__(self, place: Place, lines: AsyncIterator[bytes]) -> None:
        super().__init__(lines, media_type="application/x-ndjson")
        self._place = place

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send, and leave the line whatever happens."""
        with self._place:
            await super().__call__(scope, receive, send)


def _few(body: Wishes, service: Service) -> None:
    most = service.settings.limits.variants
    if body.n > most:
        raise InputError(f"n is {body.n}; at most {most} variants of a problem are written here.")
