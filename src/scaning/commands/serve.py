"""`scaning serve`: the paraphraser over HTTP, with a page to review what it writes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from scaning.commands import options
from scaning.errors import UsageError

if TYPE_CHECKING:
    from scaning.serve.settings import Settings

GRACE = 15  # seconds in which open requests are finished when the server is told to stop
IDLE = 15  # seconds after which a silent connection is closed


def serve(
    host: Annotated[
        str, typer.Option("--host", help="The address to listen on; 0.0.0.0 is every one.")
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option("--port", min=0, max=65535, help="0 takes a free one.")
    ] = 8000,
    database: Annotated[
        str | None,
        typer.Option(
            "--database",
            metavar="FILE|URL",
            help="Where reviews are kept: a SQLite file or postgresql://… "
            "[default: SCANING_DATABASE, or reviews.db in your data folder]",
        ),
    ] = None,
    model: Annotated[
        str, typer.Option("--model", help="embedded; rules; a folder; a hub name; server:NAME.")
    ] = "embedded",
    preset: options.Preset = "default",
    seed: Annotated[int, typer.Option("--seed", help="Same seed, same variants.")] = 3407,
    allow_host: Annotated[
        list[str] | None,
        typer.Option("--allow-host", metavar="NAME", help="A name to answer under. Repeat."),
    ] = None,
    allow_origin: Annotated[
        list[str] | None,
        typer.Option("--allow-origin", metavar="URL", help="Pages from there may ask too."),
    ] = None,
    rate: Annotated[
        int, typer.Option("--rate", min=0, help="Requests of a client a minute; 0: no limit.")
    ] = 600,
    waiting: Annotated[
        int, typer.Option("--waiting", min=1, help="Requests that may wait for the model.")
    ] = 64,
    timeout: Annotated[
        float, typer.Option("--timeout", min=1, help="Seconds that a request may take.")
    ] = 60,
    quiet: options.Quiet = False,
) -> None:
    """Serve the paraphraser over HTTP, with a page to review and rate what it writes.

    API keys come from the environment: SCANING_API_KEYS. Without any, everybody who reaches the
    server may ask, so it listens on this machine only unless you say otherwise.
    """
    from scaning.serve.settings import LOOPBACK, Limits, Settings, default_database, keys_of

    local = host in LOOPBACK
    settings = Settings(
        database=database or default_database(),
        model=model,
        preset=preset,
        seed=seed,
        keys=keys_of(),
        hosts=(*LOOPBACK, *(allow_host or ())) if local or allow_host else (),
        origins=tuple(allow_origin or ()),
        limits=Limits(rate=rate, waiting=waiting, seconds=timeout),
    )
    _run(settings, host, port, quiet=quiet)


def _run(settings: Settings, host: str, port: int, *, quiet: bool) -> None:
    try:
        import uvicorn

        from scaning.serve.app import create_app
    except ModuleNotFoundError as error:
        raise UsageError(
            f"scaning serve needs {error.name}: pip install 'scaning[serve]'."
        ) from error
    uvicorn.run(
        create_app(settings),
        host=host,
        port=port,
        log_level="warning" if quiet else "info",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=GRACE,
        timeout_keep_alive=IDLE,
    )
