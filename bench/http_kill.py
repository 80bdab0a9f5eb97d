"""`kill -9` while reviews are being accepted: is any of those lost that the server had confirmed?

    python bench/http_kill.py

In each round a server is started on the same database, four clients accept versions as fast as
they can, and the server is killed at a moment that nobody knows. What was confirmed has to be in
the database: read by a fresh server, over HTTP. SQLite and a PostgreSQL server in turn; the latter
goes on when the service is killed.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import threading
import time
from itertools import cycle
from pathlib import Path
from random import Random

import httpx2
from http_server import Server, postgres
from report import report, state

from scaning.paraphraser import Wish
from scaning.serve.database import opened
from scaning.serve.store import Store
from scaning.serve.uploads import pasted

SEED, ROUNDS, CLIENTS, CANDIDATES = 3407, 20, 4, 400


def filled(database: str) -> tuple[str, list[int]]:
    """A job whose versions can be accepted."""
    engine = opened(database)
    store = Store(engine)
    job = store.add(pasted("How many?", most=1, longest=99), Wish(), most_waiting=99)
    assert job
    problem = store.next_problem(job)
    assert problem
    cells = {"prompt": "", "source": "bench", "ok": True, "reasons": [], "segments": []}
    rows = [{"paraphrase": f"Version {n}", "rank": n, **cells} for n in range(1, CANDIDATES + 1)]
    store.finish(problem.id, {"note": "", "segments": [], "variants": rows, "rejected": []})
    store.next_problem(job)
    candidates = [one["id"] for one in store.problems(job)[0]["candidates"]]
    engine.dispose()
    return job, candidates


def accept(url: str, candidates: list[int], name: str, confirmed: dict[int, str]) -> None:
    """Accept one after the other, under a name of this round, until the server is gone."""
    with httpx2.Client(base_url=url) as client:
        for candidate in cycle(candidates):
            body = {"decision": "accepted", "reviewer": name}
            try:
                answer = client.put(f"/v1/candidates/{candidate}/review", json=body)
            except httpx2.TransportError:
                return
            if answer.status_code == 200:
                confirmed[candidate] = name
            else:
                raise RuntimeError(answer.text)


def rounds(database: str, folder: Path, rng: Random, times: int) -> dict[str, int]:
    """Kill the server again and again."""
    job, candidates = filled(database)
    confirmed: dict[int, str] = {}
    answers = 0
    for number in range(times):
        server = Server(database, folder / "log", "--rate", "0", "--quiet")
        parts = [candidates[start::CLIENTS] for start in range(CLIENTS)]
        fresh: list[dict[int, str]] = [{} for _ in parts]
        threads = [
            threading.Thread(target=accept, args=(server.url, part, f"round {number}", said))
            for part, said in zip(parts, fresh, strict=True)
        ]
        for thread in threads:
            thread.start()
        while not all(fresh):
            time.sleep(0.01)
        time.sleep(rng.uniform(0, 1))
        server.kill()
        for thread in threads:
            thread.join()
        for said in fresh:
            confirmed |= said
            answers += len(said)
    lost = lost_reviews(database, folder, job, confirmed)
    return {"kills": times, "confirmed": answers, "lost": lost}


def lost_reviews(database: str, folder: Path, job: str, confirmed: dict[int, str]) -> int:
    """Of those that were confirmed, how many a fresh server does not know, or knows older."""
    server = Server(database, folder / "log", "--rate", "0", "--quiet")
    try:
        (problem,) = httpx2.get(f"{server.url}/v1/jobs/{job}/problems").json()
    finally:
        server.stop()
    there = {one["id"]: one["review"] for one in problem["candidates"] if one["review"]}

    def is_kept(candidate: int, name: str) -> bool:
        review = there.get(candidate)
        # A later round may have got further without having lived to confirm it.
        return review is not None and round_of(review["reviewer"]) >= round_of(name)

    return sum(not is_kept(candidate, name) for candidate, name in confirmed.items())


def round_of(reviewer: str) -> int:
    """The number of the round in which somebody of this name reviewed."""
    return int(reviewer.split()[1])


def main() -> None:
    """Measure, print, write."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    times = parser.parse_args().rounds
    commit, rng = state(), Random(SEED)
    with tempfile.TemporaryDirectory() as folder, postgres() as url:
        found = {
            "sqlite": rounds(str(Path(folder) / "kill.db"), Path(folder), rng, times),
            "postgresql": rounds(url, Path(folder), rng, times),
        }
    print(json.dumps(found, indent=2))
    n = sum(one["confirmed"] for one in found.values())
    report("http_kill", found, command="python bench/http_kill.py", n=n, seed=SEED, commit=commit)


if __name__ == "__main__":
    main()
