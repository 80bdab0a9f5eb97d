"""Which noise a problem gets, and the rows that come of it.

All chance comes from the seed and the problem's id, and for a row from its combination too, so a
row is the same whatever else is noised, in whatever order and by however many processes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from random import Random

from scaning.noise.combinations import Combination, Step, Table, sampled
from scaning.noise.contract import NOISERS, Kit, Mode
from scaning.noise.prepare import prepared
from scaning.noise.presets import Preset
from scaning.noise.protect import protected
from scaning.noise.rows import Applied, NoiseRow
from scaning.noise.verify import facts_kept
from scaning.parse import Parser, Text
from scaning.prompts import denoiser_prompt
from scaning.records import Problem

PASSIVIZATION = "passivization"
# The passive of an inference row is asked for where words are replaced and nothing is moved.
_REPLACING = frozenset({"templatization", "synonym_substitution"})
_MOVING = frozenset({"sentence_permutation", "phrase_shuffling", "permute_shuffle"})

Passive = Callable[[Text], str | None]


@dataclass(frozen=True, slots=True)
class Policy:
    """How problems are noised: `rows` of each, and a share of them `passive`."""

    mode: Mode
    preset: Preset
    table: Table
    rows: int
    passive: float
    seed: int
    kit: Kit
    parser: Parser
    passive_of: Passive

    def noised(self, problems: Sequence[Problem]) -> list[list[NoiseRow]]:
        """The rows of every problem; fewer than `rows` where too few combinations apply to it."""
        texts = self.parser.parse([prepared(problem.question) for problem in problems])
        cases = [self._case(problem, t) for problem, t in zip(problems, texts, strict=True)]
        while drafts := [draft for case in cases for draft in self._missing(case)]:
            self._apply(drafts)
            for draft in self._good(drafts):
                draft.case.drafts.append(draft)
        if self.mode == "inference":
            return [self._inference_rows(case) for case in cases]
        return self._training_rows(cases)

    def _case(self, problem: Problem, text: Text) -> _Case:
        rng = Random(f"{self.seed}/{problem.id}")
        order = iter(sampled(self.table.of(self.mode), rng))
        text = protected(text, whole=self.kit.rules.whole)
        return _Case(problem, text, order, passive=rng.random() < self.passive)

    def _missing(self, case: _Case) -> Iterator[_Draft]:
        """New drafts for the rows that a problem still lacks, of the combinations drawn next."""
        for combination in islice(case.order, self.rows - len(case.drafts)):
            rng = Random(f"{self.seed}/{case.problem.id}/{combination.name}")
            yield _Draft(case, combination.steps, rng, case.text, rng.random() < self.passive)

    def _apply(self, drafts: Sequence[_Draft]) -> None:
        """Apply the steps of all drafts side by side, so that parsing goes in batches."""
        for n in range(max(len(draft.steps) for draft in drafts)):
            changed = [draft for draft in drafts if n < len(draft.steps) and self._step(draft, n)]
            if self.preset.reparse:
                self._reparse([draft for draft in changed if n + 1 < len(draft.steps)])

    def _reparse(self, drafts: Sequence[_Draft]) -> None:
        texts = self.parser.parse([draft.text.text for draft in drafts])
        for draft, text in zip(drafts, texts, strict=True):
            draft.text = protected(text, whole=self.kit.rules.whole)

    def _step(self, draft: _Draft, n: int) -> bool:
        """Apply one function; one that does not apply leaves no entry in the log."""
        function, share = draft.steps[n]
        fraction = 1.0 if share is None else self._jittered(share, draft.rng)
        noised = NOISERS[function, self.mode](fraction, self.kit)(draft.text, draft.rng)
        if noised is None and function == "phrase_shuffling" and self.preset.shuffle_instead:
            function, fraction = "random_shuffling", self.preset.shuffle_instead
            noised = NOISERS[function, "training"](fraction, self.kit)(draft.text, draft.rng)
        if noised is None:
            return False
        draft.text = noised
        draft.log.append(Applied(function, round(fraction, 4)))
        return True

    def _jittered(self, share: float, rng: Random) -> float:
        reach = self.preset.jitter.of(self.mode)
        return min(max(share + reach * rng.uniform(-1, 1), 0.0), 1.0)

    def _good(self, drafts: Sequence[_Draft]) -> Iterator[_Draft]:
        """The drafts that noise has changed and, if that matters, that kept every fact."""
        changed = [draft for draft in drafts if draft.is_noised()]
        if not self.preset.verify or self.mode == "training":
            yield from changed
            return
        before = [draft.case.text.text for draft in changed]
        kept = facts_kept(self.parser, before, [draft.text.text for draft in changed])
        yield from (draft for draft, is_kept in zip(changed, kept, strict=True) if is_kept)

    def _training_rows(self, cases: Sequence[_Case]) -> list[list[NoiseRow]]:
        """The rows; the problems that are to become passive are parsed together, as they came."""
        asked = [case for case in cases if any(draft.passive for draft in case.drafts)]
        texts = self.parser.parse([case.problem.question for case in asked])
        targets = {
            case.problem.id: self.passive_of(text) for case, text in zip(asked, texts, strict=True)
        }
        return [
            [
                case.row(draft, target=targets[case.problem.id] if draft.passive else None)
                for draft in case.drafts
            ]
            for case in cases
        ]

    def _inference_rows(self, case: _Case) -> list[NoiseRow]:
        if not case.passive:
            return [case.row(draft) for draft in case.drafts]
        if self.table.passive_rows:
            alone = _Draft(case, (), Random(), case.text, True, [Applied(PASSIVIZATION, 1.0)])
            return [*map(case.row, case.drafts), case.row(alone, passive=True)]
        asked = min(case.drafts, key=_unfit_for_passive, default=None)
        return [case.row(draft, passive=draft is asked) for draft in case.drafts]


@dataclass(slots=True)
class _Case:
    """A problem in work: the combinations still to be tried and the drafts that turned out well."""

    problem: Problem
    text: Text
    order: Iterator[Combination]
    passive: bool
    drafts: list[_Draft] = field(default_factory=list)

    def row(self, draft: _Draft, *, target: str | None = None, passive: bool = False) -> NoiseRow:
        passive = passive or target is not None
        return NoiseRow(
            id=self.problem.id,
            original=self.problem.question,
            source=draft.text.text,
            target=target or self.problem.question,
            prompt=denoiser_prompt(passive=passive),
            log=tuple(draft.log),
            passive=passive,
            extra=self.problem.extra,
        )


@dataclass(slots=True)
class _Draft:
    """A row in the making."""

    case: _Case
    steps: tuple[Step, ...]
    rng: Random
    text: Text
    passive: bool
    log: list[Applied] = field(default_factory=list)

    def is_noised(self) -> bool:
        """Was something done that the next function did not undo?"""
        if self.text.text != self.case.text.text:
            return True
        return {done.function for done in self.log} == {"same_sentence"}


def _unfit_for_passive(draft: _Draft) -> tuple[bool, bool, bool]:
    """The lower the better: only replaced words, some replaced and none moved, none moved."""
    done = {applied.function for applied in draft.log}
    return not done <= _REPLACING, not done.isdisjoint(_MOVING), done.isdisjoint(_REPLACING)
