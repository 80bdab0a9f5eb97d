"""How long somebody waits: the first command, the first variant, the next ones, and many.

    python bench/latency.py --data DATA
    python bench/latency.py --data DATA --model MODEL

MODEL is "rules", "embedded" or the folder of a trained model. Where other work runs on the machine,
the seconds of the processor (`cpu_…`, of all threads together) say more than those of the clock.

- `scaning --help`, and one problem from a cold start to the first variant, each in a process of its
  own: the median and the worst of some runs;
- warm: three variants of a median problem of aqua_val, one problem at a time;
- many problems in one go, with the share of each part of the work; the share of the generator is
  what no other part can undercut: the bound.
"""

from __future__ import annotations

import argparse
import cProfile
import json
import os
import pstats
import subprocess
import sysconfig
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random
from statistics import median, quantiles

from report import report

from scaning.generators import Generator
from scaning.paraphraser import BATCH, Paraphraser, Wish
from scaning.prompts import TEST_PROMPTS
from scaning.records import Problem

SEED, RUNS, COLD, WARM, BULK = 3407, 11, 5, 60, 100
PROBLEM = "Ann has 45 pens. She gives 17 pens to Ben. How many pens does Ann have left?"


def seconds(command: Sequence[str | Path]) -> tuple[float, float]:
    """How long a command takes, once: by the clock, and of the processor."""
    start, before = time.perf_counter(), os.times()
    subprocess.run(command, check=True, capture_output=True)
    wall, after = time.perf_counter() - start, os.times()
    cpu = after.children_user + after.children_system
    return wall, cpu - before.children_user - before.children_system


def spread(times: Sequence[tuple[float, float]]) -> dict[str, float]:
    """The middle and the worst."""
    wall, cpu = zip(*times, strict=True)
    return {
        "median": round(median(wall), 3),
        "max": round(max(wall), 3),
        "cpu_median": round(median(cpu), 3),
    }


def cold(model: str) -> dict[str, object]:
    """The help, and one problem, each in a process of its own."""
    scaning = Path(sysconfig.get_path("scripts")) / "scaning"
    command: list[str | Path] = [scaning, "paraphrase", PROBLEM, "--model", model, "-q", "-n", "1"]
    return {
        "help": spread([seconds([scaning, "--help"]) for _ in range(RUNS)]),
        "first_result": spread([seconds(command) for _ in range(COLD)]),
    }


def median_problems(data: Path) -> list[Problem]:
    """The problems of aqua_val around the median length."""
    lines = (data / "aqua_val.jsonl").read_text(encoding="utf-8").splitlines()
    rows = sorted(map(json.loads, lines), key=lambda row: len(row["question"].split()))
    start = (len(rows) - WARM) // 2
    return [Problem(row["id"], row["question"]) for row in rows[start : start + WARM]]


def warm(paraphraser: Paraphraser, work: Sequence[Problem]) -> dict[str, object]:
    """Three variants of one problem at a time; the first ones load what is needed."""
    for problem in work[:3]:
        paraphraser.paraphrase(problem, n=3)
    times, cpu, found = [], [], []
    for problem in work[3:]:
        start, before = time.perf_counter(), time.process_time()
        found.append(len(paraphraser.paraphrase(problem, n=3).variants))
        times.append(time.perf_counter() - start)
        cpu.append(time.process_time() - before)
    full = [t for t, n in zip(times, found, strict=True) if n == 3]
    cuts = quantiles(times, n=20)
    return {
        "problems": len(times),
        "p50": round(median(times), 3),
        "p95": round(cuts[18], 3),
        "max": round(max(times), 3),
        "cpu_p50": round(median(cpu), 3),
        "cpu_p95": round(quantiles(cpu, n=20)[18], 3),
        "with_three_variants": len(full),
        "p50_of_these": round(median(full), 3) if full else None,
        "variants": sum(found),
    }


def bulk(paraphraser: Paraphraser, work: Sequence[Problem]) -> dict[str, object]:
    """Many problems in one go, and what the time goes into."""
    start, before = time.perf_counter(), time.process_time()
    found = list(paraphraser.stream(work, Wish(3)))
    whole, cpu = time.perf_counter() - start, time.process_time() - before
    drafting = sum(_drafts(generator, work) for generator in paraphraser.generators)
    return {
        "problems": len(work),
        "problems_per_second": round(len(work) / whole, 2),
        "problems_per_cpu_second": round(len(work) / cpu, 2),
        "variants": sum(len(one.variants) for one in found),
        "with_three": sum(len(one.variants) == 3 for one in found),
        "generator_problems_per_cpu_second": round(len(work) / drafting, 2),
        "cpu_over_the_generators": round(cpu / drafting, 3),
    }


def _drafts(generator: Generator, work: Sequence[Problem]) -> float:
    """The generator's own time on the same batches, parsed anew under other words."""
    fresh = [Problem(p.id, p.question + " ") for p in work]
    start = time.process_time()
    for at in range(0, len(fresh), BATCH):
        generator.candidates(fresh[at : at + BATCH], n=2, prompts=TEST_PROMPTS, seed=SEED)
    return time.process_time() - start


def profile(paraphraser: Paraphraser, work: Sequence[Problem]) -> dict[str, float]:
    """The share of the time below each part of the work."""
    profiler = cProfile.Profile()
    profiler.enable()
    list(paraphraser.stream([Problem(p.id, p.question + "  ") for p in work], Wish(3)))
    profiler.disable()
    stats = pstats.Stats(profiler).stats  # type: ignore[attr-defined]
    whole = sum(own for _, _, own, _, _ in stats.values())
    parts = {
        "generators": ("paraphraser.py", "_offers"),
        "facts and scores": ("paraphraser.py", "_judged"),
        "of these, the encoder": ("encoder.py", "encode"),
        "ranking": ("offers.py", "decided"),
        "parser, in all of these": ("parse.py", "_parse_chunk"),
    }
    return {
        name: round(below / whole, 3)
        for name, (file, function) in parts.items()
        for (path, _, called), (_, _, _, below, _) in stats.items()
        if path.endswith(f"scaning/{file}") and called == function
    }


def main() -> None:
    """Measure, print, record."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--model", default="embedded")
    given = parser.parse_args()
    name = Path(given.model).name
    work = median_problems(given.data)
    figures: dict[str, object] = {"model": name, "cores": len(os.sched_getaffinity(0))}
    figures["cold"] = cold(given.model)
    paraphraser = Paraphraser(given.model, seed=SEED)
    figures["warm"] = warm(paraphraser, work)
    lines = (given.data / "aqua_val.jsonl").read_text(encoding="utf-8").splitlines()
    rows = Random(SEED).sample(list(map(json.loads, lines)), BULK)
    problems = [Problem(row["id"], row["question"]) for row in rows]
    figures["bulk"] = bulk(Paraphraser(given.model, seed=SEED), problems)
    figures["profile"] = profile(paraphraser, problems[:60])
    command = f"python bench/latency.py --data DATA --model {name}"
    print(json.dumps(figures, indent=1))
    print(report(f"latency_{name}", figures, command=command, n=len(work), seed=SEED))


if __name__ == "__main__":
    main()
