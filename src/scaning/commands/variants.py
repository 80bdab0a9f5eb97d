"""From problems to rows of variants, with a bar that says how long it still takes."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict
from itertools import tee
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from scaning.corpus import Cells, Row
    from scaning.paraphraser import Paraphraser, Wish
    from scaning.records import Paraphrased, Problem
    from scaning.show_variants import Variants

Watch = Callable[[int], None]
SCORES = ("similarity", "bleu_diversity", "wpd", "diversity", "numeracy", "pqi")


class Writer(NamedTuple):
    """Who writes, what is wished for, who counts, and whether rejected ones are shown."""

    paraphraser: Paraphraser
    wish: Wish
    view: Variants
    rejected: bool = False

    def found(self, problems: Iterable[Problem]) -> Iterator[Paraphrased]:
        """Each problem with its variants, counted."""
        from scaning.paraphraser import BATCH

        # In a terminal somebody waits for the first.
        batch = 1 if sys.stdout.isatty() else BATCH
        for one in self.paraphraser.stream(problems, self.wish, batch=batch):
            self.view.take(one)
            yield one

    def rows(self, work: Iterable[tuple[Row, Problem]]) -> Iterator[Cells]:
        """A row for each variant of each problem, best first."""
        rows, problems = tee(work)
        stream = self.found(problem for _, problem in problems)
        for (row, _), found in zip(rows, stream, strict=True):
            yield from cells_of(row.cells, found, rejected=self.rejected)


def cells_of(own: Mapping[str, object], found: Paraphrased, *, rejected: bool) -> Iterator[Cells]:
    """The rows of one problem: its variants, then what was turned down if that is asked for."""
    from scaning.corpus import identified

    row = identified(own, found.id)
    for one in found.variants:
        yield {
            **row,
            "paraphrase": one.text,
            "rank": one.rank,
            "prompt": one.prompt,
            "source": one.source,
            **asdict(one.verdict),
            **asdict(one.scores),
        }
    for other in found.rejected if rejected else ():
        verdict, scores = other.verdict, other.scores
        yield {
            **row,
            "paraphrase": other.text,
            "rank": None,
            "prompt": other.prompt,
            "source": other.source,
            "ok": False,
            "solvability": verdict.solvability if verdict else None,
            "reasons": [asdict(reason) for reason in other.reasons],
            **(asdict(scores) if scores else dict.fromkeys(SCORES)),
        }


@contextmanager
def bar(total: int | None, *, shown: bool) -> Iterator[Watch]:
    """A bar on the standard error; call what you get with the number of problems done so far."""
    if not shown:
        yield lambda done: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
    from rich.progress import TimeRemainingColumn as Remaining

    columns = (
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("problems,"),
        Remaining(),
        TextColumn("left"),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=total)
        yield lambda done: progress.update(task, completed=done)
