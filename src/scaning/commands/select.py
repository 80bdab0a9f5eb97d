"""`scaning select`: the best candidates of each problem, and why the others are dropped."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from math import isfinite
from typing import TYPE_CHECKING, Annotated

import typer

from scaning.commands import options
from scaning.errors import InputError

if TYPE_CHECKING:
    from scaning.corpus import Cells, Row
    from scaning.select import Dropped, Rules, Scored
    from scaning.show import Choices

SCORED = ("original", "candidate", "similarity", "bleu_diversity", "wpd", "diversity", "numeracy")

Share = Annotated[float | None, typer.Option(min=0, max=1, help="Least value; else the preset's.")]


def select(
    input: options.Input,
    output: options.Output = "-",
    dropped: Annotated[
        str | None, typer.Option(metavar="FILE", help="Write the dropped rows, with reasons.")
    ] = None,
    preset: options.Preset = "default",
    keep: Annotated[
        int | None, typer.Option("--keep", "-k", min=1, help="How many to keep of each problem.")
    ] = None,
    similarity: Share = None,
    diversity: Share = None,
    numeracy: Share = None,
    source: options.From = None,
    target: options.To = None,
    json: options.Json = False,
    column: options.Column = None,
    quiet: options.Quiet = False,
) -> None:
    """Keep the best candidates of each problem, and say why the others are dropped.

    INPUT is what `scaning score` wrote, so other limits can be tried without scoring again. Rows
    with the same id and original are candidates of one problem. Candidates that `scaning check`
    found not ok are dropped. The kept rows come back best first, with rank.
    """
    from scaning.commands.flow import run
    from scaning.corpus import format_of
    from scaning.select import Limit, rules_of
    from scaning.show import Choices

    asked = options.gather(
        input, output=output, source=source, target=target, json=json, column=column, quiet=quiet
    )
    if dropped:
        format_of(dropped)
    rules = rules_of(preset)
    rules = replace(
        rules,
        keep=rules.keep if keep is None else keep,
        similarity=rules.similarity if similarity is None else similarity,
        numeracy=rules.numeracy if numeracy is None else numeracy,
        varied=rules.varied if diversity is None else (Limit("diversity", diversity),),
    )
    view = Choices()
    stage = partial(selected, rules=rules, dropped=dropped, view=view)
    run(asked, SCORED, scored_of, stage, view)


def scored_of(row: Row) -> Scored:
    """The pair in a row with its scores."""
    from scaning.corpus import pair_of
    from scaning.records import Scores
    from scaning.select import Scored

    ok = row.cells.get("ok")
    if not (ok is None or isinstance(ok, bool)):
        raise InputError(f"'ok' is {ok!r}, not true or false")
    return Scored(
        pair_of(row),
        Scores(
            similarity=_optional(row, "similarity"),
            bleu_diversity=_score(row, "bleu_diversity"),
            wpd=_score(row, "wpd"),
            diversity=_score(row, "diversity"),
            numeracy=_score(row, "numeracy"),
            pqi=_optional(row, "pqi"),
        ),
        ok,
    )


def _optional(row: Row, name: str) -> float | None:
    return None if row.cells.get(name) is None else _score(row, name)


def _score(row: Row, name: str) -> float:
    value = row.cells[name]
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise InputError(f"{name!r} is {value!r}, not a number; `scaning score` measures it")
    return value


def selected(
    work: Iterable[tuple[Row, Scored]], *, rules: Rules, dropped: str | None, view: Choices
) -> Iterator[Cells]:
    """The kept rows, best first; the others go to the file `dropped`, if there is one."""
    from scaning.corpus import WRITERS, format_of, identified, written
    from scaning.select import select

    rows: list[Scored] = []
    cells: dict[int, Cells] = {}  # by the identity of the row, since rows may be equal
    for row, scored in work:
        rows.append(scored)
        cells[id(scored)] = identified(row.cells, scored.pair.id)
    if all(row.scores.similarity is None for row in rows):
        raise InputError("no row has a similarity: score them without --no-encoder")
    selection = select(rows, rules=rules)
    view.drop(selection.dropped)
    if dropped:
        with written(dropped) as stream:
            others = ({**cells[id(d.row)], "dropped": _reasons(d)} for d in selection.dropped)
            WRITERS[format_of(dropped)](stream, others)
    for kept in selection.kept:
        yield {**cells[id(kept.row)], "rank": kept.rank}


def _reasons(dropped: Dropped) -> list[Cells]:
    return [
        {
            "kind": miss.kind,
            "value": miss.value if isfinite(miss.value) else None,
            "limit": miss.limit if isfinite(miss.limit) else None,
            "message": str(miss),
        }
        for miss in dropped.misses
    ]
