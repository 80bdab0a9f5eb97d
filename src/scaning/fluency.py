"""How natural a text reads, by a language model: the score that picks among reorderings.

Two models satisfy `Fluency`: `CausalFluency`, any causal language model that transformers can
load (the paper's is GPT-2), and `NgramFluency`, the small one that ships with this package.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Protocol

import numpy as np

from scaning.errors import ResourceError

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from transformers import PreTrainedTokenizerBase

Mean = Literal["geometric", "arithmetic", "harmonic", "product"]
BATCH = 16


class Fluency(Protocol):
    """Scores texts between 0 and 1: the mean probability of a token, or the product of all."""

    def score(
        self, texts: Sequence[str], *, mean: Mean = "geometric", first_token: bool = True
    ) -> list[float]:
        """The mean token probability of each text; `first_token` counts the first one too."""

    def most_fluent(
        self, candidates: Sequence[str], *, mean: Mean = "geometric", first_token: bool = True
    ) -> int:
        """The index of the candidate with the highest score, the first among equals."""
        scores = self.score(candidates, mean=mean, first_token=first_token)
        return scores.index(max(scores))

    def ranked(
        self, candidates: Sequence[str], *, mean: Mean = "geometric", first_token: bool = True
    ) -> list[tuple[int, float]]:
        """The indices of the candidates, the most fluent first, each with its share of the scores.

        The shares add up to one.
        """
        scores = self.score(candidates, mean=mean, first_token=first_token)
        total = sum(scores) or 1.0
        order = sorted(range(len(scores)), key=lambda i: -scores[i])
        return [(i, scores[i] / total) for i in order]


class TokenFluency(Fluency, Protocol):
    """A language model: it says how likely each token of a text is."""

    def log_probabilities(self, texts: Sequence[str]) -> Sequence[NDArray[np.floating]]:
        """The natural logarithm of the probability of each token after those before it."""

    def score(
        self, texts: Sequence[str], *, mean: Mean = "geometric", first_token: bool = True
    ) -> list[float]:
        """The mean probability of the tokens of each text, 0 where there is none."""
        return [
            mean_probability(logs if first_token else logs[1:], mean)
            for logs in self.log_probabilities(texts)
        ]


class CausalFluency(TokenFluency):
    """A causal language model of transformers: a hub name, a folder or a GGUF file.

    `lower` scores the text in lower case, as the published code does.
    """

    def __init__(self, model: str = "gpt2", *, lower: bool = False, batch: int = BATCH) -> None:
        self.model = model
        self.lower = lower
        self.batch = batch
        self._tokenizer, self._network = _load_causal(model)

    def log_probabilities(self, texts: Sequence[str]) -> list[NDArray[np.floating]]:
        """The logarithms for the model's own tokens."""
        ids = [self._ids(text) for text in texts]
        longest_first = sorted(range(len(ids)), key=lambda i: -len(ids[i]))
        found: list[NDArray[np.floating]] = [np.zeros(0)] * len(ids)
        for at in range(0, len(ids), self.batch):
            chunk = longest_first[at : at + self.batch]
            logs = self._log_probabilities([ids[i] for i in chunk])
            for i, row in zip(chunk, logs, strict=True):
                found[i] = row
        return found

    def _ids(self, text: str) -> list[int]:
        text = text.lower() if self.lower else text
        found: list[int] = self._tokenizer(text, add_special_tokens=False)["input_ids"]
        return found

    def _log_probabilities(self, ids: Sequence[list[int]]) -> list[NDArray[np.float64]]:
        import torch

        start = _start_token(self._tokenizer)
        longest = max(map(len, ids)) + 1
        # Padding stands after the text, where causal attention cannot look.
        batch = torch.tensor([[start, *row] + [start] * (longest - 1 - len(row)) for row in ids])
        with torch.inference_mode():
            logs = self._network(batch).logits[:, :-1].float().log_softmax(-1)
            picked = logs.gather(-1, batch[:, 1:, None])[..., 0].double().numpy()
        return [row[: len(tokens)] for row, tokens in zip(picked, ids, strict=True)]


class NgramFluency(TokenFluency):
    """The language model that ships with this package: words after the three before them."""

    def __init__(self) -> None:
        from scaning.ngrams import shipped

        self._table = shipped()

    def log_probabilities(self, texts: Sequence[str]) -> Sequence[NDArray[np.floating]]:
        """The logarithms for words and signs in lower case."""
        return self._table.log_probabilities(texts)


def _start_token(tokenizer: PreTrainedTokenizerBase) -> int:
    """What stands between documents in training: a text's first token is scored after it.

    A chat model's own first token opens a role, not a text: after it SmolLM2-Instruct prefers the
    original of 100 sentences to five reorderings 72 times, after the end of a document 83 times.
    """
    known = tokenizer.get_vocab()
    names = ("<|endoftext|>", tokenizer.bos_token, tokenizer.eos_token)
    return next(int(known[name]) for name in names if name in known)


def _load_causal(model: str) -> tuple[Any, Any]:
    try:
        from transformers import AutoModelForCausalLM, AutoTokenizer
    except ImportError as error:
        raise ResourceError(
            f"The fluency model {model!r} needs transformers and torch: "
            "pip install 'scaning[train]', or use the fluency model 'embedded'."
        ) from error
    path = Path(model)
    where, options = (
        (str(path.parent), {"gguf_file": path.name}) if path.suffix == ".gguf" else (model, {})
    )
    try:
        tokenizer = AutoTokenizer.from_pretrained(where, **options)
        network = AutoModelForCausalLM.from_pretrained(where, **options)
    except (OSError, ValueError) as error:
        raise ResourceError(
            f"No causal language model {model!r}: give a name that the hub knows and this machine "
            f"can reach, a folder or a .gguf file, or use the fluency model 'embedded'. ({error})"
        ) from error
    network.eval()
    return tokenizer, network


def mean_probability(logs: NDArray[np.floating], mean: Mean) -> float:
    """The mean, or the product, of probabilities that are given as logarithms."""
    if not len(logs):
        return 0.0
    match mean:
        case "geometric":
            return float(np.exp(logs.mean()))
        case "arithmetic":
            return float(np.exp(logs).mean())
        case "harmonic":
            return float(1 / np.exp(-logs).mean())
        case "product":
            return float(np.exp(logs.sum()))
