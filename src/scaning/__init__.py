"""Rewrite algebra word problems so that the words change and the solution does not.

records → noise → denoise → score → select → paraphrase
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scaning.paraphraser import Paraphraser

__all__ = ["Paraphraser"]


def __getattr__(name: str) -> object:
    """Load what is asked for when it is asked for: `import scaning` itself loads nothing."""
    if name == "Paraphraser":
        from scaning.paraphraser import Paraphraser

        return Paraphraser
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
