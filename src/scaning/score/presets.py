"""The three ways to measure: as the paper prints it, as its code runs, and ours."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TypeAlias

from scaning.errors import unknown_name
from scaning.score.bleu import plain_diversity, trigram_diversity
from scaning.score.features import Features
from scaning.score.numeracy import multiset_numeracy, official_numeracy
from scaning.score.quality import Mean, Weights
from scaning.score.wpd import position_deviation

Metric: TypeAlias = Callable[[Features, Features], float]

# Every metric that compares two texts without an encoder: (original, candidate) → 0 … 1.
METRICS: Mapping[str, Metric] = MappingProxyType({
    "bleu-trigram": lambda x, y: trigram_diversity(x.trigrams, y.trigrams),
    "bleu-plain": lambda x, y: plain_diversity(x.plain_ngrams, y.plain_ngrams),
    "wpd": lambda x, y: position_deviation(x.positions, y.positions),
    "numeracy-official": lambda x, y: official_numeracy(x.official_numbers, y.official_numbers),
    "numeracy-paper": lambda x, y: multiset_numeracy(x.official_numbers, y.official_numbers),
    "numeracy-exact": lambda x, y: multiset_numeracy(x.exact_numbers, y.exact_numbers),
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class Preset:
    """How to measure a pair: the names of two metrics, and how the parts are weighed."""

    name: str
    bleu: str
    numeracy: str
    weights: Weights
    mean: Mean = "arithmetic"
    lowered: bool = False
    """Parse the lower-cased text and count blank tokens as words, like the published code."""
    raw_cosine: bool = False
    """The overall score takes the cosine itself, not σ; the `similarity` column is always σ."""


PRESETS: Mapping[str, Preset] = MappingProxyType({
    # The paper says "1-BLEU" with Papineni's citation and gives neither orders nor smoothing: plain
    # BLEU-4. Its tables come from the code, so compare with them under `official`. It does not say
    # how texts are tokenised: as in its code.
    "paper": Preset(
        "paper",
        bleu="bleu-plain",
        numeracy="numeracy-paper",
        weights=Weights(0.50, 0.25, 0.25),
        lowered=True,
    ),
    # The code's `--final` without its second encoder is the similarity and the PQI of this preset,
    # its `--select` is the overall score.
    "official": Preset(
        "official",
        bleu="bleu-trigram",
        numeracy="numeracy-official",
        weights=Weights(0.35, 0.35, 0.30),
        lowered=True,
        raw_cosine=True,
    ),
    # The BLEU of the published tables, so that diversities compare. Texts keep their case, which
    # the parser reads better, and numbers are exact: on the 440 judged pairs of ParaQD's AQuA set
    # the numeracy has AUC .764 and accuracy .684, the published one .750 and .666.
    "default": Preset(
        "default",
        bleu="bleu-trigram",
        numeracy="numeracy-exact",
        weights=Weights(0.50, 0.25, 0.25),
    ),
})  # fmt: skip


def preset_of(preset: str | Preset) -> Preset:
    """The preset of a name; a preset that you made yourself is returned as it is."""
    if isinstance(preset, Preset):
        return preset
    if preset not in PRESETS:
        raise unknown_name("preset", preset, PRESETS)
    return PRESETS[preset]
