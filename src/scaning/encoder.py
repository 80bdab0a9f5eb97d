"""Sentence encoders: texts in, unit vectors out, each text encoded once.

The encoder that ships with this package is all-MiniLM-L6-v2, trained further to tell rewritings
from breaks (`scorer`), as int8 ONNX. It needs no torch and no network, and a text's vector does not
depend on the texts beside it.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Sequence
from functools import cached_property, lru_cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from scaning.errors import ResourceError
from scaning.scorer.comparison import Comparison

if TYPE_CHECKING:
    from tokenizers import Tokenizer

    from scaning.inference import InferenceSession

Vectors: TypeAlias = NDArray[np.float32]

EMBEDDED = "embedded"
BATCH = 32
# 63 MB of vectors: the originals of a stream, and the candidates that come back in selection.
CACHE = 16_384
# The model reads 256 word pieces; what is cut here is beyond them unless a word is absurd.
MAX_CHARS = 20_000


class Encoder(Protocol):
    """Turns texts into vectors of length 1; `name` is what a signature says of it."""

    @property
    def name(self) -> str:
        """The model's name, and its version where it has one."""
        ...

    def encode(self, texts: Sequence[str]) -> Vectors:
        """One row for each text, in order."""
        ...


def encoder_of(name: str = EMBEDDED) -> Encoder:
    """The encoder of a name: "embedded", or any sentence-transformers model or path."""
    return _shared_onnx() if name == EMBEDDED else HubEncoder(name)


def encoder_at(name: str) -> Encoder:
    """The encoder of a name, or of a folder with model.onnx, tokenizer.json and manifest.json."""
    folder = Path(name)
    return OnnxEncoder(folder) if (folder / "manifest.json").is_file() else encoder_of(name)


class OnnxEncoder:
    """A sentence encoder in a folder: `model.onnx`, `tokenizer.json` and `manifest.json`.

    The manifest names the model, says how many word pieces it reads, and holds the sha256 of the
    other files, which are checked when the first text comes. A trained scorer has a
    `comparison.json` too. `threads` 0 leaves the choice to ONNX Runtime.
    """

    def __init__(self, folder: Path, *, threads: int = 0, cache: int = CACHE) -> None:
        self.folder = folder
        self._threads = threads
        self._size = cache
        self._cache: OrderedDict[str, Vectors] = OrderedDict()

    @property
    def name(self) -> str:
        """The model's name and the first eight digits of its hash."""
        return f"{self._manifest['name']}@{self._manifest['files']['model.onnx'][:8]}"

    def encode(self, texts: Sequence[str]) -> Vectors:
        """One unit vector for each text; texts of like length run together, none twice."""
        if not texts:
            return np.empty((0, self._manifest["dimensions"]), np.float32)
        return self._rows(texts)[:, : self._manifest["dimensions"]]

    def compare(self, pairs: Sequence[tuple[str, str]]) -> list[float]:
        """For each pair how surely the second text keeps the first's solution, as a logit.

        0 is as likely as not. Only a trained scorer has learnt to compare.
        """
        if not pairs:
            return []
        one, other = (self._blocks([pair[side] for pair in pairs]) for side in (0, 1))
        return [float(x) for x in self._comparison.logits(one, other)]

    def _blocks(self, texts: Sequence[str]) -> Vectors:
        rows = self._rows(texts)[:, self._manifest["dimensions"] :]
        return rows.reshape(len(texts), self._comparison.blocks, -1)

    def _rows(self, texts: Sequence[str]) -> Vectors:
        known = {text: self._cache[text] for text in texts if text in self._cache}
        missing = sorted({text for text in texts if text not in known}, key=lambda t: (len(t), t))
        for start in range(0, len(missing), BATCH):
            batch = missing[start : start + BATCH]
            known |= zip(batch, self._run(batch), strict=True)
        self._remember(known)
        return np.stack([known[text] for text in texts])

    def _remember(self, vectors: dict[str, Vectors]) -> None:
        for text, vector in vectors.items():
            self._cache[text] = vector
            self._cache.move_to_end(text)
        while len(self._cache) > self._size:
            self._cache.popitem(last=False)

    def _run(self, texts: list[str]) -> Vectors:
        pieces = self._tokenizer.encode_batch([_clean(text) for text in texts])
        inputs = {
            "input_ids": np.array([piece.ids for piece in pieces], np.int64),
            "attention_mask": np.array([piece.attention_mask for piece in pieces], np.int64),
        }
        return np.concatenate(self._session.run(None, inputs), axis=1)

    @cached_property
    def _manifest(self) -> dict[str, Any]:
        manifest: dict[str, Any] = json.loads(_read(self.folder / "manifest.json"))
        return manifest

    @property
    def calibration(self) -> dict[str, Any]:
        """What turns a trained scorer's figures into a similarity and a solvability."""
        if "scorer" not in self._manifest:
            raise ResourceError(f"The encoder {self.name} is no trained scorer.")
        found: dict[str, Any] = self._manifest["scorer"]
        return found

    @cached_property
    def _comparison(self) -> Comparison:
        if "comparison.json" not in self._manifest["files"]:
            raise ResourceError(f"The encoder {self.name} is no trained scorer.")
        return Comparison(json.loads(self._checked("comparison.json")))

    @cached_property
    def _tokenizer(self) -> Tokenizer:
        from tokenizers import Tokenizer

        tokenizer = Tokenizer.from_str(self._checked("tokenizer.json").decode("utf-8"))
        tokenizer.enable_truncation(self._manifest["max_length"])
        tokenizer.enable_padding()
        return tokenizer

    @cached_property
    def _session(self) -> InferenceSession:
        from scaning.inference import InferenceSession, SessionOptions

        options = SessionOptions()
        options.intra_op_num_threads = self._threads
        options.inter_op_num_threads = 1
        return InferenceSession(
            self._checked("model.onnx"), options, providers=["CPUExecutionProvider"]
        )

    def _checked(self, name: str) -> bytes:
        data = _read(self.folder / name)
        expected, found = self._manifest["files"][name], sha256(data).hexdigest()
        if found != expected:
            raise ResourceError(
                f"The encoder's {name} is damaged or of another version: sha256 is {found[:12]}…, "
                f"the manifest says {expected[:12]}…. Install the package again."
            )
        return data


class HubEncoder:
    """Any model of the sentence-transformers library, by its name or its folder."""

    def __init__(self, name: str) -> None:
        try:
            from sentence_transformers import SentenceTransformer
        except ImportError as error:
            raise ResourceError(
                f"The encoder {name!r} needs sentence-transformers, which is not installed: "
                "pip install 'scaning[hub]'. The encoder 'embedded' needs nothing."
            ) from error
        try:
            self._model = SentenceTransformer(name)
        except (OSError, ValueError) as error:
            first_line = str(error).partition("\n")[0]
            raise ResourceError(
                f"No sentence-transformers model {name!r}: give a name of the hub, the path of a "
                f"model, or 'embedded'. ({first_line})"
            ) from error
        self.name = name

    def encode(self, texts: Sequence[str]) -> Vectors:
        """One unit vector for each text; texts that are equal are encoded once."""
        rows = {text: row for row, text in enumerate(dict.fromkeys(texts))}
        vectors: Vectors = self._model.encode(
            list(rows), normalize_embeddings=True, show_progress_bar=False
        )
        return vectors[[rows[text] for text in texts]]


@lru_cache(maxsize=1)
def _shared_onnx() -> OnnxEncoder:
    return OnnxEncoder(Path(str(files("scaning") / "models" / "encoder")))


def _clean(text: str) -> str:
    # A lone surrogate, which JSON can hold, is no text for the tokenizer.
    return text[:MAX_CHARS].encode("utf-8", "replace").decode()


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise ResourceError(
            f"The encoder's {path.name} cannot be read ({error.strerror}). "
            "Install the package again, or name another encoder."
        ) from error
