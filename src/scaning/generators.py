"""Who proposes rewritings: a model, rules, another model by name, or a server.

Whoever it is, what it proposes passes the same facts, filters and ranking.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path
from typing import Protocol

from scaning.errors import ResourceError, UsageError
from scaning.prompts import TEST_PROMPTS
from scaning.records import Candidate, Problem

EMBEDDED = "embedded"


class Generator(Protocol):
    """Proposes rewritings; `name` is what a candidate's `source` says."""

    @property
    def name(self) -> str:
        """Who it is, in a word or a path."""
        ...

    def candidates(
        self, problems: Sequence[Problem], *, n: int, prompts: Sequence[str], seed: int
    ) -> list[list[Candidate]]:
        """For each problem some candidates, about `n` for each prompt; the same for a seed."""
        ...


def embedded_folder() -> Path:
    """Where the model that ships with this package lies."""
    return Path(str(files("scaning") / "models" / "paraphraser"))


def generators_of(model: str | None = EMBEDDED, *, base_url: str | None = None) -> list[Generator]:
    """The generators of a model's name: the model with the rules behind it.

    "embedded" is the model that ships with this package, "rules" and None are the rules alone; a
    folder is a trained or exported model, "server:NAME" a model of the server at `base_url`, alone,
    and any other name one of the hub. An install without the shipped model has the rules.
    """
    if model and model.startswith("server:"):
        from scaning.chat import ChatGenerator, server_of

        return [ChatGenerator(model.removeprefix("server:"), server_of(base_url))]
    if base_url:
        raise UsageError(f"A server has a model: say server:NAME, not {model!r}.")
    from scaning.rewrite import Rules

    rules = Rules()
    if model in (None, "rules"):
        return [rules]
    if model == EMBEDDED:
        folder = embedded_folder()
        return [Trained(folder, name=EMBEDDED), rules] if folder.is_dir() else [rules]
    if Path(model).is_dir():
        return [Trained(Path(model), name=Path(model).name), rules]
    from scaning.hub import HubGenerator

    return [HubGenerator(model), rules]


class Trained:
    """A trained or exported model of ours in a folder, asked with the prompts of the method."""

    def __init__(self, folder: Path, *, name: str = "", batch: int | None = None) -> None:
        if not folder.is_dir():
            raise ResourceError(f"{folder}: no such folder; give that of a trained model.")
        self.folder = folder
        self.name = name or folder.name
        self._batch = batch
        self._model: object = None

    def candidates(
        self,
        problems: Sequence[Problem],
        *,
        n: int,
        prompts: Sequence[str] = TEST_PROMPTS,
        seed: int,
    ) -> list[list[Candidate]]:
        """The texts that the model writes for each prompt, with how likely it finds them."""
        from scaning.parse import shared_parser
        from scaning.seq2seq.decoding import DecodeSettings
        from scaning.seq2seq.model import Asked, Seq2Seq
        from scaning.seq2seq.slots import read_slots, slots_of

        if not isinstance(self._model, Seq2Seq):
            self._model = Seq2Seq.load(self.folder, batch=self._batch)
        texts = shared_parser().parse(problem.question for problem in problems)
        slotted = [read_slots(text.text, slots_of(text)) for text in texts]
        asked = [
            Asked(f"{seed}/{problem.id}/{prompt}", prompt, one.text, one.slots)
            for problem, one in zip(problems, slotted, strict=True)
            for prompt in prompts
        ]
        beams = max(2, n)
        settings = DecodeSettings(n=n, beams=beams, groups=beams, max_ratio=1.6, seed=seed)
        written = iter(zip(asked, self._model.generate(asked, settings), strict=True))
        return [
            [
                Candidate(output.text, one.prompt, self.name, output.score)
                for one, outputs in (next(written) for _ in prompts)
                for output in outputs
                if output.ended
            ]
            for _ in problems
        ]
