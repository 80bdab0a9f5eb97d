"""What a command shows to a person: each row as it comes, and a summary at the end."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from statistics import fmean, stdev
from typing import TYPE_CHECKING, Any, Protocol

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from scaning.terminal import counted, visible

if TYPE_CHECKING:
    from scaning.encoder import Encoder
    from scaning.select import Dropped

Cells = Mapping[str, Any]

COLUMNS = {
    "similarity": "sim",
    "bleu_diversity": "1-bleu",
    "wpd": "wpd",
    "diversity": "div",
    "numeracy": "num",
    "pqi": "pqi",
}


class View(Protocol):
    """Counts the rows that pass, shows one of them, and sums them up."""

    def count(self, cells: Cells) -> None:
        """Take a row into the summary."""

    def show(self, cells: Cells) -> RenderableType:
        """One row for the terminal."""

    def summary(self) -> str:
        """A line or two about all rows."""


class Verdicts:
    """The verdicts of `check`: both texts with the words concerned, and the reasons."""

    def __init__(self) -> None:
        self.kept = 0
        self.rejected = 0
        self.kinds: Counter[str] = Counter()

    def count(self, cells: Cells) -> None:
        """Take a row into the summary."""
        self.kept += cells["ok"]
        self.rejected += not cells["ok"]
        self.kinds.update({reason["kind"] for reason in cells["reasons"]})

    def show(self, cells: Cells) -> RenderableType:
        """One verdict."""
        reasons = cells["reasons"]
        mark = Text("✓", "bold green") if cells["ok"] else Text("✗", "bold red")
        name, solvability = visible(str(cells["id"])), f"  solvability {cells['solvability']:.2f}"
        body = _beside(mark, Text.assemble((name, "bold"), (solvability, "dim")))
        body.add_row("", marked(cells["original"], (r["original"] for r in reasons), "yellow"))
        body.add_row("→", marked(cells["candidate"], (r["candidate"] for r in reasons), "bold red"))
        for reason in reasons:
            kind = (f"  {reason['kind']}", "dim")
            body.add_row("•", Text.assemble(visible(reason["message"]), kind))
        return Padding(body, (0, 0, 1, 0))

    def summary(self) -> str:
        """How many were kept, and what speaks against the others."""
        pairs = self.kept + self.rejected
        verdicts = f"{self.kept:,} ok, {self.rejected:,} not{_counts(self.kinds)}"
        return f"{counted(pairs, 'pair')}: {verdicts}"


class Measures:
    """The scores of `score`, and at the end their means with what they were measured by."""

    def __init__(self, preset: str, encoder: Encoder | None) -> None:
        self.preset = preset
        self.encoder = encoder
        self.rows = 0
        self.values: dict[str, list[float]] = {name: [] for name in COLUMNS}

    def count(self, cells: Cells) -> None:
        """Take a row into the summary."""
        self.rows += 1
        for name, values in self.values.items():
            if cells[name] is not None:
                values.append(cells[name])

    def show(self, cells: Cells) -> RenderableType:
        """The scores of one pair in columns, which are named above the first."""
        numbers = "".join(_number(cells[name]) for name in COLUMNS)
        row = Text(f"{numbers}  {_one_line(cells['candidate'])}", no_wrap=True, overflow="ellipsis")
        if self.rows > 1:
            return Group(row)
        names = "".join(f"{name:>7}" for name in COLUMNS.values())
        return Group(Text(f"{names}  candidate", "bold"), row)

    def summary(self) -> str:
        """The means, and on a line of its own how they can be measured again."""
        from scaning.score import signature

        means = [f"{name} {_mean(values)}" for name, values in self.values.items() if values]
        signed = signature(self.preset, self.encoder, self.rows, metric="mean±std")
        return f"{counted(self.rows, 'pair')}: {', '.join(means)}\n{signed}"


class Choices:
    """What `select` kept of each problem, and how many it dropped for what."""

    def __init__(self) -> None:
        self.kept = 0
        self.dropped = 0
        self.problems: set[tuple[str, str]] = set()
        self.kinds: Counter[str] = Counter()

    def drop(self, dropped: Iterable[Dropped]) -> None:
        """Take the dropped rows into the summary."""
        for row in dropped:
            self.dropped += 1
            self.kinds.update(miss.kind for miss in row.misses)

    def count(self, cells: Cells) -> None:
        """Take a row into the summary."""
        self.kept += 1
        self.problems.add((str(cells["id"]), cells["original"]))

    def show(self, cells: Cells) -> RenderableType:
        """A kept candidate, below its original if it is the best one."""
        scores = ", ".join(
            f"{name} {cells[name]:.2f}"
            for name in ("similarity", "diversity", "numeracy")
            if cells[name] is not None
        )
        body = _beside(Text(str(cells["rank"]), "bold green"), Text(visible(cells["candidate"])))
        body.add_row("", Text(scores, "dim"))
        if cells["rank"] > 1:
            return body
        title = Text(visible(str(cells["id"])), "bold")
        above = [Text("")] if self.kept > 1 else []
        return Group(*above, title, Text(visible(cells["original"])), body)

    def summary(self) -> str:
        """How many were kept of how many problems, and why the others were dropped."""
        return (
            f"{counted(self.kept + self.dropped, 'candidate')}: {self.kept:,} kept, of "
            f"{counted(len(self.problems), 'problem')}; {self.dropped:,} dropped"
            f"{_counts(self.kinds)}"
        )


def marked(text: str, words: Iterable[str], style: str) -> Text:
    """The text with every one of `words` that stands in it in the style."""
    shown = Text(visible(text))
    for wanted in filter(None, set(words)):
        pattern = rf"(?<!\w){re.escape(visible(wanted))}(?!\w)"
        if not shown.highlight_regex(re.compile(pattern), style):
            shown.highlight_regex(re.compile(pattern, re.IGNORECASE), style)
    return shown


def _beside(mark: Text, first: RenderableType) -> Table:
    body = Table.grid(padding=(0, 1))
    body.add_column(width=1)
    body.add_column()
    body.add_row(mark, first)
    return body


def _one_line(text: str) -> str:
    return " ".join(visible(text).split())


def _number(value: float | None) -> str:
    return f"{'–' if value is None else format(value, '.3f'):>7}"


def _mean(values: list[float]) -> str:
    return f"{fmean(values):.3f}" + (f"±{stdev(values):.3f}" if len(values) > 1 else "")


def _counts(kinds: Counter[str]) -> str:
    found = ", ".join(f"{kind} {n:,}" for kind, n in kinds.most_common())
    return f" ({found})" if found else ""
