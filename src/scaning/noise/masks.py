"""The form of a mask: [NOUN:1], the part of speech and a number that ties the occurrences.

The form is chosen to survive any tokenizer unaided. Brackets, letters, a colon and digits are in
every vocabulary, and come back exactly from the T5, BART and Marian ones; ⟦NOUN:1⟧ would come
back from T5 as "NOUN:1". No special token is needed, so none can eat the unknown X or "TAX".
"""

from __future__ import annotations

import re

# NUM masks numbers, NAME names: both only on request.
LABELS = ("NOUN", "PRON", "ADP", "DET", "AUX", "PART", "SCONJ", "CCONJ", "INTJ", "SYM", "X",
          "VERB", "ADJ", "ADV", "PROPN", "PUNCT", "NUM", "NAME")  # fmt: skip
_LABEL = "|".join(LABELS)
MASK = re.compile(rf"\[(?:{_LABEL}):[0-9]+\]")
# As a model may damage it: other case, blanks inside, a bracket lost. One bracket has to be left,
# or the ratio "x:1" would be one.
_LEFT_OVER = re.compile(
    rf"\[\s*(?:{_LABEL})\s*:\s*[0-9]+\s*\]?|\b(?:{_LABEL})\s*:\s*[0-9]+\s*\]", re.IGNORECASE
)


def mask(label: str, number: int) -> str:
    """The mask of the `number`-th word of a part of speech."""
    return f"[{label}:{number}]"


def left_over_masks(text: str) -> list[str]:
    """The masks in a text, whole or damaged; a paraphrase that has one is to be rejected.

    >>> left_over_masks("He rode his [noun : 1] for 5 miles; the ratio is X:1.")
    ['[noun : 1]']
    """
    return _LEFT_OVER.findall(text) if "[" in text or "]" in text else []


def without_masks(text: str) -> str:
    """The text with a blank in the place of every mask, as the facts of a text are read."""
    return MASK.sub(" ", text)
