"""What a published figure must say about itself to be computed again."""

from __future__ import annotations

from importlib.metadata import version

from scaning.encoder import Encoder
from scaning.parse import EMBEDDED
from scaning.score.presets import Preset, preset_of

SEED = 3407  # the paper's


def signature(
    preset: str | Preset,
    encoder: Encoder | None,
    n: int,
    *,
    metric: str = "pqi",
    parser: str = EMBEDDED,
    seed: int = SEED,
) -> str:
    """A line such as `pqi|preset:default|…|n:440|seed:3407|scaning:0.1.0`.

    >>> signature("official", None, 440).split("|")[:3]
    ['pqi', 'preset:official', 'metrics:bleu-trigram+wpd+numeracy-official']
    """
    chosen = preset_of(preset)
    parts = {
        "preset": chosen.name,
        "metrics": f"{chosen.bleu}+wpd+{chosen.numeracy}",
        "mean": chosen.mean,
        "encoder": encoder.name if encoder else "none",
        "parser": parser,
        "n": n,
        "seed": seed,
        "scaning": version("scaning"),
    }
    return "|".join([metric, *(f"{key}:{value}" for key, value in parts.items())])
