"""What is evaluated: anything that satisfies `Paraphraser`, or a file of what it wrote."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from scaning.records import Problem


class Paraphraser(Protocol):
    """A system that rewrites problems; ours and every other one satisfy it."""

    @property
    def name(self) -> str:
        """What tables call it."""
        ...

    def paraphrase(self, texts: Sequence[str], n: int) -> list[list[str]]:
        """At most `n` rewritings of each text, the one it would hand out first."""
        ...


@dataclass(frozen=True, slots=True)
class Output:
    """One rewriting by a system; `rank` is its place where the system ranks, from 1."""

    text: str
    prompt: str = ""
    rank: int | None = None


@dataclass(frozen=True, slots=True)
class Answers:
    """What a system wrote for each problem of a dataset, by the problem's id."""

    system: str
    dataset: str
    problems: tuple[Problem, ...]
    outputs: Mapping[str, tuple[Output, ...]]
    seconds: float | None = None
    extra: Mapping[str, object] = field(default_factory=dict, hash=False)


def ask(
    system: Paraphraser, dataset: str, problems: Sequence[Problem], *, n: int, seconds: float | None
) -> Answers:
    """Let a system answer the problems of a dataset."""
    texts = [problem.question for problem in problems]
    found = system.paraphrase(texts, n)
    outputs = {
        problem.id: tuple(Output(text, rank=rank) for rank, text in enumerate(each, start=1))
        for problem, each in zip(problems, found, strict=True)
    }
    return Answers(system.name, dataset, tuple(problems), outputs, seconds)


def answers_of(
    system: str, dataset: str, problems: Sequence[Problem], rows: Iterable[Mapping[str, object]]
) -> Answers:
    """Rows with `original` and `candidate` (or `paraphrase`) as the answers to a dataset.

    A row belongs to a problem by its id, or else by its original; others are left out.
    """
    by_text = {problem.question: problem.id for problem in problems}
    known = {problem.id for problem in problems}
    found: dict[str, list[Output]] = {problem.id: [] for problem in problems}
    for row in rows:
        original = str(row.get("original") or row.get("question") or "")
        own = str(row.get("id", ""))
        place = own if own in known else by_text.get(original)
        text = row.get("candidate") or row.get("paraphrase")
        if place is None or not isinstance(text, str):
            continue
        rank = row.get("rank")
        prompt = str(row.get("prompt") or "")
        found[place].append(Output(text, prompt, rank if isinstance(rank, int) else None))
    outputs = {id: tuple(each) for id, each in found.items()}
    return Answers(system, dataset, tuple(problems), outputs)
