"""`scaning evaluate`: systems × datasets × metrics, and the tables made of them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

import typer

from scaning.commands import options
from scaning.commands.evaluate_scorer import scorer

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from scaning.evaluate import Answers, Result
    from scaning.evaluate.answering import Asking, Kind
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
    n: Annotated[int, typer.Option("-n", min=1, help="Versions of a round trip.")] = 4,
    denoiser: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Ask Δ in DIR: the best of 4 × 3.")
    ] = None,
    paraphraser: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Ask Ψ in DIR: the best of 8 prompts × 3.")
    ] = None,
    product: Annotated[
        str | None,
        typer.Option(metavar="MODEL", help="Ask as a user does: embedded, rules, or a folder."),
    ] = None,
    by_prompt: Annotated[
        bool, typer.Option("--by-prompt", help="Ask the product also for each kind of change.")
    ] = False,
    ablate: Annotated[
        list[str] | None,
        typer.Option(help="Also: training-noise, Δ on noise to learn from; prompts, Ψ without."),
    ] = None,
    given: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=VALUE", help="Of the search: beams, groups, …"),
    ] = None,
    keep: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Keep what is written in DIR, and go on.")
    ] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="Problems of each dataset.")] = None,
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
    from itertools import chain, islice

    from scaning.encoder import encoder_at
    from scaning.evaluate.figures import figures_of, read_results, write_results
    from scaning.terminal import tell

    main = encoder_at(encoder)
    sets = {path.stem: list(islice(_problems(path), limit)) for path in datasets}
    models = Models(
        denoiser, paraphraser, product, product if by_prompt else None, tuple(ablate or ()),
        tuple(given or ()), quiet,
    )  # fmt: skip
    found = read_results(output) if output.exists() else []
    asked = chain(_answers(sets, candidates or [], round_trip, n), _asked(sets, models, keep))
    for answers in asked:
        new = list(figures_of(answers, preset=preset, encoder=main, seed=seed))
        keys = {(row.system, row.dataset) for row in new}
        found = [row for row in found if (row.system, row.dataset) not in keys] + new
        write_results(output, found)
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
    from scaning.evaluate.figures import read_results
    from scaning.evaluate.tables import latex, markdown, plot

    rows = read_results(results)
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


class Models(NamedTuple):
    """Our models that are asked, and how."""

    denoiser: Path | None
    paraphraser: Path | None
    product: str | None
    prompted: str | None
    ablate: tuple[str, ...]
    settings: tuple[str, ...]
    quiet: bool


def _asked(sets: dict[str, list[Problem]], models: Models, keep: Path | None) -> Iterator[Answers]:
    """What our models write, each system for each dataset."""
    from contextlib import nullcontext
    from tempfile import TemporaryDirectory
    from time import perf_counter

    from scaning.blocks import rows_of
    from scaning.evaluate import answers_of
    from scaning.evaluate.answering import answer

    with nullcontext(keep) if keep else TemporaryDirectory() as folder:
        for name, kind, model, asking in _systems(models):
            for dataset, problems in sets.items():
                output = Path(folder) / f"{dataset}.{name}.jsonl"
                start = perf_counter()
                if not output.exists():
                    answer(kind, model, problems, output, asking)
                    seconds: float | None = perf_counter() - start
                else:
                    seconds = None
                answers = answers_of(name, dataset, problems, rows_of(output))
                yield _timed(answers, seconds)


def _systems(models: Models) -> Iterator[tuple[str, Kind, Path | str, Asking]]:
    """Name, kind, model and way of asking of each system."""
    from scaning.denoise.generate import decoding
    from scaning.errors import UsageError
    from scaning.evaluate.answering import NAMES, Asking, ablated
    from scaning.seq2seq.train import overrides

    asking = Asking(decoding=decoding("paper", overrides(models.settings)), quiet=models.quiet)
    folders: dict[Kind, Path | str | None] = {
        "denoiser": models.denoiser, "paraphraser": models.paraphraser, "product": models.product,
        "prompted": models.prompted,
    }  # fmt: skip
    for kind, model in folders.items():
        if model is not None:
            yield NAMES[kind], kind, model, asking
    for name in models.ablate:
        kind, changed = ablated(asking, name)
        model = folders[kind]
        if model is None:
            raise UsageError(f"--ablate {name} needs a model: --{kind} DIR.")
        yield f"{NAMES[kind]} ({name})", kind, model, changed


def _timed(answers: Answers, seconds: float | None) -> Answers:
    from dataclasses import replace

    return replace(answers, seconds=seconds)


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
