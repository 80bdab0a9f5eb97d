"""All figures of a system on a dataset, and files of figures."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from math import isnan
from pathlib import Path
from typing import Any

from scaning.blocks import line_of, replace_text
from scaning.encoder import Encoder
from scaning.errors import InputError
from scaning.evaluate.measure import Result, measured, results
from scaning.evaluate.prompts import faithfulness
from scaning.evaluate.systems import Answers
from scaning.score import signature


def figures_of(
    answers: Answers, *, preset: str, encoder: Encoder | None, seed: int
) -> Iterator[Result]:
    """The figures of a system on a dataset, and whether prompts do what they say."""
    found = measured(answers, preset=preset, encoder=encoder)
    sign = signature(preset, encoder, len(answers.problems), seed=seed)
    yield from results(answers, found, rules=preset, signature=sign, seed=seed)
    if any(row.output.prompt for each in found.values() for row in each):
        yield from faithfulness(answers, found, signature=sign, seed=seed)


def read_results(path: Path) -> list[Result]:
    """The figures of a file."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
        return [Result(**_numbers(json.loads(line))) for line in lines]
    except (ValueError, TypeError) as error:
        raise InputError(
            f"{path}: not the figures of `scaning evaluate systems`: {error}"
        ) from None


def write_results(path: Path, rows: Iterable[Result]) -> None:
    """Write figures, a line each."""
    lines = (line_of({name: _cell(value) for name, value in row.cells().items()}) for row in rows)
    replace_text(path, "".join(line + "\n" for line in lines))


def _numbers(cells: dict[str, Any]) -> dict[str, Any]:
    """JSON has no NaN: what is missing is null there."""
    return {name: float("nan") if cell is None else cell for name, cell in cells.items()}


def _cell(value: object) -> object:
    return None if isinstance(value, float) and isnan(value) else value
