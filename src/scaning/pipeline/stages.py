"""The stages of the method, each with all that its result depends on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

from scaning.blocks import count_of, rows_of, through
from scaning.denoise.generate import generate
from scaning.denoise.stage import ask, learn, paraphrasing
from scaning.pipeline import judging
from scaning.pipeline.folder import Counts, Stage, step
from scaning.pipeline.making import base_of, corpus_of, train_on
from scaning.pipeline.sections import Recipe, Training
from scaning.records import Problem
from scaning.watch import Ticker

MODEL = ("model/*.safetensors", "model/config.json", "model/tokenizer.json")
NAMES = (
    "corpus", "base", "training_noise", "denoising_rows", "denoiser", "inference_noise",
    "candidates", "scores", "selection", "paraphrase_rows", "paraphraser", "evaluation",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Runner:
    """Makes the stages of a recipe in a run's folder."""

    recipe: Recipe
    root: Path
    quiet: bool = False

    def stages(self) -> list[Stage]:
        """All stages, in order; each needs only those before it."""
        recipe = self.recipe
        corpus, pairs = recipe.corpus, recipe.pairs
        files = (*corpus.problems, *corpus.against)
        starts = [recipe.denoiser.start, recipe.paraphraser.start]
        return [
            Stage("corpus", _without(corpus, "problems", "against"), self.corpus,
                  reads=tuple(map(Path, files))),
            Stage("base", {**_without(recipe.base, "folder"), "seed": recipe.run.seed}, self.base,
                  needs=("corpus",), artefacts=("*.json", "*.safetensors"),
                  reads=tuple(sorted(Path(recipe.base.folder).glob("*.safetensors")))
                  if recipe.base.folder else ()),
            Stage("training_noise", _noise(recipe.training_noise), self.training_noise,
                  needs=("corpus",)),
            Stage("denoising_rows", {}, self.denoising_rows, needs=("training_noise",)),
            Stage("denoiser", _training(recipe.denoiser), partial(self.train, recipe.denoiser),
                  needs=("base", "denoising_rows"), artefacts=MODEL),
            Stage("inference_noise", _noise(recipe.inference_noise), self.inference_noise,
                  needs=("corpus",)),
            Stage("candidates", _without(recipe.candidates, "more"), self.candidates,
                  needs=("denoiser", "inference_noise"), artefacts=("candidates.jsonl",)),
            Stage("scores", asdict(recipe.scores), self.scores, needs=("candidates",),
                  reads=tuple(map(Path, recipe.candidates.more))),
            Stage("selection", asdict(recipe.selection), self.selection, needs=("scores",)),
            Stage("paraphrase_rows", asdict(pairs), self.paraphrase_rows, needs=("selection",)),
            Stage("paraphraser", _training(recipe.paraphraser),
                  partial(self.train, recipe.paraphraser),
                  needs=(starts[1], "paraphrase_rows"), artefacts=MODEL),
            Stage("evaluation", _without(recipe.evaluation, "datasets"), self.evaluation,
                  needs=("denoiser", "paraphraser"),
                  reads=tuple(map(Path, recipe.evaluation.datasets)),
                  artefacts=("*.jsonl", "*.md")),
        ]  # fmt: skip

    def corpus(self, folder: Path) -> Mapping[str, Counts]:
        """Collections into the parts of a corpus."""
        return corpus_of(self.recipe.corpus, folder)

    def base(self, folder: Path) -> Mapping[str, Counts]:
        """The model that trainings start from."""
        return base_of(self.recipe, self.root / "corpus", folder)

    def training_noise(self, folder: Path) -> Mapping[str, Counts]:
        """Noise to learn from, of phase 1 and of the held-out problems."""
        return {
            "phase 1": self._noised("phase1", self.recipe.training_noise, folder / "rows.jsonl"),
            "held out": self._noised("valid", self.recipe.training_noise, folder / "valid.jsonl"),
        }

    def inference_noise(self, folder: Path) -> Mapping[str, Counts]:
        """Noise that keeps the facts, of phase 2."""
        rows = folder / "rows.jsonl"
        return {"phase 2": self._noised("phase2", self.recipe.inference_noise, rows)}

    def denoising_rows(self, folder: Path) -> Mapping[str, Counts]:
        """Noised rows in slots."""
        noised, name = self.root / "training_noise", "denoising rows"
        return {
            part: step(folder / file, partial(
                learn, rows_of(noised / file), folder / file,
                workers=self.recipe.run.workers, watch=self._ticker(name, noised / file),
            ))
            for part, file in (("phase 1", "rows.jsonl"), ("held out", "valid.jsonl"))
        }  # fmt: skip

    def train(self, training: Training, folder: Path) -> Mapping[str, Counts]:
        """Δ or Ψ: the stage's folder is that of the training."""
        rows = "denoising_rows" if folder.name == "denoiser" else "paraphrase_rows"
        base = self.root / ("base" if training.start == "base" else "denoiser/model")
        return train_on(training.settings, base, self.root / rows, folder, self.recipe.run)

    def candidates(self, folder: Path) -> Mapping[str, Counts]:
        """What the denoiser writes for noised problems."""
        noised = self.root / "inference_noise" / "rows.jsonl"
        questions, output = folder / "questions.jsonl", folder / "candidates.jsonl"
        asked = step(questions, partial(
            ask, rows_of(noised), questions, workers=self.recipe.run.workers,
            watch=self._ticker("questions", noised),
        ))  # fmt: skip
        return {"questions": asked, "candidates": step(output, partial(
            self._written, "denoiser", questions, output))}  # fmt: skip

    def _written(self, model: str, questions: Path, output: Path) -> Counts:
        from scaning.seq2seq.model import Seq2Seq

        section = self.recipe.candidates
        loaded = Seq2Seq.load(self.root / model / "model", device=self.recipe.run.device)
        watch = self._ticker("candidates", questions)
        return generate(
            loaded, rows_of(questions), output, section.decoding, guarded=section.guarded,
            watch=watch,
        )  # fmt: skip

    def scores(self, folder: Path) -> Mapping[str, Counts]:
        """Candidates with their scores and what the facts say of them."""
        section, source = self.recipe.scores, self.root / "candidates" / "candidates.jsonl"
        groups = judging.groups_of(source, judging.more_of(self.recipe.candidates.more))
        work = partial(judging.score_rows, preset=section.preset, encoder=section.encoder,
                       every=section.all)  # fmt: skip
        output = folder / "scored.jsonl"
        rows = (row for group in groups for row in group)
        return {"candidates": step(output, partial(
            through, rows, work, output, settings=asdict(section),
            workers=self.recipe.run.workers, watch=self._ticker("scores", source),
        ))}  # fmt: skip

    def selection(self, folder: Path) -> Mapping[str, Counts]:
        """The best candidates of each problem."""
        section, source = self.recipe.selection, self.root / "scores" / "scored.jsonl"
        output = folder / "selected.jsonl"
        work = partial(judging.choose, section=section)
        return {"candidates": step(output, partial(
            through, judging.groups_of(source, {}), work, output, settings=asdict(section),
            workers=self.recipe.run.workers, watch=self._ticker("selection", None),
        ))}  # fmt: skip

    def paraphrase_rows(self, folder: Path) -> Mapping[str, Counts]:
        """Chosen candidates as rows to learn from, some held out."""
        section = self.recipe.pairs
        source = self.root / "selection" / "selected.jsonl"
        found: dict[str, Counts] = {}
        for name, file, held in (("learnt", "rows", False), ("held out", "valid", True)):
            output = folder / f"{file}.jsonl"
            rows = judging.pairs_to_learn(rows_of(source), section.prompts, reverse=section.reverse)
            mine = (
                row for row in rows
                if judging.is_held_out(str(row["id"]), section.held_out) is held
            )  # fmt: skip
            found[name] = step(output, partial(
                through, mine, paraphrasing, output, settings=asdict(section),
                workers=self.recipe.run.workers,
            ))  # fmt: skip
        return found

    def evaluation(self, folder: Path) -> Mapping[str, Counts]:
        """Both models and the product, measured on the datasets."""
        from scaning.pipeline.evaluating import evaluate

        return evaluate(self.recipe, self.root, folder, quiet=self.quiet)

    def _noised(self, part: str, settings: Any, output: Path) -> Counts:  # noqa: ANN401
        from scaning.noise.stage import run

        corpus = self.recipe.corpus
        most = {"phase1": corpus.phase1, "phase2": corpus.phase2, "valid": corpus.valid}[part]
        source = self.root / "corpus" / f"{part}.jsonl"

        def make() -> Counts:
            run(problems_of(source, most), settings, output, workers=self.recipe.run.workers)
            problems = sum(1 for _ in problems_of(source, most))
            return {"problems": problems, "rows": count_of(output)}

        return step(output, make)

    def _ticker(self, name: str, source: Path | None) -> Ticker:
        return Ticker(name, count_of(source) if source else 0, quiet=self.quiet)


def problems_of(path: Path, most: int | None = None) -> Iterator[Problem]:
    """The problems of a part of the corpus, or so many of them."""
    for row in islice(rows_of(path), most):
        yield Problem(str(row["id"]), row["question"])


def _without(section: Any, *names: str) -> dict[str, Any]:  # noqa: ANN401 - any section
    return {name: value for name, value in asdict(section).items() if name not in names}


def _noise(settings: Any) -> dict[str, Any]:  # noqa: ANN401
    return asdict(settings)


def _training(training: Training) -> dict[str, Any]:
    """What a training's result depends on: how often it speaks or saves is no part of it."""
    silent = ("log_every", "save_every", "keep", "workers", "report_to", "output", "train", "base",
              "validation")  # fmt: skip
    settings = {k: v for k, v in asdict(training.settings).items() if k not in silent}
    return {"start": training.start, **settings}


__all__ = ["NAMES", "Runner", "problems_of"]
