"""A service with the rules behind it, on SQLite and on a PostgreSQL server of our own."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from http_server import binary
from http_server import postgres as running_postgres

from scaning import Paraphraser
from scaning.serve.app import create_app
from scaning.serve.settings import Limits, Settings

EGGS = "A farmer packs eggs into boxes of a dozen. How many boxes can she fill with 156 eggs?"

Serve = Callable[..., TestClient]


@pytest.fixture(scope="session")
def paraphraser() -> Paraphraser:
    """The rules; loaded once."""
    return Paraphraser("rules")


@pytest.fixture
def serve(tmp_path: Path, paraphraser: Paraphraser) -> Iterator[Serve]:
    """Starts services in this process, with other limits if a test says so."""
    with ExitStack() as stack:

        def start(
            *, database: str = "", limits: Limits | None = None, **settings: object
        ) -> TestClient:
            chosen = Settings(
                database or str(tmp_path / "reviews.db"),
                model="rules",
                limits=limits or Limits(rate=0),
                **settings,  # type: ignore[arg-type]
            )
            app = create_app(chosen, paraphraser)
            client = TestClient(app, raise_server_exceptions=False)
            stack.callback(client.__exit__)
            return client.__enter__()

        yield start


@pytest.fixture
def client(serve: Serve) -> TestClient:
    return serve()


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """A PostgreSQL server of these tests' own."""
    if binary("initdb") is None or binary("postgres") is None:
        pytest.skip("PostgreSQL's server is not installed (Debian: postgresql)")
    with running_postgres() as url:
        yield url


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """An empty database of each kind."""
    if request.param == "sqlite":
        yield str(tmp_path / "reviews.db")
        return
    from sqlalchemy import create_engine, text

    url = request.getfixturevalue("postgres")
    yield url
    engine = create_engine(url.replace("postgresql:", "postgresql+psycopg:"))
    with engine.begin() as connection:
        connection.execute(text("DROP SCHEMA public CASCADE"))
        connection.execute(text("CREATE SCHEMA public"))
    engine.dispose()
