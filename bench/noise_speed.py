"""How fast noise is, beside parsing and beside the augmenters of other packages.

    OMP_NUM_THREADS=1 python bench/noise_speed.py --data DATA --others PYTHON

PYTHON is the interpreter of an environment with nlpaug and textattack (see `noise_others.py`); it
needs NLTK_DATA. Parsing is the time of the same texts, once and in batches, by spaCy alone: with
the model as spaCy loads it, and without its recogniser of names, which noise does not use. Of what
runs on one core the time of the processor is taken, on problems that come but once: first some to
warm up, then in each run others, side by side. The median of the ratios of the runs is reported.
Two workers are compared with one by the clock.
"""

from __future__ import annotations

import json
import os
import subprocess
import time
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from pathlib import Path
from statistics import median

from noise_input import SEED, options, problems
from report import report, state

from scaning.facts.quantities import quantities
from scaning.noise.contract import Mode
from scaning.noise.masks import without_masks
from scaning.noise.settings import NoiseSettings
from scaning.noise.stage import BLOCK, noised
from scaning.parse import BATCH, Parser
from scaning.records import Problem

REPEATS = 5
WARM = 512
HERE = Path(__file__).parent


def seconds(work: Callable[[], object]) -> float:
    """How much time of the processor it takes, once."""
    start = time.process_time()
    work()
    return time.process_time() - start


def noise_all(settings: NoiseSettings, work: Sequence[Problem]) -> int:
    """Noise all problems as the stage does; gives the number of rows."""
    return sum(len(rows) for _, block in noised(work, settings) for rows in block)


def steady_rate(work: Sequence[Problem], workers: int) -> float:
    """Problems a second from the first finished block on, when all workers have started."""
    done, first, start = 0, 0, 0.0
    for block, _ in noised(work, NoiseSettings(), workers=workers):
        if not start:
            start, first = time.perf_counter(), len(block)
        done += len(block)
    return (done - first) / (time.perf_counter() - start)


def changed_numbers(before: Sequence[str], after: Sequence[str]) -> int:
    """How many texts say other quantities than before."""
    return sum(_values(a) != _values(b) for a, b in zip(before, after, strict=True))


def _values(text: str) -> list[Fraction]:
    return sorted(quantity.value for quantity in quantities(without_masks(text)))


def of_modes(work: Sequence[Problem]) -> dict[str, list[float]]:
    """The seconds of each way to parse, and of both modes, on other problems in each run."""
    spacy, names, parser = Parser()._nlp, Parser(entities=True)._nlp, Parser(cache=1)
    training, inference = NoiseSettings(), NoiseSettings(mode="inference")
    ways: dict[str, Callable[[Sequence[Problem]], object]] = {
        "spacy": lambda some: list(names.pipe(questions(some), batch_size=BATCH)),
        "spacy without names": lambda some: list(spacy.pipe(questions(some), batch_size=BATCH)),
        "parser": lambda some: list(parser.parse(questions(some))),
        "training": partial(noise_all, training),
        "inference": partial(noise_all, inference),
    }
    times: dict[str, list[float]] = {name: [] for name in ways}
    size = (len(work) - WARM) // REPEATS
    # The stage keeps one policy: each mode is warmed up and measured by itself.
    for name, way in ways.items():
        way(work[:WARM])
        for start in range(WARM, WARM + size * REPEATS, size):
            times[name].append(seconds(partial(way, work[start : start + size])))
    return times


def questions(work: Sequence[Problem]) -> list[str]:
    """The texts of problems."""
    return [problem.question for problem in work]


def ratios(times: dict[str, list[float]], count: int) -> dict[str, object]:
    """What the times say: medians of the ratios of runs on the same problems."""

    def ratio(over: str, under: str) -> float:
        pairs = zip(times[over], times[under], strict=True)
        return round(median(a / b for a, b in pairs), 3)

    return {
        "problems_per_second": {
            name: round(count / median(found), 1) for name, found in times.items()
        },
        "training_over_spacy": ratio("training", "spacy"),
        "training_over_spacy_without_names": ratio("training", "spacy without names"),
        "training_over_parser": ratio("training", "parser"),
        "inference_rate_over_training_rate": ratio("training", "inference"),
    }


def of_others(python: str, work: Sequence[Problem], sentences: int) -> dict[str, object]:
    """The same for other packages, and for both of our modes on the same texts."""
    texts = [problem.question for problem in work]
    ran = subprocess.run(
        [python, HERE / "noise_others.py"],
        input=json.dumps(texts),
        capture_output=True,
        text=True,
        check=True,
    )
    found = json.loads(ran.stdout.splitlines()[-1])
    figures: dict[str, object] = {
        name: {
            "sentences_per_second": round(sentences / of["seconds"], 1),
            "changed_a_number": changed_numbers(texts, of["texts"]),
        }
        for name, of in found.items()
    }
    modes: tuple[Mode, ...] = ("training", "inference")
    for mode in modes:
        policy = NoiseSettings(mode=mode, rows=1).policy()
        policy.noised(work[:BLOCK])
        start = time.perf_counter()
        rows = [row for found in policy.noised(work) for row in found]
        figures[f"scaning {mode}"] = {
            "sentences_per_second": round(sentences / (time.perf_counter() - start), 1),
            "changed_a_number": changed_numbers(
                [row.original for row in rows], [row.source for row in rows]
            ),
        }
    return figures


def main() -> None:
    """Measure, print and record."""
    parser = options(__doc__, limit=2000)
    parser.add_argument("--others", help="a Python that has nlpaug and textattack")
    parser.add_argument("--other-limit", type=int, default=500)
    arguments = parser.parse_args()
    work = problems(arguments.data, arguments.limit)
    commit = state()
    rate = {workers: steady_rate(work, workers) for workers in (1, 2)}
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    figures = ratios(of_modes(work), (len(work) - WARM) // REPEATS)
    figures["two_workers_over_one"] = round(rate[2] / rate[1], 3)
    if arguments.others:
        few = work[: arguments.other_limit]
        sentences = sum(len(text.sents) for text in Parser().parse(p.question for p in few))
        figures["others"] = of_others(arguments.others, few, sentences)
    print(json.dumps(figures, indent=1))
    command = "OMP_NUM_THREADS=1 python bench/noise_speed.py --data DATA --others PYTHON"
    n = len(work)
    print(report("noise_speed", figures, command=command, n=n, seed=SEED, commit=commit))


if __name__ == "__main__":
    main()
