"""The hard set: breaks that keep nearly every word, and rewritings that keep few of them.

    python -m scaning.scorer.triplets --problems FILE --split hard --out groups.jsonl
    python -m scaning.scorer.hard --groups groups.jsonl --out hard.jsonl

On these pairs closeness of words is the trap: an encoder off the shelf ranks them the wrong way
round. The problems are of a part of the collection that is never trained on. No check has chosen
among the pairs, so that a check can be measured by them.
"""

from __future__ import annotations

import argparse
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from scaning.scorer.triplets import Group, load_groups

FAR, NEAR = 0.75, 0.8


def overlap(a: str, b: str) -> float:
    """The share of the words of two texts that they have in common, counted as often as they come.

    >>> overlap("Ann has 3 pears.", "Ann has 4 pears.")
    0.75
    """
    one, other = (Counter(re.findall(r"\w+", text.lower())) for text in (a, b))
    shared = sum((one & other).values())
    return 2 * shared / max(1, one.total() + other.total())


def pairs(groups: Iterable[Group]) -> Iterator[dict[str, object]]:
    """The strongest rewriting of each problem and its nearest single break, two rows a problem."""
    for group in groups:
        far = [m for m in group.positives if overlap(group.anchor, m.text) <= FAR]
        near = [
            m
            for m in group.negatives
            if "!" not in m.by and m.by not in _LOSSY and overlap(group.anchor, m.text) >= NEAR
        ]
        if far and near:
            yield _row(group, far[0].text, far[0].by, "keep")
            yield _row(group, near[0].text, near[0].by, "edit")


# What leaves a gap is easier to see than what says something else.
_LOSSY = frozenset(
    "loop garble scramble truncate without-end without-phrase other-words lost-words "
    "drop-question drop-statement".split()
)


def _row(group: Group, candidate: str, kind: str, part: str) -> dict[str, object]:
    return {
        "id": f"{group.id}-{part}",
        "original": group.anchor,
        "candidate": candidate,
        "valid": part == "keep",
        "kind": kind,
    }


def main() -> None:
    """Read groups, write pairs."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--groups", type=Path, nargs="+", required=True)
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    with args.out.open("w", encoding="utf-8") as out:
        for row in pairs(load_groups(args.groups)):
            out.write(json.dumps(row, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
