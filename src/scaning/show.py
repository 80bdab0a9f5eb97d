"""What a command shows to a person: each row as it comes, and a summary at the end."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import Any, Protocol

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from scaning.terminal import visible

Cells = Any


class View(Protocol):
    """Counts the rows that pass, shows one of them, and sums them up."""

    def show(self, cells: Cells) -> RenderableType:
        """One row for the terminal."""

    def count(self, cells: Cells) -> None:
        """Take a row into the summary."""

    def summary(self) -> str:
        """One line about all rows."""


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
        ok, reasons = cells["ok"], cells["reasons"]
        mark = Text("✓", "bold green") if ok else Text("✗", "bold red")
        body = Table.grid(padding=(0, 1))
        body.add_column(width=1)
        body.add_column()
        name, solvability = visible(str(cells["id"])), f"  solvability {cells['solvability']:.2f}"
        title = Text.assemble((name, "bold"), (solvability, "dim"))
        body.add_row(mark, title)
        body.add_row("", marked(cells["original"], (r["original"] for r in reasons), "yellow"))
        body.add_row("→", marked(cells["candidate"], (r["candidate"] for r in reasons), "bold red"))
        for reason in reasons:
            body.add_row(
                "•", Text.assemble(visible(reason["message"]), (f"  {reason['kind']}", "dim"))
            )
        return Padding(body, (0, 0, 1, 0))

    def summary(self) -> str:
        """How many were kept, and what speaks against the others."""
        pairs = self.kept + self.rejected
        why = ", ".join(f"{kind} {n}" for kind, n in self.kinds.most_common())
        return f"{pairs:,} pairs: {self.kept:,} kept, {self.rejected:,} rejected" + (
            f" ({why})" if why else ""
        )


def marked(text: str, words: Iterable[str], style: str) -> Text:
    """The text with every one of `words` that stands in it in the style."""
    shown = Text(visible(text))
    for wanted in filter(None, set(words)):
        pattern = rf"(?<!\w){re.escape(visible(wanted))}(?!\w)"
        if not shown.highlight_regex(re.compile(pattern), style):
            shown.highlight_regex(re.compile(pattern, re.IGNORECASE), style)
    return shown
