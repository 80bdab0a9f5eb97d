"""No noise: the same sentence, for prompts that ask for nothing but the passive."""

from __future__ import annotations

from random import Random

from scaning.noise.contract import Kit, Noiser, noiser
from scaning.parse import Text


@noiser("same_sentence")
def same_sentence(share: float, kit: Kit) -> Noiser:
    """Give the text back as it is."""

    def noise(text: Text, rng: Random) -> Text:
        return text

    return noise
