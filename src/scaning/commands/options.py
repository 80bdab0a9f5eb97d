"""The options that every command has."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

import typer

from scaning.corpus import ENDINGS, NO_COLUMNS, STREAM, Format, format_of
from scaning.errors import UsageError

if TYPE_CHECKING:
    from scaning.scorer.judge import Scorer as JudgingScorer

Target = Literal[Format, "table"]

Input = Annotated[
    str,
    typer.Argument(
        metavar="INPUT",
        help="A file .jsonl, .json, .csv, .tsv, .xlsx or .txt; - is standard input.",
    ),
]
Output = Annotated[
    str,
    typer.Option("--output", "-o", metavar="FILE", help="Write FILE in the format of its ending."),
]
From = Annotated[
    Format | None, typer.Option("--from", help="The format of INPUT, if not that of its ending.")
]
To = Annotated[
    Target | None, typer.Option("--to", help="The format to write, if not that of FILE's ending.")
]
Json = Annotated[bool, typer.Option("--json", help="The same as --to jsonl.")]
Column = Annotated[
    list[str] | None,
    typer.Option(
        "--column", metavar="NAME=THEIRS", help="Read the column THEIRS as NAME. Repeat at will."
    ),
]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="No summary, only errors.")]

Preset = Annotated[
    Literal["default", "paper", "official"],
    typer.Option("--preset", help="Ours, as the paper prints it, or as its code computes it."),
]

Scorer = Annotated[
    str | None,
    typer.Option(
        "--scorer", metavar="NAME", help="A trained scorer judges too: embedded, or its folder."
    ),
]


class Options(NamedTuple):
    """What the user asked of a command: where rows come from, and where they go."""

    input: str
    output: str = STREAM
    source: Format | None = None
    target: Target | None = None
    columns: Mapping[str, str] = NO_COLUMNS
    quiet: bool = False


def gather(
    input: str,
    *,
    output: str,
    source: Format | None,
    target: Target | None,
    json: bool,
    column: Iterable[str] | None,
    quiet: bool,
) -> Options:
    """The options as a record, once they are known to fit together."""
    wanted: Target | None = "jsonl" if json else target
    if json and target not in (None, "jsonl"):
        raise UsageError(f"--json and --to {target} do not fit together: choose one.")
    if output != STREAM and (wanted is None or Path(output).suffix.lower() in ENDINGS):
        ending = format_of(output)
        if wanted not in (None, ending):
            raise UsageError(f"{output} is not the place for {wanted}: its ending says {ending}.")
        wanted = ending
    columns = {}
    for given in column or ():
        ours, equals, theirs = given.partition("=")
        if not (ours and equals and theirs):
            raise UsageError(f"--column {given!r}: write NAME=THEIRS, as in question=Question.")
        columns[ours] = theirs
    return Options(input, output, source, wanted, columns, quiet)


def named(option: str, given: str) -> tuple[str, str]:
    """The two halves of NAME=VALUE."""
    name, equals, value = given.partition("=")
    if not (name and equals and value):
        raise UsageError(f"{option} {given!r}: write NAME=VALUE.")
    return name, value


def scorer_of(name: str, option: str = "--scorer") -> JudgingScorer:
    """The trained scorer of a name: embedded, or a folder."""
    from scaning.encoder import OnnxEncoder, encoder_at
    from scaning.scorer.judge import Scorer

    known = name == "embedded" or (Path(name) / "manifest.json").is_file()
    encoder = encoder_at(name) if known else None
    if not isinstance(encoder, OnnxEncoder):
        raise UsageError(f"{option} {name!r}: give a folder of a trained scorer, or embedded.")
    return Scorer(encoder)
