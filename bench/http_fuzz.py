"""Five thousand odd requests to `scaning serve`: none may be answered with 5xx or a traceback.

    python bench/http_fuzz.py

Requests begin as good ones for each operation of the interface's own description, and then some of
their parts become something else: other types, huge and tiny numbers, control characters, half
surrogate pairs, markup, deep nesting, other encodings, other methods and paths, headers that lie.
What was answered well at first has to be answered well at the end, and nothing may be left behind
in the line.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from urllib.parse import quote

import httpx2
from http_load import gauge
from http_server import Server, postgres
from report import report, state

SEED, REQUESTS = 3407, 2500  # on each database
EGGS = "A farmer packs eggs into boxes of a dozen. How many boxes can she fill with 156 eggs?"
TEXTS = (
    "", " ", "\0", "\ud800", "𝟓 🍎 é \u202e", "<script>alert(1)</script>", "' OR 1=1 --",
    "../../etc", "%00", "{{7*7}}", "${x}", "\r\nSet-Cookie: a=b", "=1+1", "NaN", "null", "⟦1⟧",
    "a" * 5000,
    "?" * 300, "1 " * 900, "How many? " * 300, "\n" * 200, "x^4 + $5 - 3/4 = √2 π", "Ann " * 800,
    "3" * 400, "1e999", "½ ¾ ⅓ of 12", "\ufeff\u200b", "٣ تفاحات", "«»„“", "-" * 999,
)  # fmt: skip
VALUES: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 5, 6, 13, 2**31, 2**63, 2**200, 0.5, -0.0, 1e308, [], {}, [[]],
    [None], {"a": 1}, "3", "passive", [EGGS, EGGS], [{"question": EGGS}], "edited", "accepted",
)  # fmt: skip
TYPES = (
    "application/json", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data",
    "multipart/form-data; boundary=x", "application/json; charset=utf-16", "", "*/*", "é",
)  # fmt: skip
HEADERS = ("host", "origin", "authorization", "x-api-key", "accept", "range")
METHODS = ("GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "TRACE", "BREW")
FILES = (
    b"", b"question\n", b"\xff\xfe", b"PK\x03\x04", b"[", b'{"question": "x"}', b"\0" * 99,
    b"original,candidate\na,b\n", b"<quiz/>", b"<quiz><question type='essay'/></quiz>",
    b'<!DOCTYPE x [<!ENTITY a "b">]><quiz>&a;</quiz>', b"::T:: How many {=3}", b'"a\n' * 50,
    f"id,question\n1,{EGGS}\n".encode(), b"x" * 20_000,
)  # fmt: skip
ENDINGS = (
    "csv",
    "jsonl",
    "json",
    "xlsx",
    "xml",
    "gift",
    "txt",
    "tsv",
    "exe",
    "",
    "csv\0",
    "é/../x",
)


class Sent(NamedTuple):
    """A request."""

    method: str
    path: str
    content: bytes | None = None
    headers: Mapping[bytes, bytes] = {}
    files: Any = None
    data: Any = None


class Odd:
    """Makes requests."""

    def __init__(self, rng: Random, described: Mapping[str, Any], known: Mapping[str, str]) -> None:
        self.rng, self.known = rng, known
        self.schemas = described["components"]["schemas"]
        self.operations = [
            (method.upper(), path, one)
            for path, methods in described["paths"].items()
            for method, one in methods.items()
        ]

    def requests(self, times: int) -> Iterator[Sent]:
        """Odd ones, operation after operation."""
        for number in range(times):
            method, path, one = self.operations[number % len(self.operations)]
            yield self._spoilt(self._request(method, path, one))

    def _request(self, method: str, path: str, one: Mapping[str, Any]) -> Sent:
        for name, value in self.known.items():
            odd = self.rng.random() < 0.2
            path = path.replace(f"{{{name}}}", escaped(self._text()) if odd else value)
        query = [
            f"{each['name']}={escaped(self._value(each.get('schema', {})))}"
            for each in one.get("parameters", [])
            if each["in"] == "query" and self.rng.random() < 0.7
        ]
        path += "?" + "&".join(query) if query else ""
        body = one.get("requestBody", {}).get("content", {})
        if "application/json" in body:
            value = self._of(body["application/json"]["schema"])
            content = self._json(value)
            return Sent(method, path, content, {b"content-type": b"application/json"})
        if body:
            return self._form(method, path, next(iter(body.values()))["schema"])
        return Sent(method, path)

    def _form(self, method: str, path: str, schema: Mapping[str, Any]) -> Sent:
        fields = self._resolved(schema)["properties"]
        data = {
            name: str(self._value(one)).encode("utf-8", "replace").decode()
            for name, one in fields.items()
            if name != "file" and self.rng.random() < 0.4
        }
        name = f"{self._text()[:50]}.{self.rng.choice(ENDINGS)}"
        safe = name.encode("utf-8", "replace").decode()
        file = (safe, self.rng.choice(FILES))
        return Sent(
            method, path, None, {}, {"file": file} if self.rng.random() < 0.8 else None, data
        )

    def _resolved(self, schema: Mapping[str, Any]) -> Mapping[str, Any]:
        while "$ref" in schema:
            schema = self.schemas[schema["$ref"].rpartition("/")[2]]
        return schema

    def _of(self, schema: Mapping[str, Any]) -> Any:  # noqa: ANN401 - any JSON
        """A value of a schema, of which some parts are odd."""
        schema = self._resolved(schema)
        if self.rng.random() < 0.08:
            return self._odd()
        if "anyOf" in schema:
            return self._of(self.rng.choice(schema["anyOf"]))
        if "properties" in schema:
            value = {
                name: self._of(one)
                for name, one in schema["properties"].items()
                if name in schema.get("required", ()) or self.rng.random() < 0.5
            }
            return value | ({self._text(): 1} if self.rng.random() < 0.03 else {})
        if schema.get("type") == "array":
            return [self._of(schema["items"]) for _ in range(self.rng.choice((0, 1, 1, 2, 3)))]
        return self._value(schema)

    def _value(self, schema: Mapping[str, Any]) -> Any:  # noqa: ANN401
        if self.rng.random() < 0.15:
            return self._odd()
        if "enum" in schema:
            return self.rng.choice(schema["enum"])
        kind = schema.get("type", "string")
        if kind == "integer":
            return self.rng.choice((1, 1, 2, 3, schema.get("maximum", 5)))
        if kind == "number":
            return self.rng.random()
        if kind == "boolean":
            return self.rng.random() < 0.5
        return self._text() if self.rng.random() < 0.4 else EGGS

    def _odd(self) -> Any:  # noqa: ANN401
        return self.rng.choice(VALUES) if self.rng.random() < 0.5 else self._text()

    def _text(self) -> str:
        text = self.rng.choice(TEXTS)
        return text if self.rng.random() < 0.7 else text[:99] + self.rng.choice(TEXTS)[:99]

    def _json(self, value: object) -> bytes:
        text = json.dumps(value, ensure_ascii=self.rng.random() < 0.9)
        kind = self.rng.random()
        if kind < 0.03:
            text = text[: self.rng.randrange(len(text) + 1)]
        elif kind < 0.05:
            text = "[" * 20_000 + text
        elif kind < 0.06:
            text = text.replace(":", ":NaN,", 1)
        elif kind < 0.07:
            text = '{"question":' + "9" * 6000 + "}"
        return text.encode("utf-8", "surrogatepass")

    def _spoilt(self, sent: Sent) -> Sent:
        """With another method, type, path or header, now and then."""
        if self.rng.random() < 0.06:
            sent = sent._replace(method=self.rng.choice(METHODS))
        if self.rng.random() < 0.06 and sent.content is not None:
            kind = self.rng.choice(TYPES).encode()
            sent = sent._replace(headers={b"content-type": kind})
        if self.rng.random() < 0.04:
            sent = sent._replace(
                path="/" + quote(self._text(), safe="/%?#", errors="replace")[:2000]
            )
        if self.rng.random() < 0.05:
            name = self.rng.choice(HEADERS).encode()
            value = self._text().encode("utf-8", "replace")[:500]
            clean = bytes(byte for byte in value if byte >= 32).strip()
            sent = sent._replace(headers={**sent.headers, name: clean})
        if self.rng.random() < 0.01:
            sent = sent._replace(content=self.rng.randbytes(3000), files=None, data=None)
        return sent


def escaped(value: object) -> str:
    """A value as it stands in a query."""
    return quote(str(value), safe="", errors="replace")


def known(http: httpx2.Client) -> dict[str, str]:
    """A job, a candidate and a study that are there, for the paths."""
    job = http.post("/v1/jobs", data={"text": EGGS}).json()["id"]
    while http.get(f"/v1/jobs/{job}").json()["state"] != "done":
        time.sleep(0.05)
    (problem,) = http.get(f"/v1/jobs/{job}/problems").json()
    study = http.post("/v1/studies", data={"job": job}).json()["id"]
    return {"job": job, "candidate": str(problem["candidates"][0]["id"]), "study": study}


def fuzz(http: httpx2.Client, times: int, seed: int) -> dict[str, Any]:
    """Send them all, and say how they were answered."""
    rng = Random(seed)
    described = http.get("/v1/openapi.json").json()
    statuses: Counter[int] = Counter()
    bad: list[str] = []
    unanswered: list[str] = []
    unsent = naked = 0
    there: dict[str, str] = {}
    for number, sent in enumerate(Odd(rng, described, there).requests(times)):
        if number % 250 == 0:  # some requests delete what the paths name
            for job in http.get("/v1/jobs").json():
                http.delete(f"/v1/jobs/{job['id']}")
            there |= known(http)
        try:
            answer = http.request(
                sent.method, sent.path, content=sent.content, headers=dict(sent.headers),
                files=sent.files, data=sent.data,
            )  # fmt: skip
        except (
            httpx2.InvalidURL,
            httpx2.LocalProtocolError,
            httpx2.UnsupportedProtocol,
            ValueError,
        ):
            unsent += 1  # our own side refuses to send it
            continue
        except httpx2.TransportError as error:
            unanswered.append(f"{sent} → {error!r}")
            continue
        statuses[answer.status_code] += 1
        naked += "content-security-policy" not in answer.headers
        if answer.status_code >= 500 or "Traceback" in answer.text:
            bad.append(f"{sent} → {answer.status_code} {answer.text[:300]}")
    return {
        "statuses": statuses,
        "bad": bad,
        "unsent": unsent,
        "naked": naked,
        "unanswered": unanswered,
    }


def run(database: str, folder: Path, times: int, seed: int) -> dict[str, Any]:
    """One server, all requests."""
    log = folder / f"log-{database.partition(':')[0][-10:].replace('/', '-')}"
    server = Server(database, log, "--rate", "0")
    try:
        server.wait_for("/ready")
        with httpx2.Client(base_url=server.url, timeout=90) as http:
            found = fuzz(http, times, seed)
            good = http.post("/v1/paraphrase", json={"question": EGGS, "n": 1}).json()
            taken = gauge(http.get("/metrics").text, "scaning_line_taken")
    finally:
        server.stop()
    print(
        *found["bad"][:10],
        *found["unanswered"][:10],
        server.said()[-3000:] if found["bad"] else "",
        sep="\n",
    )
    return {
        "requests": sum(found["statuses"].values()),
        "unsendable": found["unsent"],
        "unanswered": len(found["unanswered"]),
        "5xx": sum(n for status, n in found["statuses"].items() if status >= 500),
        "tracebacks": server.said().count("Traceback"),
        "without_safe_headers": found["naked"],
        "statuses": {str(status): n for status, n in sorted(found["statuses"].items())},
        "answers_well_at_the_end": len(good["variants"]) == 1,
        "places_taken_at_the_end": taken,
    }


def main() -> None:
    """Measure, print, write."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--requests", type=int, default=REQUESTS)
    times = parser.parse_args().requests
    commit = state()
    with tempfile.TemporaryDirectory() as folder, postgres() as url:
        found = {
            "sqlite": run(str(Path(folder) / "fuzz.db"), Path(folder), times, SEED),
            "postgresql": run(url, Path(folder), times, SEED + 1),
        }
    print(json.dumps(found, indent=2))
    n = sum(one["requests"] for one in found.values())
    report("http_fuzz", found, command="python bench/http_fuzz.py", n=n, seed=SEED, commit=commit)


if __name__ == "__main__":
    main()
