"""What a paraphraser writes for held-out rows is worth: PQI, of texts that keep the facts."""

from __future__ import annotations

from collections.abc import Sequence

from scaning.seq2seq.rows import Pair
from scaning.seq2seq.slots import SLOT, fill, read_slots, slots_of


def paraphrase(pairs: Sequence[Pair], written: Sequence[str]) -> dict[str, float]:
    """The mean PQI, in which a text that changes the facts counts nothing; and its parts.

    The originals are read from the sources, which hold each value behind its slot.
    """
    from scaning import records
    from scaning.facts import compare_many
    from scaning.parse import shared_parser
    from scaning.score import score_pairs

    originals = [SLOT.sub("", pair.source) for pair in pairs]
    parsed = shared_parser().parse(originals)
    slots = [read_slots(text, slots_of(read)).slots
             for text, read in zip(originals, parsed, strict=True)]  # fmt: skip
    texts = [fill(text, kept) for text, kept in zip(written, slots, strict=True)]
    kept = [verdict.ok for verdict in compare_many(zip(originals, texts, strict=True))]
    asked = [
        records.Pair(pair.id, original, text, pair.prompt)
        for pair, original, text in zip(pairs, originals, texts, strict=True)
    ]
    quality = [found.pqi or 0.0 for found in score_pairs(asked)]
    worth = [one if ok else 0.0 for one, ok in zip(quality, kept, strict=True)]
    return {
        "score": sum(worth) / len(worth),
        "pqi": sum(quality) / len(quality),
        "facts_ok": sum(kept) / len(kept),
    }
