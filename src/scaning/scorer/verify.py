"""Keep of what the operators made only what is what it should be, and label translations.

    python -m scaning.scorer.verify --groups FILE… --translations FILE --out FILE [--facts]

A rewriting must have the numbers of its problem; with --facts the whole fact check must not object
to it, and must object to each break. Translations there and back are kept where the fact check is
sure: as rewritings where it finds nothing, as breaks where it finds much; and each rewriting by
translation is broken again by single edits.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from random import Random

from scaning.facts import compare_many
from scaning.facts.quantities import quantities
from scaning.parse import shared_parser
from scaning.scorer.operators import NEAR
from scaning.scorer.triplets import SEED, Group, Made, broken, load_groups, split_of, write_groups
from scaning.scorer.wording import careless

# Chosen by reading (results/scorer_reading.md): what is between is left out.
SURE_KEPT, SURE_BROKEN = 0.8, 0.1
# A stack of rewritings is far from its problem, where the fact check is less sure.
KEPT, BROKEN = 0.3, 0.9


def numbers_of(text: str) -> Counter[Fraction]:
    """The values in a text, however they are written."""
    return Counter(abs(found.value) for found in quantities(text))


def same_numbers(groups: Iterable[Group]) -> Iterator[Group]:
    """The groups without the rewritings whose numbers differ, and without copies."""
    for group in groups:
        wanted = numbers_of(group.anchor)
        kept = tuple(m for m in group.positives if numbers_of(m.text) == wanted)
        texts = {group.anchor, *(m.text for m in kept)}
        bad = tuple(m for m in group.negatives if m.text not in texts)
        if kept and bad:
            yield Group(group.id, group.anchor, kept, bad)


def by_facts(groups: Sequence[Group]) -> Iterator[Group]:
    """The groups without the texts that the fact check sees otherwise."""
    verdicts = compare_many(
        (group.anchor, made.text)
        for group in groups
        for made in (*group.positives, *group.negatives)
    )
    for group in groups:
        kept = tuple(m for m in group.positives if next(verdicts).solvability >= KEPT)
        bad = tuple(m for m in group.negatives if next(verdicts).solvability <= BROKEN)
        if kept and bad:
            yield Group(group.id, group.anchor, kept, bad)


def translated(path: Path, split: str) -> Iterator[Group]:
    """Groups of the translations of a split that the fact check is sure of."""
    rows: dict[str, list[dict[str, object]]] = defaultdict(list)
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            if split_of(row["id"]) == split and row["original"] != row["candidate"]:
                rows[row["id"]].append(row)
    found = [row for some in rows.values() for row in some]
    if not all("s" in row for row in found):
        pairs = ((str(row["original"]), str(row["candidate"])) for row in found)
        for row, verdict in zip(found, compare_many(pairs), strict=True):
            row["s"] = verdict.solvability
    parser = shared_parser()
    for name, some in rows.items():
        anchor = str(some[0]["original"])
        kept = [Made(str(r["candidate"]), "translation") for r in some if _sure(r) > SURE_KEPT]
        bad = [Made(str(r["candidate"]), "translation") for r in some if _sure(r) < SURE_BROKEN]
        rng = Random(f"{SEED}/{name}/translated")
        for made in kept:
            again = broken(parser(made.text), NEAR, 2, rng)
            bad += [Made(one.text, f"translation!{one.by}") for one in again]
        if kept or bad:
            yield Group(name, anchor, tuple(kept), tuple(bad))


def _sure(row: dict[str, object]) -> float:
    return float(str(row["s"]))


def with_careless(groups: Iterable[Group]) -> Iterator[Group]:
    """The groups with one rewriting more, which leaves nearly everything as it was."""
    for group in groups:
        text = careless(group.anchor, Random(f"{SEED}/{group.id}/careless"))
        kept = (*group.positives, *([Made(text, "careless")] if text else []))
        yield Group(group.id, group.anchor, kept, group.negatives)


def merged(groups: Iterable[Group]) -> list[Group]:
    """One group for each problem; without rewritings, the problem is its own."""
    found: dict[str, Group] = {}
    for group in groups:
        old = found.get(group.id)
        if old is not None:
            group = Group(
                group.id,
                group.anchor,
                (*old.positives, *group.positives),
                (*old.negatives, *group.negatives),
            )
        found[group.id] = group
    return [
        group if group.positives
        else Group(group.id, group.anchor, (Made(group.anchor, "identity"),), group.negatives)
        for group in found.values()
        if group.negatives
    ]  # fmt: skip


def main() -> None:
    """Read, verify, merge, write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--groups", type=Path, nargs="+", required=True)
    parser.add_argument("--translations", type=Path)
    parser.add_argument("--split", default="train")
    parser.add_argument("--facts", action="store_true", help="run the whole fact check")
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    found = list(with_careless(same_numbers(load_groups(args.groups))))
    if args.facts:
        found = list(by_facts(found))
    more = list(translated(args.translations, args.split)) if args.translations else []
    n = write_groups(merged([*found, *more]), args.out)
    sys.stderr.write(f"{n} groups, {len(more)} with translations\n")


if __name__ == "__main__":
    main()
