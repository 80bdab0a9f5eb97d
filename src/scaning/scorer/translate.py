"""Texts into another language and back: paraphrases, and wrong paraphrases, by real models.

An optional extra. A folder holds a Marian model as CTranslate2 has it, with its two tokenizers:

    ct2-transformers-converter --model Helsinki-NLP/opus-mt-en-fr --output_dir en-fr \
        --quantization int8 --copy_files source.spm target.spm
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scaning.errors import ResourceError
from scaning.scorer.damage.spans import sentences

# A sentence that comes back far longer than it was is a loop of the decoder.
MAX_PIECES = 200


@dataclass(frozen=True, slots=True)
class Sampling:
    """How freely a translation is drawn: the best word always, or one of the first `top`."""

    top: int = 1
    temperature: float = 1.0


class Translator:
    """One direction: sentences in, sentences out."""

    def __init__(self, folder: str | Path, *, threads: int = 1) -> None:
        folder = Path(folder)
        try:
            import ctranslate2
            import sentencepiece
        except ImportError as error:
            raise ResourceError(
                "Back-translation needs ctranslate2 and sentencepiece: "
                "pip install 'scaning[translate]'."
            ) from error
        if not (folder / "model.bin").is_file():
            raise ResourceError(f"No CTranslate2 model in {folder}.")
        self._model: Any = ctranslate2.Translator(
            str(folder), compute_type="int8", intra_threads=threads
        )
        self._source, self._target = (
            sentencepiece.SentencePieceProcessor(model_file=str(folder / name))
            for name in ("source.spm", "target.spm")
        )

    def __call__(self, texts: Sequence[str], sampling: Sampling) -> list[str]:
        """The translations of some sentences."""
        pieces = [[*self._source.encode(text, out_type=str), "</s>"] for text in texts]
        found = self._model.translate_batch(
            pieces,
            beam_size=1,
            sampling_topk=sampling.top,
            sampling_temperature=sampling.temperature,
            max_decoding_length=MAX_PIECES,
            max_batch_size=2048,
            batch_type="tokens",
        )
        return [self._target.decode(one.hypotheses[0]) for one in found]


class RoundTrip:
    """Into another language and back, sentence by sentence."""

    def __init__(self, there: str | Path, back: str | Path, *, threads: int = 1) -> None:
        self.there = Translator(there, threads=threads)
        self.back = Translator(back, threads=threads)

    def __call__(
        self, texts: Iterable[str], *, sampling: Sampling | None = None, seed: int = 3407
    ) -> list[str]:
        """Each text as it comes back; the sentences of a text are joined with a space."""
        import ctranslate2

        ctranslate2.set_random_seed(seed)
        drawn = sampling or Sampling()
        parts = [[text[a:b] for a, b in sentences(text)] for text in texts]
        flat = [sentence for part in parts for sentence in part]
        returned = iter(self.back(self.there(flat, drawn), drawn))
        return [" ".join(next(returned) for _ in part) for part in parts]
