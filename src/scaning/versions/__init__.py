"""Versions of a quiz for a class: each student other words, all of them the same problems.

A question has wordings, of which each student gets one, so that the same wording is shared by as
few students as possible; what two students have in common is measured and shown to the teacher.
"""

from __future__ import annotations

from scaning.versions.assign import Assignment, assigned
from scaning.versions.questions import Question, questions_of_bank, questions_of_rows
from scaning.versions.similar import matrix, similarity

__all__ = [
    "Assignment",
    "Question",
    "assigned",
    "matrix",
    "questions_of_bank",
    "questions_of_rows",
    "similarity",
]
