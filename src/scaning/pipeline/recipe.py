"""Recipes: TOML files of sections, one of which may be like another with some keys changed.

A key that does not exist is an error that names the nearest one that does. `--set a.b=c` wins over
the file. Paths are those of the recipe's folder, or with DATA/ those of the folder run.data.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import fields, replace
from pathlib import Path
from typing import Any, TypeVar

from scaning.errors import InputError, UsageError, unknown_name
from scaning.noise.settings import NoiseSettings
from scaning.pipeline.sections import (
    Base,
    Candidates,
    Corpus,
    Evaluation,
    Pairs,
    Recipe,
    Run,
    Scores,
    Selection,
    Training,
)
from scaning.seq2seq.decoding import DECODING, DecodeSettings
from scaning.seq2seq.settings import Settings
from scaning.seq2seq.train import overrides

T = TypeVar("T")
Cells = dict[str, Any]

LIKE = "like"
DATA = "DATA/"
# What a training is told by the run, not by the recipe.
_GIVEN = ("base", "train", "output", "validation", "seed")


def read_recipe(path: Path, changes: Iterable[str] = ()) -> Recipe:
    """The recipe of a file, with changes such as "denoiser.minutes=5"."""
    cells = _read(path, ())
    for name, value in overrides(list(changes)).items():
        section, dot, key = name.partition(".")
        if not (dot and key):
            raise UsageError(f"--set {name}=…: write SECTION.KEY=VALUE, as in run.seed=1.")
        _set(cells, [section, *key.split(".")], value)
    return recipe_of(cells, path.parent)


def recipe_of(cells: Mapping[str, Any], folder: Path = Path()) -> Recipe:
    """The recipe in nested tables; relative paths are those of a folder."""
    sections = {field.name for field in fields(Recipe)}
    for name, section in cells.items():
        if name not in sections:
            raise unknown_name("section of a recipe", name, sections)
        if not isinstance(section, Mapping):
            raise UsageError(f"{name} = {section!r}: {name} is a section, [{name}].")
    given = {name: dict(cells.get(name, {})) for name in sections}
    run = section_of(Run, "run", given["run"])
    run = replace(run, data=_path(run.data, folder, run), wheels=_path(run.wheels, folder, run))
    seed = {"seed": run.seed}
    corpus = section_of(Corpus, "corpus", given["corpus"])
    evaluation = _deciding(given["evaluation"], seed)
    evaluation["noise"] = {**seed, "mode": "inference", **evaluation.get("noise", {})}
    base = section_of(Base, "base", given["base"])
    candidates = section_of(Candidates, "candidates", _deciding(given["candidates"], seed))
    judged = section_of(Evaluation, "evaluation", evaluation)
    return Recipe(
        run=run,
        corpus=replace(
            corpus,
            problems=_paths(corpus.problems, folder, run),
            against=_paths(corpus.against, folder, run),
        ),
        base=replace(base, folder=_path(base.folder, folder, run)),
        training_noise=_noise("training_noise", "training", given, seed),
        denoiser=_training("denoiser", given, run),
        inference_noise=_noise("inference_noise", "inference", given, seed),
        candidates=replace(candidates, more=_paths(candidates.more, folder, run)),
        scores=section_of(Scores, "scores", given["scores"]),
        selection=section_of(Selection, "selection", given["selection"]),
        pairs=section_of(Pairs, "pairs", given["pairs"]),
        paraphraser=_training("paraphraser", given, run),
        evaluation=replace(judged, datasets=_paths(judged.datasets, folder, run)),
    )


def section_of(kind: type[T], name: str, cells: Mapping[str, Any]) -> T:
    """A section as its record, once every key is known and of its type.

    >>> section_of(Run, "run", {"sed": 1})
    Traceback (most recent call last):
    scaning.errors.UsageError: No key of [run] 'sed'; did you mean 'seed'? Known: data, device, \
processes, seed, wheels, workers.
    >>> section_of(Run, "run", {"seed": "one"})
    Traceback (most recent call last):
    scaning.errors.UsageError: run.seed = 'one': Input should be a valid integer.
    """
    from pydantic import TypeAdapter, ValidationError

    _known(kind, name, cells)
    try:
        return TypeAdapter(kind).validate_json(json.dumps(cells, default=str), strict=True)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join([name, *(str(part) for part in first["loc"])])
        raise UsageError(f"{where} = {first['input']!r}: {first['msg']}.") from None


def _known(kind: type, name: str, cells: Mapping[str, Any]) -> None:
    known = {field.name: field for field in fields(kind)}
    for key, value in cells.items():
        if key not in known:
            raise unknown_name(f"key of [{name}]", key, known)
        nested = {"decoding": DecodeSettings, "noise": NoiseSettings, "settings": Settings}
        if isinstance(value, Mapping) and key in nested:
            _known(nested[key], f"{name}.{key}", value)


def _noise(
    name: str, mode: str, given: Mapping[str, Cells], seed: Mapping[str, int]
) -> NoiseSettings:
    return section_of(NoiseSettings, name, {"mode": mode, **seed, **given[name]})


def _training(name: str, given: Mapping[str, Cells], run: Run) -> Training:
    cells = dict(given[name])
    start = cells.pop("start", "base")
    known = {field.name for field in fields(Settings)} - set(_GIVEN) | {"start"}
    for key in cells:
        if key not in known:
            raise unknown_name(f"key of [{name}]", key, known)
    if start not in ("base", "denoiser") or (name == "denoiser" and start != "base"):
        raise UsageError(f"{name}.start = {start!r}: a training starts from the base, and the "
                         "paraphraser also from the denoiser.")  # fmt: skip
    settings = {"base": "-", "train": "-", "output": "-", "seed": run.seed, **cells}
    return Training(start=start, settings=section_of(Settings, name, settings))


def _deciding(cells: Cells, seed: Mapping[str, int]) -> Cells:
    """The section with its decoding complete: like one of a name, with the keys that are given."""
    given = dict(cells.get("decoding", {}))
    like = given.pop(LIKE, "paper")
    if like not in DECODING:
        raise unknown_name("decoding", like, DECODING)
    known = {field.name: getattr(DECODING[like], field.name) for field in fields(DecodeSettings)}
    return {**cells, "decoding": {**known, **seed, **given}}


def _read(path: Path, seen: tuple[Path, ...]) -> Cells:
    if path.resolve() in seen:
        raise InputError(f"{path}: it is like itself.")
    try:
        cells = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise InputError(f"{path}: no such recipe.") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: not TOML: {error}") from None
    like = cells.pop(LIKE, None)
    if like is None:
        return cells
    return merged(_read(path.parent / str(like), (*seen, path.resolve())), cells)


def merged(first: Mapping[str, Any], then: Mapping[str, Any]) -> Cells:
    """Nested tables with the keys of others.

    >>> merged({"run": {"seed": 1, "workers": 2}}, {"run": {"seed": 7}})
    {'run': {'seed': 7, 'workers': 2}}
    """
    cells = dict(first)
    for name, value in then.items():
        before = cells.get(name)
        both = isinstance(before, Mapping) and isinstance(value, Mapping)
        cells[name] = merged(before, value) if both else value  # type: ignore[arg-type]
    return cells


def _set(cells: Cells, names: list[str], value: object) -> None:
    for name in names[:-1]:
        cells = cells.setdefault(name, {})
        if not isinstance(cells, dict):
            raise UsageError(f"--set {'.'.join(names)}: {name} is no section.")
    cells[names[-1]] = value


def _paths(given: Iterable[str], folder: Path, run: Run) -> tuple[str, ...]:
    return tuple(_path(one, folder, run) for one in given)


def _path(given: str, folder: Path, run: Run) -> str:
    if given.startswith(DATA):
        if not run.data:
            raise UsageError(f"{given}: where is that? --set run.data=FOLDER of the collections.")
        return str(Path(run.data) / given.removeprefix(DATA))
    return str(folder / given) if given else ""
