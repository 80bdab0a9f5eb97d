"""The voice of one sentence: into the passive, or back."""

from __future__ import annotations

from collections.abc import Iterator

from scaning.noise.voice import active_edits, passive_edits
from scaning.parse import Text
from scaning.rewrite.changes import Change


def voices(text: Text) -> Iterator[Change]:
    """Each sentence that can change its voice; only the passive is asked for by its prompt."""
    for sentence in range(len(text.sents)):
        if edits := passive_edits(text, sentence):
            yield Change("passive", "passive", tuple(edits))
        if edits := active_edits(text, sentence):
            yield Change("shuffle", "active", tuple(edits))
