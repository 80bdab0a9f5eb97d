"""Is a candidate a safe rewriting of its original? All checks, one verdict."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from scaning.facts.align import Alignment, align
from scaning.facts.checks.bindings import check_bindings
from scaning.facts.checks.edits import check_edits
from scaning.facts.checks.entities import check_entities
from scaning.facts.checks.formulas import check_formulas
from scaning.facts.checks.numbers import check_numbers, check_units
from scaning.facts.checks.question import check_question
from scaning.facts.checks.relations import check_relations
from scaning.facts.checks.roles import check_roles
from scaning.facts.checks.statements import check_statements
from scaning.facts.checks.surface import check_surface
from scaning.facts.checks.variables import check_variables
from scaning.facts.evidence import Evidence
from scaning.facts.reading import Facts
from scaning.records import Reason, Verdict

Check = Callable[[Facts, Facts, Alignment], Iterator[Evidence]]
CHECKS: tuple[Check, ...] = (
    check_numbers,
    check_units,
    check_variables,
    check_formulas,
    check_bindings,
    check_roles,
    check_relations,
    check_entities,
    check_question,
    check_statements,
    check_edits,
    check_surface,
)
# A comma or a full stop between digits is a part of the number.
_NO_VALUE = re.compile(r"(?<!\d)[,.]|[,.](?!\d)|[\s;:!?'\"’‘“”]")
# A candidate is accepted from this solvability on: the best accuracy on 440 judged pairs
# (results/facts.json).
ACCEPT = 0.56
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
    """Everything that the checks hold against a candidate."""
    alignment = align(original, candidate)
    return [found for check in CHECKS for found in check(original, candidate, alignment)]


def solvability_of(evidence: Iterable[Evidence]) -> float:
    """The chance that none of the evidence breaks the solution, each taken by itself."""
    chance = 1.0
    for found in evidence:
        chance *= 1 - found.weight
    return round(chance, 4)


def _plain(text: str) -> str:
    """A text without white space, case and the marks that carry no value."""
    return _NO_VALUE.sub("", text.casefold())
