"""Measure a candidate against its original: similarity, diversity, numeracy, and one PQI of them.

bleu, wpd, numeracy → features of each text → presets say which → pairs stream through
"""

from scaning.score.pairs import measure, overall_score, score_pairs
from scaning.score.presets import METRICS, PRESETS, Preset, preset_of
from scaning.score.signature import signature

__all__ = [
    "METRICS",
    "PRESETS",
    "Preset",
    "measure",
    "overall_score",
    "preset_of",
    "score_pairs",
    "signature",
]
