"""What texts that a model wrote are worth, beside the problems that they ought to restore."""

from __future__ import annotations

import json
from collections.abc import Sequence
from fractions import Fraction
from itertools import islice
from pathlib import Path
from typing import Any

from scaning.denoise.generate import asked_of
from scaning.facts import compare_many
from scaning.facts.quantities import quantities
from scaning.fluency import NgramFluency
from scaning.seq2seq.model import Asked


def questions(path: Path, limit: int) -> tuple[list[Asked], list[str]]:
    """The first questions of a file of `scaning generate --ask`, and their originals."""
    with path.open(encoding="utf-8") as lines:
        rows: list[dict[str, Any]] = [json.loads(line) for line in islice(lines, limit)]
    return [asked_of(row) for row in rows], [str(row["original"]) for row in rows]


def judged(originals: Sequence[str], texts: Sequence[str | None]) -> dict[str, float]:
    """Shares of all problems; None is a problem that got no text."""
    pairs = [(a, b) for a, b in zip(originals, texts, strict=True) if b]
    numbers = sum(_values(a) == _values(b) for a, b in pairs)
    kept = sum(verdict.ok for verdict in compare_many(pairs))
    fluency = NgramFluency()
    scores = [fluency.score([a for a, _ in pairs]), fluency.score([b for _, b in pairs])]
    means = [sum(found) / max(1, len(found)) for found in scores]
    return {
        "written": len(pairs),
        "exact": round(sum(a == b for a, b in pairs) / len(texts), 4),
        "numbers_kept": round(numbers / len(texts), 4),
        "facts_ok": round(kept / len(texts), 4),
        "fluency": round(means[1], 4),
        "fluency_of_originals": round(means[0], 4),
    }


def _values(text: str) -> list[Fraction]:
    return sorted(quantity.value for quantity in quantities(text))
