"""Measure the phrases of `scaning.noise.constituents` against gold trees, and list some to read.

    python bench/constituents.py --data DATA          # span F1 on DATA/gum_trees/*.ptb
    python bench/constituents.py --data DATA --read   # rule applications for reading by hand

Each gold tree is one text: its tokens joined with the usual spaces, parsed from that text, so that
errors of tokenisation and of sentence splitting count. Spans are compared as ranges of the text's
characters. As in evalb, spaces and punctuation tokens count for nothing at the edges of a span, a
span that occurs twice counts twice, and function tags are cut off; WHNP counts as NP and WHPP as
PP, since these trees label most relative pronouns NP. The conversion was written on the genres of
`DEVELOPMENT`; the others were not looked at.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

from reorderings import rules
from report import report

from scaning.noise.constituents import constituents
from scaning.parse import Text, shared_parser

SEED = 3407
LABELS = ("NP", "VP", "PP")
DEVELOPMENT = ("academic", "conversation", "interview", "speech", "vlog")
PUNCTUATION = frozenset({",", ".", ":", "``", "''", "-LRB-", "-RRB-", "HYPH", "NFP"})
BRACKETS = {"-LRB-": "(", "-RRB-": ")", "-LSB-": "[", "-RSB-": "]", "-LCB-": "{", "-RCB-": "}"}
GLUED_LEFT = re.compile(r"[;:?!%]|\.\.\.|n['’]t|['’](?:s|re|ve|ll|d|m)", re.IGNORECASE)
READ_SENTENCES = 100


class Span(NamedTuple):
    """A labelled range: of tokens in a tree, of significant characters when compared."""

    label: str
    start: int
    end: int


class GoldTree(NamedTuple):
    """A sentence as text, the characters that are punctuation, and its gold spans in characters."""

    text: str
    punctuation: frozenset[int]
    spans: list[Span]


def gold_trees(path: Path) -> Iterator[GoldTree]:
    """The trees of a file in Penn Treebank brackets."""
    for block in re.split(r"(?=\(ROOT)", path.read_text(encoding="utf-8"))[1:]:
        leaves: list[tuple[str, str]] = []
        spans: list[Span] = []
        open_nodes: list[tuple[str, int]] = []
        for bracket, label, word in re.findall(r"(\()([^\s()]*)|\)|([^\s()]+)", block):
            if bracket:
                open_nodes.append((label, len(leaves)))
            elif word:
                leaves.append((open_nodes[-1][0], word))
            else:
                name, start = open_nodes.pop()
                if len(leaves) > start and leaves[-1][0] != name:
                    spans.append(Span(_plain(name), start, len(leaves)))
        yield _as_text(leaves, spans)


def _plain(label: str) -> str:
    label = re.split(r"[-=]", label)[0]
    return {"WHNP": "NP", "WHPP": "PP"}.get(label, label)


def _as_text(leaves: list[tuple[str, str]], spans: list[Span]) -> GoldTree:
    text, places, glue = "", [], True
    for tag, raw in leaves:
        word = BRACKETS.get(raw, raw)
        sticks = tag in (",", ".", "HYPH", "POS", "''", "-RRB-") or GLUED_LEFT.fullmatch(word)
        text += "" if glue or sticks else " "
        places.append((len(text), len(text) + len(word)))
        text += word
        glue = tag in ("HYPH", "``", "-LRB-", "$") or word == "/"
    punctuation = frozenset(
        i
        for (tag, _), (start, end) in zip(leaves, places, strict=True)
        if tag in PUNCTUATION
        for i in range(start, end)
    )
    in_characters = [
        Span(span.label, places[span.start][0], places[span.end - 1][1])
        for span in spans
        if span.label in LABELS
    ]
    return GoldTree(text, punctuation, in_characters)


def found_spans(text: Text) -> list[Span]:
    """The spans of our phrases, in characters."""
    return [
        Span(node.label, text.tokens[node.start].start, text.tokens[node.end - 1].end)
        for sentence in range(len(text.sents))
        for node in constituents(text, sentence).walk()
        if node.children and node.label in LABELS
    ]


def significant(gold: GoldTree, spans: list[Span]) -> Counter[Span]:
    """The spans in characters that are neither space nor punctuation."""
    counted = [0]
    for i, character in enumerate(gold.text):
        counted.append(counted[-1] + (character != " " and i not in gold.punctuation))
    moved = [Span(label, counted[start], counted[end]) for label, start, end in spans]
    return Counter(span for span in moved if span.end > span.start)


class Tally(Counter[tuple[str, str]]):
    """Counts of gold, found and matching spans by label."""

    def add(self, gold: Counter[Span], found: Counter[Span]) -> None:
        """Count one sentence."""
        for kind, spans in (("gold", gold), ("found", found), ("same", gold & found)):
            for span, times in spans.items():
                self[kind, span.label] += times

    def figures(self) -> dict[str, dict[str, float]]:
        """Precision, recall and F1 of each label."""
        rows = {}
        for label in LABELS:
            same = self["same", label]
            precision, recall = same / self["found", label], same / self["gold", label]
            rows[label] = {
                "precision": round(precision, 4),
                "recall": round(recall, 4),
                "f1": round(2 * precision * recall / (precision + recall), 4),
                "gold": self["gold", label],
            }
        return rows


def measure(folder: Path) -> None:
    """Span scores by genre, for the development half and for the held-out half."""
    parser = shared_parser()
    tallies: dict[str, Tally] = defaultdict(Tally)
    trees = 0
    seconds = 0.0
    for path in sorted(folder.glob("*.ptb")):
        half = "development half" if path.stem in DEVELOPMENT else "held-out half"
        gold = list(gold_trees(path))
        texts = list(parser.parse(tree.text for tree in gold))
        trees += len(gold)
        before = time.process_time()
        spans = [found_spans(text) for text in texts]
        seconds += time.process_time() - before
        for tree, found in zip(gold, spans, strict=True):
            pair = significant(tree, tree.spans), significant(tree, found)
            for name in (path.stem, half, "all"):
                tallies[name].add(*pair)
    rows = {name: tally.figures() for name, tally in sorted(tallies.items())}
    for name, row in rows.items():
        cells = "  ".join(
            f"{label} P {s['precision']:.3f} R {s['recall']:.3f} F1 {s['f1']:.3f}"
            for label, s in row.items()
        )
        print(f"{name:18} {cells}")
    report(
        "constituents",
        {"development": DEVELOPMENT, "us_per_tree": round(1e6 * seconds / trees), "spans": rows},
        command="python bench/constituents.py --data DATA",
        n=trees,
        seed=SEED,
    )


def list_for_reading(path: Path) -> None:
    """Print what the rules move in a hundred sentences, drawn by seed, one from a problem."""
    problems = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    Random(SEED).shuffle(problems)
    read = 0
    for problem in problems:
        text = shared_parser()(problem["question"])
        applied = [list(rules(text, k)) for k in range(len(text.sents))]
        if not any(applied):
            continue
        first = next(k for k, found in enumerate(applied) if found)
        start, end = text.sents[first]
        sentence = text.text[text.tokens[start].start : text.tokens[end - 1].end]
        print(f"\n{problem['id']}: {sentence}")
        for found in applied[first]:
            print(f"  {found.rule}: {' | '.join(found.moved)}  =>  {found.text}")
        read += 1
        if read == READ_SENTENCES:
            return


def main() -> None:
    """Measure, or list sentences to read."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--data", type=Path, default=os.environ.get("SCANING_DATA"))
    parser.add_argument("--read", action="store_true", help="list sentences for reading by hand")
    options = parser.parse_args()
    if options.data is None or not Path(options.data).is_dir():
        sys.exit("No data: give --data DIR or set SCANING_DATA; DIR holds gum_trees/*.ptb.")
    if options.read:
        list_for_reading(options.data / "aqua_val.jsonl")
    else:
        measure(Path(options.data) / "gum_trees")


if __name__ == "__main__":
    main()
