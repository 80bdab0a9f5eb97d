"""Random shuffling of short windows, and complete shuffling of a text."""

from __future__ import annotations

from random import Random

from scaning.noise.assemble import assembled, cut_as
from scaning.noise.contract import Kit, Noiser, noiser
from scaning.parse import Text, Token

WINDOWS = (2, 3, 4)


@noiser("random_shuffling", "training")
def random_shuffling(share: float, kit: Kit) -> Noiser:
    """Shuffle windows of two to four tokens, as many as `share` of the tokens.

    A window holds no number and ends before the tail; windows may overlap.
    """

    def noise(text: Text, rng: Random) -> Text | None:
        windows = _windows(text, kit.rules.tail)
        tokens = list(text.tokens)
        for _ in range(int(share * len(tokens))):
            size = rng.choice(WINDOWS)
            if not windows[size]:
                continue
            start = rng.choice(windows[size])
            window = tokens[start : start + size]
            rng.shuffle(window)
            tokens[start : start + size] = window
        if all(token.i == n for n, token in enumerate(tokens)):
            return None
        return assembled(text, cut_as(text, tokens))

    return noise


@noiser("complete_shuffling", "training")
def complete_shuffling(share: float, kit: Kit) -> Noiser:
    """Put all tokens in a random order; there is no share to it."""

    def noise(text: Text, rng: Random) -> Text | None:
        tokens = list(text.tokens)
        rng.shuffle(tokens)
        if all(token.i == n for n, token in enumerate(tokens)):
            return None
        return assembled(text, cut_as(text, tokens))

    return noise


def _windows(text: Text, tail: int) -> dict[int, list[int]]:
    """Where a window of each size may start. Numbers never move, so this holds to the end."""
    end = len(text) - tail
    # How many tokens in a row, from each one on, may be shuffled.
    run, runs = 0, [0] * len(text)
    for token in reversed(text.tokens[: max(end, 0)]):
        run = 0 if _is_number(token) else run + 1
        runs[token.i] = run
    return {size: [i for i, run in enumerate(runs) if run >= size] for size in WINDOWS}


def _is_number(token: Token) -> bool:
    return token.ent == "quantity" or any(map(str.isdigit, token.text))
