"""Puts a service together: `create_app(settings)` is what a server runs."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from importlib.metadata import version

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.middleware.cors import CORSMiddleware
from fastapi.responses import JSONResponse
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException

from scaning.errors import InputError, ResourceError, UsageError
from scaning.paraphraser import Paraphraser
from scaning.serve.database import opened
from scaning.serve.desk import Desk
from scaning.serve.gate import Gate, problem
from scaning.serve.line import Full, Line, TooSlow
from scaning.serve.metrics import Metrics
from scaning.serve.routes import jobs, model, site, studies
from scaning.serve.runner import Runner
from scaning.serve.schemas import ProblemDetails
from scaning.serve.service import Service
from scaning.serve.settings import Settings
from scaning.serve.store import Missing, Store
from scaning.serve.studies import Studies

logger = logging.getLogger(__name__)

AGAIN = "10"  # seconds after which a file may be sent again


def create_app(settings: Settings, paraphraser: Paraphraser | None = None) -> FastAPI:
    """The application; the model is loaded when it starts, not here."""
    line = Line(settings.limits.waiting)
    engine = opened(settings.database)
    writer = paraphraser or Paraphraser(settings.model, preset=settings.preset, seed=settings.seed)
    desk, store, metrics = Desk(writer), Store(engine), Metrics(line)
    runner = Runner(store, line, desk, metrics)
    service = Service(settings, engine, line, desk, store, Studies(engine), metrics, runner)
    app = FastAPI(
        title="scaning",
        version=version("scaning"),
        description="Rewrite algebra word problems so that the words change and the solution "
        "does not.",
        openapi_url="/v1/openapi.json",
        docs_url=None,  # the usual pages fetch their scripts from elsewhere
        redoc_url=None,
        lifespan=_lifespan,
        responses={"default": {"model": ProblemDetails, "description": "What is wrong."}},
    )
    app.state.service = service
    for routes in (model, jobs, studies, site):
        app.include_router(routes.router)
    app.mount("/static", StaticFiles(directory=str(site.WEB)), name="static")
    _answer_errors(app)
    if settings.origins:
        app.add_middleware(
            CORSMiddleware,
            allow_origins=settings.origins,
            allow_methods=["GET", "POST", "PUT", "DELETE"],
            allow_headers=["Authorization", "Content-Type", "X-API-Key"],
        )
    app.add_middleware(Gate, settings=settings, metrics=metrics)
    return app


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    """Load the model and work on jobs while the server runs; stop both in good order."""
    service: Service = app.state.service
    tasks = [asyncio.create_task(_warm(service)), asyncio.create_task(service.runner.run())]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        for task in tasks:
            with suppress(asyncio.CancelledError):
                await task
        await service.line.close()
        service.engine.dispose()


async def _warm(service: Service) -> None:
    try:
        await service.line.do(service.desk.warm)
        service.ready = True
    except Exception:
        logger.exception("the model could not be loaded; the service stays unready")


def _answer_errors(app: FastAPI) -> None:
    """Every error as one line of what came, what is allowed, and what to do."""

    def answers(error: type[Exception], status: int, headers: dict[str, str] | None = None) -> None:
        async def answer(_: Request, raised: Exception) -> JSONResponse:
            return problem(status, str(raised), headers)

        app.add_exception_handler(error, answer)

    answers(InputError, 422)
    answers(UsageError, 422)
    answers(Missing, 404)
    answers(jobs.Lost, 409)
    answers(jobs.Busy, 429, {"Retry-After": AGAIN})
    answers(TooSlow, 503, {"Retry-After": AGAIN})
    answers(ResourceError, 503, {"Retry-After": AGAIN})

    @app.exception_handler(Full)
    async def full(request: Request, error: Full) -> JSONResponse:
        request.app.state.service.metrics.refused.labels("line").inc()
        return problem(429, str(error), {"Retry-After": str(error.seconds)})

    @app.exception_handler(HTTPException)
    async def http(_: Request, error: HTTPException) -> JSONResponse:
        return problem(error.status_code, str(error.detail), dict(error.headers or {}))

    @app.exception_handler(RequestValidationError)
    async def invalid(_: Request, error: RequestValidationError) -> JSONResponse:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        more = len(error.errors()) - 1
        rest = f" (and {more} more)" if more else ""
        said = f"{where}: {first['msg']}{rest}"
        return problem(422, said.encode("utf-8", "replace").decode())

    @app.exception_handler(Exception)
    async def unforeseen(_: Request, error: Exception) -> JSONResponse:
        return problem(500, "An error of ours; the server has logged it.")
