"""`scaning prepare`: make a corpus of collections of problems."""

from __future__ import annotations

import json as to_json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scaning.commands import options

if TYPE_CHECKING:
    from scaning.prepare import Report
    from scaning.records import Problem

TEXTS = ("question", "original", "candidate", "paraphrase")


def prepare(
    input: options.Input,
    output: Annotated[
        Path,
        typer.Option("--output", "-o", metavar="DIR", help="Where phase1, phase2 and valid go."),
    ],
    against: Annotated[
        list[str] | None,
        typer.Option(
            "--against", metavar="FILE", help="An evaluation set to keep clear of. Repeat at will."
        ),
    ] = None,
    report: Annotated[
        Path | None, typer.Option("--report", metavar="FILE", help="Write the counts as JSON.")
    ] = None,
    shares: Annotated[
        str, typer.Option("--shares", help="Hundredths of phase 1, phase 2 and valid.")
    ] = "45/50/5",
    source: options.From = None,
    column: options.Column = None,
    quiet: options.Quiet = False,
) -> None:
    """Mend, case, filter, de-duplicate and divide problems into the parts of a corpus.

    INPUT has the column question, and may have source, license and cased. Text that is lower-cased
    and tokenised gets its capitals and its spacing back. Each problem that is left out is counted
    with its reason; none is near a text of an evaluation set.
    """
    from scaning.commands.flow import BadRows
    from scaning.corpus import PROBLEM, problem_of, read, records
    from scaning.prepare import Report, prepared
    from scaning.terminal import tell

    asked = options.gather(
        input, output="-", source=source, target=None, json=False, column=column, quiet=quiet
    )
    parts = shares_of(shares)
    bad = BadRows(input)
    rows = read(input, PROBLEM, format=asked.source, columns=asked.columns)
    problems = (problem for _, problem in records(rows, problem_of, bad))
    counts = Report()
    kept = list(prepared(problems, against=texts(against or []), report=counts))
    split = write(kept, output, parts)
    if report:
        summary = {**figures(counts), "splits": split}
        report.write_text(to_json.dumps(summary, indent=2, ensure_ascii=False) + "\n", "utf-8")
    if not quiet:
        for line in summary_of(counts, split):
            tell(line)
    if bad.count:
        raise typer.Exit(1)


def shares_of(text: str) -> tuple[int, int, int]:
    """The three shares of "45/50/5"."""
    from scaning.errors import UsageError

    parts = text.split("/")
    if len(parts) != 3 or not all(part.isdigit() for part in parts) or sum(map(int, parts)) != 100:
        raise UsageError(f"--shares {text!r}: write three whole numbers that sum to 100: 45/50/5.")
    return int(parts[0]), int(parts[1]), int(parts[2])


def texts(files: list[str]) -> list[str]:
    """Every text in files of problems or pairs."""
    from scaning.corpus import BadRow, read

    return [
        cell
        for name in files
        for row in read(name, ())
        if not isinstance(row, BadRow)
        for cell in (row.cells.get(column) for column in TEXTS)
        if isinstance(cell, str)
    ]


def write(problems: list[Problem], folder: Path, parts: tuple[int, int, int]) -> dict[str, int]:
    """Write each part of the corpus beside its name, then put it there; gives their sizes."""
    from scaning.prepare import SPLITS, Shares, split_of

    folder.mkdir(parents=True, exist_ok=True)
    lines: dict[str, list[str]] = {name: [] for name in SPLITS}
    for problem in problems:
        known = {key: problem.extra[key] for key in ("source", "license") if key in problem.extra}
        row = {"id": problem.id, "question": problem.question, **known}
        lines[split_of(problem.id, Shares(*parts))].append(to_json.dumps(row, ensure_ascii=False))
    for name, rows in lines.items():
        beside = folder / f"{name}.jsonl.new"
        beside.write_text("".join(row + "\n" for row in rows), encoding="utf-8")
        beside.replace(folder / f"{name}.jsonl")
    return {name: len(rows) for name, rows in lines.items()}


def figures(counts: Report) -> dict[str, object]:
    """The counts as they are written."""
    dropped = sorted(counts.dropped.items(), key=lambda item: -sum(item[1].values()))
    return {
        "read": dict(counts.read),
        "kept": dict(counts.kept),
        "dropped": {reason: dict(found) for reason, found in dropped},
        "examples": dict(counts.examples),
    }


def summary_of(counts: Report, split: dict[str, int]) -> list[str]:
    """What was done, in lines."""
    from scaning.terminal import counted

    read, kept = sum(counts.read.values()), sum(counts.kept.values())
    reasons = sorted(counts.dropped.items(), key=lambda item: -sum(item[1].values()))
    return [
        f"{counted(read, 'problem')} read, {kept:,} kept: "
        + ", ".join(f"{name} {n:,}" for name, n in split.items()),
        *(f"{sum(found.values()):,} left out: {reason}" for reason, found in reasons),
    ]
