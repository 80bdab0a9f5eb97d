"""The rows that noising gives, and how they are written."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from scaning.prompts import paraphraser_prompt


class Applied(NamedTuple):
    """A function that was applied to a row, and the share of the text that it was given."""

    function: str
    fraction: float


@dataclass(frozen=True, slots=True)
class NoiseRow:
    """A noised problem: `prompt` + `source` is what the denoiser reads, `target` what it is to say.

    `log` says what was done to the source, in order, and `passive` whether the passive is asked
    for. The target of inference noise is the original: what the denoiser is drawn away from.
    """

    id: str
    original: str
    source: str
    target: str
    prompt: str
    log: tuple[Applied, ...]
    passive: bool
    extra: Mapping[str, object] = field(default_factory=dict, hash=False)

    def paraphraser_prompt(self) -> str:
        """The prompt that the paraphraser is to learn for what was done to this row."""
        return paraphraser_prompt((done.function for done in self.log), passive=self.passive)

    def line(self) -> str:
        """The row as one line of JSON; columns that came with the problem follow ours."""
        own = {
            "id": self.id,
            "original": self.original,
            "source": self.source,
            "target": self.target,
            "prompt": self.prompt,
            "log": [done._asdict() for done in self.log],
            "passive": self.passive,
        }
        return json.dumps({**own, **_others(self.extra, own)}, ensure_ascii=False) + "\n"


def _others(extra: Mapping[str, object], own: Iterable[str]) -> dict[str, object]:
    return {name: value for name, value in extra.items() if name not in set(own)}
