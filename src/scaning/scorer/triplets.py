"""Training data from problems alone: for each problem rewritings that keep it and breaks of it.

    python -m scaning.scorer.triplets --problems FILE --out FILE --split train

What makes a scorer blind is that a rewriting usually has fewer of the words than a break. So the
rewritings here are stacks of operators, far from the original in words, and the breaks are single
edits: of the original, and of a rewriting of it.
"""

from __future__ import annotations

import argparse
import gzip
import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from difflib import SequenceMatcher
from pathlib import Path
from random import Random
from typing import TextIO, cast
from zlib import crc32

from scaning.parse import Parser, Text, shared_parser
from scaning.records import Problem
from scaning.scorer.damage import KEEPS
from scaning.scorer.damage.spans import Edit, edited
from scaning.scorer.operators import NEAR, STRONG, Change, rough
from scaning.scorer.published import Vocabulary

SEED = 3407
BATCH = 64
# Operators that move sentences and clauses; all the others replace words where they stand.
MOVES = (
    "passive-all active-all reorder-statements reorder-list question-first if-first drop-if join "
    "split turn-comparison request opener"
).split()
PLACES = (
    "rename-people rename-things synonyms phrases spell-numbers digits question-words unit-name "
    "percent fraction money contraction article separators synonym framing"
).split()
_ALL: Mapping[str, Change] = {**KEEPS, **STRONG}


@dataclass(frozen=True, slots=True)
class Made:
    """A text that operators made, with their names."""

    text: str
    by: str


@dataclass(frozen=True, slots=True)
class Group:
    """A problem, rewritings that keep its solution, and texts that do not."""

    id: str
    anchor: str
    positives: tuple[Made, ...]
    negatives: tuple[Made, ...]


def split_of(problem: str) -> str:
    """Which part of the collection a problem is in, by its id: train, dev or hard.

    >>> split_of("gsm8k-98bb4b619a")
    'train'
    """
    n = crc32(problem.encode()) % 100
    return "hard" if n < 5 else "dev" if n < 8 else "train"


def moved(problem: Text, rng: Random) -> Made | None:
    """The problem after the first of the operators that move clauses which applies."""
    for name in rng.sample(MOVES, len(MOVES)):
        new = _ALL[name](problem, rng)
        if new is not None and new != problem.text:
            return Made(new, name)
    return None


def reworded(problem: Text, rng: Random, share: float) -> Made | None:
    """The problem after a share of the operators that replace words, all on the same parse."""
    taken: list[Edit] = []
    names = []
    for name in [name for name in PLACES if rng.random() < share]:
        new = _ALL[name](problem, rng)
        edits = [] if new is None else _edits(problem.text, new)
        if edits and not any(_overlap(a, b) for a in edits for b in taken):
            taken += edits
            names.append(name)
    return Made(edited(problem.text, taken), "+".join(names)) if names else None


def _edits(old: str, new: str) -> list[Edit]:
    """What turns one text into the other, word by word."""
    a, b = _pieces(old), _pieces(new)
    starts = [0]
    for piece in a:
        starts.append(starts[-1] + len(piece))
    return [
        Edit(starts[i], starts[j], "".join(b[k:end]))
        for tag, i, j, k, end in SequenceMatcher(None, a, b, autojunk=False).get_opcodes()
        if tag != "equal"
    ]


def _pieces(text: str) -> list[str]:
    pieces: list[str] = []
    for char in text:
        if pieces and char.isalnum() and pieces[-1][-1].isalnum():
            pieces[-1] += char
        else:
            pieces.append(char)
    return pieces


def _overlap(a: Edit, b: Edit) -> bool:
    return a.start <= b.end and b.start <= a.end


def broken(problem: Text, operators: Mapping[str, Change], n: int, rng: Random) -> Iterator[Made]:
    """Up to n different breaks of a text."""
    done = 0
    for name in rng.sample(sorted(operators), len(operators)):
        if done == n:
            return
        new = operators[name](problem, rng)
        if new is not None and new.strip() and new != problem.text:
            done += 1
            yield Made(new, name)


def groups(problems: Sequence[Problem], words: Vocabulary, parser: Parser) -> Iterator[Group]:
    """The rewritings and breaks of each problem; a problem without either is left out."""
    gaps = rough(words)
    for at in range(0, len(problems), BATCH):
        some = problems[at : at + BATCH]
        rngs = [Random(f"{SEED}/{problem.id}") for problem in some]
        texts = list(parser.parse(problem.question for problem in some))
        first = [
            moved(text, rng) or Made(text.text, "") for text, rng in zip(texts, rngs, strict=True)
        ]
        halfway = parser.parse(made.text for made in first)
        far = [
            _stacked(made, reworded(text, rng, 0.9))
            for made, text, rng in zip(first, halfway, rngs, strict=True)
        ]
        fars = parser.parse(made.text for made in far)
        for problem, text, strong, parsed, rng in zip(some, texts, far, fars, rngs, strict=True):
            positives = [strong, *filter(None, [reworded(text, rng, 0.4)])]
            negatives = [
                *broken(text, NEAR, 3, rng),
                *broken(text, gaps, 2, rng),
                *(Made(one.text, f"{strong.by}!{one.by}") for one in broken(parsed, NEAR, 2, rng)),
                *(Made(one.text, f"{strong.by}!{one.by}") for one in broken(parsed, gaps, 1, rng)),
            ]
            positives = [made for made in positives if made.by]
            if positives and negatives:
                yield Group(problem.id, problem.question, tuple(positives), tuple(negatives))


def _stacked(first: Made, then: Made | None) -> Made:
    if then is None:
        return first
    return Made(then.text, f"{first.by}+{then.by}".strip("+"))


def read_problems(path: Path) -> list[Problem]:
    """The cased problems of a JSONL collection."""
    with path.open(encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    return [Problem(row["id"], row["question"]) for row in rows if row.get("cased", True)]


def opened(path: Path, mode: str) -> TextIO:
    """A text file, gzipped where its name says so."""
    opener = gzip.open if path.suffix == ".gz" else open
    return cast("TextIO", opener(path, mode, encoding="utf-8"))


def load_groups(paths: Iterable[Path]) -> Iterator[Group]:
    """The groups of some files; a line that was cut off ends its file."""
    for path in paths:
        with opened(path, "rt") as lines:
            for line in lines:
                if not line.endswith("\n"):
                    break
                row = json.loads(line)
                sides = (tuple(Made(**one) for one in row[k]) for k in ("positives", "negatives"))
                yield Group(row["id"], row["anchor"], *sides)


def write_groups(found: Iterable[Group], path: Path) -> int:
    """Write groups as JSONL, gzipped where the name says so; how many they were."""
    n = 0
    with opened(path, "wt") as out:
        for group in found:
            out.write(json.dumps(asdict(group), ensure_ascii=False) + "\n")
            n += 1
    return n


def main() -> None:
    """Make the groups of a split and write them."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--problems", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--split", default="train", choices=("train", "dev", "hard"))
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--limit", type=int)
    args = parser.parse_args()
    everything = read_problems(args.problems)
    words = Vocabulary.of(problem.question for problem in everything)
    Random(SEED).shuffle(everything)
    chosen = [problem for problem in everything if split_of(problem.id) == args.split]
    end = None if args.limit is None else args.first + args.limit
    n = write_groups(groups(chosen[args.first : end], words, shared_parser()), args.out)
    sys.stderr.write(f"{n} groups\n")


if __name__ == "__main__":
    main()
