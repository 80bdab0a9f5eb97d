"""Does inference noise change a quantity, a unit or an unknown?

    python bench/noise_facts.py --data DATA

Every noised text is parsed afresh and read by `scaning.facts`, its masks left out. What is compared
is how often each quantity with its unit, each unit and each unknown is said.
"""

from __future__ import annotations

import re
from collections import Counter

from noise_input import SEED, options, problems
from report import report, state

from scaning.facts.quantities import quantities
from scaning.facts.units import unit_mentions
from scaning.facts.variables import variables
from scaning.noise.masks import without_masks
from scaning.noise.settings import NoiseSettings
from scaning.noise.stage import noised
from scaning.parse import Parser

KINDS = ("quantities", "units", "unknowns", "digits")


def facts(parser: Parser, text: str) -> tuple[Counter[str], ...]:
    """What is said of each kind; runs of digits are read without any help from `facts`."""
    said = without_masks(text)
    return (
        Counter(f"{q.value} {q.unit.name if q.unit else ''}" for q in quantities(said)),
        Counter(mention.unit.name for mention in unit_mentions(said)),
        Counter(variable.name for variable in variables(parser(said))),
        Counter(re.findall(r"\d+", said)),
    )


def main() -> None:
    """Noise, read, compare, record."""
    arguments = options(__doc__, limit=5000).parse_args()
    work = problems(arguments.data, arguments.limit)
    parser = Parser(cache=64)
    changed: Counter[str] = Counter()
    examples: dict[str, list[str]] = {kind: [] for kind in KINDS}
    rows, commit = 0, state()
    settings = NoiseSettings(mode="inference", rows=4)
    for _, found in noised(work, settings):
        for row in (row for of_problem in found for row in of_problem):
            rows += 1
            before, after = facts(parser, row.original), facts(parser, row.source)
            for kind, a, b in zip(KINDS, before, after, strict=True):
                changed[kind] += a != b
                if a != b and len(examples[kind]) < 20:
                    examples[kind].append(f"{row.id}: {row.source}")
    figures = {"rows": rows, "changed": {kind: changed[kind] for kind in KINDS}}
    print(figures, *(f"{kind}: {e}" for kind in KINDS for e in examples[kind]), sep="\n")
    command = "python bench/noise_facts.py --data DATA"
    n = len(work)
    print(report("noise_facts", figures, command=command, n=n, seed=SEED, commit=commit))


if __name__ == "__main__":
    main()
