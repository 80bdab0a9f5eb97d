"""The questions of a quiz with all their wordings, from rows or from a bank."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scaning.banks import Bank, Item, Rewritten, rewritings

if TYPE_CHECKING:
    from scaning.corpus import Row
    from scaning.paraphraser import Paraphraser, Wish
    from scaning.records import Problem

OPTIONS = ("options", "choices")
ANSWERS = ("answer", "answers", "correct", "key", "solution")


@dataclass(frozen=True, slots=True)
class Question:
    """A question: its wordings, the original first, and what stays the same in all of them.

    `place` is where it stands in its bank; `why` says why there is no other wording.
    """

    id: str
    name: str
    wordings: tuple[str, ...]
    options: tuple[str, ...] = ()
    answers: tuple[str, ...] = ()
    pictures: int = 0
    place: int = -1
    texts: tuple[str, ...] = ()
    why: str = ""


def questions_of_bank(bank: Bank, paraphraser: Paraphraser, wish: Wish) -> Iterator[Question]:
    """The questions of a bank; what has no text at all is left out."""
    for place, one in enumerate(rewritings(bank, paraphraser, wish)):
        if one.item.question:
            yield _question(one, place)


def questions_of_rows(
    work: Sequence[tuple[Row, Problem]], paraphraser: Paraphraser, wish: Wish
) -> Iterator[Question]:
    """The questions of rows; the columns "options" and "answer" go with them, if there are any."""
    items = tuple(_item(row, problem) for row, problem in work)
    bank = Bank("rows", b"", items)
    return (_question(one, n) for n, one in enumerate(rewritings(bank, paraphraser, wish)))


def _question(one: Rewritten, place: int) -> Question:
    item = one.item
    wordings = (item.question, *(item.around(text) for text in one.variants))
    return Question(
        item.id,
        item.name,
        wordings,
        item.options,
        item.answers,
        item.pictures,
        place,
        one.variants,
        one.why,
    )


def _item(row: Row, problem: Problem) -> Item:
    options = _several(row, OPTIONS)
    return Item(
        problem.id,
        problem.id,
        problem.question,
        problem.question,
        fixed=options,
        options=options,
        answers=_several(row, ANSWERS),
        put=str.encode,
    )


def _several(row: Row, names: Iterable[str]) -> tuple[str, ...]:
    """The cell of the first column there is, as texts: a list, a JSON list, or one text."""
    cells = {name.casefold(): cell for name, cell in row.cells.items()}
    cell = next((cells[name] for name in names if cells.get(name) not in (None, "")), None)
    if isinstance(cell, str) and cell.lstrip().startswith("["):
        try:
            cell = json.loads(cell)
        except ValueError:
            return (str(cell),)
    if isinstance(cell, list):
        return tuple(map(str, cell))
    return () if cell is None else (str(cell),)
