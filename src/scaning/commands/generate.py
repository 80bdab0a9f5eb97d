"""`scaning generate`: what a trained model writes for problems or for noised ones."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scaning.commands import options

if TYPE_CHECKING:
    from scaning.corpus import Cells, Row


def generate(
    model: Annotated[
        Path, typer.Argument(metavar="MODEL", help="The folder of a trained or exported model.")
    ],
    input: options.Input,
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="FILE", help="Candidates, as JSON Lines.")
    ],
    n: Annotated[int | None, typer.Option("-n", min=1, help="Texts of each question.")] = None,
    prompt: Annotated[
        list[str] | None,
        typer.Option(
            "--prompt",
            metavar="WORDS",
            help="Ask problems with these, as in 'fix replace'; else with the eight of the method.",
        ),
    ] = None,
    decoding: Annotated[
        str, typer.Option(help="paper, official: diverse beams; sample; greedy.")
    ] = "paper",
    given: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=VALUE", help="beams, groups, penalty, top_p, …"),
    ] = None,
    free: Annotated[
        bool, typer.Option("--free", help="Let it lose or invent numbers: for comparisons.")
    ] = False,
    ask: Annotated[
        bool, typer.Option("--ask", help="Only write the questions, for a machine without parser.")
    ] = False,
    device: Annotated[str, typer.Option(help="auto, cpu, cuda, …")] = "auto",
    threads: Annotated[int, typer.Option(min=0, help="0: as many as there are.")] = 0,
    batch: Annotated[
        int | None, typer.Option(min=1, help="Texts that are written at once.")
    ] = None,
    workers: Annotated[int, typer.Option(min=1, help="Processes that parse.")] = 1,
    source: options.From = None,
    column: options.Column = None,
    quiet: options.Quiet = False,
) -> None:
    """Write candidates of problems: id, original, candidate, prompt, score.

    INPUT has the column question, and is asked with each prompt; or it is what `scaning noise
    --mode inference` wrote, for a denoiser. Numbers, unknowns and names are kept by construction.
    A run that was stopped goes on where it was when the same command is given again.
    """
    from scaning.blocks import count_of, rows_of
    from scaning.commands.stages import into_file, tally
    from scaning.denoise import generate as writing
    from scaning.denoise.stage import asking
    from scaning.prompts import prompts_to_ask
    from scaning.seq2seq.model import Seq2Seq
    from scaning.seq2seq.train import overrides
    from scaning.terminal import tell
    from scaning.watch import Ticker

    changes = overrides(given or ()) | ({} if n is None else {"n": n})
    settings = writing.decoding(decoding, changes)
    prompts = tuple(map(prompt_of, prompt)) if prompt else prompts_to_ask()
    loaded = None if ask else Seq2Seq.load(model, device=device, batch=batch, threads=threads)
    questions = output if ask else questions_beside(output, input, prompts)
    asked = options.gather(
        input, output=str(questions), source=source, target="jsonl", json=False, column=column,
        quiet=quiet or not ask,
    )  # fmt: skip
    bad = 0
    if ask or not questions.exists():
        work = partial(asking, prompts=prompts)
        bad = into_file(asked, (), question_of, work, name="ask", settings=prompts, workers=workers)
    if loaded is not None:
        watch = Ticker("generate", count_of(questions), quiet=quiet)
        counts = writing.generate(
            loaded, rows_of(questions), output, settings, name=writing.mark(model),
            guarded=not free, watch=watch,
        )  # fmt: skip
        questions.unlink()
        if not quiet:
            tell(f"{output}: {tally(counts)}")
    if bad:
        raise typer.Exit(1)


def question_of(row: Row) -> Cells:
    """A problem, a noised row or a question that is ready, as cells."""
    from scaning.commands.stages import textual
    from scaning.corpus import problem_of
    from scaning.errors import InputError

    if "ask" in row.cells:
        return textual(row, "ask", "prompt", "text", "original")
    if "source" in row.cells and "original" in row.cells:
        return textual(row, "prompt", "source", "original")
    if "question" not in row.cells:
        raise InputError("neither a problem (question) nor a noised one (prompt, source, original)")
    problem = problem_of(row)
    return {"id": problem.id, "question": problem.question}


def questions_beside(output: Path, input: str, prompts: tuple[str, ...]) -> Path:
    """Where the questions wait: another file for another input, so none is taken for the other."""
    from os import getpid

    from scaning.blocks import digest

    path = Path(input)
    stat = path.stat() if path.exists() else None
    known = [stat.st_size, stat.st_mtime_ns] if stat else [getpid()]
    return output.with_name(f".{output.name}.{digest([input, prompts, *known])}.questions.jsonl")


def prompt_of(words: str) -> str:
    """A prompt of its words.

    >>> prompt_of("fix replace"), prompt_of("paraphrase fix : ")
    ('paraphrase fix replace : ', 'paraphrase fix : ')
    """
    bare = words.removeprefix("paraphrase").strip().rstrip(":").split()
    return " ".join(["paraphrase", *bare, ":"]) + " "
