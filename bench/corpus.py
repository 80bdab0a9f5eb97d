"""Makes the corpus and writes its counts: `python bench/corpus.py DATA OUT`.

The text is read by eye: results/corpus_reading.md holds 60 random results and a verdict each.
"""

from __future__ import annotations

import sys
from pathlib import Path

from report import report, state

from scaning.commands.prepare import figures, texts, write
from scaning.corpus import PROBLEM, BadRow, problem_of, read
from scaning.prepare import Casing, Report, Seen, detokenised, mended, prepared
from scaning.prepare.duplicates import NEAR_EVALUATION
from scaning.records import Problem

EVALUATION = ("aqua_val", "aqua_test", "sawp_test", "paraqd_aqua_labels", "paraqd_sawp_labels")
HELD = 800  # cased problems whose capitals are taken away and given back


def main(data: Path, output: Path) -> None:
    """Make the corpus, look for leaks in what was made, measure the casing."""
    commit = state()
    rows = read(str(data / "word_problems.jsonl"), PROBLEM)
    problems = [problem_of(row) for row in rows if not isinstance(row, BadRow)]
    against = texts([str(data / f"{name}.jsonl") for name in EVALUATION])
    counts = Report()
    kept = list(prepared(problems, against=against, report=counts))
    split = write(kept, output, (45, 50, 5))
    evaluation = Seen(near=NEAR_EVALUATION)
    for text in against:
        evaluation.add(text)
    leaks = sum(evaluation.kind(problem.question) is not None for problem in kept)
    found = {"splits": split, "near an evaluation set": leaks, "casing": casing(problems)}
    name = "python bench/corpus.py DATA OUT"
    report(
        "corpus", {**found, **figures(counts)}, command=name, n=len(problems), seed=0, commit=commit
    )


def casing(problems: list[Problem]) -> dict[str, float]:
    """How many of the words of held-out cased problems get their capitals back."""
    cased = [
        detokenised(mended(problem.question))
        for problem in problems
        if problem.extra.get("cased") and problem.extra.get("source") == "aqua"
    ]
    learnt = Casing.learn(cased[HELD:])
    pairs = [(text, learnt.cased(text.lower())) for text in cased[:HELD]]
    words = [(a, b) for one, two in pairs for a, b in zip(one.split(), two.split(), strict=True)]
    return {
        "problems": len(pairs),
        "words right": sum(a == b for a, b in words) / len(words),
        "problems all right": sum(a == b for a, b in pairs) / len(pairs),
        "words right if all were left small": sum(a == a.lower() for a, _ in words) / len(words),
    }


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
