"""Which of a denoiser's texts are kept, where no parser is at hand: slots, relations, distance.

What `scaning.facts` reads from a parse is here read from words: the relations of a text have to be
those of its original. The scorer has judged the pair before.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from scaning.facts.relation_table import _TABLE
from scaning.score.bleu import Ngrams, count_ngrams, trigram_diversity
from scaning.score.wpd import position_deviation, positions_of
from scaning.seq2seq.slots import SLOT

LEAST, MOST = 0.12, 0.75
APART = 0.15
KEPT = 3
SHUFFLED, REPLACED = 0.10, 0.30
SHORT, LONG = 0.7, 1.5
# Figures and shapes are things that a text speaks of, the other families what holds between them.
_WORD = re.compile(r"⟦\d+⟧|\w+|[^\w\s]")
_PASSIVE = re.compile(
    r"\b(?:is|are|was|were|be|been|being)\s+(?:\w+ly\s+)?\w+(?:ed|en|wn|ught|old|ade|ept|ent|ut|ead|aid)\b"
)


class Read(NamedTuple):
    """What is compared of a text."""

    words: tuple[str, ...]
    ngrams: tuple[Ngrams, ...]
    relations: frozenset[str]
    asks: bool


class Draft(NamedTuple):
    """A text in slots, the prompt by which it came, and how surely it keeps its original."""

    said: str
    prompt: str
    sure: float


@lru_cache(maxsize=1)
def _relations() -> list[tuple[str, re.Pattern[str]]]:
    found, family = [], ""
    for line in _joined(_TABLE):
        if not line.startswith(" "):
            family = line.strip()
            continue
        member, _, forms = line.strip().partition(":")
        several = [form.strip() for form in forms.split(",") if form.strip()]
        pattern = "|".join(rf"{re.escape(form)}(?:s|es|d|ed|ing)?" for form in several)
        found.append((f"{family}/{member}", re.compile(rf"\b(?:{pattern})\b")))
    return found


def _joined(table: str) -> list[str]:
    """The lines of a table, with those that go on behind the line they belong to."""
    lines: list[str] = []
    for line in table.strip("\n").split("\n"):
        if line.startswith("        "):
            lines[-1] += " " + line.strip()
        elif line.strip():
            lines.append(line.rstrip())
    return lines


def read(text: str) -> Read:
    """What a text in slots says, by its words."""
    lowered = text.lower()
    words = tuple(_WORD.findall(lowered))
    relations = frozenset(name for name, pattern in _relations() if pattern.search(lowered))
    return Read(words, count_ngrams(words, 3), relations, "?" in text)


def kept_slots(said: str, uses: Sequence[tuple[int, int | None]]) -> bool:
    """Does a text hold every slot as often as it may, and no digit outside?"""
    counts = Counter(int(n) for n in SLOT.findall(said))
    if any(n > len(uses) for n in counts) or any(map(str.isnumeric, SLOT.sub("", said))):
        return False
    return all(
        least <= counts[n] <= (counts[n] if most is None else most)
        for n, (least, most) in enumerate(uses, start=1)
    )


def distance(one: Read, other: Read) -> tuple[float, float, float]:
    """BLEU diversity, the deviation of positions, and the diversity of both."""
    bleu = trigram_diversity(one.ngrams, other.ngrams)
    moved = position_deviation(positions_of(one.words), positions_of(other.words))
    return bleu, moved, 0.6 * bleu + 0.4 * moved


def says_the_same(original: Read, candidate: Read) -> bool:
    """The same relations, a question where there was one, about as long."""
    ratio = len(candidate.words) / max(1, len(original.words))
    return (
        SHORT <= ratio <= LONG
        and original.asks == candidate.asks
        and original.relations == candidate.relations
    )


def chosen(original: str, drafts: Sequence[Draft]) -> list[tuple[str, str]]:
    """The best few texts of a problem, far from it and from each other, with what they do."""
    first = read(original)
    found: list[tuple[float, str, str, Read]] = []
    for draft in {draft.said: draft for draft in drafts}.values():
        other = read(draft.said)
        bleu, moved, far = distance(first, other)
        if LEAST <= far <= MOST and says_the_same(first, other):
            prompt = done(draft, original, bleu, moved)
            found.append((draft.sure + far, draft.said, prompt, other))
    kept: list[tuple[float, str, str, Read]] = []
    for one in sorted(found, key=lambda one: -one[0]):
        if all(distance(other[3], one[3])[2] >= APART for other in kept):
            kept.append(one)
    return [(said, prompt) for _, said, prompt, _ in kept[:KEPT]]


def done(draft: Draft, original: str, bleu: float, moved: float) -> str:
    """The prompt for what a text does, as measured; "fix" is as the noise had it."""
    words = {"fix"} & set(draft.prompt.split())
    words |= {"replace"} if bleu >= REPLACED else set()
    words |= {"shuffle"} if moved >= SHUFFLED else set()
    before, after = (len(_PASSIVE.findall(text)) for text in (original, draft.said))
    passive = after > before
    return " ".join(["paraphrase", *["passive"] * passive, *sorted(words), ":"]) + " "
