"""Candidates from any server that speaks the OpenAI protocol: llama.cpp, vLLM, Ollama, a service.

What it answers is only a proposal: it passes the same facts, filters and ranking as any other.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from hashlib import blake2b
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from scaning.errors import ResourceError, UsageError
from scaning.prompts import TEST_PROMPTS
from scaning.records import Candidate, Problem
from scaning.wording import answers, instruction

BASE_URL, API_KEY = "OPENAI_BASE_URL", "OPENAI_API_KEY"
PREFIX = "server:"
# A busy or broken server is asked again after so many seconds.
WAITS = (1.0, 4.0)
LONGEST_WAIT = 30.0
AGAIN = frozenset({408, 409, 425, 429, 500, 502, 503, 504})
# What one answer may hold, and what a word may cost of it.
MOST_BYTES = 1_000_000
TOKENS_A_WORD = 4


@dataclass(frozen=True, slots=True)
class Server:
    """Where a server is, how long it may take, and how many questions it gets at once."""

    base_url: str
    key: str = ""
    timeout: float = 120.0
    at_once: int = 4
    waits: tuple[float, ...] = WAITS

    def __post_init__(self) -> None:
        parts = urlsplit(self.base_url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise UsageError(
                f"The address {self.base_url!r} is none of a server: give one such as "
                f"http://localhost:8080/v1 with --base-url or {BASE_URL}."
            )


def server_of(base_url: str | None = None) -> Server:
    """The server that is named, or that of the environment, with the key of the environment."""
    address = base_url or os.environ.get(BASE_URL, "")
    if not address:
        raise UsageError(
            f"No address of a server: give --base-url, or set {BASE_URL}, for instance to "
            "http://localhost:8080/v1."
        )
    return Server(address, os.environ.get(API_KEY, ""))


class ChatGenerator:
    """A model of a server, asked in words once for each problem and prompt."""

    def __init__(self, model: str, server: Server) -> None:
        if not model:
            raise UsageError("Which model of the server? Say server:NAME.")
        self.name = PREFIX + model
        self.model = model
        self.server = server

    def candidates(
        self,
        problems: Sequence[Problem],
        *,
        n: int,
        prompts: Sequence[str] = TEST_PROMPTS,
        seed: int,
    ) -> list[list[Candidate]]:
        """For each problem `n` rewritings for each prompt, as many as the server writes."""
        asked = [(problem, prompt) for problem in problems for prompt in prompts]
        with ThreadPoolExecutor(self.server.at_once) as pool:
            written = pool.map(lambda pair: self._written(*pair, n, seed), asked)
            answered = iter(list(written))
        return [[one for _ in prompts for one in next(answered)] for _ in problems]

    def _written(self, problem: Problem, prompt: str, n: int, seed: int) -> list[Candidate]:
        words = len(problem.question.split())
        told = {
            "model": self.model,
            "messages": [{"role": "user", "content": instruction(problem.question, prompt, n)}],
            "temperature": 0.7,
            "top_p": 0.9,
            "seed": _number(f"{seed}/{problem.id}/{prompt}"),
            "max_tokens": n * (TOKENS_A_WORD * words + 16),
        }
        text = _said(_post(self.server, "/chat/completions", told), self.server.base_url)
        return [Candidate(one, prompt, self.name) for one in answers(text, n)]


class _Stay(HTTPRedirectHandler):
    """A redirection is an error: the key is for one server."""

    def redirect_request(self, *_: object, **__: object) -> None:
        """Go nowhere."""


_OPEN = build_opener(_Stay).open


def _post(server: Server, path: str, told: object) -> object:
    """What the server answers; it is asked again while it is busy or away."""
    url = server.base_url.rstrip("/") + path
    headers = {"Content-Type": "application/json", "Accept": "application/json"}
    if server.key:
        headers["Authorization"] = f"Bearer {server.key}"
    request = Request(url, json.dumps(told).encode(), headers, method="POST")
    trouble = ""
    for wait in (*server.waits, None):
        pause = wait
        try:
            with _OPEN(request, timeout=server.timeout) as response:
                data = response.read(MOST_BYTES + 1)
            return _parsed(data, url)
        except HTTPError as error:
            trouble = f"it answers {error.code}{_why(error)}"
            if error.code not in AGAIN:
                break
            pause = max(wait or 0.0, _retry_after(error)) if wait is not None else None
        except (URLError, HTTPException, OSError) as error:
            trouble = str(getattr(error, "reason", error)) or type(error).__name__
        if pause is not None:
            time.sleep(min(pause, LONGEST_WAIT))
    raise ResourceError(f"The server {url} gives no answer: {trouble}.")


def _parsed(data: bytes, url: str) -> object:
    if len(data) > MOST_BYTES:
        raise ResourceError(f"The server {url} answers more than {MOST_BYTES:,} bytes.")
    try:
        return json.loads(data)
    except ValueError as error:
        raise ResourceError(
            f"The server {url} answers no JSON: does its address end in /v1?"
        ) from error


def _why(error: HTTPError) -> str:
    """What the server says of a refusal, in one line."""
    try:
        told: Any = json.loads(error.read(10_000))
        message = told["error"]["message"] if isinstance(told["error"], dict) else told["error"]
    except (OSError, ValueError, LookupError, TypeError):
        message = error.reason
    line = " ".join(str(message).split())[:200].rstrip(".")
    return f" ({line})" if line else ""


def _retry_after(error: HTTPError) -> float:
    try:
        return float(error.headers.get("Retry-After", 0))
    except ValueError:
        return 0.0


def _said(answer: Any, base_url: str) -> str:  # noqa: ANN401 - JSON
    try:
        content = answer["choices"][0]["message"]["content"]
    except (LookupError, TypeError) as error:
        raise ResourceError(
            f"The server {base_url} does not answer as the OpenAI protocol says: no "
            "choices[0].message.content."
        ) from error
    return content if isinstance(content, str) else ""


def _number(key: str) -> int:
    return int.from_bytes(blake2b(key.encode(), digest_size=4).digest(), "big") >> 1
