"""The decision: filter each row alone, then pick the best of each group."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from math import nan
from typing import Literal, TypeAlias

from scaning.parse import shared_parser
from scaning.records import Pair, Scores
from scaning.score.features import Reader
from scaning.score.pairs import diversity_between, overall_score
from scaning.score.presets import Preset
from scaning.select.rules import PROMPT_WORDS, Column, Limit, Prompt, Rules, rules_of

Kind: TypeAlias = Literal["facts", "near-duplicate", "outranked"] | Column | Prompt
Diversity: TypeAlias = Callable[[str, str], float]


@dataclass(frozen=True, slots=True)
class Scored:
    """A pair with its scores; `ok` is what the comparison of facts said, if it was asked."""

    pair: Pair
    scores: Scores
    ok: bool | None = None


@dataclass(frozen=True, slots=True)
class Kept:
    """A chosen row, its place in its group from 1, and the marginal relevance that won it."""

    row: Scored
    rank: int
    relevance: float


@dataclass(frozen=True, slots=True)
class Miss:
    """What a row missed: the value it has and the limit it should reach, NaN where it has none.

    `other` is the kept candidate of which the row is a near-duplicate.
    """

    kind: Kind
    value: float
    limit: float
    other: str = ""

    def __str__(self) -> str:
        if self.kind == "facts":
            return "the facts do not agree"
        if self.kind == "outranked":
            return f"relevance {self.value:.3f}, the last kept has {self.limit:.3f}"
        near = f" of {self.other!r}" if self.other else ""
        return f"{self.kind}{near}: {self.value:.3f}, needs {self.limit:.3f}"


@dataclass(frozen=True, slots=True)
class Dropped:
    """A row that was not chosen, and everything that speaks against it."""

    row: Scored
    misses: tuple[Miss, ...]


@dataclass(frozen=True, slots=True)
class Selection:
    """The kept rows, group by group and best first, and the dropped ones, in order of arrival."""

    kept: tuple[Kept, ...]
    dropped: tuple[Dropped, ...]
    rules: Rules
    rows: tuple[Scored, ...] = field(repr=False)
    _diversity: Diversity = field(repr=False, compare=False)

    def rethreshold(self, rules: str | Rules) -> Selection:
        """The same rows decided under other rules; nothing is scored again."""
        chosen = rules_of(rules)
        if chosen.preset != self.rules.preset:
            return select(self.rows, rules=chosen)
        return _decide(self.rows, chosen, self._diversity)


def select(
    rows: Iterable[Scored],
    *,
    rules: str | Rules = "default",
    diversity: Diversity | None = None,
) -> Selection:
    """The best rows of each problem, wherever in the stream they stand.

    A group is an id with its original, so equal problems with different ids stay apart.
    `diversity(original, candidate)` compares two candidates; if none is given, it is that of the
    rules' preset. The result does not depend on the order in which the rows arrive.
    """
    chosen = rules_of(rules)
    return _decide(tuple(rows), chosen, cache(diversity or diversity_of(chosen.preset)))


def _decide(rows: tuple[Scored, ...], rules: Rules, diversity: Diversity) -> Selection:
    groups: dict[tuple[str, str], list[int]] = {}
    for i, row in enumerate(rows):
        groups.setdefault((row.pair.id, row.pair.original), []).append(i)
    kept: list[Kept] = []
    missed: dict[int, tuple[Miss, ...]] = {}
    for group in groups.values():
        failed = {i: found for i in group if (found := misses(rows[i], rules))}
        passed = {i: rows[i] for i in group if i not in failed}
        winners, losers = pick(passed, rules=rules, diversity=diversity)
        kept.extend(winners)
        missed |= failed | losers
    dropped = tuple(Dropped(rows[i], missed[i]) for i in sorted(missed))
    return Selection(tuple(kept), dropped, rules, rows, diversity)


def misses(row: Scored, rules: Rules) -> tuple[Miss, ...]:
    """Everything in which a row falls short, apart from the other rows: QF, PCF and the facts."""
    found = [Miss("facts", nan, nan)] if rules.facts and row.ok is False else []
    for limit in (Limit("similarity", rules.similarity), Limit("numeracy", rules.numeracy)):
        value = _value(row, limit.column)
        if not _reaches(value, limit.least, strict=rules.strict):
            found.append(Miss(limit.column, value, limit.least))
    values = [(_value(row, limit.column), limit.least) for limit in rules.varied]
    if values and not any(_reaches(*pair, strict=rules.strict) for pair in values):
        found.append(Miss("diversity", *max(values, key=lambda pair: pair[0] - pair[1])))
    for prompt, limit in rules.prompts.items():
        asked = any(word in row.pair.prompt for word in PROMPT_WORDS[prompt])
        value = _value(row, limit.column)
        if asked and not value >= limit.least:
            found.append(Miss(prompt, value, limit.least))
    return tuple(found)


def pick(
    rows: Mapping[int, Scored], *, rules: Rules, diversity: Diversity
) -> tuple[list[Kept], dict[int, tuple[Miss, ...]]]:
    """PAMMR: again and again the row with the best λ·overall + (1−λ)·distance to those kept.

    The distance is 0 for the first. What is nearer to a kept row than `rules.apart` is dropped.
    """
    # Ties go to the first in the alphabet, whatever the order of arrival.
    pool = sorted(rows, key=lambda i: (rows[i].pair.candidate, rows[i].pair.prompt, i))
    nearest: dict[int, float] = {}
    kept: list[Kept] = []
    lost: dict[int, tuple[Miss, ...]] = {}

    def relevance(i: int) -> float:
        own = overall_score(rows[i].scores, rules.preset) or 0.0
        return rules.relevance * own + (1 - rules.relevance) * nearest.get(i, 0.0)

    while pool and len(kept) < rules.keep:
        best = max(pool, key=relevance)
        text = rows[best].pair.candidate
        kept.append(Kept(rows[best], len(kept) + 1, relevance(best)))
        pool.remove(best)
        if len(kept) == rules.keep:
            break
        for i in pool:
            distance = diversity(rows[i].pair.candidate, text)
            nearest[i] = min(distance, nearest.get(i, distance))
            if distance < rules.apart:
                lost[i] = (Miss("near-duplicate", distance, rules.apart, text),)
        pool = [i for i in pool if i not in lost]
    for i in pool:
        lost[i] = (Miss("outranked", relevance(i), kept[-1].relevance),)
    return kept, lost


def diversity_of(preset: Preset) -> Diversity:
    """The diversity of two texts under a preset; texts are parsed once."""
    reader = Reader(shared_parser(), lowered=preset.lowered)

    def diversity(original: str, candidate: str) -> float:
        first, second = reader.read([original, candidate])
        return diversity_between(first, second, preset)

    return diversity


def _value(row: Scored, column: Column) -> float:
    value: float | None = getattr(row.scores, column)
    return nan if value is None else value


def _reaches(value: float, least: float, *, strict: bool) -> bool:
    return value > least if strict else value >= least
