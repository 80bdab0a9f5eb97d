"""Figures as tables for people and papers; nothing is measured here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import isnan

from scaning.evaluate.measure import Result

COLUMNS = {
    "similarity": "S", "diversity": "D", "numeracy": "N", "pqi": "PQI", "bleu_diversity": "1−BLEU",
    "wpd": "WPD", "facts ok": "facts ok", "handed out": "handed out",
    "an accepted one": "an accepted one", "three accepted ones": "three", "with its prompt": "with",
    "without": "without",
}  # fmt: skip
SHARES = ("facts ok", "handed out", "an accepted one", "three accepted ones", "with its prompt",
          "without")  # fmt: skip

Key = tuple[str, str]


def table(results: Iterable[Result], dataset: str) -> tuple[list[str], list[list[str]]]:
    """Header and rows of a dataset: a row for each system and way of summing up."""
    rows: dict[Key, dict[str, Result]] = {}
    for result in results:
        if result.dataset == dataset:
            rows.setdefault((result.system, result.summary), {})[result.metric] = result
    used = [m for m in COLUMNS if any(m in found for found in rows.values())]
    header = ["System", "Of its outputs", *(COLUMNS[metric] for metric in used), "n"]
    body = [
        [
            system,
            summary,
            *(_cell(found[metric]) if metric in found else "" for metric in used),
            str(max(result.n for result in found.values())),
        ]
        for (system, summary), found in rows.items()
    ]
    return header, body


def markdown(results: Sequence[Result]) -> str:
    """A table for each dataset; means with deviations, shares with 95% intervals."""
    parts = []
    for dataset in dict.fromkeys(result.dataset for result in results):
        header, body = table(results, dataset)
        lines = [f"### {dataset}", "", _line(header), _line(["---"] * len(header))]
        parts.append("\n".join([*lines, *map(_line, body)]) + "\n")
    return "\n".join(parts)


def latex(results: Sequence[Result]) -> str:
    r"""The same as `tabular`, with \pm for deviations."""
    parts = []
    for dataset in dict.fromkeys(result.dataset for result in results):
        header, body = table(results, dataset)
        lines = [
            rf"% {dataset}",
            rf"\begin{{tabular}}{{ll{'r' * (len(header) - 2)}}}",
            r"\hline",
            _tex(header),
            r"\hline",
            *map(_tex, body),
            r"\hline",
            r"\end{tabular}",
        ]
        parts.append("\n".join(lines) + "\n")
    return "\n".join(parts)


def _cell(result: Result) -> str:
    """A figure as it is printed.

    >>> _cell(Result("s", "d", "best", "pqi", 0.714, 0.1, 0.70, 0.73, 215))
    '0.71 ± 0.10'
    >>> _cell(Result("s", "d", "top 1", "facts ok", 0.9876, 0.1, 0.97, 1.0, 215))
    '98.8% [97.0, 100.0]'
    """
    if isnan(result.value):
        return "–"
    if result.metric in SHARES:
        interval = (
            "" if isnan(result.low) else f" [{100 * result.low:.1f}, {100 * result.high:.1f}]"
        )
        return f"{100 * result.value:.1f}%{interval}"
    deviation = "" if isnan(result.std) else f" ± {result.std:.2f}"
    return f"{result.value:.2f}{deviation}"


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _tex(cells: Sequence[str]) -> str:
    signs = {"%": r"\%", "±": r"$\pm$", "−": "--", "→": r"$\to$", "Δ": r"$\Delta$", "Ψ": r"$\Psi$",
             "_": r"\_", "–": "--"}  # fmt: skip
    text = " & ".join(cells)
    for sign, into in signs.items():
        text = text.replace(sign, into)
    return text + r" \\"


def plot(results: Sequence[Result], metric: str = "pqi") -> str:
    """Bars with intervals as one SVG that needs nothing else.

    Each dataset is a group, each system and way of summing up a bar.
    """
    rows = [row for row in results if row.metric == metric and not isnan(row.value)]
    height, left, width = 18, 330, 720
    parts = []
    y = 10
    for dataset in dict.fromkeys(row.dataset for row in rows):
        parts.append(_text(8, y + 12, f"{dataset}: {COLUMNS.get(metric, metric)}", bold=True))
        y += 22
        for row in (row for row in rows if row.dataset == dataset):
            parts += _bar(row, y, height, left, width - left - 60)
            y += height + 4
        y += 12
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{y}" '
        f'font-family="sans-serif" font-size="12">\n' + "\n".join(parts) + "\n</svg>\n"
    )


def _bar(row: Result, y: int, height: int, left: int, room: int) -> list[str]:
    ours = not row.signature.startswith("printed")
    colour = "#3b6ea5" if ours else "#b8b8b8"
    parts = [
        _text(8, y + 13, f"{row.system}, {row.summary}"),
        f'<rect x="{left}" y="{y}" width="{room * row.value:.1f}" height="{height}" '
        f'fill="{colour}"/>',
        _text(left + room * row.value + 6, y + 13, f"{row.value:.2f}"),
    ]
    if not isnan(row.low):
        x1, x2, middle = left + room * row.low, left + room * row.high, y + height / 2
        parts.append(
            f'<path d="M{x1:.1f} {middle}H{x2:.1f}" stroke="black" stroke-width="1.5" fill="none"/>'
        )
    return parts


def _text(x: float, y: float, text: str, *, bold: bool = False) -> str:
    from html import escape

    weight = ' font-weight="bold"' if bold else ""
    return f'<text x="{x:.1f}" y="{y:.1f}"{weight}>{escape(text)}</text>'
