"""How often does a fluency model choose the same reordering of a sentence as SmolLM2?

    python bench/fluency.py MODEL.gguf --data DATA

Sentences of problems that the shipped table was not built from, each in four to six orders
(`reorderings.candidates`). SmolLM2-135M scores a text after the end of a document. Beside the
shares stand what choosing at random would give, and how often SmolLM2 prefers the original.
"""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from itertools import product
from math import sqrt
from pathlib import Path
from random import Random
from typing import NamedTuple

import numpy as np
from noise_input import SEED, options
from numpy.typing import NDArray
from reorderings import candidates
from report import report

from scaning.fluency import (
    CausalFluency,
    Fluency,
    Mean,
    NgramFluency,
    TokenFluency,
    mean_probability,
)
from scaning.parse import Parser

FILES = ("aqua_test.jsonl", "aqua_val.jsonl", "sawp_test.jsonl")
MEANS: tuple[Mean, ...] = ("geometric", "arithmetic")


class Sentence(NamedTuple):
    """A sentence and some of its reorderings."""

    original: str
    orders: list[str]


def sentences(data: Path, limit: int) -> list[Sentence]:
    """At most two sentences of a problem, from problems in random order."""
    rng = Random(SEED)
    problems = [json.loads(line)["question"] for file in FILES for line in (data / file).open("rb")]
    rng.shuffle(problems)
    found: list[Sentence] = []
    for text in Parser().parse(problems):
        for n in rng.sample(range(len(text.sents)), len(text.sents))[:2]:
            start, end = (text.tokens[i] for i in (text.sents[n][0], text.sents[n][1] - 1))
            if orders := candidates(text, n, rng):
                found.append(Sentence(text.text[start.start : end.end], orders))
    return found[:limit]


Logs = dict[str, NDArray[np.floating]]


def logs_of(model: TokenFluency, work: Sequence[Sentence]) -> Logs:
    """The logarithms of the tokens of every text."""
    texts = [text for sentence in work for text in (sentence.original, *sentence.orders)]
    return dict(zip(texts, model.log_probabilities(texts), strict=True))


def scores(logs: Logs, mean: Mean, first_token: bool) -> dict[str, float]:
    """The score of each text."""
    return {
        text: mean_probability(row if first_token else row[1:], mean) for text, row in logs.items()
    }


def best(orders: Sequence[str], by: dict[str, float]) -> str:
    """The order with the highest score."""
    return max(orders, key=by.__getitem__)


def compared(work: Sequence[Sentence], model: Logs, judge: Logs) -> dict[str, object]:
    """The agreement under each way to average."""
    figures: dict[str, object] = {}
    for mean, first_token in product(MEANS, (True, False)):
        ours, theirs = (scores(logs, mean, first_token) for logs in (model, judge))
        near = [best(s.orders, ours) in sorted(s.orders, key=theirs.__getitem__)[-2:] for s in work]
        figures[mean if first_token else f"{mean}, without the first token"] = {
            "agreement": share([best(s.orders, ours) == best(s.orders, theirs) for s in work]),
            "ours among their best two": share(near),
            "ours prefers the original": share([original_first(s, ours) for s in work]),
            "theirs prefers the original": share([original_first(s, theirs) for s in work]),
        }
    a, b = (scores(judge, mean, True) for mean in MEANS)
    figures["the judge's geometric and arithmetic choice agree"] = share(
        [best(s.orders, a) == best(s.orders, b) for s in work]
    )
    return figures


def original_first(sentence: Sentence, by: dict[str, float]) -> bool:
    """Is the original preferred to all its reorderings?"""
    return best((sentence.original, *sentence.orders), by) == sentence.original


def share(hits: Sequence[bool]) -> dict[str, float]:
    """A share with half the width of its 95% interval."""
    p = sum(hits) / len(hits)
    return {"share": round(p, 3), "±": round(1.96 * sqrt(p * (1 - p) / len(hits)), 3)}


def speed(model: Fluency, work: Sequence[Sentence]) -> float:
    """Sentences a second, each with its orders, asked for one by one as noise does."""
    start = time.perf_counter()
    for sentence in work:
        model.most_fluent(sentence.orders)
    return len(work) / (time.perf_counter() - start)


def main() -> None:
    """Compare, time, record."""
    parser = options(__doc__, limit=500)
    parser.add_argument("model", help="SmolLM2's GGUF file, or another causal language model")
    arguments = parser.parse_args()
    work = sentences(arguments.data, arguments.limit)
    embedded, judge = NgramFluency(), CausalFluency(arguments.model)
    figures = {
        "judge": Path(arguments.model).name,
        "chance": round(sum(1 / len(s.orders) for s in work) / len(work), 3),
        **compared(work, logs_of(embedded, work), logs_of(judge, work)),
        "sentences a second": {
            "embedded": round(speed(embedded, work)),
            "judge": round(speed(judge, work[:10]), 2),
        },
    }
    print(json.dumps(figures, indent=1, ensure_ascii=False))
    command = "python bench/fluency.py SmolLM2-135M-Instruct.Q4_1.gguf --data DATA"
    print(report("fluency", figures, command=command, n=len(work), seed=SEED))


if __name__ == "__main__":
    main()
