"""Blind rating: nobody sees who wrote what, and the figures are those of the definitions."""

import csv
import io
import json
from statistics import mean, stdev

import pytest
from fastapi.testclient import TestClient
from hypothesis import given
from hypothesis import strategies as st

from scaning.serve.agreement import Rating, agreement, kappa, mean_of

from .conftest import Serve

PAIRS = [
    {"original": f"Ann has {n} pens. How many?", "candidate": f"{n} pens are Ann's. How many?",
     "system": "ours" if n % 2 else "theirs"}
    for n in range(10)
]  # fmt: skip
FILE = ("pairs.jsonl", "".join(json.dumps(pair) + "\n" for pair in PAIRS).encode())


def grades(value: int) -> dict[str, int]:
    return {"solvability": value, "diversity": 5 - value, "fluency": 3}


def study_of(client: TestClient, **form: str | int) -> str:
    answer = client.post("/v1/studies", files={"file": FILE}, data=form)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def test_raters_see_all_samples_in_orders_of_their_own_and_no_source(client: TestClient) -> None:
    study = study_of(client)
    tasks = {
        rater: client.get(f"/v1/studies/{study}/task", params={"rater": rater})
        for rater in ("Ann", "Ben")
    }
    for answer in tasks.values():
        assert "ours" not in answer.text
        assert "source" not in answer.text
        assert len(answer.json()["samples"]) == 10
    orders = [[one["id"] for one in answer.json()["samples"]] for answer in tasks.values()]
    assert orders[0] != orders[1]
    assert sorted(orders[0]) == sorted(orders[1])
    again = client.get(f"/v1/studies/{study}/task", params={"rater": "Ann"})
    assert [one["id"] for one in again.json()["samples"]] == orders[0]


def test_ratings_are_kept_counted_and_written_out(serve: Serve, database: str) -> None:
    client = serve(database=database)
    study = study_of(client, name="Our study", count=6)
    said: dict[tuple[str, int], int] = {}
    for rater, shift in (("Ann", 0), ("Ben", 1)):
        task = client.get(f"/v1/studies/{study}/task", params={"rater": rater}).json()
        for place, sample in enumerate(sorted(task["samples"], key=lambda one: one["id"])):
            value = (place + shift * (place % 2)) % 6
            body = {"sample": sample["id"], "rater": rater, **grades(value)}
            for _ in range(2):  # a second time changes nothing
                assert client.put(f"/v1/studies/{study}/ratings", json=body).status_code == 204
            said[rater, sample["id"]] = value
    shown = client.get(f"/v1/studies/{study}").json()
    assert (shown["name"], shown["samples"]) == ("Our study", 6)
    assert shown["raters"] == {"Ann": 6, "Ben": 6}

    items = sorted({item for _, item in said})
    ann, ben = ([said[rater, item] for item in items] for rater in ("Ann", "Ben"))
    results = client.get(f"/v1/studies/{study}/results").json()
    solvability = results["measures"]["solvability"]
    averages = [(a + b) / 2 for a, b in zip(ann, ben, strict=True)]
    assert solvability["mean"] == pytest.approx(mean(averages))
    assert solvability["std"] == pytest.approx(stdev(averages))
    assert solvability["agreement"]["kappa"] == pytest.approx(kappa(ann, ben))
    assert solvability["agreement"]["samples"] == 6
    assert sum(solvability["histogram"]) == 12
    assert results["measures"]["fluency"]["agreement"]["kappa"] is None
    assert set(results["sources"]) <= {"ours", "theirs"}
    assert sum(means["fluency"]["n"] for means in results["sources"].values()) == 6

    answer = client.get(f"/v1/studies/{study}/export", params={"format": "csv"})
    rows = list(csv.DictReader(io.StringIO(answer.text)))
    assert len(rows) == 12
    assert {row["source"] for row in rows} <= {"ours", "theirs"}
    assert client.delete(f"/v1/studies/{study}").status_code == 204
    assert client.get(f"/v1/studies/{study}").status_code == 404


@pytest.mark.parametrize(
    "wrong", [{"solvability": 6}, {"solvability": -1}, {"fluency": 2.5}, {"rater": " "}]
)
def test_a_grade_lies_between_0_and_5_and_has_a_rater(
    client: TestClient, wrong: dict[str, object]
) -> None:
    study = study_of(client)
    sample = client.get(f"/v1/studies/{study}/task?rater=Ann").json()["samples"][0]["id"]
    body = {"sample": sample, "rater": "Ann", **grades(3), **wrong}
    assert client.put(f"/v1/studies/{study}/ratings", json=body).status_code == 422


def test_a_sample_of_another_study_is_not_rated(client: TestClient) -> None:
    study, other = study_of(client), study_of(client)
    sample = client.get(f"/v1/studies/{other}/task?rater=Ann").json()["samples"][0]["id"]
    body = {"sample": sample, "rater": "Ann", **grades(3)}
    assert client.put(f"/v1/studies/{study}/ratings", json=body).status_code == 404


def test_the_variants_of_a_job_can_be_rated(client: TestClient) -> None:
    text = "Ann has 45 pens. She gives 17 pens to Ben. How many pens are left?"
    job = client.post("/v1/jobs", data={"text": text, "n": 2}).json()["id"]
    while client.get(f"/v1/jobs/{job}").json()["state"] != "done":
        pass
    made = client.post("/v1/studies", data={"job": job, "which": "all"})
    assert made.json()["samples"] == client.get(f"/v1/jobs/{job}").json()["variants"] > 0
    nothing = client.post("/v1/studies", data={"job": job, "which": "accepted"})
    assert nothing.status_code == 422
    assert client.post("/v1/studies", data={"job": "none"}).status_code == 404
    assert client.post("/v1/studies").status_code == 422


def test_kappa_is_that_of_the_textbook() -> None:
    # Two raters, 50 proposals: 20 both yes, 15 both no, 5 and 10 apart; kappa is 0.4.
    first = [1] * 20 + [1] * 5 + [0] * 10 + [0] * 15
    second = [1] * 20 + [0] * 5 + [1] * 10 + [0] * 15
    assert kappa(first, second) == pytest.approx(0.4)
    assert kappa([0, 1, 2, 3], [0, 1, 2, 3]) == 1
    assert kappa([3, 3], [3, 3]) is None
    assert kappa([], []) is None
    # Near misses weigh less than far ones.
    near, far = (
        kappa([0, 5, 2, 3], [1, 5, 2, 3], weighted=True),
        kappa([0, 5, 2, 3], [5, 0, 2, 3], weighted=True),
    )
    assert near is not None
    assert far is not None
    assert near > far


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=1))
def test_kappa_is_symmetric_and_at_most_1(pairs: list[tuple[int, int]]) -> None:
    first, second = [a for a, _ in pairs], [b for _, b in pairs]
    for weighted in (False, True):
        value = kappa(first, second, weighted=weighted)
        assert value == kappa(second, first, weighted=weighted)
        assert value is None or value <= 1


def test_agreement_is_the_average_over_pairs_of_raters_who_share_samples() -> None:
    ratings = [Rating(item, rater, value, 0, 0) for rater, values in
               {"a": [0, 1, 2], "b": [0, 1, 2], "c": [2, 1, 0]}.items()
               for item, value in enumerate(values)]  # fmt: skip
    ratings.append(Rating(99, "d", 5, 5, 5))
    found = agreement(ratings, "solvability")
    assert (found.pairs, found.samples) == (3, 9)
    apart = kappa([0, 1, 2], [2, 1, 0])
    assert apart is not None
    assert found.kappa == pytest.approx((1 + 2 * apart) / 3)
    assert mean_of([], "fluency").mean is None
