"""What a run has done already: a folder for each stage, and a record of how it was made.

A stage is skipped while its settings and what it is made of are the same. What has to be made again
is moved aside (NAME.old), and the key that changed is named.
"""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from scaning.blocks import digest, replace_text
from scaning.seq2seq.bases import digest as sha256_of

RECORD = "stage.json"
Counts = Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Stage:
    """One step of the method.

    `settings` are all that its result depends on, beside the stages that it `needs` and the files
    that it reads. `artefacts` are patterns of what others read. `work` writes into the folder.
    """

    name: str
    settings: Mapping[str, Any]
    work: Callable[[Path], Mapping[str, Counts]]
    needs: tuple[str, ...] = ()
    reads: tuple[Path, ...] = ()
    artefacts: tuple[str, ...] = ("*.jsonl",)


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """How a stage was made, and what came of it; `seconds` is 0 while it is not done."""

    settings: Mapping[str, Any]
    inputs: Mapping[str, str]
    outputs: Mapping[str, str] = field(default_factory=dict)
    counts: Mapping[str, Counts] = field(default_factory=dict)
    seconds: float = 0.0
    done: bool = False

    @property
    def mark(self) -> str:
        """What tells this result from another one."""
        return digest(self.outputs)


def read_record(folder: Path) -> Record | None:
    """The record of a stage's folder, if it has been begun."""
    path = folder / RECORD
    if not path.exists():
        return None
    return Record(**json.loads(path.read_text(encoding="utf-8")))


def wanted(stage: Stage, before: Mapping[str, Record]) -> Record:
    """The record that a stage has when it is begun now."""
    inputs = {name: before[name].mark for name in stage.needs}
    inputs |= {path.name: sha256_of(path)[:16] for path in stage.reads}
    return Record(settings=_plain(stage.settings), inputs=inputs)


def changes(old: Record, new: Record) -> list[str]:
    """What differs between two records, key by key.

    >>> old = Record(settings={"a": {"b": 1}}, inputs={"corpus": "x"})
    >>> changes(old, Record(settings={"a": {"b": 2}}, inputs={"corpus": "y"}))
    ['a.b 1 → 2', 'corpus is another now']
    """
    before, after = _flat(old.settings), _flat(new.settings)
    found = [
        f"{key} {before.get(key)!r} → {after.get(key)!r}"
        for key in dict.fromkeys([*before, *after])
        if before.get(key) != after.get(key)
    ]
    names = dict.fromkeys([*old.inputs, *new.inputs])
    return found + [
        f"{name} is another now" for name in names if old.inputs.get(name) != new.inputs.get(name)
    ]


def missing(folder: Path, record: Record) -> list[str]:
    """The artefacts that a record names and that are not there."""
    return [name for name in record.outputs if not (folder / name).exists()]


def begin(folder: Path, record: Record) -> None:
    """Write down how a stage is about to be made."""
    folder.mkdir(parents=True, exist_ok=True)
    _write(folder, record)


def finish(
    folder: Path, stage: Stage, record: Record, counts: Mapping[str, Counts], start: float
) -> Record:
    """Write down what came of a stage."""
    outputs = {
        str(path.relative_to(folder)): sha256_of(path)
        for pattern in stage.artefacts
        for path in sorted(folder.glob(pattern))
        if path.is_file() and not path.name.startswith(".")
    }
    done = Record(
        settings=record.settings,
        inputs=record.inputs,
        outputs=outputs,
        counts=counts,
        seconds=round(time.monotonic() - start, 1),
        done=True,
    )
    _write(folder, done)
    return done


def set_aside(folder: Path) -> None:
    """Move a folder out of the way; one that was moved before goes."""
    old = folder.with_name(f"{folder.name}.old")
    if old.is_symlink():
        old.unlink()
    shutil.rmtree(old, ignore_errors=True)
    folder.rename(old)


def step(output: Path, make: Callable[[], Counts]) -> Counts:
    """The counts of one output of a stage; what is there already is not made again."""
    kept = output.with_name(f".{output.name}.counts.json")
    if output.exists() and kept.exists():
        found: dict[str, int] = json.loads(kept.read_text(encoding="utf-8"))
        return found
    counts = dict(make())
    replace_text(kept, json.dumps(counts, ensure_ascii=False))
    return counts


def _write(folder: Path, record: Record) -> None:
    cells = {name: getattr(record, name) for name in Record.__slots__}
    replace_text(folder / RECORD, json.dumps(cells, ensure_ascii=False, indent=1) + "\n")


def _plain(settings: Mapping[str, Any]) -> dict[str, Any]:
    """The settings as JSON gives them back."""
    plain: dict[str, Any] = json.loads(json.dumps(settings, default=str))
    return plain


def _flat(cells: Mapping[str, Any], before: Sequence[str] = ()) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in cells.items():
        if isinstance(value, Mapping):
            found |= _flat(value, (*before, name))
        else:
            found[".".join([*before, name])] = value
    return found
