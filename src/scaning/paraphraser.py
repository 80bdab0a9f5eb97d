"""The whole way from a problem to its accepted rewritings, in one object.

>>> from scaning import Paraphraser
>>> paraphraser = Paraphraser("rules")
>>> found = paraphraser.paraphrase("Ann has 45 pens. She gives 17 pens to Ben. How many are left?")
>>> found.variants[0].verdict.ok
True
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from threading import Lock
from typing import overload

from scaning.encoder import EMBEDDED as EMBEDDED_ENCODER
from scaning.encoder import Encoder, encoder_of
from scaning.errors import InputError, UsageError
from scaning.facts import compare_many
from scaning.faithful import difference, other_words
from scaning.generators import EMBEDDED, Generator, generators_of
from scaning.offers import Offer, decided, distinct, names_of
from scaning.parse import Parser, shared_parser
from scaning.prompts import asked_for
from scaning.records import Pair, Paraphrased, Problem, Reason, Scores, Verdict, id_of
from scaning.score import score_pairs
from scaning.select import Limit, Rules, diversity_of, rules_of

# Problems that are worked on together: enough for batches of the model, little to wait for.
BATCH = 16
SEED = 3407
MIN_DIVERSITY = 0.15
# What a generator is asked for with each prompt, for each variant that is wanted.
DRAFTS = 2


# What else speaks against a candidate of a problem; nothing is "".
Also = Callable[[Problem, str], str]


@dataclass(frozen=True, slots=True)
class Wish:
    """What is asked for: how many variants, by which prompt, and how different they must be.

    A `free` variant may say things in words that have no counterpart in the problem, as long as its
    facts agree.
    """

    n: int = 3
    prompt: str | None = None
    keep_names: bool = True
    min_diversity: float = MIN_DIVERSITY
    drafts: int = DRAFTS
    free: bool = False

    def __post_init__(self) -> None:
        if self.n < 1 or self.drafts < 1:
            raise UsageError(f"n is {self.n}: ask for at least one variant.")
        if not 0 <= self.min_diversity <= 1:
            raise UsageError(f"min_diversity is {self.min_diversity}: it lies between 0 and 1.")
        asked_for(self.prompt)


class Paraphraser:
    """Writes variants of problems; loads its models when it is first asked.

    `model` is "embedded", the folder of a trained model, the name of one on the hub, "rules", or
    "server:NAME" for a model of the server at `base_url` (or of the environment); `generators`
    replaces it by your own. One object can be shared by threads: they take turns.
    """

    def __init__(
        self,
        model: str | None = EMBEDDED,
        *,
        generators: Sequence[Generator] | None = None,
        preset: str | Rules = "default",
        seed: int = SEED,
        encoder: str | Encoder = EMBEDDED_ENCODER,
        parser: Parser | None = None,
        base_url: str | None = None,
    ) -> None:
        self.generators = tuple(
            generators_of(model, base_url=base_url) if generators is None else generators
        )
        self.rules = rules_of(preset)
        self.seed = seed
        self._encoder = encoder
        self._parser = parser
        self._diversity = diversity_of(self.rules.preset)
        self._turn = Lock()

    @property
    def encoder(self) -> Encoder:
        """The sentence encoder that measures similarity."""
        if isinstance(self._encoder, str):
            self._encoder = encoder_of(self._encoder)
        return self._encoder

    @property
    def parser(self) -> Parser:
        """The parser that reads facts and words."""
        return self._parser or shared_parser()

    # A text is a sequence of texts, and yet asks for one answer.
    @overload
    def paraphrase(  # type: ignore[overload-overlap]
        self,
        problems: str | Problem,
        n: int = 3,
        prompt: str | None = None,
        *,
        keep_names: bool = True,
        min_diversity: float = MIN_DIVERSITY,
        drafts: int = DRAFTS,
        free: bool = False,
    ) -> Paraphrased: ...

    @overload
    def paraphrase(
        self,
        problems: Sequence[str | Problem],
        n: int = 3,
        prompt: str | None = None,
        *,
        keep_names: bool = True,
        min_diversity: float = MIN_DIVERSITY,
        drafts: int = DRAFTS,
        free: bool = False,
    ) -> list[Paraphrased]: ...

    def paraphrase(
        self,
        problems: str | Problem | Sequence[str | Problem],
        n: int = 3,
        prompt: str | None = None,
        *,
        keep_names: bool = True,
        min_diversity: float = MIN_DIVERSITY,
        drafts: int = DRAFTS,
        free: bool = False,
    ) -> Paraphrased | list[Paraphrased]:
        """At most `n` accepted variants of a problem, best first, or of each of several.

        `prompt` is what to do: "passive", "shuffle", "replace", "fix", "combinations", or None for
        whatever is best. A bad variant never fills up the number: `note` says what is missing.
        """
        wish = Wish(n, prompt, keep_names, min_diversity, drafts, free)
        if isinstance(problems, str | Problem):
            return self._batch([problem_of(problems)], wish)[0]
        return list(self.stream(problems, wish))

    def stream(
        self,
        problems: Iterable[str | Problem],
        wish: Wish | None = None,
        *,
        batch: int = BATCH,
        also: Also | None = None,
    ) -> Iterator[Paraphrased]:
        """Each problem with its variants, in order, while the problems stream by.

        `also` is asked of each safe candidate: what it says against it turns it down.
        """
        work = map(problem_of, problems)
        while chunk := list(islice(work, batch)):
            yield from self._batch(chunk, wish or Wish(), also)

    async def aparaphrase(
        self,
        problems: str | Problem | Sequence[str | Problem],
        n: int = 3,
        prompt: str | None = None,
        *,
        keep_names: bool = True,
        min_diversity: float = MIN_DIVERSITY,
        drafts: int = DRAFTS,
        free: bool = False,
    ) -> list[Paraphrased]:
        """The same as `paraphrase` in a thread of its own, always as a list."""
        wish = Wish(n, prompt, keep_names, min_diversity, drafts, free)
        several = [problems] if isinstance(problems, str | Problem) else list(problems)
        return await asyncio.to_thread(lambda: list(self.stream(several, wish)))

    def check(self, original: str, candidate: str) -> Verdict:
        """Does a candidate keep what the solution of the original rests on?"""
        return self.check_many([(original, candidate)])[0]

    def check_many(self, pairs: Iterable[tuple[str, str]]) -> list[Verdict]:
        """The verdicts on pairs of original and candidate."""
        with self._turn:
            return list(compare_many(pairs, parser=self.parser))

    def score(self, original: str, candidate: str) -> Scores:
        """How close, how different and how exact a candidate is."""
        return self.score_many([(original, candidate)])[0]

    def score_many(self, pairs: Iterable[tuple[str, str]]) -> list[Scores]:
        """The scores of pairs of original and candidate."""
        made = [Pair(id_of(original), original, candidate) for original, candidate in pairs]
        with self._turn:
            return self._scores(made)

    def _scores(self, pairs: Sequence[Pair]) -> list[Scores]:
        return list(
            score_pairs(pairs, preset=self.rules.preset, encoder=self.encoder, parser=self.parser)
        )

    def _batch(
        self, problems: list[Problem], wish: Wish, also: Also | None = None
    ) -> list[Paraphrased]:
        with self._turn:
            offers = self._judged(problems, self._offers(problems, wish), wish)
            rules = self._rules(wish)
            kept = self._names(problems) if wish.keep_names else [()] * len(problems)
            return [
                decided(
                    problem,
                    one,
                    rules,
                    self._diversity,
                    names=names,
                    also=partial(also or _nothing, problem),
                )
                for problem, one, names in zip(problems, offers, kept, strict=True)
            ]

    def _names(self, problems: list[Problem]) -> list[tuple[str, ...]]:
        return [names_of(text) for text in self.parser.parse(p.question for p in problems)]

    def _offers(self, problems: list[Problem], wish: Wish) -> list[list[Offer]]:
        """What all generators propose, cleaned and without repetitions."""
        prompts = asked_for(wish.prompt)
        several = [
            generator.candidates(problems, n=wish.drafts, prompts=prompts, seed=self.seed)
            for generator in self.generators
        ]
        return [
            distinct(problem.question, [c for found in of_one for c in found])
            for problem, of_one in zip(problems, zip(*several, strict=True), strict=True)
        ]

    def _judged(
        self, problems: list[Problem], offers: list[list[Offer]], wish: Wish
    ) -> list[list[Offer]]:
        """The offers with verdicts, and with scores where nothing speaks against them yet."""
        pairs = [
            (problem.question, offer.text)
            for problem, several in zip(problems, offers, strict=True)
            for offer in several
        ]
        verdicts = list(compare_many(pairs, parser=self.parser))
        against = self._against(pairs, verdicts, wish)
        fits = [one.ok and not reasons for one, reasons in zip(verdicts, against, strict=True)]
        made = [Pair(id_of(pair[0]), *pair) for pair, fit in zip(pairs, fits, strict=True) if fit]
        scores = iter(self._scores(made))
        judged = iter(
            [
                {"verdict": verdict, "against": reasons, "scores": next(scores) if fit else None}
                for verdict, reasons, fit in zip(verdicts, against, fits, strict=True)
            ]
        )
        return [[replace(offer, **next(judged)) for offer in several] for several in offers]

    def _against(
        self, pairs: Sequence[tuple[str, str]], verdicts: Sequence[Verdict], wish: Wish
    ) -> list[tuple[Reason, ...]]:
        """What speaks against offers beside the facts: words that nobody said, or that are lost."""
        if wish.free:
            return [()] * len(pairs)
        agreed = [pair for pair, verdict in zip(pairs, verdicts, strict=True) if verdict.ok]
        texts = iter(list(self.parser.parse(text for pair in agreed for text in pair)))
        return [
            other_words(difference(next(texts), next(texts))) if verdict.ok else ()
            for verdict in verdicts
        ]

    def _rules(self, wish: Wish) -> Rules:
        """The preset's rules for this wish: prompts are only tested where one was asked for."""
        return replace(
            self.rules,
            keep=wish.n,
            varied=(Limit("diversity", wish.min_diversity),),
            prompts=self.rules.prompts if wish.prompt else {},
        )


def _nothing(_problem: Problem, _text: str) -> str:
    return ""


def problem_of(given: str | Problem) -> Problem:
    """A problem as a record, whatever it was given as."""
    problem = given if isinstance(given, Problem) else Problem(id_of(given), given)
    if not problem.question.strip():
        raise InputError("The problem is empty.")
    return problem
