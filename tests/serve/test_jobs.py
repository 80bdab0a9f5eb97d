"""Files and pasted texts: rewritten in the background, reviewed, written out again."""

import csv
import io
import json
import time
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from fastapi.testclient import TestClient

from scaning.banks import read_bank
from scaning.serve.settings import Limits

from .conftest import EGGS, Serve

BANKS = Path(__file__).parents[2] / "examples" / "banks"
PENS = "Ann has 45 pens. She gives 17 pens to Ben. How many pens are left?"
HIS_WORDS = "Ann owns 45 pens. She gives 17 pens to Ben. How many pens remain?"


def done(client: TestClient, job: str) -> dict[str, Any]:
    """The job when it is done."""
    for _ in range(600):
        found: dict[str, Any] = client.get(f"/v1/jobs/{job}").json()
        if found["state"] == "done":
            return found
        time.sleep(0.05)
    raise AssertionError(found)


def started(client: TestClient, **form: Any) -> str:  # noqa: ANN401
    files = {"file": form.pop("file")} if "file" in form else None
    answer = client.post("/v1/jobs", data=form, files=files)
    assert answer.status_code == 202, answer.text
    assert answer.headers["location"] == f"/v1/jobs/{answer.json()['id']}"
    return str(answer.json()["id"])


def problems(client: TestClient, job: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = client.get(f"/v1/jobs/{job}/problems?count=100").json()
    return found


def review(client: TestClient, candidate: dict[str, Any], decision: str, **more: Any) -> Any:  # noqa: ANN401
    path = f"/v1/candidates/{candidate['id']}/review"
    return client.put(path, json={"decision": decision, "reviewer": "Ms Lee", **more})


def test_a_pasted_text_is_rewritten_and_reviewed(serve: Serve, database: str) -> None:
    client = serve(database=database)
    job = started(client, text=f"{EGGS}\n\n{PENS}", n=2)
    found = done(client, job)
    assert (found["problems"], found["done"], found["state"]) == (2, 2, "done")
    first, second = problems(client, job)
    assert (first["question"], second["question"]) == (EGGS, PENS)
    ranked = [one for one in first["candidates"] if one["rank"] is not None]
    assert [one["rank"] for one in ranked] == [1, 2]
    assert all(one["cells"]["reasons"] for one in first["candidates"][2:])

    assert review(client, ranked[0], "accepted").status_code == 200
    assert review(client, ranked[1], "rejected").status_code == 200
    edited = second["candidates"][0]
    made = review(client, edited, "edited", text=HIS_WORDS)
    assert made.status_code == 200, made.text
    assert made.json()["cells"]["ok"] is True
    counts = client.get(f"/v1/jobs/{job}").json()
    assert (counts["accepted"], counts["rejected"]) == (2, 1)

    rows = [json.loads(line) for line in exported(client, job, "jsonl").splitlines()]
    assert [row["paraphrase"] for row in rows] == [ranked[0]["text"], HIS_WORDS]
    assert [row["decision"] for row in rows] == ["accepted", "edited"]
    assert rows[1]["question"] == PENS
    assert review(client, ranked[0], "open").status_code == 200
    assert client.get(f"/v1/jobs/{job}").json()["accepted"] == 1

    assert client.delete(f"/v1/jobs/{job}").status_code == 204
    assert client.get(f"/v1/jobs/{job}").status_code == 404
    assert review(client, ranked[0], "accepted").status_code == 404


def exported(client: TestClient, job: str, format: str, which: str = "accepted") -> bytes:
    answer = client.get(f"/v1/jobs/{job}/export", params={"format": format, "which": which})
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-disposition"].startswith("attachment")
    return answer.content


def test_an_edit_that_loses_a_fact_is_only_kept_on_purpose(client: TestClient) -> None:
    job = started(client, text=PENS, n=1)
    done(client, job)
    (problem,) = problems(client, job)
    candidate = problem["candidates"][0]
    wrong = PENS.replace("17", "7")
    checked = client.post(f"/v1/candidates/{candidate['id']}/check", json={"text": wrong}).json()
    assert (checked["ok"], checked["reasons"][0]["kind"]) == (False, "missing-number")
    refused = review(client, candidate, "edited", text=wrong)
    assert refused.status_code == 409
    assert "'17'" in refused.json()["detail"]
    assert problems(client, job)[0]["candidates"][0]["review"] is None
    kept = review(client, candidate, "edited", text=wrong, anyway=True)
    assert kept.json()["cells"]["ok"] is False
    assert review(client, candidate, "edited").status_code == 422
    assert review(client, candidate, "accepted", text="x").status_code == 422


@pytest.mark.parametrize("format", ["csv", "tsv", "json", "jsonl", "xlsx", "txt"])
def test_every_format_holds_what_was_accepted_with_the_users_columns(
    client: TestClient, format: str
) -> None:
    table = io.StringIO()
    writer = csv.writer(table)
    writer.writerows([["id", "question", "grade"], ["eggs", EGGS, "=1+1"], ["bad", "", ""]])
    job = started(client, file=("quiz.csv", table.getvalue().encode()), n=1)
    found = done(client, job)
    assert found["bad_rows"] == [{"line": 3, "why": "'question' is empty"}]
    (problem,) = problems(client, job)
    assert problem["key"] == "eggs"
    candidate = problem["candidates"][0]
    review(client, candidate, "accepted")
    data = exported(client, job, format)
    text = candidate["text"]
    if format == "xlsx":
        header, row = openpyxl.load_workbook(io.BytesIO(data)).worksheets[0].values
        cells = dict(zip(header, row, strict=True))
        assert (cells["paraphrase"], cells["grade"]) == (text, "=1+1")
    elif format in ("csv", "tsv"):
        delimiter = {"csv": ",", "tsv": "\t"}[format]
        (cells,) = csv.DictReader(io.StringIO(data.decode()), delimiter=delimiter)
        assert (cells["paraphrase"], cells["grade"]) == (text, "'=1+1")
        assert cells["id"] == "eggs"
    elif format == "txt":
        assert data.decode() == text + "\n"
    else:
        row = json.loads(data)[0] if format == "json" else json.loads(data)
        assert (row["paraphrase"], row["grade"], row["rank"]) == (text, "=1+1", 1)


@pytest.mark.parametrize("name", ["quiz.xml", "quiz.gift", "item.xml"])
def test_a_question_bank_comes_back_as_it_was_with_other_words(
    client: TestClient, name: str
) -> None:
    data = (BANKS / name).read_bytes()
    job = started(client, file=(name, data), n=2)
    done(client, job)
    assert exported(client, job, "bank") == data
    for problem in problems(client, job):
        if not problem["candidates"]:
            assert problem["note"]
            continue
        (first, *_) = problem["candidates"]
        assert review(client, first, "accepted").status_code == 200
        spoilt = client.post(f"/v1/candidates/{first['id']}/check", json={"text": "How many?"})
        assert spoilt.json()["ok"] is False
    changed = exported(client, job, "bank")
    accepted = client.get(f"/v1/jobs/{job}").json()["accepted"]
    assert accepted
    assert changed != data
    (copy := BANKS / name).stat()  # the example itself is not touched
    assert copy.read_bytes() == data
    rows = [json.loads(line) for line in exported(client, job, "jsonl").splitlines()]
    assert len(rows) == accepted
    assert rows[0]["question"] in {item.question for item in read_bank(BANKS / name).items}


def test_a_job_goes_on_after_a_restart(serve: Serve, database: str) -> None:
    first = serve(database=database)
    job = started(
        first, text="\n".join(f"Ann has {n} pens and buys 5 more. How many?" for n in range(2, 9))
    )
    done_before = 0
    while not done_before:
        done_before = first.get(f"/v1/jobs/{job}").json()["done"]
    first.__exit__(None, None, None)
    second = serve(database=database)
    found = done(second, job)
    assert found["done"] == 7
    assert [one["place"] for one in problems(second, job)] == list(range(7))


def test_files_wait_in_a_bounded_queue(serve: Serve) -> None:
    client = serve(limits=Limits(jobs=1, rate=0))
    lines = "\n".join(f"Ann has {n} pens and buys 5 more. How many has she?" for n in range(2, 40))
    job = started(client, text=lines)
    refused = client.post("/v1/jobs", data={"text": PENS})
    assert refused.status_code == 429
    assert refused.headers["retry-after"] == "10"
    assert client.delete(f"/v1/jobs/{job}").status_code == 204
    assert started(client, text=PENS)


@pytest.mark.parametrize(
    ("file", "said"),
    [
        (("quiz.pdf", b"%PDF"), "no format is called '.pdf'"),
        (("quiz.csv", b"a,b\n1,2\n"), "no column 'question'"),
        (("quiz.xlsx", b"PK\x03\x04nonsense"), "quiz.xlsx"),
        (("quiz.xml", b'<!DOCTYPE a [<!ENTITY b "c">]><quiz>&b;</quiz>'), "quiz.xml"),
        (("quiz.txt", b"\xfd\xfc"), "quiz.txt"),
        (("../../etc/passwd", b"x"), "passwd"),
        (("quiz.txt", b""), "no problem"),
        (("quiz.txt", b"x" * 5000), "longer than 4,000"),
    ],
)
def test_a_file_that_cannot_be_read_is_named(
    client: TestClient, file: tuple[str, bytes], said: str
) -> None:
    answer = client.post("/v1/jobs", files={"file": file})
    assert answer.status_code == 422
    assert said in answer.json()["detail"]
    assert "tmp" not in answer.json()["detail"]


def test_a_summary_counts_decisions_and_reasons(client: TestClient) -> None:
    job = started(client, text=f"{EGGS}\n{PENS}", n=2)
    done(client, job)
    first, _ = problems(client, job)
    review(client, first["candidates"][0], "accepted")
    found = client.get(f"/v1/jobs/{job}/summary").json()
    assert found["problems"] == 2
    assert found["decisions"]["accepted"] == 1
    assert found["decisions"]["open"] == found["variants"] - 1
    assert sum(found["scores"]["diversity"]) == found["variants"]
    assert found["turned_down"]
    assert found["reasons"]
