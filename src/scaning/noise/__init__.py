"""Noise: corrupt a problem so that restoring it teaches paraphrasing.

Every noising function is a function `(text, rng) -> Text | None` made by a factory in `NOISERS`.
`combinations` says which are applied together, `presets` how they behave, `policy` applies them to
problems, and `stage` does so for a file of any size.
"""

from scaning.noise.contract import NOISERS, Factory, Kit, Mode, Noiser, Rules, noiser
from scaning.noise.delete import random_deletion
from scaning.noise.identity import same_sentence
from scaning.noise.insert import word_insertion
from scaning.noise.permute import permutation_anywhere, permutation_at_prepositions
from scaning.noise.phrases import permute_shuffle, phrase_shuffling
from scaning.noise.shuffle import complete_shuffling, random_shuffling
from scaning.noise.substitute import substitution, substitution_of_objects
from scaning.noise.templates import templatization, templatization_of_objects

__all__ = [
    "NOISERS",
    "Factory",
    "Kit",
    "Mode",
    "Noiser",
    "Rules",
    "complete_shuffling",
    "noiser",
    "permutation_anywhere",
    "permutation_at_prepositions",
    "permute_shuffle",
    "phrase_shuffling",
    "random_deletion",
    "random_shuffling",
    "same_sentence",
    "substitution",
    "substitution_of_objects",
    "templatization",
    "templatization_of_objects",
    "word_insertion",
]
