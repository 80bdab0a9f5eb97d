"""The yardstick: what anyone can do offline with two translation models, en → fr → en.

Each sentence goes to French and back in four versions, and of these the one that differs most
from the sentence is taken. Needs ctranslate2 and sentencepiece, and a folder that holds `en-fr`
and `fr-en` with `model.bin`, `source.spm` and `target.spm`.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any

from scaning.errors import ResourceError
from scaning.parse import shared_parser

VERSIONS = 4


class RoundTrip:
    """A `Paraphraser` that translates there and back."""

    def __init__(self, folder: Path, *, name: str = "en→fr→en", threads: int = 0) -> None:
        self.name = name
        self._there = Translator(folder / "en-fr", threads=threads)
        self._back = Translator(folder / "fr-en", threads=threads)

    def paraphrase(self, texts: Sequence[str], n: int) -> list[list[str]]:
        """At most four versions, the most different one first."""
        parsed = shared_parser().parse(texts)
        sentences = [
            [text.text[text.tokens[a].start : text.tokens[b - 1].end] for a, b in text.sents]
            for text in parsed
        ]
        flat = [sentence for each in sentences for sentence in each]
        there = [found[0] for found in self._there.translate(flat, versions=1)]
        back = self._back.translate(there, versions=VERSIONS)
        ranked = [
            sorted(dict.fromkeys(found), key=lambda text, of=own: -different(of, text))  # type: ignore[misc]
            for own, found in zip(flat, back, strict=True)
        ]
        places = accumulate((len(each) for each in sentences), initial=0)
        return [_joined(ranked[a:b], n) for a, b in pairwise(places)]


def _joined(versions: Sequence[Sequence[str]], n: int) -> list[str]:
    """The most different version of each sentence, then the second most, as far as there are."""
    count = max((len(found) for found in versions), default=0)
    texts = (
        " ".join(found[min(k, len(found) - 1)] for found in versions) for k in range(min(n, count))
    )
    return list(dict.fromkeys(texts))


def different(original: str, text: str) -> float:
    """How much of two sentences is not in common, by runs of words: 0 to 1.

    >>> different("Ann has 3 pens.", "Ann has 3 pens."), different("a b", "c d")
    (0.0, 1.0)
    """
    from difflib import SequenceMatcher

    words = original.lower().split(), text.lower().split()
    return 1.0 - SequenceMatcher(None, *words, autojunk=False).ratio()


class Translator:
    """A translation model of CTranslate2 with the tokenizers beside it."""

    def __init__(self, folder: Path, *, threads: int = 0) -> None:
        try:
            import ctranslate2
            import sentencepiece
        except ImportError as error:
            raise ResourceError(
                "A round trip needs ctranslate2 and sentencepiece: "
                "pip install ctranslate2 sentencepiece."
            ) from error
        if not (folder / "model.bin").exists():
            raise ResourceError(
                f"No translation model in {folder}: it holds model.bin, source.spm and target.spm."
            )
        self._model = ctranslate2.Translator(str(folder), intra_threads=threads)
        self._source = sentencepiece.SentencePieceProcessor(str(folder / "source.spm"))
        self._target = sentencepiece.SentencePieceProcessor(str(folder / "target.spm"))

    def translate(self, sentences: Sequence[str], *, versions: int) -> list[list[str]]:
        """The most probable translations of each sentence, best first."""
        pieces = [[*self._source.encode(text, out_type=str), "</s>"] for text in sentences]
        found: list[Any] = self._model.translate_batch(
            pieces, beam_size=versions, num_hypotheses=versions, max_batch_size=2048,
            batch_type="tokens",
        )  # fmt: skip
        return [[self._target.decode(one) for one in each.hypotheses] for each in found]
