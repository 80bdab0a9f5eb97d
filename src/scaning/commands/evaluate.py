"""`scaning evaluate`: systems × datasets × metrics, and the tables made of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from scaning.commands import options
from scaning.commands.evaluate_scorer import scorer

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from scaning.encoder import Encoder
    from scaning.evaluate import Answers, Result
    from scaning.records import Problem

app = typer.Typer(
    help="Measure systems, and set the figures in tables.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
app.command()(scorer)


@app.command()
def systems(
    datasets: Annotated[
        list[Path], typer.Argument(metavar="DATASET…", help="Files of problems: id, question.")
    ],
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="FILE", help="The figures, as JSON Lines.")
    ],
    candidates: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=FILE", help="What a system wrote: original, candidate. Repeat at will."
        ),
    ] = None,
    round_trip: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Ask the yardstick too: models en-fr and fr-en in DIR."),
    ] = None,
    n: Annotated[int, typer.Option("-n", min=1, help="Outputs of a problem to ask for.")] = 4,
    preset: options.Preset = "default",
    encoder: Annotated[
        str, typer.Option(help="The encoder: embedded, a folder, or a name of the model hub.")
    ] = "embedded",
    seed: Annotated[int, typer.Option(help="Of the intervals.")] = 3407,
    quiet: options.Quiet = False,
) -> None:
    """Measure what systems write for the problems of datasets.

    Each system and dataset gives: the best output of each problem by PQI, the mean over all
    outputs, and the first that would be handed out; S, D, N, PQI, 1−BLEU, WPD, facts ok; how many
    problems are covered; and whether prompts do what they say. A system's figures replace its
    older ones in FILE.
    """
    from scaning.encoder import encoder_at
    from scaning.terminal import tell

    main = encoder_at(encoder)
    sets = {path.stem: _problems(path) for path in datasets}
    found = _read(output)
    for answers in _answers(sets, candidates or [], round_trip, n):
        new = list(_measure(answers, preset, main, seed))
        keys = {(row.system, row.dataset) for row in new}
        found = [row for row in found if (row.system, row.dataset) not in keys] + new
        _write(output, found)
        if not quiet:
            tell(_said(answers, new))


@app.command()
def table(
    results: Annotated[Path, typer.Argument(metavar="FILE", help="Figures of `systems`.")],
    output: Annotated[Path | None, typer.Option("--output", "-o", metavar="FILE")] = None,
    to: Annotated[Literal["markdown", "latex", "plot"], typer.Option("--to")] = "markdown",
    metric: Annotated[str, typer.Option(help="Of a plot.")] = "pqi",
    with_paper: Annotated[
        bool, typer.Option("--paper/--no-paper", help="The paper's printed rows beside ours.")
    ] = True,
) -> None:
    """Set figures in a table for each dataset, the paper's rows beside ours."""
    from scaning.evaluate import published
    from scaning.evaluate.tables import latex, markdown, plot

    rows = _read(results, must=True)
    names = list(dict.fromkeys(row.dataset for row in rows))
    both = [*(published(names) if with_paper else ()), *rows]
    ordered = [row for name in names for row in both if row.dataset == name]
    made = {"markdown": markdown, "latex": latex}
    text = plot(ordered, metric) if to == "plot" else made[to](ordered)
    if output is None:
        typer.echo(text, nl=False)
    else:
        output.write_text(text, encoding="utf-8")


def _answers(
    sets: dict[str, list[Problem]], given: list[str], round_trip: Path | None, n: int
) -> Iterator[Answers]:
    from scaning.errors import UsageError
    from scaning.evaluate import answers_of, ask

    for one in given:
        name, equals, file = one.partition("=")
        if not (name and equals and file):
            raise UsageError(f"--candidates {one!r}: write NAME=FILE, as in ours=candidates.jsonl.")
        rows = list(_cells(file))
        for dataset, problems in sets.items():
            answers = answers_of(name, dataset, problems, rows)
            if any(answers.outputs.values()):
                yield answers
    if round_trip:
        from time import perf_counter

        from scaning.evaluate.roundtrip import RoundTrip

        system = RoundTrip(round_trip)
        for dataset, problems in sets.items():
            start = perf_counter()
            answered = ask(system, dataset, problems, n=n, seconds=None)
            yield _timed(answered, perf_counter() - start)


def _timed(answers: Answers, seconds: float) -> Answers:
    from dataclasses import replace

    return replace(answers, seconds=seconds)


def _measure(answers: Answers, preset: str, encoder: Encoder | None, seed: int) -> Iterator[Result]:
    from scaning.evaluate import faithfulness, measured, results
    from scaning.score import signature

    found = measured(answers, preset=preset, encoder=encoder)
    sign = signature(preset, encoder, len(answers.problems), seed=seed)
    yield from results(answers, found, signature=sign, seed=seed)
    if any(row.output.prompt for each in found.values() for row in each):
        yield from faithfulness(answers, found, signature=sign, seed=seed)


def _said(answers: Answers, rows: Iterable[Result]) -> str:
    """One line about a system on a dataset."""
    values = {(row.summary.split()[0], row.metric): row.value for row in rows}
    speed = f", {len(answers.problems) / answers.seconds:.1f} problems/s" if answers.seconds else ""
    return (
        f"{answers.system} on {answers.dataset}: PQI best {values['best', 'pqi']:.2f}, "
        f"mean {values['mean', 'pqi']:.2f}, top 1 {values['top', 'pqi']:.2f}; facts ok in "
        f"{values['mean', 'facts ok']:.0%} of outputs{speed}"
    )


def _problems(path: Path) -> list[Problem]:
    from scaning.corpus import PROBLEM, BadRow, problem_of, read

    rows = read(str(path), PROBLEM)
    return [problem_of(row) for row in rows if not isinstance(row, BadRow)]


def _cells(file: str) -> Iterator[dict[str, object]]:
    from scaning.corpus import BadRow, read

    yield from (dict(row.cells) for row in read(file, ()) if not isinstance(row, BadRow))


def _read(path: Path, *, must: bool = False) -> list[Result]:
    from scaning.errors import InputError
    from scaning.evaluate import Result

    if not path.exists() and not must:
        return []
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
        return [Result(**_numbers(json.loads(line))) for line in lines]
    except (ValueError, TypeError) as error:
        raise InputError(
            f"{path}: not the figures of `scaning evaluate systems`: {error}"
        ) from None


def _numbers(cells: dict[str, Any]) -> dict[str, Any]:
    """JSON has no NaN: what is missing is null there."""
    return {name: float("nan") if cell is None else cell for name, cell in cells.items()}


def _write(path: Path, rows: Iterable[Result]) -> None:
    from math import isnan

    beside = path.with_name(path.name + ".new")
    with beside.open("w", encoding="utf-8") as stream:
        for row in rows:
            cells = {
                name: None if isinstance(cell, float) and isnan(cell) else cell
                for name, cell in row.cells().items()
            }
            stream.write(json.dumps(cells, ensure_ascii=False) + "\n")
    beside.replace(path)
