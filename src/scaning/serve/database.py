"""The database: SQLite in a file, or PostgreSQL; brought up to date when it is opened."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.util.exc import CommandError
from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError

from scaning.errors import ResourceError, UsageError
from scaning.serve.settings import database_url

BUSY = 10  # seconds that a writer waits for another one


def opened(given: str) -> Engine:
    """The database of a path or a URL, made if need be, with all migrations done."""
    try:
        url = make_url(database_url(given))
    except SQLAlchemyError as error:
        raise UsageError(f"The database {given!r} is no URL and no path.") from error
    name = url.render_as_string(hide_password=True)
    try:
        if url.get_backend_name() == "sqlite":
            Path(url.database or "").parent.mkdir(parents=True, exist_ok=True)
            engine = create_engine(url, connect_args={"timeout": BUSY})
            event.listen(engine, "connect", _durable)
        else:
            engine = create_engine(url, pool_pre_ping=True)
        migrate(engine)
    except (SQLAlchemyError, OSError) as error:
        why = str(getattr(error, "orig", None) or error).strip().splitlines()[0]
        raise ResourceError(f"The database {name} cannot be opened: {why}") from error
    except CommandError as error:
        raise ResourceError(
            f"The database {name} is of another version of scaning: {error}"
        ) from error
    return engine


def migrate(engine: Engine) -> None:
    """Bring the tables to the state that this version needs."""
    with engine.begin() as connection:
        command.upgrade(migrations(connection), "head")


def migrations(connection: Connection) -> Config:
    """The steps that come with this package, for a connection."""
    config = Config()
    config.set_main_option("script_location", str(files("scaning.serve") / "migrations"))
    config.attributes["connection"] = connection
    return config


def _durable(connection: Any, _record: object) -> None:  # noqa: ANN401 - of any driver
    """What was committed is on the disk, readers do not wait for writers, references hold."""
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
