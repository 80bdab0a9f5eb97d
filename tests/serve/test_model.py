"""Paraphrase, check and score over HTTP."""

import json
from typing import Any

import pytest
from fastapi.testclient import TestClient

from scaning import Paraphraser
from scaning.parse import Parser
from scaning.records import Problem
from scaning.serve.settings import Limits

from .conftest import EGGS, Serve

PENS = "Ann has 45 pens. She gives 17 pens to Ben. How many pens are left?"
LESS = "Ann has 45 pens. She gives 7 pens to Ben. How many pens are left?"


def test_a_problem_is_answered_as_python_answers_it(
    client: TestClient, paraphraser: Paraphraser
) -> None:
    answer = client.post("/v1/paraphrase", json={"question": EGGS, "n": 2, "id": "eggs"}).json()
    found = paraphraser.paraphrase(Problem("eggs", EGGS), 2)
    assert [one["paraphrase"] for one in answer["variants"]] == [v.text for v in found.variants]
    assert [one["rank"] for one in answer["variants"]] == [1, 2]
    assert [one["paraphrase"] for one in answer["rejected"]] == [v.text for v in found.rejected]
    assert all(one["rank"] is None and one["reasons"] for one in answer["rejected"])
    assert answer["variants"][0]["diversity"] == found.variants[0].scores.diversity
    assert (answer["id"], answer["question"]) == ("eggs", EGGS)


def test_a_wish_is_heard(client: TestClient) -> None:
    body = {"question": EGGS, "n": 3, "prompt": "passive", "min_diversity": 0.1}
    answer = client.post("/v1/paraphrase", json=body).json()
    assert answer["variants"]
    assert all(one["prompt"] == "paraphrase passive : " for one in answer["variants"])
    assert "of 3 variants" in answer["note"]


def test_segments_are_the_variant_with_its_facts(client: TestClient) -> None:
    body = {"question": PENS, "n": 1, "segments": True}
    answer = client.post("/v1/paraphrase", json=body).json()
    for one in (*answer["variants"], *answer["rejected"]):
        kept = [part for part in one["segments"] if part["change"] != "gone"]
        assert "".join(part["text"] for part in kept) == one["paraphrase"]
        assert {"45", "17"} <= {part["text"].strip() for part in kept if part["fact"] == "number"}
    facts = [(part["text"], part["fact"]) for part in answer["segments"] if part["fact"]]
    assert facts == [("Ann", "name"), ("45", "number"), ("17", "number"), ("Ben", "name")]


def test_a_verdict_has_reasons(client: TestClient) -> None:
    body = {"original": PENS, "candidate": LESS}
    verdict = client.post("/v1/check", json=body).json()
    assert verdict["ok"] is False
    assert verdict["reasons"][0]["kind"] == "missing-number"
    assert "'17'" in verdict["reasons"][0]["message"]
    assert client.post("/v1/check", json=body | {"candidate": ""}).json()["ok"] is False


def test_scores_are_those_of_python(client: TestClient, paraphraser: Paraphraser) -> None:
    scores = client.post("/v1/score", json={"original": PENS, "candidate": LESS}).json()
    found = paraphraser.score(PENS, LESS)
    assert scores["similarity"] == pytest.approx(found.similarity)
    assert scores["numeracy"] == found.numeracy < 1


def test_a_batch_streams_a_line_for_each_problem_in_order(client: TestClient) -> None:
    body = {"problems": [EGGS, {"id": "pens", "question": PENS}], "n": 1}
    with client.stream("POST", "/v1/paraphrase/batch", json=body) as answer:
        assert answer.headers["content-type"] == "application/x-ndjson"
        lines = [json.loads(line) for line in answer.iter_lines()]
    assert [line["question"] for line in lines] == [EGGS, PENS]
    assert lines[1]["id"] == "pens"
    assert all(line["variants"] for line in lines)


def wrong(client: TestClient, body: Any, path: str = "/v1/paraphrase") -> str:  # noqa: ANN401
    answer = client.post(path, json=body)
    assert answer.status_code == 422
    assert answer.headers["content-type"] == "application/problem+json"
    detail = str(answer.json()["detail"])
    assert "\n" not in detail
    return detail


def test_a_mistake_is_named_in_one_line(serve: Serve) -> None:
    client = serve(limits=Limits(text=100, variants=5, batch=2, rate=0))
    assert "empty" in wrong(client, {"question": " "})
    assert "at most 100" in wrong(client, {"question": "x" * 101})
    assert "at most 5" in wrong(client, {"question": "x", "n": 6})
    assert "greater than or equal to 1" in wrong(client, {"question": "x", "n": 0})
    assert "'passive'" in wrong(client, {"question": "x", "prompt": "sing"})
    assert "Extra inputs" in wrong(client, {"question": "x", "m": 1})
    assert "null character" in wrong(client, {"question": "a\0b"})
    assert "at most 2" in wrong(client, {"problems": ["x"] * 3}, "/v1/paraphrase/batch")
    assert "Field required" in wrong(client, {"original": "x"}, "/v1/check")


def test_half_a_surrogate_pair_is_a_mistake_and_no_failure(client: TestClient) -> None:
    json_type = {"content-type": "application/json"}
    for key in ("question", "id"):
        body = {"question": "x", key: "SPLIT"}
        content = json.dumps(body).replace("SPLIT", r"\ud800")
        answer = client.post("/v1/paraphrase", content=content, headers=json_type)
        assert answer.status_code == 422


def test_what_can_be_asked_is_described(client: TestClient) -> None:
    described = client.get("/v1/openapi.json").json()
    assert {"/v1/paraphrase", "/v1/check", "/v1/score", "/v1/jobs", "/v1/studies"} <= set(
        described["paths"]
    )
    about = client.get("/v1/about").json()
    assert about["sources"] == ["rules"]
    assert about["limits"]["text"] == 4000


def test_a_parser_that_has_seen_very_many_words_forgets_new_ones(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    parser = Parser()
    before = parser("Ann has 3 pens.")
    words = parser._nlp.vocab.strings
    monkeypatch.setattr("scaning.parse.MAX_WORDS", len(words))
    known = len(words)
    for number in range(50):
        text = parser(f"Zq{number}x has {10_000 + number} pens.")
        assert [token.text for token in text.tokens][:3] == [
            f"Zq{number}x",
            "has",
            str(10_000 + number),
        ]
        assert text.tokens[0].lower == f"zq{number}x"
    assert len(words) - known < 10
    parser.cache = 0
    assert parser("Ann has 3 pens.").tokens == before.tokens
