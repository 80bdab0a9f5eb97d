"""What a trained scorer does with the vectors of two texts: a small network on their cosines."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
# So near to 1 cosines are still told apart.
NEAREST = 0.002


class Comparison:
    """Cosine of each block of two texts, one hidden layer, one logit; `compare` trains it."""

    def __init__(self, learnt: Mapping[str, Any]) -> None:
        self.blocks = int(learnt["blocks"])
        self._mean, self._deviation = (
            np.array(learnt[name], np.float32) for name in ("mean", "deviation")
        )
        self._hidden, self._hidden_bias, self._out = (
            np.array(learnt[name], np.float32) for name in ("hidden", "hidden_bias", "out")
        )
        self._out_bias = float(learnt["out_bias"])

    def logits(self, one: Floats, other: Floats) -> Floats:
        """The logit of each pair of texts: rows of blocks of length 1."""
        cosines = (one * other).sum(axis=2).clip(-1, 1)
        seen = (-np.log(1 - cosines + NEAREST) - self._mean) / self._deviation
        logits: Floats = np.tanh(seen @ self._hidden.T + self._hidden_bias) @ self._out
        return logits + np.float32(self._out_bias)
