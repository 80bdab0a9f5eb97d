"""The last stage: what both models and the product write for the datasets, measured."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from itertools import islice
from pathlib import Path

from scaning.blocks import replace_text, rows_of
from scaning.corpus import PROBLEM, BadRow, problem_of, read
from scaning.encoder import encoder_at
from scaning.evaluate import Result, answers_of, published
from scaning.evaluate.answering import NAMES, Asking, Kind, answer
from scaning.evaluate.figures import figures_of, write_results
from scaning.evaluate.tables import markdown
from scaning.pipeline.folder import Counts, step
from scaning.pipeline.sections import Recipe
from scaning.records import Problem


def evaluate(
    recipe: Recipe, root: Path, folder: Path, *, quiet: bool = False
) -> Mapping[str, Counts]:
    """Answers of each system to each dataset, their figures and the tables made of them."""
    section = recipe.evaluation
    asking = Asking(
        section.rows, section.prompts, section.decoding, section.noise, recipe.run.device, quiet
    )
    kinds: tuple[Kind, ...] = ("denoiser", "paraphraser", "product")
    encoder = encoder_at(section.encoder)
    counts: dict[str, Counts] = {}
    figures: list[Result] = []
    for path in map(Path, section.datasets):
        problems = list(islice(problems_at(path), section.limit))
        for kind in kinds if section.product else kinds[:2]:
            output = folder / f"{path.stem}.{kind}.jsonl"
            model = root / ("denoiser" if kind == "denoiser" else "paraphraser") / "model"
            made = step(output, partial(answer, kind, model, problems, output, asking))
            counts[f"{path.stem}, {kind}"] = made
            answers = answers_of(NAMES[kind], path.stem, problems, rows_of(output))
            figures += figures_of(
                answers, preset=section.preset, encoder=encoder, seed=recipe.run.seed
            )
    write_results(folder / "results.jsonl", figures)
    names = [Path(name).stem for name in section.datasets]
    both = [*published(names), *figures]
    replace_text(folder / "tables.md", markdown([r for n in names for r in both if r.dataset == n]))
    return counts


def problems_at(path: Path) -> Iterator[Problem]:
    """The problems of a file, without the rows that cannot be read."""
    for row in read(str(path), PROBLEM):
        if not isinstance(row, BadRow):
            yield problem_of(row)
