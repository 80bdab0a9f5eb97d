"""Is a candidate a safe rewriting of its original? All checks, one verdict."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from scaning.facts.align import NEAR, Alignment, align
from scaning.facts.checks.amounts import check_amounts
from scaning.facts.checks.bindings import check_bindings
from scaning.facts.checks.edits import check_edits
from scaning.facts.checks.entities import check_entities
from scaning.facts.checks.formulas import check_formulas
from scaning.facts.checks.numbers import check_numbers
from scaning.facts.checks.question import check_question
from scaning.facts.checks.relations import check_relations
from scaning.facts.checks.roles import check_roles
from scaning.facts.checks.statements import check_statements
from scaning.facts.checks.surface import check_surface
from scaning.facts.checks.units import check_units
from scaning.facts.checks.variables import check_variables
from scaning.facts.evidence import Evidence
from scaning.facts.reading import Facts
from scaning.records import Reason, Verdict

Check = Callable[[Facts, Facts, Alignment], Iterator[Evidence]]


class Asked(NamedTuple):
    """A check, and how much of what it finds still counts in a free rewriting.

    Numbers and unknowns are read the same in any words; a lost adjective is telling in a near copy
    and a matter of taste in a free rewriting. Chosen on bench/judged/dev.jsonl and the judged
    development pairs together (results/facts.json).
    """

    check: Check
    firm: float


CHECKS = (
    Asked(check_numbers, 0.8),
    Asked(check_units, 0.4),
    Asked(check_variables, 0.9),
    Asked(check_formulas, 0.9),
    Asked(check_bindings, 0.6),
    Asked(check_roles, 0.9),
    Asked(check_amounts, 0.0),
    Asked(check_relations, 0.03),
    Asked(check_entities, 0.05),
    Asked(check_question, 0.05),
    Asked(check_statements, 0.02),
    Asked(check_edits, 1.0),
    Asked(check_surface, 0.7),
)
# Share of common tokens at which a rewriting is wholly free; from NEAR on it is a near copy.
FREE = 0.55
# A comma or a full stop between digits is a part of the number.
_NO_VALUE = re.compile(r"(?<!\d)[,.]|[,.](?!\d)|[\s;:!?'\"’‘“”]")
# A candidate is accepted from this solvability on: the best accuracy on 440 judged pairs
# (results/facts.json).
ACCEPT = 0.6
# Weaker evidence counts in the sum but is not worth a sentence to the reader.
MENTION = 0.15


def verdict_on(original: Facts, candidate: Facts) -> Verdict:
    """Judge one pair of texts whose facts are at hand."""
    for name, facts in (("original", original), ("candidate", candidate)):
        if not facts.text.text.strip():
            reason = Reason("incoherent", "", "", f"The {name} is empty.")
            return Verdict(ok=False, solvability=0.0, reasons=(reason,))
    evidence = evidence_of(original, candidate)
    solvability = solvability_of(evidence)
    if _plain(original.text.text) == _plain(candidate.text.text):
        reason = Reason("copy", "", "", "The candidate repeats the original word for word.")
        return Verdict(ok=False, solvability=solvability, reasons=(reason,))
    if solvability >= ACCEPT:
        return Verdict(ok=True, solvability=solvability)
    strong = sorted(
        (e for e in evidence if e.weight >= MENTION), key=lambda e: -e.weight
    ) or sorted(evidence, key=lambda e: -e.weight)
    reasons = tuple(Reason(e.kind, e.original, e.candidate, e.message) for e in strong)
    return Verdict(ok=False, solvability=solvability, reasons=reasons)


def evidence_of(original: Facts, candidate: Facts) -> list[Evidence]:
    """Everything that the checks hold against a candidate, weighed by how free it is."""
    alignment = align(original, candidate)
    closeness = min(1.0, max(0.0, (alignment.overlap - FREE) / (NEAR - FREE)))
    return [
        found._replace(weight=found.weight * _counting(found, firm, closeness))
        for check, firm in CHECKS
        for found in check(original, candidate, alignment)
    ]


def _counting(found: Evidence, firm: float, closeness: float) -> float:
    """The share of its weight with which a piece of evidence counts."""
    least = max(firm, found.firm)
    return least + (1 - least) * closeness


def solvability_of(evidence: Iterable[Evidence]) -> float:
    """The chance that none of the evidence breaks the solution, each taken by itself."""
    chance = 1.0
    for found in evidence:
        chance *= 1 - found.weight
    return round(chance, 4)


def _plain(text: str) -> str:
    """A text without white space, case and the marks that carry no value."""
    return _NO_VALUE.sub("", text.casefold())
