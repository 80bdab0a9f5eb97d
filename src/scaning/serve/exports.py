"""Reviewed jobs as files: every format of the package, and question banks as they came."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, BinaryIO, Literal

from scaning.banks import Bank
from scaning.corpus import WRITERS, Cells, identified
from scaning.errors import UsageError
from scaning.serve.store import ACCEPTED, Store
from scaning.serve.uploads import bank_of

Kind = Literal["jsonl", "json", "csv", "tsv", "xlsx", "txt", "bank"]
Which = Literal["accepted", "all"]

TYPES: Mapping[str, str] = {
    "jsonl": "application/x-ndjson",
    "json": "application/json",
    "csv": "text/csv; charset=utf-8",
    "tsv": "text/tab-separated-values; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "txt": "text/plain; charset=utf-8",
    "xml": "application/xml",
    "gift": "text/plain; charset=utf-8",
}


def write(store: Store, job: str, kind: Kind, which: Which, stream: BinaryIO) -> str:
    """Write a job to a stream; gives the ending of what was written."""
    name, data = store.file(job)
    bank = bank_of(name, data) if data is not None else None
    if kind != "bank":
        WRITERS[kind](stream, rows(store, job, which, bank))
        return kind
    if bank is None:
        raise UsageError(f"{name} was no question bank; choose another format.")
    stream.write(bank.rewritten(chosen(store, job)))
    return name.rpartition(".")[2].lower()


def rows(store: Store, job: str, which: Which, bank: Bank | None = None) -> Iterator[Cells]:
    """A row for each accepted variant, or for each that was offered or decided about."""
    for problem in store.every_problem(job):
        own = identified({"question": problem["question"], **problem["cells"]}, problem["key"])
        for one in problem["candidates"]:
            decision = one["review"]["decision"] if one["review"] else "open"
            offered = one["rank"] is not None or decision != "open"
            if decision in ACCEPTED or (which == "all" and offered):
                row = _row(own, one, decision)
                if bank is not None:
                    item = bank.items[problem["place"]]
                    row["question"] = item.question
                    row["paraphrase"] = item.around(row["paraphrase"])
                yield row


def chosen(store: Store, job: str) -> dict[int, str]:
    """The first accepted variant of each question, by its place in the bank."""
    found: dict[int, str] = {}
    for problem in store.every_problem(job):
        for one in problem["candidates"]:
            if one["review"] and one["review"]["decision"] in ACCEPTED:
                found.setdefault(problem["place"], _text(one))
    return found


def _text(candidate: Mapping[str, Any]) -> str:
    review = candidate["review"]
    return str(review["text"] if review and review["decision"] == "edited" else candidate["text"])


def _row(own: Cells, candidate: Mapping[str, Any], decision: str) -> dict[str, Any]:
    edited = decision == "edited"
    known = candidate["cells"] | (candidate["review"]["cells"] if edited else {})
    return {
        **own,
        "paraphrase": _text(candidate),
        "rank": candidate["rank"],
        **known,
        "decision": decision,
    }
