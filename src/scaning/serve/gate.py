"""What every request passes: who asks, from where, how much and how often; and safe headers.

It stands around the whole application, so nothing is read, parsed or looked up for a request that
is turned away, and no answer leaves without the headers.
"""

from __future__ import annotations

import time
from collections.abc import MutableMapping
from hmac import compare_digest
from http import HTTPStatus
from typing import Any
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from scaning.serve.metrics import Metrics
from scaning.serve.rates import Rates
from scaning.serve.settings import Settings

PROBLEM = "application/problem+json"
# Scripts, styles, pictures and fonts come from here and nowhere else; nothing inline is run, no
# text becomes markup (trusted types), and no page of another site can hold this one in a frame.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'; trusted-types 'none'"
)
SAFE = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
API = "/v1/"
UPLOADS = ("/v1/jobs", "/v1/studies")


def problem(status: int, detail: str, headers: dict[str, str] | None = None) -> JSONResponse:
    """An answer that says what is wrong, in the form of RFC 9457."""
    body = {"status": status, "title": HTTPStatus(status).phrase, "detail": detail}
    return JSONResponse(body, status, headers, PROBLEM)


class Refused(Exception):
    """A request that is turned away, with `why` in a word for the metrics."""

    def __init__(
        self, status: int, why: str, detail: str, headers: dict[str, str] | None = None
    ) -> None:
        super().__init__(detail)
        self.why = why
        self.answer = problem(status, detail, headers)


class Gate:
    """The application with all this before it."""

    def __init__(self, app: ASGIApp, settings: Settings, metrics: Metrics) -> None:
        self.app = app
        self.settings = settings
        self.metrics = metrics
        self.rates = Rates(settings.limits.rate)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        start, status = time.perf_counter(), 500

        async def sent(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                _harden(scope, message)
            await send(message)

        try:
            self._admit(scope)
            await self.app(scope, self._bounded(scope, receive), sent)
        except Refused as refused:
            self.metrics.refused.labels(refused.why).inc()
            await refused.answer(scope, receive, sent)
        finally:
            route = _route(scope)
            self.metrics.requests.labels(_method(scope), route, str(status)).inc()
            self.metrics.seconds.labels(route).observe(time.perf_counter() - start)

    def _admit(self, scope: Scope) -> None:
        """Raise `Refused` for whom the request is not answered."""
        headers = Headers(scope=scope)
        host = _name(headers.get("host", ""))
        if self.settings.hosts and host not in self.settings.hosts:
            raise Refused(421, "host", f"This service is not called {host[:100]!r}.")
        if not self._same_site(headers):
            raise Refused(403, "origin", "Pages of other sites may not ask here.")
        if not scope["path"].startswith(API):
            return
        client = self._client(scope, headers)
        if wait := self.rates.wait(client):
            raise _too_many(wait)
        given = headers.get("content-length", "")
        if given.isdecimal() and int(given) > self._most(scope):
            raise Refused(413, "size", self._too_long(scope))

    def _same_site(self, headers: Headers) -> bool:
        """Does the request come from a page of ours, or from no page at all?"""
        origin = headers.get("origin")
        if origin is None:
            return (
                headers.get("sec-fetch-site") != "cross-site"
                or headers.get("sec-fetch-mode") == "navigate"
            )
        own = urlsplit(origin).netloc == headers.get("host")
        return own or origin in self.settings.origins

    def _client(self, scope: Scope, headers: Headers) -> str:
        """Who asks: a key where there are keys, else an address."""
        keys = self.settings.keys
        address: str = (scope.get("client") or ("unknown", 0))[0]
        preflight = scope["method"] == "OPTIONS"
        if not keys or preflight:
            return address
        scheme, _, bearer = headers.get("authorization", "").partition(" ")
        key = bearer.strip() if scheme.lower() == "bearer" else headers.get("x-api-key", "")
        # All keys are compared, so that the time says nothing about them.
        if not any([compare_digest(key.encode(), one.encode()) for one in keys]):  # noqa: C419
            if wait := self.rates.wait(address):
                raise _too_many(wait)
            raise Refused(
                401,
                "key",
                "An API key is needed: send it as 'Authorization: Bearer KEY'.",
                {"WWW-Authenticate": "Bearer"},
            )
        return f"key {key}"

    def _bounded(self, scope: Scope, receive: Receive) -> Receive:
        """The body, as long as it is not too long, whatever its header said."""
        most, seen = self._most(scope), 0

        async def bounded() -> Message:
            nonlocal seen
            message = await receive()
            seen += len(message.get("body", b""))
            if seen > most:
                raise HTTPException(413, self._too_long(scope))
            return message

        return bounded

    def _most(self, scope: Scope) -> int:
        limits = self.settings.limits
        upload = scope["method"] == "POST" and scope["path"] in UPLOADS
        return limits.file if upload else limits.body

    def _too_long(self, scope: Scope) -> str:
        return f"The request is longer than {self._most(scope):,} bytes."


def _too_many(wait: int) -> Refused:
    said = f"Too many requests; try again in {wait} s."
    return Refused(429, "rate", said, {"Retry-After": str(wait)})


def _harden(scope: Scope, message: MutableMapping[str, Any]) -> None:
    headers = MutableHeaders(scope=message)
    for name, value in SAFE.items():
        headers.setdefault(name, value)
    if scope["path"].startswith(API):
        headers.setdefault("Cache-Control", "no-store")
    else:
        headers.setdefault("Cache-Control", "no-cache")  # kept, but asked for again


def _name(host: str) -> str:
    """The name in a Host header, without its port.

    >>> _name("localhost:8000"), _name("[::1]:8000")
    ('localhost', '[::1]')
    """
    return host[: host.rfind("]") + 1] if host.startswith("[") else host.partition(":")[0]


def _method(scope: Scope) -> str:
    known = ("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH")
    return scope["method"] if scope["method"] in known else "other"


def _route(scope: Scope) -> str:
    """The pattern of the route, never the path: there are only so many of them."""
    route = getattr(scope.get("route"), "path", None)
    if isinstance(route, str):
        return route
    return "static" if scope.get("endpoint") is not None else "none"
