"""`scaning run`: the whole method by a recipe."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from scaning.commands import options


def run(
    recipe: Annotated[Path, typer.Argument(metavar="RECIPE", help="A TOML file of sections.")],
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="DIR", help="The run's folder; else runs/RECIPE."),
    ] = None,
    given: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="SECTION.KEY=VALUE", help="Wins over the recipe's."),
    ] = None,
    until: Annotated[str | None, typer.Option(metavar="STAGE", help="Stop after it.")] = None,
    reuse: Annotated[
        list[Path] | None,
        typer.Option(metavar="DIR", help="A run whose stages serve where they are the same."),
    ] = None,
    dry: Annotated[
        bool, typer.Option("--dry-run", help="Say what is done already and what is not.")
    ] = False,
    quiet: options.Quiet = False,
) -> None:
    """Go the whole way: corpus, noise, denoiser, candidates, scores, selection, paraphraser.

    What is done is skipped while its settings and inputs are the same; a run that was stopped goes
    on when the same command is given again. The folder holds what each stage made, and report.html
    with the counts, scores, samples and curves.
    """
    from scaning.errors import ResourceError
    from scaning.pipeline.recipe import read_recipe
    from scaning.pipeline.report import write_report
    from scaning.pipeline.run import Plan, plan_of
    from scaning.pipeline.run import run as make
    from scaning.pipeline.stages import NAMES
    from scaning.terminal import tell

    wanted = read_recipe(recipe, given or ())
    root = output or Path("runs") / recipe.stem
    plan = Plan(root, until or NAMES[-1], tuple(reuse or ()), quiet)
    if dry:
        for line in plan_of(wanted, plan):
            typer.echo(line)
        return
    try:
        make(wanted, plan)
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("scaning"):
            raise
        raise ResourceError(
            f"Training needs {error.name}: pip install 'scaning[train]' and torch."
        ) from None
    finally:
        written = write_report(root, recipe.stem)
    if not quiet:
        tell(f"report: {written}")
