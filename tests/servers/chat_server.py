"""A small server that speaks the OpenAI protocol, for tests."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


class Fake(ThreadingHTTPServer):
    """Answers what it is told to, and remembers what it was asked."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.asked: list[tuple[str, dict[str, Any], str]] = []
        self.answers: list[tuple[int, bytes]] = []
        self.text = ""

    @property
    def url(self) -> str:
        """Its address, as it is given to the command."""
        return f"http://127.0.0.1:{self.server_port}/v1"


class Handler(BaseHTTPRequestHandler):
    """Answers one request of the fake server."""

    server: Fake

    def do_POST(self) -> None:
        """Remember what was asked, and answer."""
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.asked.append((self.path, body, self.headers.get("Authorization", "")))
        told = {"choices": [{"message": {"role": "assistant", "content": self.server.text}}]}
        code, data = 200, json.dumps(told).encode()
        if self.server.answers:
            code, data = self.server.answers.pop(0)
        self.send_response(code)
        self.send_header("Content-Length", str(len(data)))
        if code == 302:
            self.send_header("Location", "http://127.0.0.1:9/elsewhere")
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_: object) -> None:
        """Be quiet."""


@contextmanager
def fake_server(text: str) -> Iterator[Fake]:
    """A server that answers a text to everything."""
    server = Fake()
    server.text = text
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
