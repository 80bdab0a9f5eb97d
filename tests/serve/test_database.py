"""SQLite and PostgreSQL: migrations, durability, and what goes wrong."""

import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import httpx2
import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import inspect

from scaning.errors import ResourceError
from scaning.paraphraser import Wish
from scaning.serve.database import migrate, migrations, opened
from scaning.serve.store import Store
from scaning.serve.tables import Base
from scaning.serve.uploads import pasted

from .conftest import free_port

FOUND = {
    "note": "",
    "segments": [],
    "rejected": [],
    "variants": [
        {"paraphrase": f"Variant {n}", "rank": n, "prompt": "", "source": "test", "segments": [],
         "ok": True, "solvability": 1.0, "reasons": []}
        for n in range(1, 201)
    ],
}  # fmt: skip


def test_the_migrations_make_the_tables_of_the_code(database: str) -> None:
    engine = opened(database)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, Base.metadata) == []
    migrate(engine)  # a second time there is nothing to do
    engine.dispose()


def test_the_migrations_can_be_taken_back(database: str) -> None:
    engine = opened(database)
    with engine.begin() as connection:
        command.downgrade(migrations(connection), "base")
    assert set(inspect(engine).get_table_names()) == {"alembic_version"}
    migrate(engine)
    assert "reviews" in inspect(engine).get_table_names()
    engine.dispose()


def test_deleting_a_job_deletes_what_belongs_to_it(database: str) -> None:
    engine = opened(database)
    store = Store(engine)
    job, candidates = job_with_candidates(store)
    store.review(candidates[0], "accepted", "", cells={})
    store.drop(job)
    with engine.connect() as connection:
        for table in Base.metadata.sorted_tables:
            assert connection.execute(table.select()).first() is None
    store.finish(1, FOUND)  # what comes too late is dropped
    assert store.jobs() == []
    engine.dispose()


def job_with_candidates(store: Store) -> tuple[str, list[int]]:
    """A job of one problem with 200 candidates."""
    job = store.add(pasted("How many?", most=1, longest=99), Wish(), most_waiting=8)
    assert job is not None
    problem = store.next_problem(job)
    assert problem is not None
    store.finish(problem.id, FOUND)
    assert store.next_problem(job) is None
    return job, [one["id"] for one in store.problems(job)[0]["candidates"]]


class Server:
    """`scaning serve` in a process of its own."""

    def __init__(self, database: str) -> None:
        self.url = f"http://127.0.0.1:{(port := free_port())}"
        code = "from scaning.cli import main; main()"
        options = ["--model", "rules", "--port", str(port), "--database", database, "--rate", "0"]
        self.process = subprocess.Popen(
            [sys.executable, "-c", code, "serve", *options, "--quiet"],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        for _ in range(300):
            assert self.process.poll() is None, self.said()
            try:
                httpx2.get(f"{self.url}/health")
            except httpx2.TransportError:
                time.sleep(0.1)
            else:
                return
        raise AssertionError("the server does not come up")

    def said(self) -> str:
        """Its output, when it has ended."""
        assert self.process.stdout
        with self.process.stdout as stream:
            return stream.read().decode()


def test_no_review_that_was_answered_is_lost_when_the_server_is_killed(database: str) -> None:
    engine = opened(database)
    _, candidates = job_with_candidates(Store(engine))
    engine.dispose()
    server = Server(database)
    kept: list[int] = []
    some_kept = threading.Event()

    def accept() -> None:
        with httpx2.Client(base_url=server.url) as client:
            for candidate in candidates:
                try:
                    answer = client.put(
                        f"/v1/candidates/{candidate}/review", json={"decision": "accepted"}
                    )
                except httpx2.TransportError:
                    return
                assert answer.status_code == 200
                kept.append(candidate)
                if len(kept) == 20:
                    some_kept.set()

    thread = threading.Thread(target=accept)
    thread.start()
    assert some_kept.wait(60)
    server.process.kill()
    server.process.wait()
    thread.join()
    server.said()
    assert len(kept) >= 20
    engine = opened(database)
    (problem,) = Store(engine).every_problem(Store(engine).jobs()[0]["id"])
    there = {one["id"] for one in problem["candidates"] if one["review"]}
    assert set(kept) <= there
    assert len(there) <= len(kept) + 1
    engine.dispose()


def test_a_server_that_is_asked_to_stop_answers_what_it_has_begun(tmp_path: Path) -> None:
    server = Server(str(tmp_path / "reviews.db"))
    problem = "Ann has 45 pens. She gives 17 pens to Ben. How many pens are left?"
    answers: list[int] = []

    def ask() -> None:
        body = {"question": problem}
        answers.append(
            httpx2.post(f"{server.url}/v1/paraphrase", json=body, timeout=60).status_code
        )

    thread = threading.Thread(target=ask)
    thread.start()
    metrics = ""
    while "scaning_line_taken 1.0" not in metrics:
        metrics = httpx2.get(f"{server.url}/metrics").text
    server.process.send_signal(signal.SIGTERM)
    assert server.process.wait(60) in (0, -signal.SIGTERM)
    thread.join()
    assert answers == [200]
    assert "Traceback" not in server.said()


def test_a_database_that_cannot_be_opened_is_named(tmp_path: Path) -> None:
    with pytest.raises(ResourceError, match="cannot be opened"):
        opened(f"postgresql://nobody:secret@127.0.0.1:{free_port()}/none")
    (tmp_path / "text.db").write_text("this is no database, it is a text" * 100, encoding="utf-8")
    with pytest.raises(ResourceError, match="not a database"):
        opened(str(tmp_path / "text.db"))


def test_a_password_is_not_said() -> None:
    with pytest.raises(ResourceError) as error:
        opened(f"postgresql://ann:secret@127.0.0.1:{free_port()}/none")
    assert "secret" not in str(error.value)


def test_a_database_of_a_later_version_is_refused(tmp_path: Path) -> None:
    engine = opened(str(tmp_path / "reviews.db"))
    with engine.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    engine.dispose()
    with pytest.raises(ResourceError, match="another version"):
        opened(str(tmp_path / "reviews.db"))
