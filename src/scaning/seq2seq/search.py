"""Searches for the texts of sources: sorted by length, batch by batch."""

from __future__ import annotations

from collections.abc import Sequence

from scaning.seq2seq.beams import beam_search
from scaning.seq2seq.constraint import Guard
from scaning.seq2seq.decoding import DecodeSettings
from scaning.seq2seq.sampling import walk
from scaning.seq2seq.stepper import Hypothesis, Source, Stepper


def search(
    stepper: Stepper,
    sources: Sequence[Source],
    settings: DecodeSettings,
    *,
    guard: Guard | None = None,
    batch: int = 64,
) -> list[list[Hypothesis]]:
    """The texts of each source, at most `n`: fewer where fewer were found.

    With a guard every text keeps the slots of its source. `batch` is how many lanes run at once.
    """
    find = walk if settings.mode in ("greedy", "sample") else beam_search
    found: list[list[Hypothesis]] = [[] for _ in sources]
    # The longest first: what does not fit into memory shows at once.
    order = sorted(range(len(sources)), key=lambda at: (-len(sources[at].ids), at))
    size = max(1, batch // settings.lanes)
    for start in range(0, len(order), size):
        chunk = order[start : start + size]
        texts = find(stepper, [sources[at] for at in chunk], settings, guard)
        for at, hypotheses in zip(chunk, texts, strict=True):
            found[at] = hypotheses
    return found
