"""Packs what an accelerator needs that is lent for minutes, over a channel of a few megabytes.

    python bench/lease/pack.py --base BASE --rows ROWS… --held HELD --questions QUESTIONS \
        --pairs PAIRS --out FOLDER

BASE is a folder of `scaning base`; ROWS and HELD are what `scaning denoise` wrote, QUESTIONS what
`scaning generate --ask` wrote of inference noise, PAIRS what `scaning denoise --pairs` wrote of
rewritings by rules. The weights travel in four bits and a half: as a start for training they serve.
`train.py` runs on the other side.
"""

from __future__ import annotations

import argparse
import json
import lzma
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
from safetensors.numpy import load_file
from weights import COARSE, pack

from scaning.blocks import rows_of
from scaning.parse import shared_parser
from scaning.seq2seq.model import Asked
from scaning.seq2seq.slots import read_slots, slots_of

COPIED = ("config.json", "tokenizer.json", "manifest.json", "generation_config.json")


def main() -> None:
    """Write the folder that travels."""
    args = _arguments()
    args.out.mkdir(parents=True, exist_ok=True)
    state = {
        name: weights.astype(np.float32)
        for name, weights in load_file(args.base / "model.safetensors").items()
        if "embed_positions" not in name
    }
    (args.out / "weights").write_bytes(pack(state, COARSE))
    for name in COPIED:
        if (args.base / name).exists():
            shutil.copyfile(args.base / name, args.out / name)
    rows = [row for path in args.rows for row in rows_of(path)]
    _write(args.out / "rows.xz", grouped(rows))
    _write(args.out / "held.xz", grouped(rows_of(args.held)))
    _write(args.out / "questions.xz", questions(args.questions))
    _write(args.out / "pairs.xz", (_row(row) for path in args.pairs for row in rows_of(path)))
    for path in sorted(args.out.iterdir()):
        print(path.name, path.stat().st_size)


def grouped(rows: Iterable[dict[str, Any]]) -> Iterator[list[Any]]:
    """Prompt, source and target of each row; rows of one problem stand together, to pack well."""
    return iter(sorted((_row(row) for row in rows), key=lambda row: row[2].lower()))


def _row(row: dict[str, Any]) -> list[str]:
    return [str(row["prompt"]), str(row["source"]), str(row["target"])]


def questions(path: Path) -> Iterator[list[Any]]:
    """Of each problem its text in slots, and its questions with the slots named as in that text."""
    rows = list(rows_of(path))
    originals = list(dict.fromkeys(str(row["original"]) for row in rows))
    by_original: dict[str, list[dict[str, Any]]] = {original: [] for original in originals}
    for row in rows:
        by_original[str(row["original"])].append(row)
    for at in range(0, len(originals), 512):
        some = originals[at : at + 512]
        for original, text in zip(some, shared_parser().parse(some), strict=True):
            read = read_slots(original, slots_of(text))
            place = {slot.value: n for n, slot in enumerate(read.slots, start=1)}
            asked = [
                [row["ask"], row["prompt"], row["text"], [place[one[0]] for one in row["slots"]]]
                for row in by_original[original]
                if all(one[0] in place for one in row["slots"])
            ]
            slots = [[slot.value, slot.least, slot.most] for slot in read.slots]
            if asked:
                said = Asked("", "", read.text, read.slots).said
                yield [by_original[original][0]["id"], read.text, said, slots, asked]


def _write(path: Path, rows: Iterable[list[Any]]) -> None:
    text = "".join(
        json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n" for row in rows
    )
    path.write_bytes(lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--base", type=Path, required=True)
    parser.add_argument("--rows", type=Path, nargs="+", required=True)
    parser.add_argument("--held", type=Path, required=True)
    parser.add_argument("--questions", type=Path, required=True)
    parser.add_argument("--pairs", type=Path, nargs="*", default=[])
    parser.add_argument("--out", type=Path, required=True)
    return parser.parse_args()


if __name__ == "__main__":
    main()
