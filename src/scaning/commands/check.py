"""`scaning check`: does each candidate keep what the solution rests on?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict
from functools import partial
from itertools import tee
from typing import TYPE_CHECKING

from scaning.commands import options

if TYPE_CHECKING:
    from scaning.corpus import Cells, Row
    from scaning.records import Pair
    from scaning.scorer.judge import Scorer


def check(
    input: options.Input,
    output: options.Output = "-",
    source: options.From = None,
    target: options.To = None,
    json: options.Json = False,
    column: options.Column = None,
    scorer: options.Scorer = None,
    quiet: options.Quiet = False,
) -> None:
    """Say which candidates keep the solution of their originals, and why the others do not.

    INPUT has the columns original and candidate. Each row comes back with ok, solvability and
    reasons; in a terminal you see the words concerned. With --scorer a trained model judges too:
    solvability then weighs its similarity and the facts, and similarity, facts and why say how.
    """
    from scaning.commands.flow import run
    from scaning.corpus import PAIR, pair_of
    from scaning.show import Verdicts

    asked = options.gather(
        input,
        output=output,
        source=source,
        target=target,
        json=json,
        column=column,
        quiet=quiet,
    )
    stage = partial(judged, scorer=options.scorer_of(scorer)) if scorer else checked
    run(asked, PAIR, pair_of, stage, Verdicts())


def checked(work: Iterable[tuple[Row, Pair]]) -> Iterator[Cells]:
    """Each row with the verdict on its pair."""
    from scaning.corpus import identified
    from scaning.facts import compare_many

    rows, pairs = tee(work)
    verdicts = compare_many((pair.original, pair.candidate) for _, pair in pairs)
    for (row, pair), verdict in zip(rows, verdicts, strict=True):
        yield {**identified(row.cells, pair.id), **asdict(verdict)}


def judged(work: Iterable[tuple[Row, Pair]], *, scorer: Scorer) -> Iterator[Cells]:
    """Each row with the verdict of facts and scorer together, and what each of them says."""
    from scaning.corpus import identified

    rows, pairs = tee(work)
    judgements = scorer.judge((pair.original, pair.candidate) for _, pair in pairs)
    for (row, pair), one in zip(rows, judgements, strict=True):
        yield {
            **identified(row.cells, pair.id),
            **asdict(one.verdict),
            "similarity": one.similarity,
            "facts": one.facts,
            "why": asdict(one.why),
        }
