"""The pooled states of a frozen encoder for the pairs of some groups, or for judged pairs.

    python bench/export_encoder.py MODEL FEATURES --learnt TRAINED --variant features
    python -m scaning.scorer.pool --encoder FEATURES --groups FILE… --out pairs.npz
    python -m scaning.scorer.pool --encoder FEATURES --judged FILE --out dev.npz

Every text is read once. What comes out is what `compare` learns from.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scaning.scorer.triplets import Group, load_groups

BATCH, LENGTH = 16, 192
MOST_KEPT, MOST_BROKEN = 4, 8
# Breaks that leave a gap, which is easier to see than what says something else.
LOSSY = frozenset(
    "loop garble scramble truncate without-end without-phrase other-words lost-words "
    "drop-question drop-statement".split()
)


class Paired(NamedTuple):
    """Two texts, whether they have the same solution, and what kind of pair they are."""

    one: str
    other: str
    kept: bool
    kind: str


def kind_of(by: str, *, kept: bool) -> str:
    """The kind of a text by the operators that made it from the problem.

    >>> kind_of("passive-all+synonyms!lost-words", kept=False)
    'lossy2'
    """
    if by == "translation":
        return "translated" if kept else "mistranslated"
    if kept:
        return "careless" if by == "careless" else "far"
    *before, last = by.split("!")
    return ("lossy" if last in LOSSY else "edit") + ("2" if before else "")


def pairs_of(group: Group) -> Iterator[Paired]:
    """The problem beside each of its texts, and its first rewriting beside the others."""
    kept = [made for made in group.positives if made.by != "identity"][:MOST_KEPT]
    broken = group.negatives[:MOST_BROKEN]
    for made in kept:
        yield Paired(group.anchor, made.text, True, kind_of(made.by, kept=True))
    for made in broken:
        yield Paired(group.anchor, made.text, False, kind_of(made.by, kept=False))
    if kept:
        first, *rest = kept
        yield from (Paired(first.text, made.text, True, "far") for made in rest)
        yield from (Paired(first.text, made.text, False, "cross") for made in broken)


def pooled(folder: Path, texts: Sequence[str]) -> NDArray[np.float16]:
    """The pooled states of each text, by the model of a folder."""
    from tokenizers import Tokenizer

    from scaning.inference import InferenceSession

    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.enable_truncation(LENGTH)
    tokenizer.enable_padding()
    session = InferenceSession(folder / "model.onnx", providers=["CPUExecutionProvider"])
    order = sorted(range(len(texts)), key=lambda i: len(texts[i]))
    found: dict[int, NDArray[np.float16]] = {}
    for at in range(0, len(order), BATCH):
        rows = order[at : at + BATCH]
        pieces = tokenizer.encode_batch([texts[i] for i in rows])
        inputs = {
            "input_ids": np.array([piece.ids for piece in pieces], np.int64),
            "attention_mask": np.array([piece.attention_mask for piece in pieces], np.int64),
        }
        (states,) = session.run(["features"], inputs)
        found |= zip(rows, states.astype(np.float16), strict=True)
    return np.stack([found[i] for i in range(len(texts))])


def judged(path: Path) -> Iterator[Paired]:
    """The judged pairs of a JSONL file."""
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        yield Paired(row["original"], row["candidate"], bool(row["valid"]), "judged")


def write(pairs: Iterable[Paired], folder: Path, out: Path) -> int:
    """Write the pairs as rows of features; how many texts they were."""
    kept = list(pairs)
    texts = list(dict.fromkeys(text for pair in kept for text in pair[:2]))
    at = {text: i for i, text in enumerate(texts)}
    np.savez(
        out,
        features=pooled(folder, texts),
        one=np.array([at[pair.one] for pair in kept]),
        other=np.array([at[pair.other] for pair in kept]),
        kept=np.array([pair.kept for pair in kept]),
        kind=np.array([pair.kind for pair in kept]),
    )
    return len(texts)


def main() -> None:
    """Read groups or judged pairs, write features."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--encoder", type=Path, required=True)
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument("--groups", type=Path, nargs="+")
    source.add_argument("--judged", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    if args.judged:
        pairs = judged(args.judged)
    else:
        pairs = (pair for group in load_groups(args.groups) for pair in pairs_of(group))
    sys.stderr.write(f"{write(pairs, args.encoder, args.out)} texts\n")


if __name__ == "__main__":
    main()
