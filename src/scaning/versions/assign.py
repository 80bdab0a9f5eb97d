"""Who gets which wording: each as often as any other, and two students as few together as can be.

That no wording of a question is used more than once oftener than another is the least that can be
shared in all; which students share is then chosen so that no two share much.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

# So many exchanges of two students are tried for each question; more mend little.
TRIES = 400


@dataclass(frozen=True, slots=True)
class Assignment:
    """The wording of each student for each question: `wordings[student][question]`."""

    wordings: tuple[tuple[int, ...], ...]

    def most_shared(self, question: int) -> int:
        """How many students have the same wording of a question, at most."""
        column = [given[question] for given in self.wordings]
        return max(map(column.count, column))

    def together(self, one: int, other: int) -> int:
        """How many questions two students have in the same wording."""
        pairs = zip(self.wordings[one], self.wordings[other], strict=True)
        return sum(a == b for a, b in pairs)


def assigned(wordings: Sequence[int], students: int, seed: int) -> Assignment:
    """An assignment for questions with so many wordings each; the same for a seed.

    >>> assigned([2, 2], 4, seed=1).most_shared(0)
    2
    """
    rng = Random(f"{seed}/versions/{students}/{','.join(map(str, wordings))}")
    together = [[0] * students for _ in range(students)]
    columns = []
    for several in wordings:
        column = _column(several, students, rng, together)
        columns.append(column)
        for a in range(students):
            for b in range(students):
                together[a][b] += column[a] == column[b]
    return Assignment(tuple(zip(*columns, strict=True)))


def _column(
    wordings: int, students: int, rng: Random, together: Sequence[Sequence[int]]
) -> list[int]:
    """One question: wordings dealt out evenly, then exchanged while students share less for it."""
    names = rng.sample(range(wordings), wordings)
    column = [names[n % wordings] for n in range(students)]
    rng.shuffle(column)
    for _ in range(TRIES if students > 1 else 0):
        a, b = rng.sample(range(students), 2)
        if column[a] == column[b]:
            continue
        before = _cost(column, a, together) + _cost(column, b, together)
        column[a], column[b] = column[b], column[a]
        if _cost(column, a, together) + _cost(column, b, together) > before:
            column[a], column[b] = column[b], column[a]
    return column


def _cost(column: Sequence[int], student: int, together: Sequence[Sequence[int]]) -> int:
    """What a student shares with those of the same wording; much with one weighs more."""
    mine, row = column[student], together[student]
    return sum(
        (row[other] + 1) ** 2
        for other, wording in enumerate(column)
        if wording == mine and other != student
    )
