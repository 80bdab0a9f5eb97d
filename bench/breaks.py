"""Measure whether `facts.compare` rejects made damage, says why, and accepts harmless rewritings.

    python bench/breaks.py --data DATA
    python bench/breaks.py --data DATA --show flip-share -n 20

Every operator of `bench/damage` is applied wherever it applies, and a break counts as named when a
reason has one of the kinds that the operator's table allows. `chain` applies three harmless
rewritings one after the other. The sets of problems are reported apart:

cased      the first 2,000 of a shuffled corpus, and more for an operator that applies to under 100;
fresh      the last 1,000, whose failures `--show` never prints: nobody has mended a rule by them;
rewritten  the first 1,000, with the damage done to what a chain has made of the problem, so that
           a break hides among other changes;
lowered    500 problems of a source that is lower-cased and split into tokens.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from math import sqrt
from pathlib import Path
from random import Random

from scaning.facts import compare_many
from scaning.parse import Parser, Text, shared_parser
from scaning.records import Problem, Verdict
from scaning.scorer.damage import BREAKS, KEEPS, Change

ROOT = Path(__file__).parents[1]
SEED = 3407
CASED, FRESH, REWRITTEN, LOWERED, AT_LEAST = 2000, 1000, 1000, 500, 100
Compare = Callable[[Iterable[tuple[str, str]]], Iterator[Verdict]]


@dataclass(frozen=True, slots=True)
class Case:
    """A problem, what an operator made of it, and what the checker said."""

    original: str
    candidate: str
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Tally:
    """The cases of one operator; `kinds` is empty for what should be accepted."""

    kinds: frozenset[str]
    cases: list[Case] = field(default_factory=list)

    @property
    def right(self) -> list[bool]:
        """For each case whether the verdict is as it should be."""
        return [case.verdict.ok is not bool(self.kinds) for case in self.cases]

    @property
    def named(self) -> list[bool]:
        """For each case whether a reason has one of the right kinds."""
        return [
            any(reason.kind in self.kinds for reason in case.verdict.reasons) for case in self.cases
        ]

    def failures(self) -> list[Case]:
        """The cases that went wrong: accepted breaks, unnamed breaks, rejected rewritings."""
        good = self.named if self.kinds else self.right
        return [case for case, fine in zip(self.cases, good, strict=True) if not fine]


def chain(parser: Parser) -> Change:
    """Three harmless rewritings in a row, each on what the one before has made."""

    def change(problem: Text, rng: Random) -> str | None:
        text, done = problem, 0
        for name in rng.sample(sorted(KEEPS), len(KEEPS)):
            new = KEEPS[name](text, rng)
            if new is not None:
                text, done = parser(new), done + 1
            if done == 3:
                return text.text
        return None

    return change


def on_chain(change: Change, parser: Parser) -> Change:
    """The operator on what a chain has made of the problem."""
    rewritten = chain(parser)

    def both(problem: Text, rng: Random) -> str | None:
        text = rewritten(problem, rng)
        return None if text is None else change(parser(text), rng)

    return both


def made(
    problems: Sequence[Problem], operators: Mapping[str, Change], parser: Parser, *, first: int
) -> dict[str, list[tuple[str, str]]]:
    """For each operator the pairs that it makes of the first problems, or of more if it is rare."""
    pairs: dict[str, list[tuple[str, str]]] = {name: [] for name in operators}
    texts = parser.parse(problem.question for problem in problems)
    for number, (problem, text) in enumerate(zip(problems, texts, strict=True)):
        wanted = [name for name in pairs if number < first or len(pairs[name]) < AT_LEAST]
        if not wanted:
            break
        for name in wanted:
            # The randomness belongs to the problem and the operator, so order plays no part.
            new = operators[name](text, Random(f"{SEED}/{problem.id}/{name}"))
            if new is not None:
                pairs[name].append((problem.question, new))
    return pairs


def judged(pairs: Mapping[str, list[tuple[str, str]]], compare: Compare) -> dict[str, Tally]:
    """The verdicts on all the pairs by operator, asked for in one go: a text is parsed once."""
    everything = [(name, pair) for name, many in pairs.items() for pair in many]
    tallies = {name: Tally(_kinds(name)) for name in pairs}
    verdicts = compare(pair for _, pair in everything)
    for (name, pair), verdict in zip(everything, verdicts, strict=True):
        tallies[name].cases.append(Case(*pair, verdict))
    return tallies


def _kinds(operator: str) -> frozenset[str]:
    return BREAKS[operator].kinds if operator in BREAKS else frozenset()


def wilson(good: int, n: int) -> tuple[float, float]:
    """The 95% interval of a share after Wilson (1927)."""
    if n == 0:
        return 0.0, 1.0
    z, p = 1.959964, good / n
    middle = (p + z * z / (2 * n)) / (1 + z * z / n)
    spread = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    return round(middle - spread, 4), round(middle + spread, 4)


def share(good: list[bool]) -> dict[str, object]:
    """A share with its interval."""
    n = len(good)
    return {"share": round(sum(good) / n, 4) if n else None, "interval": wilson(sum(good), n)}


def figures(tallies: Mapping[str, Tally]) -> dict[str, dict[str, object]]:
    """What is written down for each operator."""
    return {
        name: {"n": len(tally.cases), "rejected": share(tally.right), "named": share(tally.named)}
        if tally.kinds
        else {"n": len(tally.cases), "accepted": share(tally.right)}
        for name, tally in tallies.items()
    }


def read(data: Path, *, cased: bool) -> list[Problem]:
    """The problems of the corpus in a shuffled order that is the same every time."""
    with (data / "word_problems.jsonl").open(encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    problems = [
        Problem(row["id"], row["question"])
        for row in rows
        if row["cased"] is cased and (cased or row["source"] == "mathqa")
    ]
    Random(SEED).shuffle(problems)
    return problems


def printed(tallies: Mapping[str, Tally]) -> str:
    """A table for people: breaks with two shares, rewritings with one."""
    lines = [f"{'operator':24}{'n':>6}  {'right':>7}  {'95% interval':>15}  {'named':>7}"]
    for name, tally in tallies.items():
        n, good = len(tally.cases), sum(tally.right)
        low, high = wilson(good, n)
        right = f"{good / n:7.1%}" if n else f"{'-':>7}"
        named = f"{sum(tally.named) / n:7.1%}" if n and tally.kinds else ""
        lines.append(f"{name:24}{n:6}  {right}  {low:7.1%} {high:7.1%}  {named}")
    return "\n".join(lines)


def show(tally: Tally, n: int) -> None:
    """Print some failures of one operator."""
    failures = tally.failures()
    print(f"{len(failures)} failures of {len(tally.cases)}")
    for case in Random(SEED).sample(failures, min(n, len(failures))):
        reasons = "; ".join(f"{r.kind}: {r.message}" for r in case.verdict.reasons) or "accepted"
        print(
            f"\n  original   {case.original}\n  candidate  {case.candidate}\n  verdict    {reasons}"
        )


def write(sets: Mapping[str, Mapping[str, Tally]], path: Path) -> None:
    """Write the figures beside what they were made with."""
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.strip()
    report = {
        "command": "python bench/breaks.py --data DATA",
        "commit": commit,
        "date": date.today().isoformat(),
        "seed": SEED,
        "problems": {
            "cased": CASED,
            "cased_for_an_operator": AT_LEAST,
            "fresh": FRESH,
            "rewritten": REWRITTEN,
            "lowered": LOWERED,
        },
    } | {name: figures(tallies) for name, tallies in sets.items()}
    path.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")


def main() -> None:
    """Make the damage, ask the checker, and print and write what it said."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", default=os.environ.get("SCANING_DATA"))
    parser.add_argument("--show", metavar="OPERATOR", help="print failures of one operator only")
    parser.add_argument("-n", type=int, default=20, help="how many failures to print")
    parser.add_argument("--limit", type=int, help="problems to use; nothing is then written")
    options = parser.parse_args()
    if options.data is None:
        sys.exit("Say where word_problems.jsonl is: --data DIR or SCANING_DATA.")
    texts = shared_parser()
    breaks = {name: one.change for name, one in BREAKS.items()}
    operators = breaks | {**KEEPS, "chain": chain(texts)}
    if options.show and options.show not in operators:
        sys.exit(f"No operator {options.show!r}. Known: {', '.join(operators)}.")
    cased, lowered = (read(Path(options.data), cased=cased) for cased in (True, False))
    seen = cased[:-FRESH]
    if options.show:
        pairs = made(seen, {options.show: operators[options.show]}, texts, first=CASED)
        show(judged(pairs, compare_many)[options.show], options.n)
        return
    n = options.limit or CASED
    # The copy of a rewriting is a rewriting, and right.
    chained = {n: on_chain(change, texts) for n, change in breaks.items() if n != "copy"}
    sets = {
        "cased": made(seen[: options.limit], operators, texts, first=n),
        "fresh": made(cased[-FRESH:][: options.limit], operators, texts, first=n),
        "rewritten": made(seen[: min(n, REWRITTEN)], chained, texts, first=n),
        "lowered": made(lowered[: min(n, LOWERED)], operators, texts, first=n),
    }
    tallies = {name: judged(pairs, compare_many) for name, pairs in sets.items()}
    for name, found in tallies.items():
        print(f"\n{name}\n{printed(found)}")
    if not options.limit:
        write(tallies, ROOT / "results" / "breaks.json")


if __name__ == "__main__":
    main()
