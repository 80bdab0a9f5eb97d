"""The last stage: what both models and the product write for the datasets, measured."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from pathlib import Path
from time import perf_counter

from scaning.blocks import count_of, line_of, replace_text, rows_of
from scaning.corpus import PROBLEM, BadRow, problem_of, read
from scaning.denoise.generate import generate
from scaning.denoise.stage import ask
from scaning.encoder import encoder_at
from scaning.evaluate import (
    Answers,
    Result,
    answers_of,
    faithfulness,
    measured,
    published,
    results,
)
from scaning.evaluate.tables import markdown
from scaning.pipeline.folder import Counts, step
from scaning.pipeline.sections import Evaluation, Recipe
from scaning.records import Problem
from scaning.score import signature
from scaning.watch import Ticker

DENOISER, PARAPHRASER, PRODUCT = "Δ", "Ψ", "product"
FILES = {DENOISER: "denoiser", PARAPHRASER: "paraphraser", PRODUCT: "product"}
HANDED_OUT = 3


def evaluate(
    recipe: Recipe, root: Path, folder: Path, *, quiet: bool = False
) -> Mapping[str, Counts]:
    """Answers of each system to each dataset, their figures and the tables made of them."""
    section = recipe.evaluation
    counts: dict[str, Counts] = {}
    figures: list[Result] = []
    for path in map(Path, section.datasets):
        problems = list(islice(_problems(path), section.limit))
        for system in (DENOISER, PARAPHRASER, *([PRODUCT] if section.product else [])):
            output = folder / f"{path.stem}.{FILES[system]}.jsonl"
            model = root / ("denoiser" if system == DENOISER else "paraphraser") / "model"
            make = partial(write, system, model, problems, output, section,
                           device=recipe.run.device, quiet=quiet)  # fmt: skip
            counts[f"{path.stem}, {FILES[system]}"] = step(output, make)
            answers = answers_of(system, path.stem, problems, rows_of(output))
            figures += figures_of(answers, section, seed=recipe.run.seed)
    replace_text(folder / "results.jsonl", "".join(_line(row) for row in figures))
    names = [Path(name).stem for name in section.datasets]
    both = [*published(names), *figures]
    replace_text(folder / "tables.md", markdown([r for n in names for r in both if r.dataset == n]))
    return counts


def write(
    system: str,
    model: Path,
    problems: Sequence[Problem],
    output: Path,
    section: Evaluation,
    *,
    device: str = "auto",
    quiet: bool = False,
) -> Counts:
    """What a system writes for problems, as rows."""
    if system == PRODUCT:
        return _handed_out(model, problems, output)
    from scaning.seq2seq.model import Seq2Seq

    questions = output.with_name(f".{output.name}.questions")
    if system == DENOISER:
        from scaning.noise.stage import run

        noised = output.with_name(f".{output.name}.noised")
        if not noised.exists():
            run(problems, replace(section.noise, rows=section.rows), noised)
        rows: Iterable[Mapping[str, object]] = rows_of(noised)
    else:
        rows = [{"id": problem.id, "question": problem.question} for problem in problems]
    if not questions.exists():
        ask(rows, questions, prompts=section.prompts)
    watch = Ticker(output.stem, count_of(questions), quiet=quiet)
    loaded = Seq2Seq.load(model, device=device)
    return generate(loaded, rows_of(questions), output, section.decoding, watch=watch)


def figures_of(answers: Answers, section: Evaluation, *, seed: int) -> Iterator[Result]:
    """The figures of a system on a dataset, and whether prompts do what they say."""
    encoder = encoder_at(section.encoder)
    found = measured(answers, preset=section.preset, encoder=encoder)
    sign = signature(section.preset, encoder, len(answers.problems), seed=seed)
    yield from results(answers, found, rules=section.preset, signature=sign, seed=seed)
    if any(row.output.prompt for each in found.values() for row in each):
        yield from faithfulness(answers, found, signature=sign, seed=seed)


def _handed_out(model: Path, problems: Sequence[Problem], output: Path) -> Counts:
    """What a user gets: accepted rewritings with their ranks."""
    from scaning.paraphraser import Paraphraser, Wish

    start = perf_counter()
    lines: list[str] = []
    turned_down = 0
    for found in Paraphraser(str(model)).stream(problems, Wish(n=HANDED_OUT)):
        turned_down += len(found.rejected)
        lines += [
            line_of({"id": found.id, "original": found.question, "candidate": variant.text,
                     "prompt": "", "source": variant.source, "rank": rank})
            for rank, variant in enumerate(found.variants, start=1)
        ]  # fmt: skip
    replace_text(output, "".join(line + "\n" for line in lines))
    return {
        "accepted": len(lines),
        "turned down": turned_down,
        "seconds": round(perf_counter() - start),
    }


def _problems(path: Path) -> Iterator[Problem]:
    for row in read(str(path), PROBLEM):
        if not isinstance(row, BadRow):
            yield problem_of(row)


def _line(row: Result) -> str:
    from math import isnan

    cells = {
        name: None if isinstance(cell, float) and isnan(cell) else cell
        for name, cell in row.cells().items()
    }
    return line_of(cells) + "\n"
