r"""Texts as numbers and back, by one file, `tokenizer.json`, in which no character is lost.

Ours is a Unigram model whose pieces hold real blanks (" the"), over the text as it is: nothing is
normalised, nothing is split before. What has no piece is written in bytes. Slots (⟦1⟧) and masks
([NOUN:1]) are pieces that win over any other reading. The special pieces are none that a text can
hold: "</s>" in a text is five characters. So `decode(encode(text))` is the text, whatever it is:
"^{2} ~ \ <x>", blanks around slots, line breaks, any script.

Needs only the package `tokenizers`; models of the hub bring a `tokenizer.json` of their own.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from scaning.errors import ResourceError

if TYPE_CHECKING:
    from tokenizers import Tokenizer

FILE = "tokenizer.json"
PAD, EOS, UNKNOWN = "<pad>", "</s>", "<unk>"
SPECIAL = (PAD, EOS, UNKNOWN)
BYTES = tuple(f"<0x{byte:02X}>" for byte in range(256))
# Below any sum of real pieces, so that "<0x41>" in a text is never read as the byte; the score of
# what has no piece at all lies still lower.
_NEVER = -1000.0


class Piece(NamedTuple):
    """A piece of text and its log-likelihood; a blank is a blank."""

    text: str
    score: float


def unigram(pieces: Iterable[Piece], whole: Iterable[str] = ()) -> Tokenizer:
    """A lossless tokenizer: ids 0 to 2 are special, then the bytes, what is never split, pieces.

    `whole` are texts that are one piece wherever they stand. The 95 characters of ASCII have to
    be among the pieces: what looks like a special piece is read by them.
    """
    from tokenizers import Tokenizer
    from tokenizers.decoders import ByteFallback, Fuse, Strip
    from tokenizers.decoders import Sequence as Decoders
    from tokenizers.models import Unigram
    from tokenizers.normalizers import Prepend
    from tokenizers.processors import TemplateProcessing

    vocabulary = [(text, _NEVER) for text in (*SPECIAL, *BYTES)]
    vocabulary += [(text, 0.0) for text in whole]
    vocabulary += [(piece.text, piece.score) for piece in pieces]
    tokenizer = Tokenizer(Unigram(vocabulary, SPECIAL.index(UNKNOWN), byte_fallback=True))
    # The first word is read as those inside a text are, with its blank.
    tokenizer.normalizer = Prepend(" ")
    tokenizer.decoder = Decoders([ByteFallback(), Fuse(), Strip(" ", 1, 0)])
    tokenizer.post_processor = TemplateProcessing(
        single=f"$A {EOS}", special_tokens=[(EOS, SPECIAL.index(EOS))]
    )
    return tokenizer


class Tokens:
    """The tokenizer in the folder of a model, with the ids that its `config.json` names."""

    def __init__(self, tokenizer: Tokenizer, *, pad: int, ends: Sequence[int], start: int) -> None:
        self.tokenizer = tokenizer
        self.pad = pad
        self.ends = tuple(ends)
        self.start = start
        self._silent = {pad, start, *ends}
        # What looks like a special piece in a text is text.
        self.tokenizer.encode_special_tokens = True
        self.tokenizer.no_padding()
        self.tokenizer.no_truncation()

    @classmethod
    def load(cls, folder: Path) -> Tokens:
        """The tokenizer of a model's folder."""
        from tokenizers import Tokenizer

        config = _config(folder)
        ends = config["eos_token_id"]
        return cls(
            Tokenizer.from_file(str(folder / FILE)),
            pad=config["pad_token_id"],
            ends=ends if isinstance(ends, list) else [ends],
            start=config["decoder_start_token_id"],
        )

    def encode(self, text: str) -> list[int]:
        """The ids of a text, its end included."""
        return list(self.tokenizer.encode(text).ids)

    def encode_all(self, texts: Iterable[str]) -> list[list[int]]:
        """The ids of each text, by all processors."""
        return [encoded.ids for encoded in self.tokenizer.encode_batch(list(texts))]

    def decode(self, ids: Iterable[int]) -> str:
        """The text of ids, without start, padding and end."""
        shown = [number for number in map(int, ids) if number not in self._silent]
        return str(self.tokenizer.decode(shown, skip_special_tokens=True))

    def id_of(self, piece: str) -> int | None:
        """The id of a piece, such as that of a slot; None if it is none."""
        found = self.tokenizer.token_to_id(piece)
        return None if found is None else int(found)


def _config(folder: Path) -> dict[str, Any]:
    """The ids of start, padding and end that the model was made with."""
    if not (folder / FILE).exists():
        raise ResourceError(f"{folder} holds no {FILE}: `scaning base` makes a base.")
    try:
        config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
        return {name: config[name] for name in _IDS}
    except (OSError, ValueError, KeyError) as error:
        raise ResourceError(f"{folder}: no config.json of a model: {error}.") from None


_IDS = ("pad_token_id", "eos_token_id", "decoder_start_token_id")
