"""Export: a trained model as two files of eight bits that run without torch.

```sh
scaning export runs/denoiser/model -o denoiser --compare held_out.jsonl
```

Measured beside CTranslate2 in `results/decoding.json`; docs/models.md says why this one.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from scaning.errors import ResourceError
from scaning.seq2seq.bases import MANIFEST, digest
from scaning.seq2seq.onnx_model import DECODER, ENCODER, OnnxStepper, Shape
from scaning.seq2seq.parity import parity
from scaning.seq2seq.rows import Pair
from scaning.seq2seq.tokens import FILE, Tokens

_COPIED = (FILE, "config.json")
_NOTES = ("training.json", "manifest.json")


def export(
    model: Path, folder: Path, *, compared: Sequence[Pair] = (), exact: bool = False
) -> dict[str, Any]:
    """Write the export of a model's folder; the manifest comes back.

    With rows to compare on, it holds how far the export writes what the model wrote. `exact`: in
    32 bits, four times as large and slower.
    """
    from scaning.seq2seq import layers
    from scaning.seq2seq.parts import take_apart
    from scaning.seq2seq.torch_model import TorchStepper

    if folder.resolve() == model.resolve():
        raise ResourceError(f"{folder} is the model's own folder: name another for its export.")
    stepper = TorchStepper.load(model, device="cpu")
    parts = take_apart(stepper.model)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / ENCODER).write_bytes(layers.encoder(parts, exact=exact))
    (folder / DECODER).write_bytes(layers.decoder(parts, exact=exact))
    for name in _COPIED:
        shutil.copyfile(model / name, folder / name)
    shape = Shape(
        layers=len(parts.decoder.layers),
        heads=parts.heads,
        head=parts.head,
        vocabulary=len(parts.output.weight),
        positions=min(stepper.positions, parts.longest),
        start=stepper.start,
        end=stepper.end,
        pad=stepper.pad,
    )
    manifest = {
        "format": "onnx, 32 bits" if exact else "onnx, 8 bits",
        "shape": shape._asdict(),
        "files": {name: digest(folder / name) for name in (ENCODER, DECODER, *_COPIED)},
        "made_of": _notes(model),
    }
    _write(manifest, folder)
    if compared:
        exported = OnnxStepper.load(folder)
        manifest["parity"] = parity(stepper, exported, Tokens.load(folder), compared)
        _write(manifest, folder)
    return manifest


def _write(manifest: dict[str, Any], folder: Path) -> None:
    (folder / MANIFEST).write_text(json.dumps(manifest, indent=2) + "\n", encoding="utf-8")


def _notes(model: Path) -> dict[str, Any]:
    """What the model's folder says of its training, its base and its licence."""
    found = {}
    for name in _NOTES:
        if (model / name).exists():
            found[name.partition(".")[0]] = json.loads((model / name).read_text(encoding="utf-8"))
    return found
