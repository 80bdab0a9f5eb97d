"""`scaning noise`: corrupt problems, to train a denoiser or to make candidates."""

from __future__ import annotations

import json as to_json
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, cast

import typer

from scaning.commands import options

if TYPE_CHECKING:
    from rich.console import RenderableType

    from scaning.corpus import Cells, Row
    from scaning.noise.settings import NoiseSettings
    from scaning.records import Problem


def noise(
    input: options.Input,
    output: options.Output = "-",
    mode: Annotated[
        Literal["training", "inference"],
        typer.Option("--mode", help="Noise to learn from, or noise that keeps the facts."),
    ] = "training",
    preset: options.Preset = "default",
    table: Annotated[
        str | None,
        typer.Option("--table", help="Other combinations than the preset's: v10, em_v2, cli, …"),
    ] = None,
    rows: Annotated[
        int | None,
        typer.Option("-n", "--rows", help="Rows of a problem; -1: every combination."),
    ] = None,
    passive: Annotated[
        float | None, typer.Option("--passive", help="The share that asks for the passive, 0 to 1.")
    ] = None,
    tail: Annotated[
        int | None, typer.Option("--tail", help="How many tokens at the end are kept.")
    ] = None,
    mask_numbers: Annotated[
        bool, typer.Option("--mask-numbers", help="Templates mask numbers too.")
    ] = False,
    mask_names: Annotated[
        bool, typer.Option("--mask-names", help="Templates mask names too.")
    ] = False,
    seed: Annotated[int, typer.Option("--seed", help="Same seed, same noise.")] = 3407,
    workers: Annotated[
        int, typer.Option("--workers", min=1, help="Processes; the rows are the same with any.")
    ] = 1,
    model: Annotated[
        str, typer.Option("--parser", help="A spaCy model by name or path, if not ours.")
    ] = "embedded",
    entities: Annotated[
        bool, typer.Option("--entities", help="Recognise names with the parser: half as fast.")
    ] = False,
    fluency: Annotated[
        str,
        typer.Option("--fluency", help="A causal model: a hub name, a folder or a .gguf file."),
    ] = "embedded",
    ppdb: Annotated[Path | None, typer.Option("--ppdb", help="Synonyms of a PPDB file.")] = None,
    vectors: Annotated[
        Path | None, typer.Option("--vectors", help="Synonyms by word vectors, GloVe's text.")
    ] = None,
    wordnet: Annotated[
        Path | None, typer.Option("--wordnet", help="Synonyms of a folder of WordNet files.")
    ] = None,
    source: options.From = None,
    target: options.To = None,
    json: options.Json = False,
    column: options.Column = None,
    quiet: options.Quiet = False,
) -> None:
    """Noise problems by the functions and tables of the method.

    INPUT has the column question. Each problem comes back as several rows with id, original,
    source, target, prompt and log. Written to a .jsonl file, a run that was stopped goes on where
    it was when the same command is given again.
    """
    from scaning.noise.settings import NoiseSettings

    settings = NoiseSettings(
        mode=mode,
        preset=preset,
        table=table,
        rows=rows,
        passive=passive,
        tail=tail,
        mask_numbers=mask_numbers,
        mask_names=mask_names,
        seed=seed,
        model=model,
        entities=entities,
        fluency=fluency,
        ppdb=ppdb,
        vectors=vectors,
        wordnet=wordnet,
    )
    asked = options.gather(
        input, output=output, source=source, target=target, json=json, column=column, quiet=quiet
    )
    if asked.target == "jsonl" and asked.output != "-":
        _to_file(asked, settings, workers)
        return
    from scaning.commands.flow import run
    from scaning.corpus import PROBLEM, problem_of

    def stage(work: Iterable[tuple[Row, Problem]]) -> Iterator[Cells]:
        from scaning.noise.stage import noised

        for _, found in noised((problem for _, problem in work), settings, workers=workers):
            for row in (row for rows in found for row in rows):
                yield to_json.loads(row.line())

    run(asked, PROBLEM, problem_of, stage, Noised())


def _to_file(asked: options.Options, settings: NoiseSettings, workers: int) -> None:
    """Noise into a file in blocks that survive a crash."""
    from scaning.commands.flow import BadRows
    from scaning.corpus import PROBLEM, problem_of, read, records
    from scaning.noise.stage import run
    from scaning.terminal import counted, tell

    bad = BadRows(asked.input)
    rows = read(asked.input, PROBLEM, format=asked.source, columns=asked.columns)
    problems = (problem for _, problem in records(rows, problem_of, bad))
    done = run(problems, settings, Path(asked.output), workers=workers)
    if not asked.quiet:
        tell(f"{counted(done, 'problem')} noised into {asked.output}")
    if bad.count:
        tell(f"{counted(bad.count, 'row')} could not be read")
        raise typer.Exit(1)


class Noised:
    """The rows of `noise`: the text as it was, what became of it, and by what."""

    def __init__(self) -> None:
        self.rows = 0
        self.functions: Counter[str] = Counter()

    def count(self, cells: Cells) -> None:
        """Take a row into the summary."""
        self.rows += 1
        self.functions.update({str(done["function"]) for done in _log(cells)})

    def show(self, cells: Cells) -> RenderableType:
        """One row: what was done, and the text before and after."""
        from rich.console import Group
        from rich.text import Text

        from scaning.terminal import visible

        done = " + ".join(f"{step['function']} ({step['fraction']:.2f})" for step in _log(cells))
        return Group(
            Text(f"{cells['id']}  {done}", "bold"),
            Text("  " + visible(str(cells["target"]))),
            Text("→ " + visible(str(cells["source"]))),
            Text(),
        )

    def summary(self) -> str:
        """How many rows, and how often each function was applied."""
        from scaning.terminal import counted

        times = ", ".join(f"{name} {n}" for name, n in self.functions.most_common())
        return f"{counted(self.rows, 'row')}: {times}"


def _log(cells: Cells) -> list[dict[str, Any]]:
    return cast("list[dict[str, Any]]", cells["log"])
