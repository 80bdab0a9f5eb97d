"""The command line: one command for each stage, `scaning --help` lists them.

Exit status: 0 all rows done, 1 some rows could not be read and were dropped, 2 a mistake in what
was asked (one line says which), 130 interrupted.
"""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from scaning.commands import evaluate
from scaning.commands.base import base
from scaning.commands.check import check
from scaning.commands.denoise import denoise
from scaning.commands.export import export
from scaning.commands.generate import generate
from scaning.commands.noise import noise
from scaning.commands.paraphrase import paraphrase
from scaning.commands.prepare import prepare
from scaning.commands.run import run
from scaning.commands.score import score
from scaning.commands.select import select
from scaning.commands.serve import serve
from scaning.commands.train import train
from scaning.commands.versions import versions
from scaning.errors import ScaningError
from scaning.terminal import tell

app = typer.Typer(
    add_completion=False,
    pretty_exceptions_enable=False,
    # The plain help is what a screen reader and a log want, and comes in half the time.
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 88},
)
for command in (
    base, check, denoise, export, generate, noise, paraphrase, prepare, run, score, select, serve,
    train, versions,
):  # fmt: skip
    app.command()(command)
app.add_typer(evaluate.app, name="evaluate")


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"scaning {version('scaning')}")
        raise typer.Exit


@app.callback()
def scaning(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_version, is_eager=True, help="Print the version."),
    ] = False,
) -> None:
    """Rewrite algebra word problems so that the words change and the solution does not."""


command_line = typer.main.get_command(app)


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and exit."""
    try:
        given = sys.argv[1:] if arguments is None else arguments
        sys.exit(command_line(args=given or ["--help"], prog_name="scaning", standalone_mode=False))
    except typer.TyperException as error:
        tell(f"scaning: {error.format_message()} Try scaning --help.")
    except (ScaningError, OSError) as error:
        tell(f"scaning: {error}")
    sys.exit(2)
