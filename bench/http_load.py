"""Two hundred clients at once against `scaning serve`: is every answer there, and the right one?

    python bench/http_load.py

Each client asks one thing after the other: mostly paraphrases, also verdicts, scores and batches.
Every question holds numbers that no other has, so an answer that belongs to another question is
found out. Who is told 429 waits as long as Retry-After says and asks again. Meanwhile the memory
of the server is read once a second.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from random import Random
from statistics import mean, quantiles
from typing import Any

import httpx2
from http_server import Server
from report import report, state

SEED = 3407
NAMES = "Ann Ben Carla David Emma Frank Grace Henry Iris Jack".split()
THINGS = "pens marbles stickers apples coins books shells stamps".split()
BATCH = 3
WARM_UP = 20.0  # seconds after which memory should not grow any more


@dataclass(slots=True)
class Tally:
    """What came of it."""

    answered: Counter[str] = field(default_factory=Counter)
    refused: int = 0
    no_wait_said: int = 0
    mixed_up: list[str] = field(default_factory=list)
    lost: Counter[str] = field(default_factory=Counter)
    other: Counter[str] = field(default_factory=Counter)
    seconds: list[float] = field(default_factory=list)
    variants: int = 0
    memory: list[tuple[float, float]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Asked:
    """A question that nobody else asks."""

    id: str
    text: str
    first: int
    second: int


def question(rng: Random, number: int) -> Asked:
    """A problem with two numbers of its own."""
    first, second = 1_000_000 + 2 * number, 1 + 2 * number
    name, other = rng.sample(NAMES, 2)
    thing = rng.choice(THINGS)
    text = (
        f"{name} has {first} {thing}. She gives {second} {thing} to {other}. "
        f"How many {thing} are left?"
    )
    return Asked(f"load-{number}", text, first, second)


def is_of(asked: Asked, answer: dict[str, Any]) -> bool:
    """Does a paraphrase belong to its question, and to no other?"""
    if "error" in answer:
        return bool(answer["id"] == asked.id)
    texts = [one["paraphrase"] for one in answer["variants"]]
    said = all(str(asked.first) in text and str(asked.second) in text for text in texts)
    return answer["id"] == asked.id and answer["question"] == asked.text and said


class Client:
    """One of many."""

    def __init__(
        self, http: httpx2.AsyncClient, rng: Random, numbers: count[int], end: float
    ) -> None:
        self.http, self.rng, self.numbers, self.end = http, rng, numbers, end

    async def run(self, tally: Tally) -> None:
        """Ask until the time is over."""
        kinds: dict[str, Callable[[Tally], Coroutine[Any, Any, None]]] = {
            "paraphrase": self.paraphrase, "check": self.check,
            "score": self.score, "batch": self.batch,
        }  # fmt: skip
        while time.monotonic() < self.end:
            (kind,) = self.rng.choices(list(kinds), [6, 2, 1, 1])
            try:
                await kinds[kind](tally)
            except httpx2.HTTPError as error:
                tally.lost[type(error).__name__] += 1

    async def ask(self, tally: Tally, kind: str, path: str, body: object) -> str | None:
        """The answer's text; None where there was none in time."""
        while True:
            start = time.monotonic()
            answer = await self.http.post(path, json=body)
            if answer.status_code == 200:
                tally.answered[kind] += 1
                tally.seconds.append(time.monotonic() - start)
                return str(answer.text)
            if answer.status_code != 429:
                tally.other[f"{kind} {answer.status_code}"] += 1
                return None
            tally.refused += 1
            wait = int(answer.headers.get("retry-after", 0))
            tally.no_wait_said += wait < 1
            if time.monotonic() + wait > self.end:
                return None
            await asyncio.sleep(wait * self.rng.uniform(1, 1.5))

    async def paraphrase(self, tally: Tally) -> None:
        """One problem."""
        asked = question(self.rng, next(self.numbers))
        body = {"id": asked.id, "question": asked.text, "n": 3}
        if text := await self.ask(tally, "paraphrase", "/v1/paraphrase", body):
            answer = json.loads(text)
            tally.variants += len(answer["variants"])
            if not is_of(asked, answer):
                tally.mixed_up.append(f"{asked} {text}")

    async def check(self, tally: Tally) -> None:
        """A verdict that has to name the number that is missing."""
        asked = question(self.rng, next(self.numbers))
        changed = asked.text.replace(str(asked.second), str(asked.second + 1))
        body = {"original": asked.text, "candidate": changed}
        if text := await self.ask(tally, "check", "/v1/check", body):
            said = [reason["original"] for reason in json.loads(text)["reasons"]]
            if not any(str(asked.second) in one for one in said):
                tally.mixed_up.append(f"{asked} {text}")

    async def score(self, tally: Tally) -> None:
        """Scores of a text beside itself."""
        asked = question(self.rng, next(self.numbers))
        body = {"original": asked.text, "candidate": asked.text}
        if text := await self.ask(tally, "score", "/v1/score", body):
            scores = json.loads(text)
            if scores["diversity"] != 0 or scores["numeracy"] != 1:
                tally.mixed_up.append(f"{asked} {text}")

    async def batch(self, tally: Tally) -> None:
        """Several problems, whose answers have to come in order."""
        several = [question(self.rng, next(self.numbers)) for _ in range(BATCH)]
        problems = [{"id": one.id, "question": one.text} for one in several]
        path, body = "/v1/paraphrase/batch", {"problems": problems, "n": 1}
        if text := await self.ask(tally, "batch", path, body):
            answers = [json.loads(line) for line in text.splitlines()]
            tally.other["batch too slow"] += sum("error" in answer for answer in answers)
            right = len(answers) == BATCH and all(map(is_of, several, answers))
            if not right:
                tally.mixed_up.append(f"{several} {text}")


async def load(server: Server, clients: int, seconds: float) -> Tally:
    """All clients at once; and an eye on the memory."""
    tally, numbers, start = Tally(), count(), time.monotonic()
    limits = httpx2.Limits(max_connections=clients, max_keepalive_connections=clients)

    async def watch() -> None:
        while True:
            tally.memory.append((time.monotonic() - start, server.memory()))
            await asyncio.sleep(1)

    async with httpx2.AsyncClient(base_url=server.url, limits=limits, timeout=90) as http:
        watching = asyncio.create_task(watch())
        several = [
            Client(http, Random(f"{SEED}/{n}"), numbers, start + seconds) for n in range(clients)
        ]
        await asyncio.gather(*(client.run(tally) for client in several))
        watching.cancel()
    return tally


def memory_figures(samples: list[tuple[float, float]], seconds: float) -> dict[str, object]:
    """How the memory went: after the warm-up, at the end, and by the minute in the last half."""
    warm = [mb for at, mb in samples if at >= min(WARM_UP, seconds / 4)]
    late = [(at, mb) for at, mb in samples if at >= seconds / 2]
    middle = mean(at for at, _ in late), mean(mb for _, mb in late)
    spread = sum((at - middle[0]) ** 2 for at, _ in late)
    slope = sum((at - middle[0]) * (mb - middle[1]) for at, mb in late) / spread
    return {
        "at_start_mb": round(samples[0][1]),
        "after_warm_up_mb": round(warm[0]),
        "most_mb": round(max(mb for _, mb in samples)),
        "at_end_mb": round(samples[-1][1]),
        "growth_mb_a_minute_in_the_last_half": round(slope * 60, 2),
        "every_10_s_mb": [round(mb) for _, mb in samples[::10]],
    }


def figures(tally: Tally, seconds: float) -> dict[str, object]:
    """What is reported."""
    cuts = quantiles(tally.seconds, n=100)
    answered = sum(tally.answered.values())
    return {
        "answered": answered,
        "answered_by_kind": dict(tally.answered),
        "answers_a_second": round(answered / seconds, 1),
        "variants": tally.variants,
        "mixed_up": len(tally.mixed_up),
        "lost": dict(tally.lost),
        "refused_429": tally.refused,
        "refused_without_retry_after": tally.no_wait_said,
        "other_statuses": dict(tally.other),
        "seconds_to_an_answer": {"p50": round(cuts[49], 2), "p95": round(cuts[94], 2),
                                 "most": round(max(tally.seconds), 2)},
        "memory": memory_figures(tally.memory, seconds),
    }  # fmt: skip


def main() -> None:
    """Measure, print, write."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--clients", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--waiting", type=int, default=64)
    parser.add_argument("--model", default="rules")
    args = parser.parse_args()
    commit, before = state(), os.getloadavg()[0]
    with tempfile.TemporaryDirectory() as folder:
        database, log = str(Path(folder) / "load.db"), Path(folder) / "log"
        options = ("--rate", "0", "--waiting", str(args.waiting), "--quiet")
        server = Server(database, log, *options, model=args.model)
        try:
            server.wait_for("/ready")
            tally = asyncio.run(load(server, args.clients, args.seconds))
            metrics = httpx2.get(f"{server.url}/metrics").text
        finally:
            server.stop()
        said = server.said()
    found = {
        "model": args.model,
        "clients": args.clients,
        "seconds": args.seconds,
        "places_in_the_line": args.waiting,
        # What else ran on the machine is part of the figure: 2 cores alone have a load of about 2.
        "cores": os.cpu_count(),
        "load_average_before_and_after": [round(before, 1), round(os.getloadavg()[0], 1)],
        **figures(tally, args.seconds),
        "places_taken_at_the_end": gauge(metrics, "scaning_line_taken"),
        "tracebacks": said.count("Traceback"),
    }
    print(json.dumps(found, indent=2))
    print(*tally.mixed_up[:5], sep="\n")
    command = "python bench/http_load.py" + (
        "" if args.model == "rules" else f" --model {args.model}"
    )
    n = sum(tally.answered.values()) + tally.refused
    report("http_load", found, command=command, n=n, seed=SEED, commit=commit)


def gauge(metrics: str, name: str) -> float:
    """The value of a gauge on the metrics page."""
    line = next(line for line in metrics.splitlines() if line.startswith(f"{name} "))
    return float(line.split()[1])


if __name__ == "__main__":
    main()
