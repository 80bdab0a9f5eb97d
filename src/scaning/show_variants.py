"""What a person sees of variants: the problem, the ranked variants with new words marked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from scaning.diff import pieces
from scaning.records import Paraphrased
from scaning.terminal import counted, tell, visible

Cells = Mapping[str, Any]

SHOWN = 20  # problems with too few variants are named one by one up to here, then counted


class Variants:
    """The variants of `paraphrase`; notes on what is missing go to the standard error."""

    def __init__(self, n: int, *, quiet: bool = False) -> None:
        self.n = n
        self.quiet = quiet
        self.problems = 0
        self.variants = 0
        self.few = 0
        self.rejected: Counter[str] = Counter()
        self._last: object = None

    def take(self, found: Paraphrased) -> None:
        """A problem is done: say what is missing, if anything is."""
        self.problems += 1
        self.variants += len(found.variants)
        for one in found.rejected:
            self.rejected.update({reason.kind for reason in one.reasons})
        if not found.note:
            return
        self.few += 1
        if not self.quiet and self.few <= SHOWN:
            tell(f"{found.id}: {found.note}")
        elif not self.quiet and self.few == SHOWN + 1:
            tell("further problems with fewer variants are only counted")

    def count(self, cells: Cells) -> None:
        """Nothing: problems are counted, not rows."""

    def show(self, cells: Cells) -> RenderableType:
        """A variant, below its problem if it is the first row of it."""
        body = Table.grid(padding=(0, 1))
        body.add_column(width=1)
        body.add_column()
        good = cells["rank"] is not None
        mark = Text(str(cells["rank"]), "bold green") if good else Text("✗", "bold red")
        body.add_row(mark, highlighted(str(cells["question"]), str(cells["paraphrase"])))
        body.add_row("", Text(_scores(cells), "dim"))
        for reason in cells["reasons"]:
            kind = (f"  {reason['kind']}", "dim")
            body.add_row("•", Text.assemble(visible(reason["message"]), kind))
        key = (cells["id"], cells["question"])
        if key == self._last:
            return body
        above = [Text("")] if self._last is not None else []
        self._last = key
        title = Text(visible(str(cells["id"])), "bold")
        return Group(*above, title, Text(visible(str(cells["question"]))), body)

    def summary(self) -> str:
        """How many variants of how many problems, and what the others were turned down for."""
        found = f"{counted(self.problems, 'problem')}: {counted(self.variants, 'variant')}"
        if self.few:
            found += f"; {self.few:,} with fewer than {self.n}"
        if self.rejected:
            kinds = ", ".join(f"{kind} {n:,}" for kind, n in self.rejected.most_common())
            found += f"; turned down: {kinds}"
        return found


def highlighted(original: str, variant: str) -> Text:
    """The variant with the words that the original does not have in their place."""
    shown = Text()
    for kind, text in pieces(original, variant):
        if kind != "gone":
            shown.append(visible(text), "bold cyan" if kind == "new" else "")
    return shown


def _scores(cells: Cells) -> str:
    named = ("similarity", "diversity", "solvability")
    scores = [f"{name} {cells[name]:.2f}" for name in named if cells[name] is not None]
    words = " ".join(str(cells["prompt"]).replace(":", "").split()[1:])
    return ", ".join(filter(None, [*scores, words, str(cells["source"])]))
