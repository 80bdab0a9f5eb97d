"""Measure what a system wrote: every output once, then three ways to sum them up.

`best` keeps of each problem the output of the highest PQI, which is what the paper reports: the
best of 12 or of 24 by the figure that is reported. `mean` is the mean over all outputs of a
problem. `top1` is the one that would be handed out: the system's own first, or what `select`
ranks first; a problem for which nothing is handed out is missing there, and is counted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from statistics import fmean

from scaning.encoder import Encoder
from scaning.evaluate.intervals import figure
from scaning.evaluate.systems import Answers, Output
from scaning.facts import compare_many
from scaning.records import Pair, Scores
from scaning.score import score_pairs
from scaning.select import Rules, Scored, diversity_of, rules_of, select

METRICS = ("similarity", "diversity", "numeracy", "pqi", "bleu_diversity", "wpd")
LEAST_DIVERSITY = 0.15  # an accepted rewriting that differs less is no use to a teacher
DIFFERENT = 3  # so many different ones are wanted of a problem


@dataclass(frozen=True, slots=True)
class Measured:
    """An output with its scores, and whether the facts agree."""

    pair: Pair
    output: Output
    scores: Scores
    ok: bool


@dataclass(frozen=True, slots=True)
class Result:
    """One figure: of a system, on a dataset, summed up in one way."""

    system: str
    dataset: str
    summary: str
    metric: str
    value: float
    std: float
    low: float
    high: float
    n: int
    signature: str = ""

    def cells(self) -> dict[str, object]:
        """The figure as a row."""
        return asdict(self)


def measured(
    answers: Answers, *, preset: str, encoder: Encoder | None
) -> dict[str, list[Measured]]:
    """Every output of a system with its scores and the word of the facts, by problem."""
    question = {problem.id: problem.question for problem in answers.problems}
    rows = [
        (Pair(id, question[id], output.text, output.prompt), output)
        for id, outputs in answers.outputs.items()
        for output in outputs
    ]
    scores = score_pairs((pair for pair, _ in rows), preset=preset, encoder=encoder)
    verdicts = compare_many((pair.original, pair.candidate) for pair, _ in rows)
    found: dict[str, list[Measured]] = {id: [] for id in question}
    for (pair, output), each, verdict in zip(rows, scores, verdicts, strict=True):
        found[pair.id].append(Measured(pair, output, each, verdict.ok))
    return found


def results(
    answers: Answers,
    found: dict[str, list[Measured]],
    *,
    rules: str | Rules = "default",
    signature: str = "",
    seed: int = 3407,
) -> Iterator[Result]:
    """The figures of a system on a dataset, in all three ways, and how much it covers."""
    outputs = max((len(each) for each in found.values()), default=0)
    sums = {
        f"best of {outputs}": [max(each, key=_pqi) for each in found.values() if each],
        "top 1": list(_first(found, rules_of(rules))),
    }
    for summary, rows in sums.items():
        for metric in METRICS:
            yield _result(answers, summary, metric, _values(rows, metric), signature, seed)
        yield _result(
            answers, summary, "facts ok", [float(row.ok) for row in rows], signature, seed
        )
    groups = [each for each in found.values() if each]
    for metric in METRICS:
        means = [fmean(_values(each, metric)) for each in groups if _values(each, metric)]
        yield _result(answers, "mean", metric, means, signature, seed)
    oks = [fmean(float(row.ok) for row in each) for each in groups]
    yield _result(answers, "mean", "facts ok", oks, signature, seed)
    yield from _coverage(answers, found, sums["top 1"], signature, seed, rules_of(rules))


def _coverage(
    answers: Answers,
    found: dict[str, list[Measured]],
    first: list[Measured],
    signature: str,
    seed: int,
    rules: Rules,
) -> Iterator[Result]:
    """How many problems get a rewriting, an accepted one that differs, three of them."""
    handed = {row.pair.id for row in first}
    distance = diversity_of(rules.preset)
    accepted = {
        id: [row.pair.candidate for row in each if row.ok and _differs(row)]
        for id, each in found.items()
    }
    apart = [_apart(texts, distance, rules.apart) for texts in accepted.values()]
    shares = {
        "handed out": [float(id in handed) for id in found],
        "an accepted one": [float(bool(texts)) for texts in accepted.values()],
        "three accepted ones": [float(count >= DIFFERENT) for count in apart],
    }
    for metric, values in shares.items():
        yield _result(answers, "coverage", metric, values, signature, seed)


def _differs(row: Measured) -> bool:
    return row.scores.diversity >= LEAST_DIVERSITY


def _apart(texts: Sequence[str], distance: Callable[[str, str], float], least: float) -> int:
    """How many of some texts differ from one another, taken as they come."""
    kept: list[str] = []
    for text in dict.fromkeys(texts):
        if len(kept) == DIFFERENT:
            break
        if all(distance(text, other) >= least for other in kept):
            kept.append(text)
    return len(kept)


def _first(found: dict[str, list[Measured]], rules: Rules) -> Iterator[Measured]:
    """What would be handed out for each problem: the system's own first, or that of `select`."""
    ranked = any(row.output.rank is not None for each in found.values() for row in each)
    if ranked:
        for each in found.values():
            own = [row for row in each if row.output.rank is not None]
            if own:
                yield min(own, key=lambda row: row.output.rank or 0)
        return
    rows = [row for each in found.values() for row in each]
    scored = [Scored(row.pair, row.scores, row.ok) for row in rows]
    by_scored = {id(one): row for one, row in zip(scored, rows, strict=True)}
    for kept in select(scored, rules=rules).kept:
        if kept.rank == 1:
            yield by_scored[id(kept.row)]


def _pqi(row: Measured) -> float:
    return row.scores.diversity if row.scores.pqi is None else row.scores.pqi


def _values(rows: Sequence[Measured], metric: str) -> list[float]:
    found = (getattr(row.scores, metric) for row in rows)
    return [value for value in found if value is not None]


def _result(
    answers: Answers, summary: str, metric: str, values: list[float], signature: str, seed: int
) -> Result:
    found = figure(values, seed=seed)
    return Result(answers.system, answers.dataset, summary, metric, *found, signature)
