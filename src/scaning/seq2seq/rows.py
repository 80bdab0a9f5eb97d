"""The rows that a sequence-to-sequence model learns from: JSON Lines of prompt, source, target.

`prompt` + `source` is what the model reads, `target` what it is to write. Other columns of a file,
such as those of `scaning noise`, are left alone.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from scaning.errors import InputError


@dataclass(frozen=True, slots=True)
class Pair:
    """What a model reads, `prompt` and `source`, and what it is to write."""

    id: str
    prompt: str
    source: str
    target: str

    @property
    def read(self) -> str:
        """What the encoder gets.

        >>> Pair("q1", "paraphrase: ", "apples 3 has Ann.", "Ann has 3 apples.").read
        'paraphrase: apples 3 has Ann.'
        """
        return self.prompt + self.source


def read_pairs(path: Path) -> Iterator[Pair]:
    """The pairs of a JSON Lines file; `prompt` may be missing, `id` is the line if it is."""
    with path.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, start=1):
            if not line.isspace():
                yield _pair(line, f"{path}:{number}", number)


def _pair(line: str, place: str, number: int) -> Pair:
    try:
        cells = json.loads(line)
    except ValueError as error:
        raise InputError(f"{place}: not JSON: {error}") from None
    if not isinstance(cells, dict):
        raise InputError(f"{place}: a row is an object with source and target.")
    texts = {name: cells.get(name, "") for name in ("prompt", "source", "target")}
    for name, text in texts.items():
        if not isinstance(text, str) or (name != "prompt" and not text):
            raise InputError(f"{place}: {name!r} has to be a text, not {text!r}.")
    return Pair(str(cells.get("id", number)), **texts)
