"""How fast pairs are scored, without the encoder, and checked, beside the parser before both.

    OMP_NUM_THREADS=1 taskset -c 0 python bench/score_speed.py --data DATA

Two workloads: the judged pairs of ParaQD (two candidates a problem), and word problems with
candidates of their own, made by dropping, moving and replacing words. `metrics` is the rate of
pairs whose texts are parsed, every text's words, numbers and n-grams still to be counted; `parser`
and `together` are from nothing. `check` is the rate of verdicts on pairs whose texts are parsed,
every fact still to be found, and `check_together` from nothing. Seconds are the process's own on
its core. Blocks of pairs are parsed, parsed and scored, and scored, in turn; each counts with its
best of some runs, so that other work on the machine weighs little and on all three alike.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import platform
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from datetime import date
from functools import partial
from importlib.metadata import version
from math import inf
from pathlib import Path
from random import Random
from typing import Any

from scaning.facts import compare_many
from scaning.parse import Parser
from scaning.records import Pair
from scaning.score import PRESETS, Preset, score_pairs, signature

ROOT = Path(__file__).resolve().parent.parent
PROBLEMS, CANDIDATES, SEED = 60, 12, 3407
BLOCK, RUNS = 120, 3
FILLER = "the a of some boxes small carries garden quickly sells".split()


def rows(path: Path) -> list[dict[str, Any]]:
    """The rows of a JSONL file."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def judged_pairs(data: Path) -> list[Pair]:
    """The labelled pairs of the development set."""
    found = rows(data / "paraqd_aqua_labels.jsonl")
    return [Pair(row["original"], row["original"], row["candidate"]) for row in found]


def made_pairs(data: Path) -> list[Pair]:
    """Problems with candidates that change about every sixth word."""
    rng = Random(SEED)
    problems = rng.sample(rows(data / "word_problems.jsonl"), PROBLEMS)
    return [
        Pair(problem["id"], problem["question"], candidate(problem["question"], rng))
        for problem in problems
        for _ in range(CANDIDATES)
    ]


def candidate(text: str, rng: Random) -> str:
    """The text with words dropped, swapped or replaced."""
    words = text.split()
    for _ in range(1 + len(words) // 6):
        i, j = rng.randrange(len(words)), rng.randrange(len(words))
        match rng.randrange(3):
            case 0 if len(words) > 3:
                del words[i]
            case 1:
                words[i], words[j] = words[j], words[i]
            case _:
                words[i] = rng.choice(FILLER)
    return " ".join(words)


def seconds(work: Callable[[], Iterable[object]]) -> float:
    """The processor time that it takes to run through the results."""
    gc.collect()
    start = time.process_time()
    for _ in work():
        pass
    return time.process_time() - start


def emptied(parser: Parser) -> Parser:
    """A parser with the same loaded model that has seen no text yet."""
    fresh = Parser()
    fresh.__dict__["_nlp"] = parser._nlp
    return fresh


class Checked:
    """Some pairs, and the least time that their verdicts took, with and without the parse."""

    def __init__(self, pairs: Sequence[Pair]) -> None:
        self.pairs = [(pair.original, pair.candidate) for pair in pairs]
        self.texts = list(dict.fromkeys(text for pair in self.pairs for text in pair))
        self.checking = self.together = inf

    def run(self, loaded: Parser) -> None:
        """Once more, in both ways."""
        cold = emptied(loaded)
        self.together = min(self.together, seconds(partial(compare_many, self.pairs, parser=cold)))
        self.checking = min(self.checking, seconds(partial(compare_many, self.pairs, parser=cold)))


def check_figures(pairs: Sequence[Pair], loaded: Parser) -> dict[str, float]:
    """The rates of the check on one workload."""
    blocks = [Checked(pairs[i : i + BLOCK]) for i in range(0, len(pairs), BLOCK)]
    for _ in range(RUNS):
        for block in blocks:
            block.run(loaded)
    return {
        "pairs": len(pairs),
        "texts": sum(len(block.texts) for block in blocks),
        "check_pairs_per_second": round(len(pairs) / sum(b.checking for b in blocks)),
        "check_together_pairs_per_second": round(len(pairs) / sum(b.together for b in blocks)),
    }


class Block:
    """Some pairs with their texts, and the least time that each way of working took."""

    def __init__(self, pairs: Sequence[Pair], preset: Preset) -> None:
        self.pairs, self.preset = pairs, preset
        texts = dict.fromkeys(text for pair in pairs for text in (pair.original, pair.candidate))
        self.texts = [text.lower() for text in texts] if preset.lowered else list(texts)
        self.parsing = self.together = self.metrics = inf

    def run(self, loaded: Parser) -> None:
        """Once more, in each way."""
        alone, cold = emptied(loaded), emptied(loaded)
        self.parsing = min(self.parsing, seconds(partial(alone.parse, self.texts)))
        self.together = min(self.together, seconds(partial(self._score, cold)))
        self.metrics = min(self.metrics, seconds(partial(self._score, alone)))

    def _score(self, parser: Parser) -> Iterable[object]:
        return score_pairs(self.pairs, preset=self.preset, encoder=None, parser=parser)


def figures(pairs: Sequence[Pair], preset: Preset, loaded: Parser) -> dict[str, float]:
    """The rates of one workload under one preset."""
    blocks = [Block(pairs[i : i + BLOCK], preset) for i in range(0, len(pairs), BLOCK)]
    for _ in range(RUNS):
        for block in blocks:
            block.run(loaded)
    texts = [text for block in blocks for text in block.texts]
    parsing = sum(block.parsing for block in blocks)
    together = sum(block.together for block in blocks)
    return {
        "pairs": len(pairs),
        "texts": len(texts),
        "words_a_text": round(sum(len(text.split()) for text in texts) / len(texts), 1),
        "metrics_pairs_per_second": round(len(pairs) / sum(block.metrics for block in blocks)),
        "parser_texts_per_second": round(len(texts) / parsing),
        "together_texts_per_second": round(len(texts) / together),
        "together_pairs_per_second": round(len(pairs) / together),
        "share_of_parser_rate": round(parsing / together, 3),
    }


def main() -> None:
    """Measure, print, write."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--data", default=os.environ.get("SCANING_DATA"))
    args = parser.parse_args()
    if args.data is None:
        sys.exit("Say where the data is: --data DIR or SCANING_DATA.")
    data = Path(args.data)
    loaded = Parser()
    loaded("Ann has 3 apples.")
    workloads = {"judged": judged_pairs(data), "made": made_pairs(data)}
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=True,
    ).stdout.strip()
    record: dict[str, Any] = {
        "command": "OMP_NUM_THREADS=1 taskset -c 0 python bench/score_speed.py --data DATA",
        "commit": commit,
        "date": date.today().isoformat(),
        "machine": {"processor": platform.machine(), "python": platform.python_version()},
        "packages": {name: version(name) for name in ("spacy", "numpy")},
    }
    for name, pairs in workloads.items():
        for preset in PRESETS.values():
            found = figures(pairs, preset, loaded)
            line = signature(preset, None, len(pairs), metric="speed")
            record[f"{name}/{preset.name}"] = {"signature": line, **found}
            print(name, preset.name, found, flush=True)
        record[f"{name}/check"] = check_figures(pairs, loaded)
        print(name, "check", record[f"{name}/check"], flush=True)
    text = json.dumps(record, indent=2)
    (ROOT / "results/score_speed.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
