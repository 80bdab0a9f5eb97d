"""How well a denoiser restores held-out problems; and 20 of them, to be read.

    python bench/reconstruction.py MODEL --rows HELD_OUT --questions ASKED

MODEL is a trained or exported model, HELD_OUT what `scaning denoise` made of the noised problems of
aqua_val, ASKED what `scaning generate --ask` made of them. Each is written once, greedily, with its
facts kept. The samples are drawn by the seed and printed for `results/reconstruction_reading.md`.
"""

from __future__ import annotations

import argparse
import json
from itertools import islice
from pathlib import Path
from random import Random

from report import report, state
from written import judged, questions

from scaning.seq2seq.decoding import DecodeSettings
from scaning.seq2seq.evaluation import reconstruction
from scaning.seq2seq.model import Asked, Seq2Seq
from scaning.seq2seq.rows import Pair, read_pairs
from scaning.seq2seq.slots import SLOT

SEED, READ = 3407, 20
GREEDY = DecodeSettings(mode="greedy", n=1, max_length=200, max_ratio=1.5)


def main() -> None:
    """Score, write, record, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("model", type=Path)
    parser.add_argument("--rows", type=Path, required=True)
    parser.add_argument("--questions", type=Path, required=True)
    parser.add_argument("--limit", type=int, default=200)
    args = parser.parse_args()
    commit = state()
    model = Seq2Seq.load(args.model, threads=1)
    pairs = list(islice(read_pairs(args.rows), args.limit))
    words = sum(len(pair.target.split()) for pair in pairs)
    asked = [Asked(pair.id, pair.prompt, pair.source) for pair in pairs]
    logs = model.log_likelihoods(asked, [pair.target for pair in pairs])
    kept, originals = questions(args.questions, args.limit)
    found = model.generate(kept, GREEDY)
    texts = [written[0].text if written else None for written in found]
    whole = [Pair(one.key, "", "", original) for one, original in zip(kept, originals, strict=True)]
    figures = {
        "loss_per_word": round(-sum(logs) / words, 4),
        "words": words,
        **judged(originals, texts),
        "likeness": round(reconstruction(whole, [text or "" for text in texts])["score"], 4),
    }
    print(json.dumps(figures, indent=1))
    for at in Random(SEED).sample(range(len(kept)), READ):
        print(
            f"\n{kept[at].key}\n  {SLOT.sub('', kept[at].text)}\n→ {texts[at]}\n= {originals[at]}"
        )
    command = "python bench/reconstruction.py MODEL --rows HELD_OUT --questions ASKED"
    print(report("reconstruction", figures, command=command, n=len(pairs), seed=SEED,
                 commit=commit))  # fmt: skip


if __name__ == "__main__":
    main()
