"""How many texts a second the shipped scorer encodes, beside PyTorch in fp32.

    taskset -c 0,1 python bench/scorer_speed.py --data DATA --model MODEL

MODEL is the published all-MiniLM-L6-v2, a network of the same shape. Problems of about 40 words,
two threads, each text once; both in turns within one run, and each counts with the best of its
turns. Then pairs through the whole scorer, with the fact check.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import torch
from report import ROOT, report, state
from transformers import AutoModel, AutoTokenizer

from scaning.encoder import BATCH, OnnxEncoder
from scaning.scorer.judge import Scorer

WORDS, TEXTS, PAIRS, TURNS, THREADS, SEED = (36, 44), 256, 96, 3, 2, 3407
SHIPPED = ROOT / "src/scaning/models/encoder"


def texts_of(data: Path) -> list[str]:
    """Different problems of about 40 words."""
    with (data / "word_problems.jsonl").open(encoding="utf-8") as lines:
        questions = [json.loads(line)["question"] for line in lines]
    fitting = [
        text for text in dict.fromkeys(questions) if WORDS[0] <= len(text.split()) <= WORDS[1]
    ]
    return Random(SEED).sample(fitting, TEXTS)


class Fp32:
    """The published network in PyTorch, used as well as it can be: like lengths side by side."""

    def __init__(self, folder: Path) -> None:
        torch.set_num_threads(THREADS)
        self.tokenizer = AutoTokenizer.from_pretrained(folder)
        self.model = AutoModel.from_pretrained(folder).eval()

    def encode(self, texts: Sequence[str]) -> None:
        """The mean of the tokens of each text."""
        ordered = sorted(texts, key=len)
        with torch.inference_mode():
            for at in range(0, len(ordered), BATCH):
                some: dict[str, Any] = self.tokenizer(
                    ordered[at : at + BATCH], padding=True, truncation=True, max_length=256,
                    return_tensors="pt",
                )  # fmt: skip
                states = self.model(
                    input_ids=some["input_ids"], attention_mask=some["attention_mask"]
                ).last_hidden_state
                mask = some["attention_mask"].unsqueeze(-1)
                _ = (states * mask).sum(1) / mask.sum(1)


def pace(work: Callable[[], object], n: int) -> float:
    """How many of n things a second."""
    start = time.perf_counter()
    work()
    return n / (time.perf_counter() - start)


def main() -> None:
    """Measure in turns, write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--model", type=Path, required=True)
    args = parser.parse_args()
    commit, texts = state(), texts_of(args.data)
    exact = Fp32(args.model)
    exact.encode(texts[:BATCH])
    found: dict[str, list[float]] = {"int8_texts": [], "fp32_texts": []}
    pairs = list(zip(texts[:PAIRS], texts[PAIRS : 2 * PAIRS], strict=True))
    for _ in range(TURNS):
        fresh = OnnxEncoder(SHIPPED, threads=THREADS)
        fresh.encode(["warm"])
        found["int8_texts"].append(pace(partial(fresh.encode, texts), TEXTS))
        found["fp32_texts"].append(pace(lambda: exact.encode(texts), TEXTS))
    scorer = Scorer(OnnxEncoder(SHIPPED, threads=THREADS))
    scorer(*pairs[0])
    judged = pace(lambda: list(scorer.judge(pairs)), PAIRS)
    best = {f"{name}_per_second": round(max(paces), 1) for name, paces in found.items()}
    figures = {
        **best,
        "times_fp32": round(max(found["int8_texts"]) / max(found["fp32_texts"]), 2),
        "judged_pairs_per_second": round(judged, 1),
        "threads": THREADS,
        "turns": {name: [round(one, 1) for one in paces] for name, paces in found.items()},
    }
    command = "taskset -c 0,1 python bench/scorer_speed.py --data DATA --model MODEL"
    print(report("scorer_speed", figures, command=command, n=TEXTS, seed=SEED, commit=commit))
    print(best)


if __name__ == "__main__":
    main()
