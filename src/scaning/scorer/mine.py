"""Hard negatives: of each problem's breaks those that the model takes for the problem itself.

What a model tells apart already teaches it little. `scaning.scorer.train --mine N` leaves each
group the N breaks whose vectors are nearest to the problem's, by the model that it starts from; a
second run from the first one's output mines anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import torch
from torch.nn import functional

from scaning.scorer.samples import CutGroup, Ids

if TYPE_CHECKING:
    from scaning.scorer.train import Scorer

BATCH = 256


def hardest(groups: Sequence[CutGroup], model: Scorer, keep: int, *, length: int) -> list[CutGroup]:
    """The groups with their `keep` negatives of the highest cosine, the hardest first."""
    texts = [text for group in groups for text in (group.anchor, *group.negatives)]
    vectors = iter(_vectors(texts, model, length))
    found = []
    for group in groups:
        anchor = next(vectors)
        cosines = [float(anchor @ next(vectors)) for _ in group.negatives]
        order = sorted(range(len(cosines)), key=lambda at: -cosines[at])
        kept = tuple(group.negatives[at] for at in order[:keep])
        found.append(group._replace(negatives=kept))
    return found


def _vectors(texts: Sequence[Ids], model: Scorer, length: int) -> list[torch.Tensor]:
    """Vectors of length 1, worked out by rising length of the texts."""
    device = next(model.parameters()).device
    model.eval()
    found = [torch.empty(0)] * len(texts)
    order = sorted(range(len(texts)), key=lambda at: len(texts[at]))
    with torch.inference_mode():
        for at in range(0, len(order), BATCH):
            some = order[at : at + BATCH]
            ids, mask = model.pieces.alone([texts[row] for row in some], length)
            vectors = functional.normalize(model.vectors(ids.to(device), mask.to(device)), dim=-1)
            for row, vector in zip(some, vectors.cpu(), strict=True):
                found[row] = vector
    return found
