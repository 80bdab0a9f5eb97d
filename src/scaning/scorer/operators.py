"""All the operators by name: those that keep the solution, and those that break it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from random import Random
from types import MappingProxyType
from typing import TypeAlias

from scaning.parse import Text
from scaning.scorer import published, questions, renames, wording
from scaning.scorer.damage import BREAKS, KEEPS

Change: TypeAlias = Callable[[Text, Random], str | None]

# Rewritings that change many words come first; a stack of them is far from the original.
STRONG: Mapping[str, Change] = MappingProxyType(
    {
        "rename-people": renames.rename_people,
        "rename-things": renames.rename_things,
        "synonyms": wording.synonyms,
        "phrases": wording.phrases,
        "spell-numbers": wording.spell_numbers,
        "passive-all": wording.in_passive,
        "active-all": wording.in_active,
        "turn-comparison": wording.turn_comparison,
        "request": questions.request,
        "question-words": questions.question_words,
        "framing": questions.framing,
        "join": wording.join,
        "split": wording.split,
        "digits": wording.write_digits,
    }
)
POSITIVE: Mapping[str, Change] = MappingProxyType(
    {**STRONG, **{name: change for name, change in KEEPS.items() if name != "write-digits"}}
)
# A break that leaves the words in place is the one that a cosine overlooks.
_FAR = frozenset({"copy", "loop", "scramble", "garble", "truncate", "drop-question"})
NEAR: Mapping[str, Change] = MappingProxyType(
    {name: one.change for name, one in BREAKS.items() if name not in _FAR}
    | {
        "other-numbers": published.other_numbers,
        "trade-numbers": published.trade_numbers,
        "vague-numbers": published.vague_numbers,
    }
)
_ROUGH: Mapping[str, Change] = MappingProxyType(
    {name: BREAKS[name].change for name in sorted(_FAR - {"copy"})}
    | {"without-end": published.without_end}
)


def rough(words: published.Vocabulary) -> dict[str, Change]:
    """The breaks that leave a gap, for a collection of problems."""
    return {
        **_ROUGH,
        "without-phrase": partial(published.without_phrase, words=words),
        "other-words": partial(published.other_words, words=words),
        "lost-words": partial(published.lost_words, words=words),
    }
