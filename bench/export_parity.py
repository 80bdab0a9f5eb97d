"""Does the export in eight bits write what the model wrote that it was made of?

    python bench/export_parity.py MODEL --rows HELD_OUT

MODEL is a trained model, HELD_OUT what `scaning denoise` made of noised problems of aqua_val. The
greedy texts of 200 rows and the log-likelihoods of their targets are compared; beside them stands
the same graph in 32 bits, which shows that what differs is the rounding.
"""

from __future__ import annotations

import argparse
import json
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

from report import report, state

from scaning.seq2seq.export import export
from scaning.seq2seq.parity import passes
from scaning.seq2seq.rows import read_pairs


def main() -> None:
    """Export, compare, record."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("model", type=Path)
    parser.add_argument("--rows", type=Path, required=True)
    parser.add_argument("--limit", type=int, default=200)
    args = parser.parse_args()
    commit = state()
    pairs = list(islice(read_pairs(args.rows), args.limit))
    figures: dict[str, object] = {}
    for name, exact in (("eight_bits", False), ("exact", True)):
        with TemporaryDirectory() as folder:
            made = export(args.model, Path(folder), compared=pairs, exact=exact)
            size = sum(path.stat().st_size for path in Path(folder).iterdir()) / 1e6
        found = made["parity"]
        figures[name] = {**found, "mb": round(size, 1), "passes": passes(found)}
        print(name, json.dumps(figures[name]), flush=True)
    command = "python bench/export_parity.py MODEL --rows HELD_OUT"
    print(report("export", figures, command=command, n=len(pairs), seed=3407, commit=commit))


if __name__ == "__main__":
    main()
