"""An exported model as a stepper: ONNX Runtime and numpy, no torch.

The keys and values of a source are read once and shared by its lanes. Those of what the lanes
wrote lie in buffers that each step writes in place; where a lane goes on behind another only the
places are copied in which the two differ, and in a beam search these are few.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from scaning.errors import ResourceError
from scaning.seq2seq.stepper import Floats, Ids, Step

if TYPE_CHECKING:
    from scaning.inference import InferenceSession

MANIFEST = "manifest.json"
ENCODER, DECODER = "encoder.onnx", "decoder.onnx"
_ROOM = 64  # places of a buffer at first; it doubles
_SCORED = 1024  # places that are scored at once, each with a number for every token there is
_CHECKED = (ENCODER, DECODER, "tokenizer.json", "config.json")


class Shape(NamedTuple):
    """What a manifest says of a model."""

    layers: int
    heads: int
    head: int
    vocabulary: int
    positions: int
    start: int
    end: int
    pad: int


def is_exported(folder: Path) -> bool:
    """Does a folder hold a model that `scaning export` wrote?"""
    return (folder / DECODER).is_file()


class OnnxStepper:
    """An exported model. `threads` 0 leaves the choice to ONNX Runtime."""

    def __init__(self, shape: Shape, encoder: bytes, decoder: bytes, *, threads: int = 0) -> None:
        self.shape = shape
        self.encoder = _session(encoder, threads)
        self.decoder = _session(decoder, threads)
        self.start, self.end = shape.start, shape.end
        self.never = tuple(sorted({shape.pad, shape.start} - {shape.end}))
        self.positions = shape.positions

    @classmethod
    def load(cls, folder: Path, *, threads: int = 0) -> OnnxStepper:
        """The model of a folder, once its files are what its manifest says."""
        manifest = _manifest(folder)
        files = {name: _checked(folder, name, manifest["files"]) for name in _CHECKED}
        try:
            shape = Shape(**manifest["shape"])
        except (KeyError, TypeError) as error:
            raise ResourceError(f"{folder}/{MANIFEST}: no manifest of an export: {error}") from None
        return cls(shape, files[ENCODER], files[DECODER], threads=threads)

    def encode(
        self, sources: Sequence[Sequence[int]], *, banned: Sequence[int], watched: Sequence[int]
    ) -> OnnxDecoding:
        """Read sources, which are padded to one length."""
        hidden = np.zeros(self.shape.vocabulary, np.float32)
        hidden[[*banned, *watched]] = -np.inf
        return OnnxDecoding(self, sources, hidden, np.array(watched, np.int64))

    def score(
        self, sources: Sequence[Sequence[int]], targets: Sequence[Sequence[int]]
    ) -> list[Floats]:
        """The log-probability of each token of each target, the end included."""
        order = sorted(range(len(sources)), key=lambda at: -len(targets[at]))
        found: dict[int, Floats] = {}
        start = 0
        while start < len(order):
            rows = max(1, _SCORED // (len(targets[order[start]]) + 1))
            chunk = order[start : start + rows]
            ended = [[*targets[at], self.end] for at in chunk]
            logs = self._scored([sources[at] for at in chunk], ended)
            for at, row, target in zip(chunk, logs, ended, strict=True):
                found[at] = row[: len(target)]
            start += rows
        return [found[at] for at in range(len(sources))]

    def _scored(self, sources: Sequence[Sequence[int]], targets: list[list[int]]) -> Floats:
        labels, _ = self.padded(targets)
        begun, _ = self.padded([[self.start, *target[:-1]] for target in targets])
        decoding = self.encode(sources, banned=(), watched=())
        ran = decoding.run(begun[:, None, :], labels.reshape(-1, 1), top=1)
        return ran.watched.reshape(labels.shape)

    def padded(self, rows: Sequence[Sequence[int]]) -> tuple[Ids, NDArray[np.int32]]:
        """The rows as one table, and the mask of what is no padding."""
        lengths = np.array([len(row) for row in rows])
        ids = np.full((len(rows), int(lengths.max())), self.shape.pad, np.int64)
        for at, row in enumerate(rows):
            ids[at, : len(row)] = row
        return ids, (np.arange(ids.shape[1]) < lengths[:, None]).astype(np.int32)


class OnnxDecoding:
    """A batch of sources in the middle of its decoding."""

    def __init__(
        self, stepper: OnnxStepper, sources: Sequence[Sequence[int]], hidden: Floats, watched: Ids
    ) -> None:
        self._stepper = stepper
        self._hidden = hidden
        self._watched = watched
        ids, self._mask = stepper.padded(sources)
        self._read: list[Floats] = stepper.encoder.run(None, {"tokens": ids, "mask": self._mask})
        self._names = [output.name for output in stepper.encoder.get_outputs()]
        self._lanes = 1
        self._memory = Memory(stepper.shape)

    def step(self, tokens: Ids, parents: Ids, kept: Ids, *, top: int) -> Step:
        """Append a token to each lane; see `Decoding.step`."""
        self._follow(parents, kept)
        sources, self._lanes = tokens.shape
        watched = np.broadcast_to(self._watched, (tokens.size, len(self._watched)))
        found = self.run(tokens[:, :, None], watched, top=min(top, self._stepper.shape.vocabulary))
        shape = (sources, self._lanes, -1)
        return Step(
            found.ids.reshape(shape),
            found.logs.reshape(shape),
            found.watched.reshape((sources, self._lanes, len(self._watched))),
        )

    def run(self, tokens: Ids, watched: Ids, *, top: int) -> Step:
        """Append tokens (sources, lanes, length) to the lanes; one row of results for each."""
        rows, length = tokens.shape[0] * tokens.shape[1], tokens.shape[2]
        memory, shape = self._memory, self._stepper.shape
        memory.make_room(rows, length)
        total = memory.length + length
        binding = self._stepper.decoder.io_binding()
        given: dict[str, NDArray[Any]] = {
            "tokens": tokens,
            "mask": self._mask,
            "past": np.array([memory.length]),
            "last": np.full(rows, total - 1, np.int32),
            "total": np.array(total, np.int32),
            "hidden": self._hidden,
            "top": np.array([top]),
            "watched": watched,
            **dict(zip(self._names, self._read, strict=True)),
        }
        for name, array in given.items():
            binding.bind_cpu_input(name, array)
        for at in range(shape.layers):
            for kind, buffer in zip(("key", "value"), memory.of_layer(at, rows), strict=True):
                where = ("cpu", 0, np.float32, buffer.shape, buffer.ctypes.data)
                binding.bind_input(f"past.{kind}.{at}", *where)
                binding.bind_output(f"now.{kind}.{at}", *where)
        for name in ("ids", "logs", "seen"):
            binding.bind_output(name)
        self._stepper.decoder.run_with_iobinding(binding)
        memory.written(rows, length)
        outputs = binding.get_outputs()[-3:]
        return Step(*(output.numpy() for output in outputs))

    def _follow(self, parents: Ids, kept: Ids) -> None:
        """Move what each row remembers to where the lanes are now."""
        if len(kept) < len(self._mask) or not np.array_equal(kept, np.arange(len(kept))):
            self._mask = np.ascontiguousarray(self._mask[kept])
            self._read = [values[kept] for values in self._read]
        self._memory.follow((kept[:, None] * self._lanes + parents).reshape(-1))


class Memory:
    """The keys and values of what each row has written: (layer's key or value, row, head, place).

    `_origins` names for each row and place what was computed there, so that it shows from which
    place on two rows differ.
    """

    def __init__(self, shape: Shape) -> None:
        self.length = 0
        self._shape = shape
        self._values: Floats = np.empty((2 * shape.layers, 0, shape.heads, _ROOM, shape.head),
                                        np.float32)  # fmt: skip
        self._origins: Ids = np.zeros((0, _ROOM), np.int64)
        self._made = 0

    def make_room(self, rows: int, length: int) -> None:
        """Be wide enough for rows and for so many more tokens."""
        wide, room = self._origins.shape
        while room < self.length + length:
            room *= 2
        if rows > wide or room > self._origins.shape[1]:
            self._grow(max(rows, wide), room)

    def _grow(self, rows: int, room: int) -> None:
        values = np.empty(
            (len(self._values), rows, self._shape.heads, room, self._shape.head), np.float32
        )
        origins = np.zeros((rows, room), np.int64)
        wide, length = len(self._origins), self.length
        values[:, :wide, :, :length] = self._values[:, :, :, :length]
        origins[:wide, :length] = self._origins[:, :length]
        self._values, self._origins = values, origins

    def of_layer(self, at: int, rows: int) -> Floats:
        """The key and the value of a layer, for the first rows."""
        found: Floats = self._values[2 * at : 2 * at + 2, :rows]
        return found

    def written(self, rows: int, length: int) -> None:
        """Each row has got so many tokens."""
        places = slice(self.length, self.length + length)
        self._origins[:rows, places] = self._made + np.arange(1, rows + 1)[:, None]
        self._made += rows
        self.length += length

    def follow(self, rows: Ids) -> None:
        """Row i goes on behind row `rows[i]`."""
        self.make_room(len(rows), 0)
        if not self.length:
            return
        origins = self._origins[:, : self.length]
        differ = origins[rows] != origins[: len(rows)]
        moved = np.flatnonzero(differ.any(1))
        if len(moved):
            behind = slice(int(differ.any(0).argmax()), self.length)
            self._values[:, moved, :, behind] = self._values[:, rows[moved], :, behind]
            origins[moved] = origins[rows[moved]]


def _session(model: bytes, threads: int) -> InferenceSession:
    from scaning.inference import InferenceSession, SessionOptions

    options = SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    return InferenceSession(model, options, providers=["CPUExecutionProvider"])


def _manifest(folder: Path) -> Mapping[str, Any]:
    try:
        manifest: dict[str, Any] = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
        return manifest
    except (OSError, ValueError) as error:
        raise ResourceError(f"{folder}: no {MANIFEST} of an exported model: {error}") from None


def _checked(folder: Path, name: str, files: Mapping[str, str]) -> bytes:
    try:
        data = (folder / name).read_bytes()
    except OSError as error:
        raise ResourceError(f"{folder / name} cannot be read: {error.strerror}.") from None
    found = sha256(data).hexdigest()
    if found != files.get(name):
        raise ResourceError(
            f"{folder / name} is damaged or of another version: its sha256 is {found[:12]}…, the "
            f"manifest says {str(files.get(name))[:12]}…. Install or export the model again."
        )
    return data
