"""What is asked of the model, done on its thread, in the form in which it is answered and kept."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from scaning.banks import Item
from scaning.banks.rewriting import against
from scaning.commands.variants import cells_of
from scaning.paraphraser import Paraphraser, Wish
from scaning.records import Paraphrased, Problem, Reason, Verdict
from scaning.serve.marks import Segment, plain_segments, segments

Cells = dict[str, Any]

WARM = "Ann has 3 pens more than Ben. How many pens has Ben?"


class Desk:
    """One paraphraser and what is shown of its answers; only for the thread of the line."""

    def __init__(self, paraphraser: Paraphraser) -> None:
        self.paraphraser = paraphraser

    def warm(self) -> None:
        """Load everything by using it once."""
        self.paraphrase(Problem("", WARM), Wish(n=1), shown=True)

    def paraphrase(
        self, problem: Problem, wish: Wish, *, shown: bool, item: Item | None = None
    ) -> Cells:
        """A problem with its variants; of a question bank's item only those that go with it."""
        also = None if item is None else self._also(item)
        found = next(self.paraphraser.stream([problem], wish, also=also))
        rows = [self._row(problem.question, row, shown=shown) for row in _rows(found)]
        return {
            "id": found.id,
            "question": found.question,
            "note": found.note,
            "variants": [row for row in rows if row["rank"] is not None],
            "rejected": [row for row in rows if row["rank"] is None],
            "segments": _cells(self.plain(problem.question)) if shown else None,
        }

    def plain(self, text: str) -> list[Segment]:
        """A text with its facts."""
        return plain_segments(text, self.paraphraser.parser)

    def check(
        self, original: str, candidate: str, *, shown: bool, item: Item | None = None
    ) -> Cells:
        """The verdict on a pair; an item of a bank has to go with its answers too."""
        verdict = self.paraphraser.check(original, candidate)
        if item is not None and verdict.ok:
            why = against(item, candidate, self.paraphraser.parser)
            if why:
                verdict = Verdict(False, verdict.solvability, (Reason("context", "", "", why),))
        return {**asdict(verdict), "segments": self._shown(original, candidate, shown=shown)}

    def score(self, original: str, candidate: str) -> Cells:
        """The scores of a pair."""
        return asdict(self.paraphraser.score(original, candidate))

    def edit(self, original: str, text: str, item: Item | None) -> Cells:
        """All that is known of a text that a person wrote."""
        checked = self.check(original, text, shown=True, item=item)
        return {**checked, **self.score(original, text)}

    def _also(self, item: Item) -> Any:  # noqa: ANN401 - as `Paraphraser.stream` takes it
        parser = self.paraphraser.parser
        return lambda _problem, text: against(item, text, parser)

    def _row(self, question: str, row: Mapping[str, Any], *, shown: bool) -> Cells:
        own = {name: cell for name, cell in row.items() if name not in ("id", "question")}
        return own | {"segments": self._shown(question, own["paraphrase"], shown=shown)}

    def _shown(self, original: str, text: str, *, shown: bool) -> list[Cells] | None:
        return _cells(segments(original, text, self.paraphraser.parser)) if shown else None


def _rows(found: Paraphrased) -> list[Mapping[str, Any]]:
    return list(cells_of({"question": found.question}, found, rejected=True))


def _cells(shown: list[Segment]) -> list[Cells]:
    return [segment._asdict() for segment in shown]
