"""Who may ask, from where, how much and how often."""

import pytest
from fastapi.testclient import TestClient

from scaning.errors import UsageError
from scaning.serve.settings import Limits, database_url, keys_of

from .conftest import EGGS, Serve

KEY = "k" * 24
PAIR = {"original": EGGS, "candidate": EGGS}


def test_every_answer_has_safe_headers(client: TestClient) -> None:
    for path in ("/", "/docs", "/v1/jobs", "/nothing", "/static/js/main.js", "/metrics"):
        headers = client.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "http" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["x-frame-options"] == "DENY"


def test_without_keys_everybody_may_ask(client: TestClient) -> None:
    assert client.get("/v1/jobs").status_code == 200


def test_with_keys_only_who_has_one_may_ask(serve: Serve) -> None:
    client = serve(keys=frozenset({KEY, "o" * 24}))
    refused = client.get("/v1/jobs")
    assert refused.status_code == 401
    assert refused.headers["www-authenticate"] == "Bearer"
    assert client.get("/v1/jobs", headers={"Authorization": "Bearer wrong"}).status_code == 401
    assert client.get("/v1/jobs", headers={"Authorization": f"Bearer {KEY}"}).status_code == 200
    assert client.get("/v1/jobs", headers={"X-API-Key": KEY}).status_code == 200
    for path in ("/", "/health", "/static/js/main.js"):
        assert client.get(path).status_code == 200


def test_keys_come_from_the_environment_and_are_long() -> None:
    assert keys_of({}) == frozenset()
    with pytest.raises(UsageError, match="16 characters"):
        keys_of({"SCANING_API_KEYS": "short"})


def test_a_body_that_is_too_long_is_refused_whatever_its_header_says(serve: Serve) -> None:
    client = serve(limits=Limits(body=1000, file=2000, rate=0))
    assert client.post("/v1/check", content=b"x" * 1001).status_code == 413
    chunks = client.post("/v1/check", content=iter([b"x" * 600, b"x" * 600]))
    assert chunks.status_code == 413
    assert "1,000 bytes" in chunks.json()["detail"]
    file = {"file": ("quiz.txt", b"How many? " * 300)}
    assert client.post("/v1/jobs", files=file).status_code == 413


def test_a_client_that_asks_too_often_is_told_when_to_come_again(serve: Serve) -> None:
    client = serve(limits=Limits(rate=3))
    answers = [client.get("/v1/jobs") for _ in range(5)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429, 429]
    assert 1 <= int(answers[-1].headers["retry-after"]) <= 20
    assert client.get("/health").status_code == 200
    assert 'scaning_refused_total{why="rate"} 2.0' in client.get("/metrics").text


def test_pages_of_other_sites_may_not_ask_unless_they_are_named(serve: Serve) -> None:
    other = {"Origin": "https://school.example"}
    client = serve(hosts=("testserver",))
    assert client.post("/v1/check", json=PAIR, headers=other).status_code == 403
    assert client.get("/v1/jobs", headers={"Sec-Fetch-Site": "cross-site"}).status_code == 403
    assert client.get("/v1/jobs", headers={"Host": "evil.example"}).status_code == 421
    own = client.post("/v1/check", json=PAIR, headers={"Origin": "http://testserver"})
    assert own.status_code == 200
    assert "access-control-allow-origin" not in own.headers

    named = serve(origins=("https://school.example",))
    allowed = named.post("/v1/check", json=PAIR, headers=other)
    assert allowed.status_code == 200
    assert allowed.headers["access-control-allow-origin"] == "https://school.example"
    asked = {"Access-Control-Request-Method": "POST", **other}
    assert named.options("/v1/check", headers=asked).status_code == 200


def test_metrics_count_by_the_pattern_of_a_route(client: TestClient) -> None:
    client.get("/v1/jobs/abc")
    client.get("/v1/nowhere/1")
    client.get("/v1/nowhere/2")
    text = client.get("/metrics").text
    assert 'scaning_requests_total{method="GET",route="/v1/jobs/{job}",status="404"} 1.0' in text
    assert 'scaning_requests_total{method="GET",route="none",status="404"} 2.0' in text
    assert "scaning_line_places 64.0" in text


def test_readiness_waits_for_the_model_and_health_does_not(client: TestClient) -> None:
    assert client.get("/health").json() == {"status": "ok"}
    client.post("/v1/check", json=PAIR)  # it waits until the model is loaded
    assert client.get("/ready").status_code == 200


def test_a_database_that_is_not_known_is_named() -> None:
    assert database_url("sqlite:///x.db") == "sqlite:///x.db"
    with pytest.raises(UsageError, match="mysql"):
        database_url("mysql://x")
