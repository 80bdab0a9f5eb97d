"""Candidates from a server: here a small one of our own, once for real in the docs."""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from scaning.chat import ChatGenerator, Server, server_of
from scaning.cli import main
from scaning.errors import ResourceError, UsageError
from scaning.paraphraser import Paraphraser
from scaning.records import Problem

PENS = "Ann has 45 pens. She gives 17 pens to Ben. How many pens does Ann have left?"
GOOD = "Of her 45 pens Ann gives 17 to Ben. How many pens does she have left?"
BAD = "Ann has 45 pens. She gives 71 pens to Ben. How many pens does Ann have left?"


class Fake(ThreadingHTTPServer):
    """Answers what it is told to, and remembers what it was asked."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.asked: list[tuple[str, dict[str, Any], str]] = []
        self.answers: list[tuple[int, bytes]] = []
        self.text = f"1. {BAD}\n2. {GOOD}"

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


@pytest.fixture
def fake() -> Iterator[Fake]:
    server = Fake()
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield server
    server.shutdown()
    server.server_close()
    thread.join()


def generator(fake: Fake, key: str = "") -> ChatGenerator:
    return ChatGenerator("smollm2", Server(fake.url, key, waits=(0.0, 0.0)))


def test_a_server_is_asked_in_words_for_each_problem_and_prompt(fake: Fake) -> None:
    problems = [Problem("a", PENS), Problem("b", PENS)]
    prompts = ("paraphrase passive : ", "paraphrase replace : ")
    found = generator(fake, key="secret").candidates(problems, n=2, prompts=prompts, seed=7)
    assert [[(c.text, c.prompt, c.source) for c in one] for one in found] == [
        [(text, prompt, "server:smollm2") for prompt in prompts for text in (BAD, GOOD)]
    ] * 2
    assert {(path, key) for path, _, key in fake.asked} == {
        ("/v1/chat/completions", "Bearer secret")
    }
    assert all(body["model"] == "smollm2" for _, body, _ in fake.asked)
    assert all(PENS in body["messages"][0]["content"] for _, body, _ in fake.asked)
    assert len({body["seed"] for _, body, _ in fake.asked}) == 4


def test_what_a_server_proposes_passes_the_same_checks(fake: Fake) -> None:
    paraphraser = Paraphraser("server:smollm2", base_url=fake.url)
    found = paraphraser.paraphrase(PENS, n=2, prompt="shuffle")
    assert [variant.source for variant in found.variants] == ["server:smollm2"] * len(
        found.variants
    )
    assert BAD not in [variant.text for variant in found.variants]
    assert "missing-number" in {r.kind for other in found.rejected for r in other.reasons}


def test_the_command_asks_the_server(fake: Fake, capsys: pytest.CaptureFixture[str]) -> None:
    given = ["paraphrase", PENS, "--model", "server:smollm2", "--base-url", fake.url, "-n", "1"]
    with pytest.raises(SystemExit) as exit_:
        main(given)
    assert not exit_.value.code
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [row["paraphrase"] for row in rows] == [GOOD]


@pytest.mark.parametrize("code", [429, 500, 503])
def test_a_busy_server_is_asked_again(fake: Fake, code: int) -> None:
    fake.answers = [(code, b"busy"), (code, b"{}")]
    found = generator(fake).candidates([Problem("a", PENS)], n=2, prompts=["paraphrase : "], seed=1)
    assert len(found[0]) == 2
    assert len(fake.asked) == 3


@pytest.mark.parametrize(
    ("answer", "times", "said"),
    [
        ((503, b"busy"), 3, "it answers 503"),
        ((401, b'{"error": {"message": "wrong key"}}'), 1, r"it answers 401 \(wrong key\)"),
        ((404, b'{"error": "no model smollm2"}'), 1, "no model smollm2"),
        ((302, b""), 1, "it answers 302"),
        ((200, b"<html>"), 1, "no JSON"),
        ((200, b'{"choices": []}'), 1, "OpenAI protocol"),
        ((200, b'"' + b"x" * 1_000_001 + b'"'), 1, "more than 1,000,000 bytes"),
    ],
)
def test_what_a_server_does_wrong_is_one_clear_line(
    fake: Fake, answer: tuple[int, bytes], times: int, said: str
) -> None:
    fake.answers = [answer] * 3
    with pytest.raises(ResourceError, match=said) as error:
        generator(fake, key="secret").candidates(
            [Problem("a", PENS)], n=1, prompts=["paraphrase : "], seed=1
        )
    assert len(fake.asked) == times
    assert "secret" not in str(error.value)
    assert "\n" not in str(error.value)


def test_nobody_at_the_address_is_an_error_too() -> None:
    nobody = ChatGenerator("m", Server("http://127.0.0.1:9/v1", waits=(), timeout=2))
    with pytest.raises(ResourceError, match=r"gives no answer: .*refused"):
        nobody.candidates([Problem("a", PENS)], n=1, prompts=["paraphrase : "], seed=1)


def test_an_answer_without_text_is_no_candidate(fake: Fake) -> None:
    fake.answers = [(200, b'{"choices": [{"message": {"content": null}}]}')]
    found = generator(fake).candidates([Problem("a", PENS)], n=1, prompts=["paraphrase : "], seed=1)
    assert found == [[]]


def test_the_address_and_the_key_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", "http://localhost:8080/v1")
    monkeypatch.setenv("OPENAI_API_KEY", "secret")
    assert server_of() == Server("http://localhost:8080/v1", "secret")
    assert server_of("https://elsewhere/v1").base_url == "https://elsewhere/v1"
    monkeypatch.delenv("OPENAI_BASE_URL")
    with pytest.raises(UsageError, match="OPENAI_BASE_URL"):
        server_of()


@pytest.mark.parametrize("address", ["localhost:8080", "file:///etc/passwd", "http://", "nonsense"])
def test_what_is_no_address_is_refused(address: str) -> None:
    with pytest.raises(UsageError, match="none of a server"):
        Server(address)


def test_a_server_without_a_model_and_a_model_without_a_server_are_mistakes() -> None:
    with pytest.raises(UsageError, match="server:NAME"):
        Paraphraser("server:", base_url="http://localhost/v1")
    with pytest.raises(UsageError, match="server:NAME"):
        Paraphraser("rules", base_url="http://localhost/v1")
