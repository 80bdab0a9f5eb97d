"""A `scaning serve` and a PostgreSQL server in processes of their own, for benchmarks and tests."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkdtemp

import httpx2

PATIENCE = 300.0  # seconds until a server is up; the machine may be busy


def free_port() -> int:
    """A port of this machine that nobody listens on."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


class Server:
    """`scaning serve --model rules`, or another model; what it says goes to a file."""

    def __init__(self, database: str, log: Path, *options: str, model: str = "rules") -> None:
        port = free_port()
        self.url = f"http://127.0.0.1:{port}"
        self.log = log
        code = "from scaning.cli import main; main()"
        given = ["--model", model, "--port", str(port), "--database", database, *options]
        with log.open("ab") as stream:
            self.process = subprocess.Popen(
                [sys.executable, "-c", code, "serve", *given], stdout=stream, stderr=stream
            )
        self.wait_for("/health")

    def wait_for(self, path: str) -> None:
        """Until a path is answered well."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if self.process.poll() is not None:
                raise RuntimeError(self.said())
            try:
                if httpx2.get(self.url + path).is_success:
                    return
            except httpx2.TransportError:
                pass
            time.sleep(0.05)
        raise RuntimeError(f"{path} is not answered: {self.said()}")

    def memory(self) -> float:
        """The megabytes that it has in memory."""
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii")
        line = next(line for line in status.splitlines() if line.startswith("VmRSS:"))
        return int(line.split()[1]) / 1024

    def said(self) -> str:
        """Its output so far."""
        return self.log.read_text(encoding="utf-8", errors="replace")

    def kill(self) -> None:
        """End it as a crash would: nothing is finished."""
        self.process.kill()
        self.process.wait()

    def stop(self) -> int:
        """Ask it to end; gives its exit status."""
        self.process.terminate()
        return self.process.wait(PATIENCE)


def binary(name: str) -> str | None:
    """Where a program of PostgreSQL is; Debian keeps them out of the path."""
    found = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    return str(found[-1]) if found else shutil.which(name)


@contextmanager
def postgres() -> Iterator[str]:
    """The URL of a PostgreSQL server on loopback, in a folder that goes with it."""
    initdb, server = binary("initdb"), binary("postgres")
    if initdb is None or server is None:
        raise FileNotFoundError("PostgreSQL's server is not installed (Debian: postgresql)")
    folder, port = Path(mkdtemp(prefix="scaning-pg-")), free_port()
    who: dict[str, object] = {}
    if os.geteuid() == 0:  # as whom PostgreSQL refuses to run
        shutil.chown(folder, "nobody")
        who = {"user": "nobody", "group": "nogroup", "extra_groups": []}
    data, url = folder / "data", f"postgresql://tester@127.0.0.1:{port}/postgres"
    making = [initdb, "-D", data, "-U", "tester", "--auth=trust", "-E", "UTF8", "--no-sync"]
    serving = [server, "-D", data, "-h", "127.0.0.1", "-p", str(port), "-k", ""]
    subprocess.run(making, check=True, capture_output=True, cwd=folder, **who)  # type: ignore[call-overload]
    with (folder / "log").open("w") as log:
        running = subprocess.Popen(serving, stdout=log, stderr=log, cwd=folder, **who)  # type: ignore[call-overload]
        try:
            _await(url, running, folder / "log")
            yield url
        finally:
            running.terminate()
            running.wait(PATIENCE)
    shutil.rmtree(folder)


def _await(url: str, running: subprocess.Popen[bytes], log: Path) -> None:
    from psycopg import OperationalError, connect

    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and running.poll() is None:
        try:
            connect(url, connect_timeout=1).close()
        except OperationalError:
            time.sleep(0.1)
        else:
            return
    raise RuntimeError(log.read_text(encoding="utf-8"))
