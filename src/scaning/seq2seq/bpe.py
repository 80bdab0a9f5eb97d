"""A byte-level vocabulary of pairs (BART, GPT-2, Llama) cut down to a corpus.

Kept are the pieces that the corpus is read by, those that were merged first, and all that these
are merged from. A merge whose result is not kept never ended in a piece of the corpus, so the
corpus is read as before; other texts are read by smaller pieces, in the end by bytes.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from scaning.errors import UsageError
from scaning.seq2seq.tokens import EOS, PAD, UNKNOWN
from scaning.seq2seq.vocabulary import (
    MOST_LIKELY,
    Ids,
    Vocabulary,
    count,
    never_split,
    stand_in,
)

if TYPE_CHECKING:
    from tokenizers import Tokenizer

KIND = "BPE"


def fit(
    tokenizer: Tokenizer,
    special: Mapping[str, int],
    texts: Iterable[str],
    *,
    most_likely: int = MOST_LIKELY,
) -> Vocabulary:
    """The vocabulary for a corpus; `special` names the old ids of what pads, ends and is unknown.

    `special` may name what a decoder starts with; else that is the end, as in BART.
    """
    tokenizer.encode_special_tokens = True  # "</s>" in a text is five characters
    tokenizer.no_truncation()
    held = json.loads(tokenizer.to_str())
    model = held["model"]
    if not _is_of_bytes(held):
        raise UsageError("This BPE vocabulary is not one of bytes: it cannot be cut down.")
    merges = [tuple(m.split(" ") if isinstance(m, str) else m) for m in model["merges"]]
    old: dict[str, int] = model["vocab"]
    used, _ = count(texts, tokenizer)
    kept = _closed(used | {a + b for a, b in merges[:most_likely]}, merges)
    kept |= {piece for piece in old if len(piece) == 1}
    kept |= {token["content"] for token in held["added_tokens"]}
    by_id = {number: piece for piece, number in old.items()}
    by_id |= {token["id"]: token["content"] for token in held["added_tokens"]}
    numbers = [number for number in sorted(by_id) if by_id[number] in kept]
    new = {by_id[number]: place for place, number in enumerate(numbers)}
    whole = never_split()
    sources = [(number,) for number in numbers]
    sources += [tuple(_read(tokenizer, stand_in(text))) for text in whole]
    return Vocabulary(
        _cut(held, new, [(a, b) for a, b in merges if {a, b, a + b} <= kept], whole, special),
        tuple(sources),
        frozenset(range(len(numbers), len(sources))),
        Ids(
            pad=new[by_id[special[PAD]]],
            end=new[by_id[special[EOS]]],
            start=new[by_id[special.get("start", special[EOS])]],
        ),
    )


def _is_of_bytes(held: Mapping[str, Any]) -> bool:
    return "ByteLevel" in json.dumps(held.get("decoder")) and not held["model"].get("byte_fallback")


def _closed(pieces: set[str], merges: Iterable[tuple[str, ...]]) -> set[str]:
    """The pieces and all that they are merged from."""
    parts = {a + b: (a, b) for a, b in merges}
    kept: set[str] = set()
    waiting = list(pieces)
    while waiting:
        piece = waiting.pop()
        if piece not in kept:
            kept.add(piece)
            waiting.extend(parts.get(piece, ()))
    return kept


def _read(tokenizer: Tokenizer, text: str) -> Iterator[int]:
    yield from tokenizer.encode(text, add_special_tokens=False).ids


def _cut(
    held: dict[str, Any],
    new: Mapping[str, int],
    merges: Iterable[tuple[str, str]],
    whole: Iterable[str],
    special: Mapping[str, int],
) -> Tokenizer:
    """The tokenizer with other ids, and with the end behind each text."""
    from tokenizers import AddedToken, Tokenizer
    from tokenizers.processors import TemplateProcessing

    names = {token["id"]: token["content"] for token in held["added_tokens"]}
    added = [token | {"id": new[token["content"]]} for token in held["added_tokens"]]
    extra = {token["content"] for token in held["added_tokens"]} - {*held["model"]["vocab"]}
    model = held["model"] | {
        "vocab": {piece: number for piece, number in new.items() if piece not in extra},
        "merges": [list(pair) for pair in merges],
    }
    grown = Tokenizer.from_str(
        json.dumps(held | {"model": model, "added_tokens": added, "post_processor": None})
    )
    grown.add_tokens([AddedToken(text, normalized=False) for text in whole])
    begin, end = (
        names.get(special[name], "") if name in special else "" for name in ("begin", EOS)
    )
    grown.post_processor = TemplateProcessing(
        single=f"{begin} $A {end}".strip(),
        special_tokens=[(text, new[text]) for text in (begin, end) if text],
    )
    return grown


__all__ = ["KIND", "UNKNOWN", "fit"]
