"""How long somebody waits: the first command, the first variant, the next ones, and many.

    python bench/latency.py --data DATA
    python bench/latency.py --data DATA --model MODEL --install

MODEL is "rules", "embedded" or the folder of a trained model. The phases:

- `--install`: the README's first command in an environment of its own, made anew: the environment,
  the installation from this folder (`--pip` gives more options to pip), the first paraphrase; what
  is on disk then, and whether torch is there;
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
import shlex
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from statistics import median, quantiles

from report import ROOT, report

from scaning.paraphraser import Paraphraser, Wish
from scaning.records import Problem

SEED, RUNS, COLD, WARM, BULK = 3407, 11, 5, 60, 200
PROBLEM = "Ann has 45 pens. She gives 17 pens to Ben. How many pens does Ann have left?"


def seconds(command: Sequence[str | Path], **settings: object) -> float:
    """How long a command takes, once."""
    start = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True, **settings)  # type: ignore[call-overload]
    return round(time.perf_counter() - start, 3)


def spread(times: Sequence[float]) -> dict[str, float]:
    """The middle and the worst."""
    return {"median": round(median(times), 3), "max": round(max(times), 3)}


def installed(pip: Sequence[str]) -> dict[str, object]:
    """The README's first command on a fresh environment, by phases, and what lies on disk then."""
    with tempfile.TemporaryDirectory() as place:
        venv = Path(place) / "venv"
        python, env = venv / "bin" / "python", {**os.environ, "PYTHONPATH": ""}
        phases = {"environment": seconds([sys.executable, "-m", "venv", venv])}
        before = size_of(venv)
        phases["install"] = seconds([python, "-m", "pip", "install", "-q", ROOT, *pip], env=env)
        scaning = venv / "bin" / "scaning"
        command = [scaning, "paraphrase", ROOT / "examples" / "problems.csv", "-q"]
        phases["first_variant"] = seconds([scaning, "paraphrase", PROBLEM, "-q"], env=env)
        phases["examples"] = seconds(command, env=env)
        packages = sorted(path.name for path in venv.glob("lib/python*/site-packages/*"))
        largest = sorted(
            ((size_of(path), path.name) for path in venv.glob("lib/python*/site-packages/*")),
            reverse=True,
        )[:8]
        return {
            "seconds": phases,
            "megabytes": round((size_of(venv) - before) / 1e6, 1),
            "torch": "torch" in packages,
            "largest_megabytes": {name: round(size / 1e6, 1) for size, name in largest},
        }


def size_of(path: Path) -> int:
    """The bytes of a file or of all files of a folder."""
    files = path.rglob("*") if path.is_dir() else [path]
    return sum(file.stat().st_size for file in files if file.is_file() and not file.is_symlink())


def cold(model: str) -> dict[str, object]:
    """The help, and one problem, each in a process of its own."""
    scaning = Path(sysconfig.get_path("scripts")) / "scaning"
    command = [scaning, "paraphrase", PROBLEM, "--model", model, "-q", "-n", "1"]
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
    times, found = [], []
    for problem in work[3:]:
        start = time.perf_counter()
        found.append(len(paraphraser.paraphrase(problem, n=3).variants))
        times.append(time.perf_counter() - start)
    full = [t for t, n in zip(times, found, strict=True) if n == 3]
    cuts = quantiles(times, n=20)
    return {
        "problems": len(times),
        "p50": round(median(times), 3),
        "p95": round(cuts[18], 3),
        "max": round(max(times), 3),
        "with_three_variants": len(full),
        "p50_of_these": round(median(full), 3) if full else None,
        "variants": sum(found),
    }


def bulk(paraphraser: Paraphraser, work: Sequence[Problem]) -> dict[str, object]:
    """Many problems in one go, and what the time goes into."""
    start = time.perf_counter()
    found = list(paraphraser.stream(work, Wish(3)))
    whole = time.perf_counter() - start
    drafting = 0.0
    for generator in paraphraser.generators:
        drafting += _drafts(lambda batch, g=generator: g.candidates(
            batch, n=2, prompts=_prompts(), seed=SEED), work)  # fmt: skip
    return {
        "problems": len(work),
        "problems_per_second": round(len(work) / whole, 2),
        "variants": sum(len(one.variants) for one in found),
        "with_three": sum(len(one.variants) == 3 for one in found),
        "generator_problems_per_second": round(len(work) / drafting, 2),
        "over_the_generators_time": round(whole / drafting, 3),
    }


def _prompts() -> tuple[str, ...]:
    from scaning.prompts import TEST_PROMPTS

    return TEST_PROMPTS


def _drafts(work: Callable[[Sequence[Problem]], object], problems: Sequence[Problem]) -> float:
    """The generator's own time on the same batches, parsed anew under other words."""
    fresh = [Problem(p.id, p.question + " ") for p in problems]
    start = time.perf_counter()
    for at in range(0, len(fresh), 16):
        work(fresh[at : at + 16])
    return time.perf_counter() - start


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
    parser.add_argument("--install", action="store_true", help="also install anew, from nothing")
    parser.add_argument("--pip", type=shlex.split, default=[], help='as --pip="-f FOLDER"')
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
    if given.install:
        figures["install"] = installed(given.pip)
        command += " --install"
    print(json.dumps(figures, indent=1))
    print(report(f"latency_{name}", figures, command=command, n=len(work), seed=SEED))


if __name__ == "__main__":
    main()
