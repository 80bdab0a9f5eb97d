"""Checkpoints that are whole or not there.

A checkpoint is written beside its place, sealed with the sha256 of each of its files and then
renamed. What a crash leaves half-written has no seal, and is passed over with a word.
"""

from __future__ import annotations

import json
import os
import re
import shutil
from pathlib import Path

from scaning.seq2seq.bases import digest
from scaning.terminal import tell

PARTIAL = "partial"
_SEAL = "seal.json"
_NAME = re.compile(r"checkpoint-([0-9]+)")


def seal(folder: Path) -> None:
    """Write down what is in a folder, and see it on the disk."""
    files = {path.name: digest(path) for path in sorted(folder.iterdir()) if path.name != _SEAL}
    for name in files:
        _sync(folder / name)
    (folder / _SEAL).write_text(json.dumps(files, indent=1), encoding="utf-8")
    _sync(folder / _SEAL)


def is_whole(folder: Path) -> bool:
    """Is a folder sealed, and what it was when it was sealed?"""
    try:
        files = json.loads((folder / _SEAL).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False
    return all((folder / name).is_file() and digest(folder / name) == files[name] for name in files)


def publish(partial: Path, place: Path) -> None:
    """Seal a folder and move it to its place, over one that may be there."""
    seal(partial)
    old = place.with_name(f"{place.name}.old")
    shutil.rmtree(old, ignore_errors=True)
    if place.exists():
        place.rename(old)
    partial.rename(place)
    _sync(place.parent)
    shutil.rmtree(old, ignore_errors=True)


def newest(output: Path) -> Path | None:
    """The newest whole checkpoint; newer ones that are not whole are named and passed over."""
    shutil.rmtree(output / PARTIAL, ignore_errors=True)
    for folder in reversed(found(output)):
        if is_whole(folder):
            return folder
        tell(f"{folder} is not whole and is passed over")
    return None


def found(output: Path) -> list[Path]:
    """All checkpoints of a training, the newest last."""
    numbered = [(match, path) for path in output.glob("checkpoint-*")
                if (match := _NAME.fullmatch(path.name))]  # fmt: skip
    return [path for _, path in sorted(numbered, key=lambda pair: int(pair[0][1]))]


def rotate(output: Path, keep: int) -> None:
    """Remove all but the newest checkpoints."""
    for folder in found(output)[:-keep]:
        # Renamed first: half a removed checkpoint must not look like one.
        gone = output / PARTIAL
        shutil.rmtree(gone, ignore_errors=True)
        folder.rename(gone)
        shutil.rmtree(gone)


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
