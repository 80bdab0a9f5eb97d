"""The command `scaning serve`: what it says when it starts, and when it cannot."""

import socket
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import httpx2
import pytest
from http_server import Server

from scaning.cli import main

Serve = Callable[..., "Ran"]


class Ran(NamedTuple):
    """How a command ended."""

    code: object
    err: str


@pytest.fixture
def serve(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Serve:
    def run(*arguments: object) -> Ran:
        database = [] if "--database" in arguments else ["--database", tmp_path / "reviews.db"]
        with pytest.raises(SystemExit) as exit_:
            main(["serve", "--model", "rules", *map(str, [*arguments, *database])])
        return Ran(exit_.value.code, capsys.readouterr().err)

    return run


def test_it_says_where_it_is_and_where_reviews_are_kept(tmp_path: Path) -> None:
    database = tmp_path / "reviews.db"
    server = Server(str(database), tmp_path / "log")
    assert httpx2.get(server.url).status_code == 200
    server.stop()
    assert f"The page is at {server.url}" in server.said()
    assert str(database) in server.said()


def test_a_port_that_is_taken_is_named(serve: Serve) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        ran = serve("--port", port)
    assert ran.code == 2
    assert ran.err.startswith(f"scaning: 127.0.0.1:{port}: ")
    assert "--port" in ran.err
    assert ran.err.count("\n") == 1


def test_what_is_not_installed_is_named(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    ran = serve()
    assert ran == (2, "scaning: scaning serve needs uvicorn: pip install 'scaning[serve]'.\n")


@pytest.mark.parametrize(
    ("database", "said"),
    [
        ("mysql://x/y", "mysql"),
        ("postgresql://a:secret@[", "resolve"),
        ("/dev/null/x.db", "opened"),
    ],
)
def test_a_database_that_cannot_be_used_is_named(serve: Serve, database: str, said: str) -> None:
    ran = serve("--database", database)
    assert ran.code == 2
    assert said in ran.err
    assert ran.err.count("\n") == 1


def test_a_short_key_is_refused(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCANING_API_KEYS", "secret")
    ran = serve()
    assert ran.code == 2
    assert "16 characters" in ran.err
    assert "secret" not in ran.err.replace("import secrets; print(secrets.token", "")
