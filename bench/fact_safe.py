"""What fact-safe decoding is worth: the same model and questions, with it and without it.

    python bench/fact_safe.py MODEL --questions ASKED

MODEL is a trained or exported model, ASKED what `scaning generate --ask` made of the noised
problems of aqua_val. Greedily one text is written for each, by diverse beams three.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path

from report import report, state
from written import judged, questions

from scaning.seq2seq.decoding import DecodeSettings
from scaning.seq2seq.model import Seq2Seq

MODES = {
    "greedy": DecodeSettings(mode="greedy", n=1, max_length=200, max_ratio=1.5),
    "diverse": DecodeSettings(max_length=200, max_ratio=1.5),
}


def main() -> None:
    """Write, judge, record."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("model", type=Path)
    parser.add_argument("--questions", type=Path, required=True)
    parser.add_argument("--limit", type=int, default=200)
    args = parser.parse_args()
    commit = state()
    model = Seq2Seq.load(args.model)
    asked, originals = questions(args.questions, args.limit)
    figures: dict[str, object] = {}
    for mode, settings in MODES.items():
        for name, guarded in (("free", False), ("guarded", True)):
            start = time.process_time()
            found = model.generate(asked, settings, guarded=guarded)
            spent = time.process_time() - start
            pairs = [
                (original, texts[rank].text if rank < len(texts) else None)
                for original, texts in zip(originals, found, strict=True)
                for rank in range(settings.n)
            ]
            lost = [not text.kept for texts in found for text in texts]
            figures[f"{mode}_{name}"] = judged([a for a, _ in pairs], [b for _, b in pairs]) | {
                "slots_broken": sum(lost),
                "texts": len(lost),
                "processor_seconds": round(spent, 1),
            }
            print(mode, name, json.dumps(figures[f"{mode}_{name}"]), flush=True)
    command = "python bench/fact_safe.py MODEL --questions ASKED"
    print(report("fact_safe", figures, command=command, n=len(asked), seed=3407, commit=commit))


if __name__ == "__main__":
    main()
