"""How good a model is on held-out rows: its loss for each target word, and what it writes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from scaning.seq2seq.batches import IGNORED, Collating, Encoded, encode
from scaning.seq2seq.decoding import DecodeSettings
from scaning.seq2seq.rows import Pair, read_pairs
from scaning.seq2seq.search import search
from scaning.seq2seq.settings import Settings
from scaning.seq2seq.stepper import Source

if TYPE_CHECKING:
    from transformers import PreTrainedModel

    from scaning.seq2seq.tokens import Tokens

# What the task calls good: pairs and what was written for each, to figures. Of these "score"
# chooses the best checkpoint, more is better.
Score: TypeAlias = Callable[[Sequence[Pair], Sequence[str]], Mapping[str, float]]
_BATCH = 32


def score_of(name: str) -> Score:
    """The score of a name: "reconstruction" for a denoiser, "paraphrase" for a paraphraser."""
    if name == "paraphrase":
        from scaning.seq2seq.rating import paraphrase

        return paraphrase
    return reconstruction


class HeldOut:
    """The rows that a training is judged by: of all the loss, of the first what is written."""

    def __init__(self, settings: Settings, tokens: Tokens) -> None:
        pairs = list(islice(read_pairs(Path(settings.validation)), settings.evaluate_rows))
        self.pairs = pairs[: settings.generate_rows]
        self.words = sum(len(pair.target.split()) for pair in pairs)
        # None is left out: the figures of trainings with other limits have to compare.
        endless = replace(settings, max_source=10**6, max_target=10**6)
        self.rows = encode(pairs, tokens, endless)
        self.asked = encode(self.pairs, tokens, endless)


def reconstruction(pairs: Sequence[Pair], written: Sequence[str]) -> dict[str, float]:
    """How much of the targets came back: likeness by words, and the share that is exact.

    >>> pair = Pair("q", "", "has Ann apples 3.", "Ann has 3 apples.")
    >>> reconstruction([pair], ["Ann has 3 apples."])
    {'score': 1.0, 'exact': 1.0}
    """
    likeness = [
        SequenceMatcher(None, pair.target.split(), text.split(), autojunk=False).ratio()
        for pair, text in zip(pairs, written, strict=True)
    ]
    exact = [pair.target == text for pair, text in zip(pairs, written, strict=True)]
    return {"score": sum(likeness) / len(pairs), "exact": sum(exact) / len(pairs)}


def loss_per_word(
    model: PreTrainedModel, encoded: Encoded, words: int, collator: Collating
) -> float:
    """The negative log-likelihood of the targets, divided by how many words they have.

    Unlike the loss of a token it can be compared between models of different vocabularies.
    """
    import torch
    from torch.nn.functional import cross_entropy

    total = 0.0
    with torch.inference_mode():
        for rows in _by_length(encoded):
            batch = collator([encoded[row] for row in rows])
            labels = batch.pop("labels").to(model.device)
            inputs = {name: tensor.to(model.device) for name, tensor in batch.items()}
            logits = model(**inputs).logits.float()
            loss = cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction="sum",
                                 ignore_index=IGNORED)  # fmt: skip
            total += float(loss)
    return total / words


def write(model: PreTrainedModel, encoded: Encoded, tokens: Tokens, longest: int) -> list[str]:
    """What the model writes for each source, greedily and to its end."""
    from scaning.seq2seq.torch_model import stepper_of

    sources = [Source(tuple(encoded[row][0].tolist())) for row in range(len(encoded))]
    greedy = DecodeSettings(mode="greedy", n=1, max_length=longest)
    found = search(stepper_of(model), sources, greedy, batch=_BATCH)
    return [tokens.decode(texts[0].ids) for texts in found]


def _by_length(encoded: Encoded) -> Iterator[list[int]]:
    source, target = encoded.lengths()
    order = (source + target).argsort(kind="stable").tolist()
    for start in range(0, len(order), _BATCH):
        yield order[start : start + _BATCH]
