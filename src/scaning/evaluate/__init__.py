"""Evaluate systems: what they wrote is measured, summed up in three ways, and set in tables."""

from scaning.evaluate.intervals import Figure, figure
from scaning.evaluate.measure import Measured, Result, measured, results
from scaning.evaluate.prompts import faithfulness
from scaning.evaluate.published import published
from scaning.evaluate.systems import Answers, Output, Paraphraser, answers_of, ask

__all__ = [
    "Answers",
    "Figure",
    "Measured",
    "Output",
    "Paraphraser",
    "Result",
    "answers_of",
    "ask",
    "faithfulness",
    "figure",
    "measured",
    "published",
    "results",
]
