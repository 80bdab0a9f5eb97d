"""Health, metrics and the page itself."""

from __future__ import annotations

from importlib.metadata import version
from importlib.resources import files
from typing import Any

from fastapi import APIRouter, Response
from fastapi.responses import FileResponse
from sqlalchemy.exc import SQLAlchemyError

from scaning.serve.gate import problem
from scaning.serve.metrics import CONTENT_TYPE
from scaning.serve.service import Here

router = APIRouter()

WEB = files("scaning.serve") / "web"


@router.get("/", include_in_schema=False)
def page() -> FileResponse:
    """The page to work with."""
    return FileResponse(str(WEB / "index.html"))


@router.get("/docs", include_in_schema=False)
def docs() -> FileResponse:
    """The reference of this interface, for people."""
    return FileResponse(str(WEB / "api.html"))


@router.get("/health", tags=["service"])
def health() -> dict[str, str]:
    """The process answers."""
    return {"status": "ok"}


@router.get("/ready", tags=["service"], responses={503: {"description": "Not yet."}})
def ready(here: Here) -> Response:
    """The model is loaded and the database can be asked."""
    if not here.ready:
        return problem(503, "The model is being loaded.", {"Retry-After": "1"})
    try:
        here.store.ping()
    except SQLAlchemyError:
        return problem(503, "The database does not answer.", {"Retry-After": "5"})
    return Response('{"status":"ok"}', media_type="application/json")


@router.get("/metrics", tags=["service"], response_class=Response)
def metrics(here: Here) -> Response:
    """For Prometheus."""
    return Response(here.metrics.text(), media_type=CONTENT_TYPE)


@router.get("/v1/about", tags=["service"])
def about(here: Here) -> dict[str, Any]:
    """Who writes here, and how much may be asked."""
    settings = here.settings
    limits = settings.limits
    return {
        "version": version("scaning"),
        "sources": [generator.name for generator in here.desk.paraphraser.generators],
        "preset": settings.preset,
        "ready": here.ready,
        "limits": {
            "text": limits.text,
            "variants": limits.variants,
            "batch": limits.batch,
            "job": limits.job,
            "file": limits.file,
        },
    }
