"""How good, how frequent, how safe and how fast the embedded synonyms are.

    python bench/synonyms.py --data DATA

Quality is judged by hand: `results/synonyms_judged.tsv` holds a verdict (good, acceptable, bad) on
each of 300 words drawn from `aqua_val.jsonl`, which was also looked at while making the table, and
of 150 from training problems, which were drawn when it was done. `--draw` prints the samples.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from hashlib import blake2b
from pathlib import Path
from random import Random
from time import perf_counter

from scaning.facts import number_words, unit_table
from scaning.inflection import article
from scaning.lexicon import antonyms, is_name
from scaning.parse import Parser, Text, Token
from scaning.synonyms import LETTERS, Embedded

ROOT = Path(__file__).parents[1]
JUDGED = ROOT / "results" / "synonyms_judged.tsv"
VALIDATION_SAMPLE, TRAINING_SAMPLE = 300, 150
SEED = 3407
TRAINING = 5_000
REACH = 6

Hit = tuple[Text, Token, list[tuple[str, float]]]


def main() -> None:
    """Measure, print, write `results/synonyms.json`."""
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--data", type=Path, default=os.environ.get("SCANING_DATA"))
    arguments.add_argument("--draw", action="store_true", help="print the sample, to be judged")
    options = arguments.parse_args()
    if options.data is None:
        arguments.error("give --data DIR, the folder that holds aqua_val.jsonl")
    validation = parsed(Path(options.data) / "aqua_val.jsonl")
    training = parsed(Path(options.data) / "word_problems.jsonl", TRAINING)
    if options.draw:
        rows = sample(validation, VALIDATION_SAMPLE) + sample(training, TRAINING_SAMPLE)
        print("\n".join(f"?\t{row}" for row in rows))
        return
    report = {
        "command": "python bench/synonyms.py --data DATA",
        "commit": output("git", "rev-parse", "--short", "HEAD"),
        "date": datetime.now(UTC).date().isoformat(),
        "validation": coverage(validation) | judged(sample(validation, VALIDATION_SAMPLE)),
        "training": coverage(training) | judged(sample(training, TRAINING_SAMPLE)),
        "safety": safety(training),
    }
    text = json.dumps(report, indent=2)
    print(text)
    (ROOT / "results" / "synonyms.json").write_text(text + "\n", encoding="utf-8")


def parsed(path: Path, count: int | None = None) -> list[Text]:
    """The parsed questions of a file, or `count` of them at random."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    questions = [row.get("question") or row.get("original") for row in rows]
    if count is not None:
        questions = Random(SEED).sample(questions, count)
    return list(Parser(cache=1).parse(questions))


def content(texts: list[Text]) -> Iterator[tuple[Text, Token]]:
    """The nouns, verbs, adjectives and adverbs."""
    for text in texts:
        yield from ((text, t) for t in text.tokens if t.pos in LETTERS and t.lower.isalpha())


def hits(texts: list[Text]) -> Iterator[Hit]:
    """The words that have synonyms, with them."""
    source = Embedded()
    for text, token in content(texts):
        if found := source.candidates(token, text):
            yield text, token, found


def sample(texts: list[Text], count: int) -> list[str]:
    """Words in their places with a synonym drawn for each, as the noise draws it.

    Each place is drawn by its own hash: a change of the table changes no other row.
    """
    drawn = {shuffled(text, token): (text, token, found) for text, token, found in hits(texts)}
    rows = []
    for key in sorted(drawn)[:count]:
        text, token, found = drawn[key]
        words, weights = zip(*found, strict=True)
        word = Random(key).choices(words, weights)[0]
        around = text.tokens[max(0, token.i - REACH) : token.i + REACH + 1]
        shown = (
            f"[{t.text} → {word}]{t.space}" if t is token else t.text + t.space for t in around
        )
        rows.append(" ".join("".join(shown).split()))
    return rows


def shuffled(text: Text, token: Token) -> str:
    """A key that puts places in random order."""
    return blake2b(f"{SEED}/{token.i}/{text.text}".encode(), digest_size=8).hexdigest()


def judged(rows: list[str]) -> dict[str, object]:
    """What the hand says of a sample; rows that it has not seen count as unjudged."""
    lines = JUDGED.read_text(encoding="utf-8").splitlines()
    verdicts = {row: verdict for verdict, row in (line.split("\t") for line in lines)}
    counts = Counter(verdicts.get(row, "unjudged") for row in rows)
    fit = counts["good"] + counts["acceptable"]
    return {"judged": len(rows), **counts, "good_or_acceptable": round(fit / len(rows), 3)}


def coverage(texts: list[Text]) -> dict[str, object]:
    """The share of content words that have a synonym."""
    all_words = Counter(token.pos for _, token in content(texts))
    with_some = Counter(token.pos for _, token, _ in hits(texts))
    shares: dict[str, object] = {
        pos.lower(): round(with_some[pos] / all_words[pos], 3) for pos in LETTERS
    }
    share = round(with_some.total() / all_words.total(), 3)
    return {"problems": len(texts), "words": all_words.total(), "coverage": share} | shares


def safety(texts: list[Text]) -> dict[str, object]:
    """What must never happen, counted over all synonyms of all words; and the speed."""
    start = perf_counter()
    found = list(hits(texts))
    seconds = perf_counter() - start
    pairs = [(text, token, word) for text, token, words in found for word, _ in words]
    return {
        "problems": len(texts),
        "synonyms": len(pairs),
        "antonyms": sum(word.lower() in antonyms(token.lower) for _, token, word in pairs),
        "amounts": sum(is_amount(word.lower()) for _, _, word in pairs),
        "units": sum(word.lower() in unit_table.FORMS for _, _, word in pairs),
        "names": sum(is_name(word) for _, _, word in pairs),
        "wrong_articles": sum(breaks_article(*pair) for pair in pairs),
        "words_per_second": round(sum(len(text) for text in texts) / seconds),
    }


def is_amount(word: str) -> bool:
    """Whether a word says a number."""
    tables = (number_words.CARDINALS, number_words.MULTIPLES, number_words.ORDINALS)
    return any(word in table for table in tables)


def breaks_article(text: Text, token: Token, word: str) -> bool:
    """Whether "a" or "an" before a token does not go with a word in its place."""
    before = text.tokens[token.i - 1].lower if token.i else ""
    return before in ("a", "an") and article(word) != before


def output(*command: str) -> str:
    """What a command prints."""
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


if __name__ == "__main__":
    main()
