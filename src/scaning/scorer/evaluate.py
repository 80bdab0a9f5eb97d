"""Scorers beside each other on judged pairs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from scaning.encoder import Encoder
from scaning.records import Pair
from scaning.score.numeracy import official_numbers, official_numeracy
from scaning.scorer.judge import Scorer
from scaning.scorer.statistics import summary

# The published threshold, on a raw cosine; for chances it is the natural one too.
THRESHOLD = 0.5


@dataclass(frozen=True, slots=True)
class Row:
    """What one scorer says of every pair, and from where on it means "valid"."""

    scores: list[float]
    threshold: float = THRESHOLD


def rows(pairs: Sequence[Pair], scorer: Scorer, others: Mapping[str, Encoder]) -> dict[str, Row]:
    """The published numeracy, other encoders, and all that our scorer knows."""
    texts = [(pair.original, pair.candidate) for pair in pairs]
    found = {"published numeracy": Row([_numeracy(*pair) for pair in texts], 0.999)}
    for name, encoder in others.items():
        found[f"{name} cosine"] = Row(cosines(encoder, texts))
    judged = list(scorer.judge(texts))
    return found | {
        "ParaQD cosine": Row([one.cosine for one in judged]),
        "ParaQD similarity": Row([one.similarity for one in judged]),
        "facts": Row([one.facts for one in judged], 0.6),
        "combination": Row([one.solvability for one in judged]),
    }


def cosines(encoder: Encoder, pairs: Sequence[tuple[str, str]]) -> list[float]:
    """The cosine of each pair."""
    originals, candidates = (encoder.encode([pair[i] for pair in pairs]) for i in (0, 1))
    return [float(x) for x in (originals * candidates).sum(axis=1)]


def figures(
    pairs: Sequence[Pair], valid: Sequence[bool], found: Mapping[str, Row]
) -> dict[str, Mapping[str, object]]:
    """The figures of each scorer on one set."""
    questions = [pair.original for pair in pairs]
    return {
        name: summary(questions, row.scores, valid, row.threshold) for name, row in found.items()
    }


def plot(valid: Sequence[bool], found: Mapping[str, Row], path: Path) -> None:
    """For each scorer how its scores are distributed, and its confusion at the threshold."""
    import matplotlib as mpl

    mpl.use("Agg")
    import matplotlib.pyplot as plt

    from scaning.scorer.statistics import confusion

    figure, axes = plt.subplots(
        2, len(found), figsize=(2.6 * len(found), 5.2), squeeze=False, layout="constrained"
    )
    for (name, row), above, below in zip(found.items(), axes[0], axes[1], strict=True):
        sides = [
            [s for s, v in zip(row.scores, valid, strict=True) if v is side]
            for side in (True, False)
        ]
        above.hist(sides, bins=20, density=True, label=["valid", "invalid"], color=["#2a7", "#c53"])
        above.axvline(row.threshold, color="black", linewidth=0.8)
        above.set_title(name, fontsize=9)
        c = confusion(row.scores, valid, row.threshold)
        cells = [[c.true_valid, c.false_invalid], [c.false_valid, c.true_invalid]]
        below.imshow(cells, cmap="Greys", vmin=0, vmax=2 * max(map(max, cells)))
        for i, line in enumerate(cells):
            for j, count in enumerate(line):
                below.text(j, i, str(count), ha="center", va="center")
        below.set_xticks([0, 1], ["said valid", "said not"], fontsize=7)
        below.set_yticks([0, 1], ["valid", "invalid"], fontsize=7)
    axes[0][0].legend(fontsize=7)
    figure.savefig(path, dpi=110)
    plt.close(figure)


def _numeracy(original: str, candidate: str) -> float:
    return official_numeracy(official_numbers(original), official_numbers(candidate))
