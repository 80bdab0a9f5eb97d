"""Every score of similarity that is at hand, beside each other on judged pairs.

    python -m scaning.scorer.triplets --problems DATA/word_problems.jsonl --split hard --out GROUPS
    python -m scaning.scorer.verify --groups GROUPS --split hard --out VERIFIED
    python -m scaning.scorer.hard --groups VERIFIED --out HARD
    python bench/export_encoder.py MODEL MINILM
    python bench/scorer.py --data DATA --hard HARD --minilm MINILM

`dev` and `judged_dev` chose the weights of the combination; nothing was chosen on the others, and
the problems of `hard` were never trained on. Writes results/scorer.json, and for each set the
distributions and the confusion matrices as results/scorer_SET.png.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from report import ROOT, report, state

from scaning.commands.evaluate_scorer import judged_pairs
from scaning.encoder import OnnxEncoder
from scaning.scorer.evaluate import figures, plot, rows
from scaning.scorer.judge import Scorer

SEED = 3407


def main() -> None:
    """Measure, plot, write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--hard", type=Path, required=True)
    parser.add_argument("--minilm", type=Path, required=True, help="the encoder before training")
    args = parser.parse_args()
    commit = state()
    sets = {
        "dev": args.data / "paraqd_aqua_labels.jsonl",
        "report": args.data / "paraqd_sawp_labels.jsonl",
        "hard": args.hard,
        "judged_dev": ROOT / "bench/judged/dev.jsonl",
        "judged_test": ROOT / "bench/judged/test.jsonl",
    }
    scorer, others = Scorer(), {"all-MiniLM-L6-v2": OnnxEncoder(args.minilm)}
    found: dict[str, object] = {"encoder": scorer.encoder.name}
    total = 0
    for name, path in sets.items():
        pairs, valid = judged_pairs(path)
        measured = rows(pairs, scorer, others)
        found[name] = {
            "n": len(pairs),
            "valid": sum(valid),
            **figures(pairs, valid, measured),
        }
        plot(valid, measured, ROOT / f"results/scorer_{name}.png")
        total += len(pairs)
    command = "python bench/scorer.py --data DATA --hard HARD --minilm MINILM"
    print(report("scorer", found, command=command, n=total, seed=SEED, commit=commit))


if __name__ == "__main__":
    main()
