"""The negative operators of ParaQD that no break covers, with its TF-IDF back-up.

Removing the most important phrase, replacing the words that matter most, losing words. The numbers,
units, names and the question are in `damage`; wrong paraphrases come from `translate`.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from scaning.parse import Text, Token
from scaning.scorer.damage.quantities import _PRODUCT, _TOGETHER
from scaning.scorer.damage.spans import Edit, edited, sentences

VAGUE = ("some", "a few", "many", "a lot of", "")
_NUMBER = re.compile(r"(?<![\w.,])\d+(?:,\d{3})*(?:\.\d+)?(?![\w,.]\d)(?!\w)")


@dataclass(frozen=True)
class Vocabulary:
    """How rare each word is in a collection of problems."""

    rarity: Mapping[str, float]
    common: Sequence[str]

    @classmethod
    def of(cls, texts: Iterable[str]) -> Vocabulary:
        """The inverse document frequencies of a collection."""
        found: Counter[str] = Counter()
        n = 0
        for text in texts:
            n += 1
            found.update(set(re.findall(r"[a-z]{3,}", text.lower())))
        rarity = {word: math.log(n / count) for word, count in found.items()}
        return cls(rarity, [word for word, count in found.most_common(3000)[150:] if count > 4])

    def weight(self, token: Token) -> float:
        """The rarity of a word; nothing for what carries no content."""
        return self.rarity.get(token.lower, 0.0) if token.pos in _CONTENT else 0.0


_CONTENT = frozenset({"NOUN", "VERB", "ADJ", "PROPN"})


def without_phrase(problem: Text, rng: Random, words: Vocabulary) -> str | None:
    """One of the phrases that matter most is gone, wherever it stands."""
    nouns = [t for t in problem.tokens if t.pos in {"NOUN", "PROPN"} and words.weight(t) > 0]
    counts = Counter(t.lower for t in nouns)
    best = sorted({t.lower for t in nouns}, key=lambda w: -counts[w] * words.rarity[w])[:3]
    if not best:
        return None
    chosen = rng.choice(best)
    start = {t.i for t in nouns if t.lower == chosen}
    spans = []
    for i in sorted(start):
        first = i
        while first and problem.tokens[first - 1].dep in {"compound", "amod", "nummod"}:
            first -= 1
        spans.append(Edit(problem.tokens[first].start, problem.tokens[i].end, ""))
    spans = [s for n, s in enumerate(spans) if n == 0 or s.start >= spans[n - 1].end]
    return _tidy(edited(problem.text, spans))


def other_words(problem: Text, rng: Random, words: Vocabulary) -> str | None:
    """The words of most weight are now others, drawn from the collection."""
    best = sorted(problem.tokens, key=lambda t: -words.weight(t))[:3]
    best = [t for t in best if words.weight(t) > 0]
    if not best or not words.common:
        return None
    chosen = rng.sample(best, min(len(best), rng.randint(1, 2)))
    return edited(problem.text, [Edit(t.start, t.end, rng.choice(words.common)) for t in chosen])


def lost_words(problem: Text, rng: Random, words: Vocabulary) -> str | None:
    """Two to four words in a row are gone, among them one that matters."""
    able = [t for t in problem.tokens if words.weight(t) > 2 or t.pos == "NUM"]
    if not able or len(problem) < 10:
        return None
    middle = rng.choice(able).i
    first = max(0, middle - rng.randint(0, 2))
    last = min(len(problem) - 2, middle + rng.randint(1, 2))
    if first > last:
        return None
    cut = Edit(problem.tokens[first].start, problem.tokens[last].end, "")
    return _tidy(edited(problem.text, [cut]))


def vague_numbers(problem: Text, rng: Random) -> str | None:
    """One or two of the numbers are now "some", "a few", "many" or nothing."""
    found = list(_NUMBER.finditer(problem.text))
    if not found:
        return None
    chosen = rng.sample(found, min(len(found), rng.randint(1, 2)))
    return _tidy(edited(problem.text, [Edit(*m.span(), rng.choice(VAGUE)) for m in chosen]))


def without_end(problem: Text, rng: Random) -> str | None:
    """The last sentence is gone; of a single sentence its last words."""
    spans = sentences(problem.text)
    if len(spans) > 1:
        return problem.text[: spans[-1].start].rstrip()
    words = problem.text.split()
    return " ".join(words[: -rng.randint(3, 5)]) if len(words) > 8 else None


def other_numbers(problem: Text, rng: Random) -> str | None:
    """One or two of the numbers have other values, near or far."""
    found = [m for m in _NUMBER.finditer(problem.text) if "." not in m[0]]
    if not found:
        return None
    chosen = rng.sample(found, min(len(found), rng.randint(1, 2)))
    known = {m[0].replace(",", "") for m in found}
    edits = []
    for match in chosen:
        value = int(match[0].replace(",", ""))
        new = rng.choice((value + rng.randint(1, 9), value * 10, max(1, value // 2), value + 1))
        new = next(v for v in (new, value + 11, value + 123, value + 4567) if str(v) not in known)
        edits.append(Edit(*match.span(), f"{new:,}" if "," in match[0] else str(new)))
    return edited(problem.text, edits)


def trade_numbers(problem: Text, rng: Random) -> str | None:
    """The numbers of the problem trade places in a ring; where two of them are alike, none do."""
    found = list(_NUMBER.finditer(problem.text))
    values = [match[0] for match in found]
    if len(found) < 3 or len(set(values)) < len(values):
        return None
    if _TOGETHER.search(problem.text.lower()) or _PRODUCT.search(problem.text):
        return None
    turn = rng.randint(1, len(values) - 1)
    turned = [*values[turn:], *values[:turn]]
    return edited(
        problem.text, [Edit(*m.span(), new) for m, new in zip(found, turned, strict=True)]
    )


def _tidy(text: str) -> str:
    text = re.sub(r"\s+", " ", text)
    return re.sub(r"\s+([.,?!])", r"\1", text).strip()
