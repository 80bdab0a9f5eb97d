"""Measure the quantity parser: golden file, numbers rewritten by other packages, and speed.

    pip install num2words word2number quantulum3
    python bench/quantities.py --data DATA

A problem counts as kept when the true multiset of its values is that of its rewriting, that is
when the numeracy (I / max(|A|, |B|))³ is 1. The rewritings are made by num2words (figures to words)
and word2number (words to figures); only the choice of what to rewrite is ours, and it is shy: no
figures beside a letter, a sign of algebra or a currency sign, no lone "one" and no fraction words.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import subprocess
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable
from datetime import date
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any

from scaning.facts.quantities import quantities

ROOT = Path(__file__).parents[1]
SEED = 3407
A_SOURCE = 1000
SPEED_TEXTS = 3000
# What quantulum3 gets: it reads some 30 texts a second.
FEW_A_SOURCE, FEW_TEXTS = 60, 200

Values = Counter[Any]

# A number between spaces, brackets or stops, with its ordinal ending or percent sign; the dollar
# signs of LaTeX around it go with it.
_FIGURES = re.compile(
    r"(?<![^\s(])(?P<maths>\$\$?|)(?P<whole>\d{1,3}(?:,\d{3})+|\d+)(?P<decimals>\.\d+)?(?P=maths)"
    r"(?P<ending>st|nd|rd|th|%)?(?=[.,;?!)]?(?:\s|$)|-[a-zA-Z])"
)
_BESIDE = re.compile(r"(?:[-+*/⁄^=×÷:<>$£€₹(,.√]|\\\w*|\bx|\b[b-z]|\brs|point)$", re.IGNORECASE)
_BEHIND = re.compile(
    r"\s*(?:[-+*/⁄^=×÷:<>)\\$°'!½¾¼]|[b-z]\b|st\b|nd\b|rd\b|th\b|[,.] ?\d|\d|a\.?m\b|p\.?m\b|o'"
    r"|(?:of )?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|noon|half\b|hundred|thousand"
    r"|million|billion|lakh|crore|dozen|score|and (?:a )?half)",
    re.IGNORECASE,
)
_MONTH = re.compile(r"(?:january|february|march|april|may|june|july|august|september|october"
                    r"|november|december)(?: the)?$", re.IGNORECASE)  # fmt: skip
_CARDINAL = (
    r"(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen"
    r"|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety"
    r"|hundred|thousand|million|billion)"
)
_WORDS = re.compile(rf"(?i)\b{_CARDINAL}(?:(?: and |-| ){_CARDINAL})*\b")
_PART = re.compile(
    r"\s?-?\s?(?:hal(?:f|ves)|quarters?|\w+(?:th|rd)s?\b|and (?:a |one[- ])?(?:half|quarter|third)"
    r"|dozen|score|point|o'|past)",
    re.IGNORECASE,
)


def in_words(text: str) -> str | None:
    """The text with its figures in words, or None where it has none that stand alone."""
    num2words = import_module("num2words").num2words

    def spell(match: re.Match[str]) -> str:
        whole = match["whole"].replace(",", "")
        decimals, ending = match["decimals"] or "", match["ending"] or ""
        before = text[: match.start()].rstrip()
        if _BESIDE.search(before) or _MONTH.search(before) or _BEHIND.match(text, match.end()):
            return match[0]
        # In words "1 of them" is the pronoun.
        if whole == "1" and text.startswith(" of ", match.end()):
            return match[0]
        if len(whole) > 15 or (len(whole) > 1 and whole[0] == "0"):
            return match[0]
        if ending in {"st", "nd", "rd", "th"}:
            return match[0] if decimals else str(num2words(int(whole), to="ordinal"))
        # num2words reads a float, which keeps only a few decimals exactly.
        if len(decimals) > 5:
            return match[0]
        spelled = num2words(float(whole + decimals) if decimals else int(whole))
        return f"{spelled} percent" if ending else str(spelled)

    rewritten = _FIGURES.sub(spell, text)
    return None if rewritten == text else rewritten


def in_figures(text: str) -> str | None:
    """The text with its number words in figures, or None where it has none."""
    word_to_num = import_module("word2number.w2n").word_to_num

    def count(match: re.Match[str]) -> str:
        words = match[0].lower()
        behind = text[match.end() :]
        if words == "one" or " one" in words or words.endswith("-one") or _PART.match(behind):
            return match[0]
        # Two numbers side by side, and what word2number does not know, are left alone.
        compound = behind.startswith("-") and "-" not in words and " " in words
        if compound or not _is_one_number(words):
            return match[0]
        return str(word_to_num(words))

    rewritten = _WORDS.sub(count, text)
    return None if rewritten == text else rewritten


def _is_one_number(words: str) -> bool:
    tens = r"(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)"
    unit = r"(?:two|three|four|five|six|seven|eight|nine)"
    small = rf"(?:{tens}(?:[- ]{unit})?|one|{unit}|ten|eleven|twelve|\w+teen)"
    group = rf"(?:{small} hundred(?: and {small}| {small})?|{small})"
    scaled = rf"(?:{group} (?:million|thousand)(?: and | )?)*(?:{group})?"
    return re.fullmatch(scaled, words) is not None


def values(text: str) -> Values:
    """The values that we read."""
    return Counter(quantity.value for quantity in quantities(text))


def quantulum_values() -> Callable[[str], Values]:
    """The reader of quantulum3, without its classifier of units, which asks for an old package."""
    vars(import_module("quantulum3.classifier"))["USE_CLF"] = False
    parse = import_module("quantulum3.parser").parse
    return lambda text: Counter(round(quantity.value, 9) for quantity in parse(text))


def numeracy(a: Values, b: Values) -> float:
    """The published numeracy on true multisets of values."""
    largest = max(a.total(), b.total())
    return ((a & b).total() / largest) ** 3 if largest else 1.0


def kept(
    problems: dict[str, list[str]],
    rewrite: Callable[[str], str | None],
    read: Callable[[str], Values] = values,
    *,
    show: int = 0,
) -> dict[str, Any]:
    """The share of rewritten problems whose values are all kept, by source."""
    shares: dict[str, Any] = {}
    total = good = 0
    for source, texts in problems.items():
        pairs = [(text, new) for text in texts if (new := rewrite(text)) is not None]
        failed = [(one, new) for one, new in pairs if numeracy(read(one), read(new)) < 1.0]
        for one, other in failed[:show]:
            print(f"--- {source}\n{one}\n{other}")
            for text in (one, other):
                print(sorted(map(str, read(text).elements())))
        total, good = total + len(pairs), good + len(pairs) - len(failed)
        shares[source] = {"n": len(pairs), "share": round(1 - len(failed) / max(1, len(pairs)), 4)}
    return {"n": total, "share": round(good / max(1, total), 4), "sources": shares}


def golden() -> dict[str, Any]:
    """The share of golden expressions that are read exactly."""
    lines = (ROOT / "tests/cases/quantities.jsonl").read_text(encoding="utf-8").splitlines()
    cases = [json.loads(line) for line in lines]
    right = 0
    for case in cases:
        found = [
            [str(q.value), q.kind, q.unit.name if q.unit else None]
            for q in quantities(case["text"])
        ]
        right += found == case["values"]
    return {"n": len(cases), "share": round(right / len(cases), 4)}


def rate(function: Callable[[str], object], texts: list[str]) -> float:
    """Texts a second of processor time on one core: the best of three runs."""
    best = 0.0
    for _ in range(3):
        start = time.process_time()
        for text in texts:
            function(text)
        best = max(best, len(texts) / (time.process_time() - start))
    return round(best, 1)


def main() -> None:
    """Run the measurements and write them down."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--data", default=os.environ.get("SCANING_DATA"))
    parser.add_argument("--show", type=int, default=0, help="failures to print for each source")
    parser.add_argument("--a-source", type=int, default=A_SOURCE)
    options = parser.parse_args()
    if options.data is None:
        sys.exit("Say where word_problems.jsonl is: --data DIR or SCANING_DATA.")
    problems = read_problems(Path(options.data), options.a_source)
    texts = random.Random(SEED).sample([t for many in problems.values() for t in many], SPEED_TEXTS)
    quantulum = quantulum_values()
    few = {source: many[:FEW_A_SOURCE] for source, many in problems.items()}
    figures = {
        "golden": golden(),
        "figures_to_words": kept(problems, in_words, show=options.show),
        "words_to_figures": kept(problems, in_figures, show=options.show),
        "figures_to_words_quantulum3": kept(few, in_words, quantulum),
        "texts_per_second": {
            "words_a_text": round(sum(len(t.split()) for t in texts) / len(texts), 1),
            "scaning": rate(quantities, texts),
            "quantulum3": rate(quantulum, texts[:FEW_TEXTS]),
            "n": len(texts),
            "n_quantulum3": FEW_TEXTS,
        },
    }
    write(figures)


def read_problems(data: Path, a_source: int) -> dict[str, list[str]]:
    """A sample of problems of each source."""
    found: dict[str, list[str]] = defaultdict(list)
    with (data / "word_problems.jsonl").open(encoding="utf-8") as lines:
        for line in lines:
            problem = json.loads(line)
            found[problem["source"]].append(problem["question"])
    rng = random.Random(SEED)
    return {
        name: rng.sample(texts, min(a_source, len(texts))) for name, texts in sorted(found.items())
    }


def write(figures: dict[str, Any]) -> None:
    """Print the figures and write them beside what they were made with."""
    head = ["git", "rev-parse", "--short", "HEAD"]
    commit = subprocess.run(head, capture_output=True, text=True, cwd=ROOT, check=True).stdout
    packages = {name: version(name) for name in ("num2words", "word2number", "quantulum3")}
    record = {
        "command": "python bench/quantities.py --data DATA",
        "commit": commit.strip(),
        "date": date.today().isoformat(),
        "packages": packages,
        **figures,
    }
    written = json.dumps(record, indent=2, ensure_ascii=False)
    print(written)
    (ROOT / "results/quantities.json").write_text(written + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
