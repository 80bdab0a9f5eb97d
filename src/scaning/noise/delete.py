"""Random deletion."""

from __future__ import annotations

from random import Random

from scaning.noise.assemble import assembled
from scaning.noise.contract import Kit, Noiser, Rules, noiser
from scaning.parse import Text


@noiser("random_deletion")
def random_deletion(share: float, kit: Kit) -> Noiser:
    """Delete as many tokens as `share` of the text, as far as so many may be deleted."""

    def noise(text: Text, rng: Random) -> Text | None:
        deletable = changeable(text, kit.rules, kit.rules.tail)
        count = min(int(share * len(text)), len(deletable))
        if not count:
            return None
        gone = set(rng.sample(deletable, count))
        return assembled(
            text,
            [[t for t in text.tokens[start:end] if t.i not in gone] for start, end in text.sents],
        )

    return noise


def changeable(text: Text, rules: Rules, tail: int) -> list[int]:
    """The tokens that may be deleted or masked: without a mark, and not in the tail."""
    return [
        token.i
        for token in text.tokens[: max(len(text) - tail, 0)]
        if not token.ent and token.pos not in rules.spared and token.text[0].isalpha()
    ]
