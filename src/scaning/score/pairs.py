"""Pairs in, scores out, in order: every text is parsed once and encoded once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

import numpy as np

from scaning.encoder import EMBEDDED, Encoder, encoder_of
from scaning.parse import Parser, shared_parser
from scaning.records import Pair, Scores
from scaning.score.features import Features, Reader
from scaning.score.presets import METRICS, Preset, preset_of
from scaning.score.quality import mean_diversity, overall, pqi, rescaled, vetoed

CHUNK = 256


def score_pairs(
    pairs: Iterable[Pair],
    *,
    preset: str | Preset = "default",
    encoder: Encoder | str | None = EMBEDDED,
    veto: Encoder | None = None,
    parser: Parser | None = None,
) -> Iterator[Scores]:
    """The scores of each pair, in order, while the pairs stream by.

    Without an encoder `similarity` and `pqi` are None. `veto` is the second encoder of the
    published `--final`. No text is refused: where a text is empty, BLEU diversity is 1, WPD 0 and
    similarity 0; numeracy is 1 if both texts hold no number and 0 if only one does.
    """
    chosen = preset_of(preset)
    main = encoder_of(encoder) if isinstance(encoder, str) else encoder
    reader = Reader(parser or shared_parser(), lowered=chosen.lowered)
    stream = iter(pairs)
    while chunk := list(islice(stream, CHUNK)):
        cosines = _cosines(chunk, main, veto)
        texts = [text for pair in chunk for text in (pair.original, pair.candidate)]
        features = iter(reader.read(texts))
        for cosine in cosines:
            yield measure(next(features), next(features), cosine, chosen)


def measure(
    original: Features, candidate: Features, cosine: float | None, preset: Preset
) -> Scores:
    """The scores of one pair from the features of its texts and the cosine of their vectors."""
    bleu_diversity = METRICS[preset.bleu](original, candidate)
    wpd = METRICS["wpd"](original, candidate)
    diversity = mean_diversity(bleu_diversity, wpd, mean=preset.mean)
    numeracy = METRICS[preset.numeracy](original, candidate)
    similarity = None if cosine is None else rescaled(cosine)
    quality = None if similarity is None else pqi(similarity, diversity, numeracy)
    return Scores(similarity, bleu_diversity, wpd, diversity, numeracy, quality)


def diversity_between(original: Features, candidate: Features, preset: Preset) -> float:
    """The diversity of two texts alone, as selection needs it between two candidates."""
    return mean_diversity(
        METRICS[preset.bleu](original, candidate),
        METRICS["wpd"](original, candidate),
        mean=preset.mean,
    )


def overall_score(scores: Scores, preset: Preset) -> float | None:
    """The score that selection ranks by; None where no encoder was used."""
    if scores.similarity is None:
        return None
    similarity = 2 * scores.similarity - 1 if preset.raw_cosine else scores.similarity
    return overall(similarity, scores.diversity, scores.numeracy, preset.weights)


def _cosines(
    pairs: Sequence[Pair], encoder: Encoder | None, veto: Encoder | None
) -> list[float | None]:
    if encoder is None:
        return [None] * len(pairs)
    cosines = _cosines_by(encoder, pairs)
    if veto is not None:
        cosines = list(map(vetoed, cosines, _cosines_by(veto, pairs)))
    # An encoder gives even no words a direction; nothing is similar to a text that says nothing.
    return [
        cosine if pair.original.strip() and pair.candidate.strip() else -1.0
        for pair, cosine in zip(pairs, cosines, strict=True)
    ]


def _cosines_by(encoder: Encoder, pairs: Sequence[Pair]) -> list[float]:
    places = {text: i for i, text in enumerate(dict.fromkeys(
        text for pair in pairs for text in (pair.original, pair.candidate)
    ))}  # fmt: skip
    vectors = encoder.encode(list(places))
    originals = vectors[[places[pair.original] for pair in pairs]]
    candidates = vectors[[places[pair.candidate] for pair in pairs]]
    cosines = np.einsum("ij,ij->i", originals, candidates, dtype=np.float64)
    return [float(cosine) for cosine in np.clip(cosines, -1.0, 1.0)]
