"""The vocabulary of a model cut down to a corpus, and grown by what the method needs.

Kept are the pieces that the corpus holds more than once, the most likely ones and the single
characters of Latin, Greek, punctuation and mathematics. Added are bytes, slots, masks and the
characters of the corpus that had no piece. A new piece starts as the mean of the pieces that it
was read by before.
"""

from __future__ import annotations

import string
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from scaning.seq2seq.tokens import BYTES, EOS, PAD, SPECIAL, UNKNOWN, Piece, unigram

if TYPE_CHECKING:
    from tokenizers import Tokenizer

# The most likely pieces are kept even where the corpus lacks them: other people's problems have
# other words.
MOST_LIKELY = 6000
# What the corpus holds once is often dirt, and smaller pieces or bytes say it as well.
LEAST_COUNT = 2
_BLOCK = 10_000
_PLAIN = " " + string.digits + string.ascii_letters + string.punctuation


class Ids(NamedTuple):
    """The ids of what pads, of what ends a text, and of what a decoder starts with."""

    pad: int = SPECIAL.index(PAD)
    end: int = SPECIAL.index(EOS)
    start: int = SPECIAL.index(PAD)


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """A tokenizer and, for each of its ids, the ids of the old model that its row starts from.

    No ids: it starts as the mean of all that are kept. `new` are the ids that the old model had
    not.
    """

    tokenizer: Tokenizer
    sources: tuple[tuple[int, ...], ...]
    new: frozenset[int]
    ids: Ids


def never_split() -> tuple[str, ...]:
    """The slots, and the beginnings of the masks: ⟦1⟧ is one piece, [NOUN:12] three."""
    from scaning.noise.masks import LABELS
    from scaning.seq2seq.slots import MAX_SLOTS, slot

    slots = tuple(slot(number) for number in range(1, MAX_SLOTS + 1))
    return (*slots, *(f"[{label}:" for label in LABELS))


def fit(
    pieces: Mapping[Piece, int],
    special: Mapping[str, int],
    texts: Iterable[str],
    *,
    most_likely: int = MOST_LIKELY,
) -> Vocabulary:
    """The vocabulary for a corpus, of pieces and special pieces with their ids in the old model."""
    floor = min(piece.score for piece in pieces)
    known = {piece.text for piece in pieces}
    complete = [*pieces, *(Piece(c, floor) for c in _PLAIN if c not in known)]
    whole = never_split()
    old = unigram(complete, whole)
    used, characters = count(texts, old)
    ranked = sorted(pieces, key=lambda piece: (-piece.score, piece.text))
    kept = [
        piece
        for rank, piece in enumerate(ranked)
        if rank < most_likely or piece.text in used or _is_character(piece.text)
    ]
    new = {c for c, n in characters.items() if n >= LEAST_COUNT} | set(_PLAIN)
    added = [Piece(c, floor) for c in sorted(new - known) if c.isprintable()]
    ids = {piece.text: number for piece, number in pieces.items()}
    by_special = {PAD: special[PAD], EOS: special[EOS], UNKNOWN: special[UNKNOWN]}
    sources: list[tuple[int, ...]] = [(by_special[text],) for text in SPECIAL]
    sources += [() for _ in BYTES]
    sources += [_ids(stand_in(text), old, ids) for text in whole]
    sources += [(ids[piece.text],) for piece in kept]
    sources += [_ids(unicodedata.normalize("NFKC", piece.text), old, ids) for piece in added]
    first = len(SPECIAL) + len(BYTES) + len(whole)
    new_ids = {*range(len(SPECIAL), first), *range(first + len(kept), len(sources))}
    return Vocabulary(unigram([*kept, *added], whole), tuple(sources), frozenset(new_ids), Ids())


def stand_in(text: str) -> str:
    """What a slot or mask is read as before anything is learnt: its number, its label."""
    return " " + text.strip("⟦⟧[:").lower()


def _ids(text: str, old: Tokenizer, ids: Mapping[str, int]) -> tuple[int, ...]:
    """The old ids by which a text was read, without those of a lone blank."""
    read = [piece for piece in old.encode(text, add_special_tokens=False).tokens if piece != " "]
    return tuple(ids[piece] for piece in read if piece in ids)


def count(texts: Iterable[str], tokenizer: Tokenizer) -> tuple[set[str], Counter[str]]:
    """The pieces that texts are read by, and how often each character occurs."""
    used: Counter[int] = Counter()
    characters: Counter[str] = Counter()
    for block in _blocks(texts):
        for encoded in tokenizer.encode_batch(block):
            used.update(encoded.ids)
        characters.update("".join(block))
    often = {str(tokenizer.id_to_token(id_)) for id_, n in used.items() if n >= LEAST_COUNT}
    return often, characters


def _is_character(text: str) -> bool:
    bare = text.strip()
    return not bare or (len(bare) == 1 and (bare < "\u0400" or "\u2000" <= bare < "\u2c00"))


def _blocks(texts: Iterable[str]) -> Iterator[list[str]]:
    remaining = iter(texts)
    while block := list(islice(remaining, _BLOCK)):
        yield block
