"""Does an exported model write what the model wrote that it was made of?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from scaning.seq2seq.decoding import DecodeSettings
from scaning.seq2seq.rows import Pair
from scaning.seq2seq.search import search
from scaning.seq2seq.stepper import Source, Stepper
from scaning.seq2seq.tokens import Tokens

# What the greedy outputs and the log-likelihoods of an export have to reach.
LEAST_SAME, MOST_OFF = 0.98, 0.02
_LONGEST = 256


def parity(
    exact: Stepper, exported: Stepper, tokens: Tokens, pairs: Sequence[Pair], *, batch: int = 32
) -> dict[str, float]:
    """How many greedy outputs are equal, and how far the log-likelihoods of the targets are off.

    `off_in_all` compares the sums over all rows; `off_median` and `off_most` look at each row.
    """
    read = tokens.encode_all(pair.read for pair in pairs)
    targets = tokens.encode_all(pair.target for pair in pairs)
    fitting = [at for at, ids in enumerate(read) if len(ids) <= exported.positions]
    read, targets = [read[at] for at in fitting], [targets[at][:-1] for at in fitting]
    greedy = DecodeSettings(mode="greedy", n=1, max_length=_LONGEST)
    sources = [Source(tuple(ids)) for ids in read]
    texts, others = (search(one, sources, greedy, batch=batch) for one in (exact, exported))
    same = [a[0].ids == b[0].ids for a, b in zip(texts, others, strict=True)]
    logs, beside = (
        np.array([row.sum() for row in one.score(read, targets)]) for one in (exact, exported)
    )
    off = np.abs(beside / logs - 1)
    return {
        "rows": len(read),
        "same_greedy": float(np.mean(same)),
        "off_in_all": float(abs(beside.sum() / logs.sum() - 1)),
        "off_median": float(np.median(off)),
        "off_most": float(off.max()),
    }


def passes(found: Mapping[str, float]) -> bool:
    """Is an export as good as the model itself?"""
    return found["same_greedy"] >= LEAST_SAME and found["off_in_all"] <= MOST_OFF
