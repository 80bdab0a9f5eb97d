"""The kinds of reason why a candidate is not a safe rewriting. The names are stable."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

REASONS: Mapping[str, str] = MappingProxyType(
    {
        "missing-number": "A number of the original is missing.",
        "added-number": "The candidate holds a number that the original does not.",
        "changed-unit": "A number has another unit, or a unit was lost.",
        "lost-variable": "An unknown or a named point is missing.",
        "changed-formula": "A sign of a formula was lost or added.",
        "added-variable": "The candidate holds an unknown that the original does not.",
        "flipped-relation": "A relation became another: more, less, each, total, gave, took.",
        "swapped-roles": "Two numbers, people or things traded places.",
        "changed-question": "The question is missing, doubled, or asks for something else.",
        "merged-entities": "Two people or things became one, or one became two.",
        "lost-statement": "Something that the original says is missing.",
        "added-statement": "The candidate says something that the original does not.",
        "incoherent": "The text is empty, cut off, garbled or repeats itself.",
        "copy": "The candidate is the original.",
        "doubted": "No fact speaks against the candidate, but the trained scorer does.",
    }
)
