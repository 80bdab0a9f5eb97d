"""Rewriting by rules: what can be said otherwise with certainty, without a model.

A rule reads a parsed text and proposes changes. Changes that do not clash are made together, and
words are replaced in what comes out. All chance comes from the seed, the problem and the prompt.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from scaning.parse import Parser, Text, shared_parser
from scaning.prompts import TEST_PROMPTS
from scaning.records import Candidate, Problem
from scaning.rewrite.changes import Change, Kind, Rule, clash, made
from scaning.rewrite.conditions import conditions
from scaning.rewrite.fronting import fronting
from scaning.rewrite.joins import joins
from scaning.rewrite.measures import measures
from scaning.rewrite.order import question_first
from scaning.rewrite.questions import questions
from scaning.rewrite.statements import statements
from scaning.rewrite.voices import voices
from scaning.rewrite.words import other_phrases, other_words

STRUCTURE: tuple[Rule, ...] = (
    voices, questions, conditions, fronting, statements, joins, measures,
)  # fmt: skip
# Where several prompts are asked, everything may be changed at once too.
EVERYTHING = "paraphrase passive fix replace shuffle : "
MORE = 6


class Rules:
    """The generator that needs no model."""

    name = "rules"

    def __init__(self, parser: Parser | None = None) -> None:
        self._parser = parser

    def candidates(
        self,
        problems: Sequence[Problem],
        *,
        n: int,
        prompts: Sequence[str] = TEST_PROMPTS,
        seed: int,
    ) -> list[list[Candidate]]:
        """For each problem at most `n` texts for each prompt, none of them twice."""
        parser = self._parser or shared_parser()
        if len(prompts) > 1:
            prompts = (*prompts, *[EVERYTHING] * MORE)
        texts = parser.parse(problem.question for problem in problems)
        drafts = [
            _Drafts(problem, text, structural(text))
            for problem, text in zip(problems, texts, strict=True)
        ]
        moved = [draft.moved(n, prompts, seed) for draft in drafts]
        wanted = [text for several in moved for _, text in several]
        parsed = dict(zip(wanted, parser.parse(wanted), strict=True))
        return [
            draft.reworded(several, parsed, seed)
            for draft, several in zip(drafts, moved, strict=True)
        ]


def structural(text: Text) -> list[Change]:
    """Everything that the rules would change but single words."""
    return [change for rule in STRUCTURE for change in rule(text)]


def compatible(changes: Sequence[Change], rng: Random, kinds: frozenset[Kind]) -> list[Change]:
    """Changes of the kinds in random order, each that clashes with none before it."""
    chosen: list[Change] = []
    wanted = [change for change in changes if change.kind in kinds]
    for change in rng.sample(wanted, len(wanted)):
        if not any(clash(change, other) for other in chosen):
            chosen.append(change)
    return chosen


class _Drafts:
    """What is being made of one problem."""

    def __init__(self, problem: Problem, text: Text, changes: list[Change]) -> None:
        self.problem = problem
        self.text = text
        self.changes = changes

    def moved(self, n: int, prompts: Sequence[str], seed: int) -> list[tuple[str, str]]:
        """Prompts with texts whose structure is changed as they ask; `n` of each at most."""
        found: list[tuple[str, str]] = []
        for at, prompt in enumerate(prompts):
            kinds = kinds_of(prompt)
            drafts: dict[str, None] = {}
            for attempt in range(n):
                rng = Random(f"{seed}/{self.problem.id}/{prompt}/{at}/{attempt}")
                chosen = compatible(self.changes, rng, kinds)
                text = made(self.text.text, chosen)
                if kinds & {"replace", "shuffle"} or text != self.text.text:
                    drafts[text] = None
            found += [(prompt, text) for text in drafts]
        return found

    def reworded(
        self, moved: Sequence[tuple[str, str]], parsed: dict[str, Text], seed: int
    ) -> list[Candidate]:
        """The texts with words replaced where the prompt asks for it."""
        found: dict[str, Candidate] = {}
        for at, (prompt, text) in enumerate(moved):
            if "replace" in kinds_of(prompt):
                rng = Random(f"{seed}/{self.problem.id}/{prompt}/words/{at}")
                changes = [*other_words(parsed[text]), *other_phrases(parsed[text])]
                if prompt == EVERYTHING:
                    # What has been moved may be said otherwise as well.
                    changes += structural(parsed[text])
                text = made(text, compatible(changes, rng, kinds_of(prompt)))
            if "shuffle" in kinds_of(prompt) and at % 2 == 0:
                text = question_first(text) or text
            found.setdefault(text, Candidate(text, prompt, Rules.name))
        found.pop(self.text.text, None)
        return list(found.values())


def kinds_of(prompt: str) -> frozenset[Kind]:
    """What a prompt asks for; one without words asks for everything."""
    words: frozenset[Kind] = frozenset({"passive", "shuffle", "replace", "fix"})
    asked = words & set(prompt.split())
    return frozenset(asked) or words
