"""The stages that are a command of their own: the corpus, the base and the trainings."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from dataclasses import asdict, replace
from pathlib import Path

from scaning.blocks import count_of, replace_text
from scaning.commands.prepare import figures, shares_of, texts, write
from scaning.errors import InputError, ResourceError
from scaning.pipeline.folder import Counts
from scaning.pipeline.sections import Corpus, Recipe, Run
from scaning.seq2seq.settings import Settings

PARTS = ("phase1", "phase2", "valid")


def corpus_of(section: Corpus, folder: Path) -> Mapping[str, Counts]:
    """Mended, cased, distinct problems in parts; with a report of what was left out."""
    import json

    from scaning.corpus import PROBLEM, BadRow, problem_of, read, records
    from scaning.prepare import Report, prepared
    from scaning.terminal import tell

    report = Report()

    def bad(row: BadRow) -> None:
        tell(f"line {row.line}: {row.why}")

    problems = (
        problem
        for path in section.problems
        for _, problem in records(read(path, PROBLEM), problem_of, bad)
    )
    kept = list(prepared(problems, against=texts(list(section.against)), report=report))
    sizes = write(kept, folder, shares_of(section.shares))
    summary = {**figures(report), "splits": sizes}
    replace_text(folder / "report.json", json.dumps(summary, indent=1, ensure_ascii=False) + "\n")
    if not sizes["phase1"] or not sizes["phase2"]:
        raise InputError("The corpus has no problems in one of its parts: give it more.")
    reasons = {reason: sum(found.values()) for reason, found in report.dropped.items()}
    return {
        "problems": {"read": sum(report.read.values()), "kept": sum(report.kept.values()),
                     **reasons},
        "parts": sizes,
    }  # fmt: skip


def base_of(recipe: Recipe, corpus: Path, folder: Path) -> Mapping[str, Counts]:
    """A base by its name, with the vocabulary of the corpus; or one that was made before."""
    from scaning.seq2seq.bases import prepare, texts_of

    if recipe.base.folder:
        made = Path(recipe.base.folder)
        if not (made / "config.json").exists():
            raise ResourceError(f"base.folder {made}: there is no model in it.")
        for path in made.iterdir():
            if path.is_file() and not (folder / path.name).exists():
                (folder / path.name).symlink_to(path.resolve())
        return {}
    found = prepare(
        recipe.base.name,
        folder,
        (text for part in PARTS for text in texts_of(corpus / f"{part}.jsonl")),
        wheels=Path(recipe.run.wheels) if recipe.run.wheels else None,
        seed=recipe.run.seed,
    )
    return {"base": {"parameters": found["parameters"], "pieces": found["vocabulary"]}}


def train_on(
    settings: Settings, base: Path, rows: Path, folder: Path, run: Run
) -> Mapping[str, Counts]:
    """Train in a folder, in this process or, with several accelerators, in theirs."""
    if not count_of(rows / "rows.jsonl"):
        raise InputError(
            f"{rows / 'rows.jsonl'} has no row to learn from: too few candidates were chosen. Look "
            "at the counts of the stages before, and loosen [selection] or train longer."
        )
    held = rows / "valid.jsonl"
    wanted = replace(
        settings,
        base=str(base),
        train=str(rows / "rows.jsonl"),
        output=str(folder),
        validation=str(held) if count_of(held) else "",
    )
    if run.processes == 1:
        from scaning.seq2seq.train import train

        train(wanted)
    else:
        _launch(wanted, run.processes)
    return {"rows": {"learnt from": count_of(rows / "rows.jsonl")}}


def _launch(settings: Settings, processes: int) -> None:
    """The training in several processes, which accelerate starts."""
    given = [f"--set={name}={value}" for name, value in asdict(settings).items()
             if value is not None and value != ""]  # fmt: skip
    command = [sys.executable, "-m", "accelerate.commands.launch", "--num_processes",
               str(processes), "-m", "scaning.seq2seq.train", *given]  # fmt: skip
    code = subprocess.run(command, check=False).returncode
    if code:
        raise ResourceError(f"The training ended with status {code}; what it said stands above.")
