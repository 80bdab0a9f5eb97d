"""The losses of the bi-encoder, on the vectors of a batch of groups.

`owner` says for each text which group it belongs to, `kept` whether it has the group's solution
(the problem itself and its rewritings) or not (its breaks).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

import torch
from torch import Tensor
from torch.nn import functional

MARGIN = 5.0  # as published
SCALE = 20.0


def triplet(vectors: Tensor, owner: Tensor, kept: Tensor) -> Tensor:
    """Every rewriting is nearer to its problem than every break by the published margin."""
    same, broken = _relations(owner, kept)
    distances = torch.cdist(vectors, vectors)
    positive, negative = distances.unsqueeze(2), distances.unsqueeze(1)
    use = same.unsqueeze(2) & broken.unsqueeze(1)
    return functional.relu(positive - negative + MARGIN)[use].mean()


def contrast(vectors: Tensor, owner: Tensor, kept: Tensor) -> Tensor:
    """Each text finds a text with its solution among all others of the batch (InfoNCE)."""
    same, _ = _relations(owner, kept)
    cosines = SCALE * _cosines(vectors)
    own = torch.eye(len(owner), dtype=torch.bool, device=owner.device)
    # A break has no partner: it only is what others are not.
    use = kept & same.any(1)
    rival = ~same & ~own
    rivals = torch.logsumexp(cosines.masked_fill(~rival, float("-inf")), dim=1, keepdim=True)
    each = functional.softplus(rivals - cosines)
    return each[use.unsqueeze(1) & same].mean()


def rank(vectors: Tensor, owner: Tensor, kept: Tensor) -> Tensor:
    """Every kept pair of the batch scores above every broken pair of it (CoSENT): the AUC."""
    same, broken = _relations(owner, kept)
    cosines = SCALE * _cosines(vectors)
    high, low = cosines[same], cosines[broken]
    # The log of 1 + Σ exp(low − high) over all pairs of pairs comes apart into two sums.
    total = torch.logsumexp(low, 0) + torch.logsumexp(-high, 0)
    return functional.softplus(total - torch.log(torch.tensor(float(len(high)))))


def both(vectors: Tensor, owner: Tensor, kept: Tensor) -> Tensor:
    """Finding the rewriting, and ranking across problems."""
    return contrast(vectors, owner, kept) + 0.3 * rank(vectors, owner, kept)


def _relations(owner: Tensor, kept: Tensor) -> tuple[Tensor, Tensor]:
    """Which pairs of texts share a solution, and which belong together but do not."""
    together = owner.unsqueeze(0) == owner.unsqueeze(1)
    own = torch.eye(len(owner), dtype=torch.bool, device=owner.device)
    same = together & kept.unsqueeze(0) & kept.unsqueeze(1) & ~own
    broken = together & (kept.unsqueeze(1) & ~kept.unsqueeze(0))
    return same, broken


def _cosines(vectors: Tensor) -> Tensor:
    unit = functional.normalize(vectors.float(), dim=-1)
    return unit @ unit.T


LOSSES: Mapping[str, Callable[[Tensor, Tensor, Tensor], Tensor]] = MappingProxyType(
    {"triplet": triplet, "contrast": contrast, "rank": rank, "both": both}
)
