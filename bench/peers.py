"""What others make of the same problems, judged by the same facts and scores.

    python bench/peers.py --data DATA --others PYTHON --server URL --server-model NAME

50 problems of aqua_val, one rewriting each. PYTHON is the interpreter of an environment with nlpaug
and textattack (see `noise_others.py`), NLTK_DATA its tables; URL is a server that speaks the OpenAI
protocol: its first answer as it comes, and the best one that our checks let through. `--model`
adds models of ours beside the rules. What is left out is not run, and the record says so. Numbers
are changed where a rewriting has other quantities than its original.

Facts and scores are ours: they favour whoever is filtered by them. Read `numbers_changed` and the
texts, which are written beside the figures, before anything else.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from statistics import mean

from noise_speed import changed_numbers
from report import ROOT, report

from scaning.chat import PREFIX, ChatGenerator, server_of
from scaning.paraphraser import Paraphraser
from scaning.records import Problem

PROBLEMS, SEED = 50, 3407
HERE = Path(__file__).parent
NOT_RUN = {
    "Parrot": "its T5, NLI and adequacy models come from the model hub when it is first used",
    "Styleformer": "its models come from the model hub when it is first used",
}
Texts = list[str | None]


def sample(data: Path) -> list[Problem]:
    """The problems, the same in every run."""
    lines = (data / "aqua_val.jsonl").read_text(encoding="utf-8").splitlines()
    rows = Random(SEED).sample([json.loads(line) for line in lines], PROBLEMS)
    return [Problem(row["id"], row["question"]) for row in rows]


def ours(model: str, work: Sequence[Problem], base_url: str | None = None) -> tuple[float, Texts]:
    """Our best variant of each problem; None where none is good enough."""
    paraphraser = Paraphraser(model, base_url=base_url)
    paraphraser.paraphrase("Ann has 3 pens and buys 4 more. How many pens has she now?", n=1)
    start = time.perf_counter()
    found = paraphraser.paraphrase(list(work), n=1)
    seconds = time.perf_counter() - start
    return seconds, [one.variants[0].text if one.variants else None for one in found]


def bare(model: str, work: Sequence[Problem], base_url: str) -> tuple[float, Texts]:
    """The first answer of a chat to each problem, as it comes."""
    chat = ChatGenerator(model, server_of(base_url))
    start = time.perf_counter()
    found = chat.candidates(work, n=1, prompts=["paraphrase : "], seed=SEED)
    return time.perf_counter() - start, [one[0].text if one else None for one in found]


def of_others(python: str, work: Sequence[Problem]) -> dict[str, tuple[float, Texts]]:
    """What the augmenters of other packages write."""
    ran = subprocess.run(
        [python, HERE / "noise_others.py"],
        input=json.dumps([problem.question for problem in work]),
        capture_output=True,
        text=True,
        check=True,
    )
    found = json.loads(ran.stdout.splitlines()[-1])
    return {name: (of["seconds"], of["texts"]) for name, of in found.items()}


def judged(work: Sequence[Problem], seconds: float, texts: Texts) -> dict[str, object]:
    """The figures of one system."""
    judge = Paraphraser("rules")
    pairs = [
        (problem.question, text)
        for problem, text in zip(work, texts, strict=True)
        if text is not None and text.split() != problem.question.split()
    ]
    found: dict[str, object] = {"rewritten": len(pairs)}
    if pairs:
        verdicts, scores = judge.check_many(pairs), judge.score_many(pairs)
        before, after = zip(*pairs, strict=True)
        ok = [s for s, v in zip(scores, verdicts, strict=True) if v.ok]
        found |= {
            "numbers_changed": changed_numbers(before, after),
            "facts_ok": sum(verdict.ok for verdict in verdicts),
            "diversity": round(mean(score.diversity for score in scores), 3),
            "similarity": round(mean(score.similarity or 0.0 for score in scores), 3),
            "diversity_of_facts_ok": round(mean(s.diversity for s in ok), 3) if ok else None,
        }
    return found | {"seconds_per_problem": round(seconds / len(work), 3)}


def main() -> None:
    """Run who can be run, print, record."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--model", action="append", default=[], help="a model of ours; repeat")
    parser.add_argument("--others", help="a Python that has nlpaug and textattack")
    parser.add_argument("--server", help="the address of a server, as http://localhost:8080/v1")
    parser.add_argument("--server-model", default="smollm2")
    given = parser.parse_args()
    work = sample(given.data)
    systems: dict[str, Callable[[], tuple[float, Texts]]] = {
        f"scaning {Path(model).name}": lambda model=model: ours(model, work)
        for model in ("rules", *given.model)
    }
    if given.server:
        name, url = given.server_model, given.server
        systems[f"{name}, prompted"] = lambda: bare(name, work, url)
        systems[f"{name}, guarded by scaning"] = lambda: ours(PREFIX + name, work, url)
    found = {name: run() for name, run in systems.items()}
    if given.others:
        found |= of_others(given.others, work)
    figures = {name: judged(work, *of) for name, of in found.items()}
    for name, of in figures.items():
        print(f"{name:40} {of}")
    texts = [
        {"id": p.id, "original": p.question, **{name: of[1][n] for name, of in found.items()}}
        for n, p in enumerate(work)
    ]
    (ROOT / "results" / "peers_texts.json").write_text(
        json.dumps(texts, indent=1, ensure_ascii=False) + "\n", encoding="utf-8"
    )
    named = " ".join(f"--model {Path(model).name}" for model in given.model)
    command = f"python bench/peers.py --data DATA {named}".strip()
    command += " --others PYTHON" * bool(given.others)
    command += f" --server URL --server-model {given.server_model}" if given.server else ""
    left_out = NOT_RUN | ({} if given.others else {"nlpaug, TextAttack": "no --others given"})
    record = {"systems": figures, "not_run": left_out}
    print(report("peers", record, command=command, n=len(work), seed=SEED))


if __name__ == "__main__":
    main()
