"""Measure the change of voice: coverage, grammar errors, the way back, and speed.

    python bench/voice.py --data DATA
    python bench/voice.py --data DATA --show passive --corpus -n 100 --seed 1

The figures are those of 300 problems: the 226 of aqua_val and the first 74 of gsm8k. `--show`
prints sentences and what became of them, for reading by hand; with `--corpus` from all other cased
problems.
`results/voice_judged.tsv` holds a verdict by hand on 100 results in each direction and on 50 more:
good, clumsy (right, but nobody would say so) or wrong.
Grammar errors are the matches of LanguageTool's rules (pip install lingotweaker
lingotweaker-data-en) in the sentences that were changed, before and after.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from random import Random
from typing import NamedTuple

from report import ROOT, report

from scaning.facts.quantities import quantities
from scaning.noise.voice import active, is_passive, passive
from scaning.noise.voice.clauses import SUBJECTS, main_verbs
from scaning.noise.voice.verbs import NO_PASSIVE
from scaning.parse import Text, shared_parser

JUDGED = ROOT / "results" / "voice_judged.tsv"
VALIDATION, TRAINING = 226, 74
SEED = 3407
COMMAND = "python bench/voice.py --data DATA"
Convert = Callable[[Text, int | None], str | None]
CONVERT: dict[str, Convert] = {"passive": passive, "active": active}


class Changed(NamedTuple):
    """A sentence before and after."""

    before: str
    after: str


def read(path: Path) -> Iterator[dict[str, str]]:
    """The rows of a JSONL file."""
    with path.open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def validation(data: Path) -> list[str]:
    """The 300 problems of the figures."""
    gsm8k = [r["question"] for r in read(data / "word_problems.jsonl") if r["source"] == "gsm8k"]
    return [r["question"] for r in read(data / "aqua_val.jsonl")] + gsm8k[:TRAINING]


def corpus(data: Path) -> list[str]:
    """All cased problems but those of the figures."""
    rows = [r for r in read(data / "word_problems.jsonl") if r["cased"]]
    known = set(validation(data))
    return [r["question"] for r in rows if r["question"] not in known]


def changed(texts: Sequence[Text], convert: Convert) -> list[list[Changed]]:
    """For each text the sentences that change, each by itself."""
    return [
        [
            Changed(sentence(text, n), within(text, n, after))
            for n in range(len(text.sents))
            if (after := convert(text, n)) is not None
        ]
        for text in texts
    ]


def sentence(text: Text, n: int) -> str:
    """The words of one sentence."""
    start, end = text.sents[n]
    return text.text[text.tokens[start].start : text.tokens[end - 1].end]


def within(text: Text, n: int, after: str) -> str:
    """The words of one sentence in a text that differs in nothing else."""
    start, end = text.sents[n]
    follows = len(text.text) - text.tokens[end - 1].end
    return after[text.tokens[start].start : len(after) - follows]


def is_transitive(text: Text, n: int, *, verbs: frozenset[str] = frozenset()) -> bool:
    """True if a main verb, none of `verbs`, is active and has a subject and a direct object."""
    for verb in main_verbs(text, n):
        below = {text.tokens[i].dep for i in text.children[verb]}
        if below & SUBJECTS and "dobj" in below and text.tokens[verb].lemma not in verbs:
            return True
    return False


def coverage(texts: Sequence[Text], found: Sequence[Sequence[Changed]]) -> dict[str, object]:
    """How many sentences and problems change."""
    places = [(text, n) for text in texts for n in range(len(text.sents))]
    done = {(text.text, n) for text, n in places if passive(text, n) is not None}
    transitive = [p for p in places if is_transitive(*p) or (p[0].text, p[1]) in done]
    able = [
        p for p in transitive if is_transitive(*p, verbs=NO_PASSIVE) or (p[0].text, p[1]) in done
    ]
    return {
        "sentences": len(places),
        "active_transitive": len(transitive),
        "of_a_verb_with_a_passive": len(able),
        "converted": len(done),
        "share_of_transitive": round(len(done) / len(transitive), 4),
        "share_of_verbs_with_a_passive": round(len(done) / len(able), 4),
        "share_of_problems": round(sum(map(bool, found)) / len(texts), 4),
    }


def back(texts: Sequence[Text]) -> dict[str, int]:
    """How many passive sentences with an agent there are, and how many change."""
    places = [(text, n) for text in texts for n in range(len(text.sents)) if is_passive(text, n)]
    named = [
        (text, n)
        for text, n in places
        if any(t.dep == "agent" for t in text.tokens[slice(*text.sents[n])])
    ]
    done = sum(active(text, n) is not None for text, n in places)
    return {"passive_sentences": len(places), "with_by": len(named), "converted": done}


def grammar(pairs: Sequence[Changed]) -> dict[str, object]:
    """The share of sentences in which a grammar checker finds something, before and after."""
    engine = import_module("lt_py").Engine("en-US")
    rules = [tuple({m["rule_id"] for m in engine.check(text)} for text in pair) for pair in pairs]
    new = Counter(rule for before, after in rules for rule in after - before)
    gone = Counter(rule for before, after in rules for rule in before - after)
    return {
        "sentences": len(pairs),
        "with_errors_before": round(sum(bool(before) for before, _ in rules) / len(pairs), 4),
        "with_errors_after": round(sum(bool(after) for _, after in rules) / len(pairs), 4),
        "new": dict(new.most_common()),
        "gone": dict(gone.most_common()),
    }


def round_trip(pairs: Sequence[Changed]) -> dict[str, int]:
    """What the other direction makes of each result."""
    texts = shared_parser().parse(after for _, after in pairs)
    results = [(before, active(text)) for (before, _), text in zip(pairs, texts, strict=True)]
    kept = [after for before, after in results if after == before]
    numbers = [after is None or amounts(before) == amounts(after) for before, after in results]
    return {
        "same": len(kept),
        "other_words": sum(after is not None for _, after in results) - len(kept),
        "stays_passive": sum(after is None for _, after in results),
        "numbers_changed": numbers.count(False),
    }


def amounts(text: str) -> Counter[object]:
    """The values of a text."""
    return Counter(quantity.value for quantity in quantities(text))


def judged() -> dict[str, dict[str, int]]:
    """How many results by hand are good, clumsy or wrong; a sentence that differs now is no more.

    Each sentence is converted by itself, so a few are read otherwise than in their problems.
    """
    found: dict[str, Counter[str]] = {}
    for line in JUDGED.read_text(encoding="utf-8").splitlines():
        sample, verdict, before, after = line.split("\t")
        text = next(shared_parser().parse([before]))
        same = CONVERT[sample.partition(" ")[0]](text, None) == after
        found.setdefault(sample, Counter()).update([verdict, "as written now" if same else "other"])
    return {sample: dict(counts) for sample, counts in found.items()}


def speed(problems: Sequence[str]) -> dict[str, float]:
    """Sentences per second of the parse and of what follows it."""
    parser = type(shared_parser())(cache=len(problems))
    next(parser.parse(["Ann has 3 apples."]))
    start = time.perf_counter()
    texts = list(parser.parse(problems))
    parsed = time.perf_counter()
    for text in texts:
        passive(text)
    done = time.perf_counter()
    n = sum(len(text.sents) for text in texts)
    return {
        "parsed_per_second": round(n / (parsed - start)),
        "changed_per_second": round(n / (done - parsed)),
        "added_to_the_parse": round((done - parsed) / (parsed - start), 4),
    }


def show(problems: list[str], convert: Convert, n: int, seed: int) -> None:
    """Print sentences and what became of them, no two with the same words but for numbers."""
    Random(seed).shuffle(problems)
    seen: set[str] = set()
    for text in shared_parser().parse(problems):
        for before, after in (pair for pairs in changed([text], convert) for pair in pairs):
            shape = "".join(c for c in before if not c.isdigit())
            if shape in seen:
                continue
            seen.add(shape)
            print(f"{len(seen)}. {before.strip()}\n   {after.strip()}")
            if len(seen) == n:
                return


def main() -> None:
    """Change the sentences, and print and write the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", default=os.environ.get("SCANING_DATA"))
    parser.add_argument("--show", choices=sorted(CONVERT), help="print results for reading")
    parser.add_argument("--corpus", action="store_true", help="from all other cased problems")
    parser.add_argument("-n", type=int, default=100, help="how many results to print")
    parser.add_argument("--seed", type=int, default=SEED)
    options = parser.parse_args()
    if options.data is None:
        sys.exit(
            "Say where aqua_val.jsonl and word_problems.jsonl are: --data DIR or SCANING_DATA."
        )
    data = Path(options.data)
    problems = corpus(data) if options.corpus else validation(data)
    if options.show:
        show(problems, CONVERT[options.show], options.n, options.seed)
        return
    texts = list(shared_parser().parse(problems))
    found = changed(texts, passive)
    pairs = [pair for sentences in found for pair in sentences]
    figures = {
        "passive": coverage(texts, found),
        "active": back(texts),
        "grammar": grammar(pairs),
        "round_trip": round_trip(pairs),
        "by hand": judged(),
        "speed": speed(problems),
    }
    print(json.dumps(figures, indent=2))
    path = report("voice", figures, command=COMMAND, n=len(problems), seed=SEED)
    print(f"Written to {path.name}.")


if __name__ == "__main__":
    main()
