"""What a noising function is, and the table that every one of them is entered in.

A noising function takes a parsed text and a random generator and gives the noised text, or None
where it does not apply. The text that comes back is parsed too: each word keeps the analysis it
had in its place, which is both right (a tagger only guesses at shuffled words) and free. Parsing
again after every function would cost five times the noise itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal

from scaning.parse import Text

if TYPE_CHECKING:
    from scaning.fluency import Fluency, Mean
    from scaning.synonyms import SynonymSource

Mode = Literal["training", "inference"]
Noiser = Callable[[Text, Random], Text | None]


@dataclass(frozen=True, slots=True)
class Rules:
    """Where the presets differ in what a noising function does; the defaults are our own."""

    # Quantities with their units, formulas and hyphenated words move as one word.
    whole: bool = True
    # The last tokens, which ask the question, are neither deleted, shuffled nor masked.
    tail: int = 4
    mask_tail: int = 4
    # Parts of speech that are neither deleted nor masked.
    spared: frozenset[str] = frozenset({"VERB", "ADJ", "NUM", "PROPN", "ADV", "PUNCT"})
    # Go on looking for words with synonyms until the share is reached; else try so many words.
    until_reached: bool = True
    # What a sentence may be rotated around, and whether only where no phrase is torn.
    prepositions: frozenset[str] = frozenset({"ADP", "SCONJ"})
    whole_phrases: bool = True
    # The first result of each rule of phrase shuffling, all from the second verb on before the
    # first, and nouns and verbs only as a last resort; else all results of all four rules.
    official_shuffle: bool = False
    # How fluency is averaged, and whether a sentence's first token counts.
    mean: Mean = "geometric"
    first_token: bool = True
    # Numbers and names are masked too.
    mask_numbers: bool = False
    mask_names: bool = False


@dataclass(frozen=True, slots=True)
class Kit:
    """What noising functions work with: a source of synonyms, a judge of fluency, the rules."""

    synonyms: SynonymSource
    fluency: Fluency
    rules: Rules = Rules()

    def most_fluent(self, candidates: Sequence[str]) -> int:
        """The index of the candidate that reads best."""
        if len(candidates) == 1:
            return 0
        return self.fluency.most_fluent(
            candidates, mean=self.rules.mean, first_token=self.rules.first_token
        )


Factory = Callable[[float, Kit], Noiser]
_TABLE: dict[tuple[str, Mode], Factory] = {}
NOISERS: Mapping[tuple[str, Mode], Factory] = MappingProxyType(_TABLE)


def noiser(name: str, *modes: Mode) -> Callable[[Factory], Factory]:
    """Enter a factory in `NOISERS` under its name, for both modes unless some are named.

    A factory takes the share of the text to change and the kit, and returns the function.
    """

    def enter(factory: Factory) -> Factory:
        for mode in modes or ("training", "inference"):
            if (name, mode) in _TABLE:
                raise ValueError(f"There is a {mode} noiser {name!r} already.")
            _TABLE[name, mode] = factory
        return factory

    return enter
