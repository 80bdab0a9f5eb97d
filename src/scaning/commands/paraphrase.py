"""`scaning paraphrase`: the best accepted rewritings of each problem."""

from __future__ import annotations

import json as to_json
import sys
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from scaning.commands import options

if TYPE_CHECKING:
    from scaning.commands.variants import Writer
    from scaning.corpus import Cells, Row
    from scaning.records import Problem

Prompt = Literal["passive", "shuffle", "replace", "fix", "combinations"]

Source = Annotated[
    str,
    typer.Argument(
        metavar="INPUT",
        help="A problem in quotes; a file .jsonl, .json, .csv, .tsv, .xlsx or .txt; a question "
        "bank .xml (Moodle, QTI 2.1) or .gift; - is standard input.",
    ),
]
How = Annotated[Prompt | None, typer.Option("--prompt", help="How to rewrite, if not as is best.")]
KeepNames = Annotated[
    bool, typer.Option("--keep-names/--any-names", help="Keep all names, or allow others.")
]
MinDiversity = Annotated[
    float, typer.Option("--min-diversity", min=0, max=1, help="How different at least.")
]
Seed = Annotated[int, typer.Option("--seed", help="Same seed, same variants.")]
Model = Annotated[
    str,
    typer.Option(
        "--model",
        help="embedded; rules; a folder; a hub name; server:NAME for a model of a server.",
    ),
]
BaseUrl = Annotated[
    str | None,
    typer.Option(
        "--base-url",
        help="The server of server:NAME, as http://localhost:8080/v1; else OPENAI_BASE_URL.",
    ),
]


def paraphrase(
    input: Source,
    output: options.Output = "-",
    n: Annotated[
        int | None, typer.Option("-n", min=1, help="Variants of each problem: 3; of a bank: 1.")
    ] = None,
    prompt: How = None,
    keep_names: KeepNames = True,
    min_diversity: MinDiversity = 0.15,
    seed: Seed = 3407,
    show_rejected: Annotated[
        bool, typer.Option("--show-rejected", help="Also what was turned down, with reasons.")
    ] = False,
    model: Model = "embedded",
    base_url: BaseUrl = None,
    preset: options.Preset = "default",
    source: options.From = None,
    target: options.To = None,
    json: options.Json = False,
    column: options.Column = None,
    quiet: options.Quiet = False,
) -> None:
    """Rewrite problems: the best N different variants of each that keep its solution.

    What changes a fact is turned down, and N is never filled up with it: a line says how many are
    missing and why. Each row has id, question, paraphrase, rank, prompt, source, scores, ok and
    reasons. Written to a .jsonl file, a run that was stopped goes on where it was.
    """
    from scaning.banks import is_bank
    from scaning.commands.bank import to_bank
    from scaning.commands.variants import Writer
    from scaning.paraphraser import Paraphraser, Wish
    from scaning.show_variants import Variants

    whole = is_bank(input) and is_bank(output)
    wish = Wish(n or (1 if whole else 3), prompt, keep_names, min_diversity)
    asked = options.gather(
        input,
        output="-" if whole else output,
        source=source,
        target=target,
        json=json,
        column=column,
        quiet=quiet,
    )
    writer = Writer(
        Paraphraser(model, preset=preset, seed=seed, base_url=base_url),
        wish,
        Variants(wish.n, quiet=quiet),
        show_rejected,
    )
    if whole:
        to_bank(input, output, writer, n=wish.n, quiet=quiet)
    elif is_bank(input):
        _from_bank(asked, writer)
    elif is_text(input):
        _text(asked, writer)
    elif asked.target == "jsonl" and asked.output != "-":
        _to_file(asked, writer, {**asdict(wish), "seed": seed, "preset": preset, "model": model})
    else:
        _stream(asked, writer)


def is_text(given: str) -> bool:
    """Is this a problem itself, and no place where problems are?

    >>> is_text("Ann has 3 pens. How many has she?"), is_text("quiz.csv"), is_text("-")
    (True, False, False)
    """
    if given == "-" or not any(map(str.isspace, given.strip())):
        return False
    try:
        return not Path(given).exists()
    except (OSError, ValueError):  # too long for a name, or a null character
        return True


def _from_bank(asked: options.Options, writer: Writer) -> None:
    """The questions of a bank as rows."""
    from scaning.commands.bank import rows_of
    from scaning.commands.flow import write
    from scaning.corpus import written

    with written(asked.output) as stream:
        rows = rows_of(asked.input, writer, quiet=asked.quiet)
        write(asked, stream, rows, writer.view, spin=False)


def _text(asked: options.Options, writer: Writer) -> None:
    """One problem that stands on the command line."""
    from scaning.commands.flow import write
    from scaning.corpus import Row, problem_of, written

    row = Row(1, {"question": asked.input})
    problem = problem_of(row)
    with written(asked.output) as stream:
        write(asked, stream, writer.rows([(row, problem)]), writer.view, spin=False)


def _stream(asked: options.Options, writer: Writer) -> None:
    """Rows to any format, as they come."""
    from scaning.commands.flow import run
    from scaning.commands.variants import bar
    from scaning.corpus import PROBLEM, problem_of

    def stage(work: Iterable[tuple[Row, Problem]]) -> Iterator[Cells]:
        with bar(_total(asked), shown=_watched(asked)) as watch:
            for done, row in _numbered(writer.rows(work)):
                watch(done)
                yield row

    run(asked, PROBLEM, problem_of, stage, writer.view, spin=False)


def _numbered(rows: Iterator[Cells]) -> Iterator[tuple[int, Cells]]:
    """Each row with the number of problems before it."""
    last, done = None, -1
    for row in rows:
        done += (row["id"], row["question"]) != last
        last = row["id"], row["question"]
        yield done, row


def _to_file(asked: options.Options, writer: Writer, settings: object) -> None:
    """Into a .jsonl file in blocks that survive a crash."""
    from scaning.blocks import Made, through
    from scaning.commands.flow import BadRows
    from scaning.commands.variants import bar
    from scaning.corpus import PROBLEM, problem_of, read, records
    from scaning.paraphraser import BATCH
    from scaning.terminal import counted, tell

    def work(block: list[Row]) -> Made:
        cells = writer.rows([(row, problem_of(row)) for row in block])
        lines = [to_json.dumps(row, ensure_ascii=False) for row in cells]
        return Made(lines, {"problems": len(block)})

    bad = BadRows(asked.input)
    found = read(asked.input, PROBLEM, format=asked.source, columns=asked.columns)
    rows = (row for row, _ in records(found, problem_of, bad))
    with bar(_total(asked), shown=_watched(asked)) as watch:
        counts = through(
            rows, work, Path(asked.output), settings=settings, block=BATCH, watch=watch
        )
    if not asked.quiet:
        before = counts["problems"] - writer.view.problems
        if before:
            tell(f"{counted(before, 'problem')} had been done before")
        tell(writer.view.summary())
    if bad.count:
        tell(f"{counted(bad.count, 'row')} could not be read")
        raise typer.Exit(1)


def _watched(asked: options.Options) -> bool:
    return (
        sys.stderr.isatty() and not asked.quiet and (asked.output != "-" or not sys.stdout.isatty())
    )


def _total(asked: options.Options) -> int | None:
    """How many problems there are, for the bar; None where they cannot be counted beforehand."""
    from scaning.corpus import PROBLEM, Row, read

    if asked.input == "-" or not _watched(asked):
        return None
    rows = read(asked.input, PROBLEM, format=asked.source, columns=asked.columns)
    return sum(isinstance(row, Row) for row in rows)
