"""Does the export in eight bits write what the model wrote that it was made of?

    python bench/export_parity.py MODEL --rows HELD_OUT [--export EXPORT]

MODEL is a trained model, HELD_OUT what `scaning denoise` made of noised problems of aqua_val. The
greedy texts of 200 rows and the log-likelihoods of their targets are compared. Unless EXPORT is
there already it is made; and beside it the same graph in 32 bits, which shows that what differs is
the rounding.
"""

from __future__ import annotations

import argparse
import json
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

import torch
from report import report, state

from scaning.seq2seq.export import export
from scaning.seq2seq.onnx_model import OnnxStepper
from scaning.seq2seq.parity import parity, passes
from scaning.seq2seq.rows import read_pairs
from scaning.seq2seq.tokens import Tokens
from scaning.seq2seq.torch_model import TorchStepper


def main() -> None:
    """Export, compare, record."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("model", type=Path)
    parser.add_argument("--rows", type=Path, required=True)
    parser.add_argument("--export", type=Path)
    parser.add_argument("--limit", type=int, default=200)
    args = parser.parse_args()
    commit = state()
    torch.set_num_threads(1)
    pairs = list(islice(read_pairs(args.rows), args.limit))
    exact, tokens = TorchStepper.load(args.model, device="cpu"), Tokens.load(args.model)
    figures: dict[str, object] = {}
    with TemporaryDirectory() as made:
        folders = {"eight_bits": args.export} if args.export else {
            "eight_bits": Path(made) / "8", "exact": Path(made) / "32",
        }  # fmt: skip
        for name, folder in folders.items():
            if not args.export:
                export(args.model, folder, exact=name == "exact")
            found = parity(exact, OnnxStepper.load(folder, threads=1), tokens, pairs)
            figures[name] = {
                **found,
                "mb": round(sum(path.stat().st_size for path in folder.iterdir()) / 1e6, 1),
                "passes": passes(found),
            }
            print(name, json.dumps(figures[name]), flush=True)
    command = "python bench/export_parity.py MODEL --rows HELD_OUT"
    if args.export:
        command += f" --export EXPORT --limit {len(pairs)}"
    print(report("export", figures, command=command, n=len(pairs), seed=3407, commit=commit))


if __name__ == "__main__":
    main()
