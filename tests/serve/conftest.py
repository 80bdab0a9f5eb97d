"""A service with the rules behind it, on SQLite and on a PostgreSQL server of our own."""

import os
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from tempfile import mkdtemp

import pytest
from fastapi.testclient import TestClient

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


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def binary(name: str) -> str | None:
    """Where a program of PostgreSQL is; Debian keeps them out of the path."""
    found = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    return str(found[-1]) if found else shutil.which(name)


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """A PostgreSQL server of this test's own, on loopback, in a folder that goes with it."""
    initdb, server = binary("initdb"), binary("postgres")
    if initdb is None or server is None:
        pytest.skip("PostgreSQL's server is not installed (Debian: postgresql)")
    folder, port = Path(mkdtemp(prefix="scaning-pg-")), free_port()
    # PostgreSQL refuses to run as root.
    who: dict[str, object] = {}
    if os.geteuid() == 0:
        shutil.chown(folder, "nobody")
        who = {"user": "nobody", "group": "nogroup", "extra_groups": []}
    data = folder / "data"
    making = [initdb, "-D", data, "-U", "tester", "--auth=trust", "-E", "UTF8", "--no-sync"]
    subprocess.run(making, check=True, capture_output=True, cwd=folder, **who)  # type: ignore[call-overload]
    options = ["-h", "127.0.0.1", "-p", str(port), "-k", "", "-c", "fsync=off"]
    log = (folder / "log").open("w")
    running = subprocess.Popen(  # type: ignore[call-overload]
        [server, "-D", data, *options], stdout=log, stderr=log, cwd=folder, **who
    )
    try:
        _await(port, running, folder / "log")
        yield f"postgresql://tester@127.0.0.1:{port}/postgres"
    finally:
        running.terminate()
        running.wait(20)
        log.close()
        shutil.rmtree(folder)


def _await(port: int, running: subprocess.Popen[bytes], log: Path) -> None:
    from psycopg import OperationalError, connect

    for _ in range(100):
        assert running.poll() is None, log.read_text()
        try:
            connect(f"postgresql://tester@127.0.0.1:{port}/postgres", connect_timeout=1).close()
        except OperationalError:
            time.sleep(0.1)
        else:
            return
    raise AssertionError(log.read_text())


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
