"""Makes the stages of a recipe in order: skips what is done, says what is not the same."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from scaning.errors import UsageError, unknown_name
from scaning.pipeline.folder import (
    Counts,
    Record,
    Stage,
    begin,
    changes,
    finish,
    missing,
    read_record,
    set_aside,
    wanted,
)
from scaning.pipeline.sections import Recipe
from scaning.pipeline.stages import NAMES, Runner
from scaning.terminal import tell
from scaning.watch import clock


@dataclass(frozen=True, slots=True)
class Plan:
    """Where a run happens and how far it goes. `reuse` are runs whose stages may serve here."""

    root: Path
    until: str = NAMES[-1]
    reuse: tuple[Path, ...] = ()
    quiet: bool = False

    def __post_init__(self) -> None:
        if self.until not in NAMES:
            raise unknown_name("stage", self.until, NAMES)


def run(recipe: Recipe, plan: Plan) -> dict[str, Record]:
    """Make every stage that is not done; gives their records."""
    stages = Runner(recipe, plan.root, plan.quiet).stages()
    stages = stages[: NAMES.index(plan.until) + 1]
    plan.root.mkdir(parents=True, exist_ok=True)
    records: dict[str, Record] = {}
    for number, stage in enumerate(stages, start=1):
        place = f"{number}/{len(stages)} {stage.name}"
        records[stage.name] = made(stage, records, plan, place)
    return records


def made(stage: Stage, records: Mapping[str, Record], plan: Plan, place: str) -> Record:
    """The record of a stage, once it is done."""
    for path in stage.reads:
        if not path.exists():
            raise UsageError(f"{stage.name}: there is no {path}.")
    folder = plan.root / stage.name
    new = wanted(stage, records)
    old = read_record(folder)
    why = _why(folder, old, new)
    if old and old.done and not why:
        _say(plan, f"{place}: done before, skipped")
        return old
    if old and why:
        kept = f"{folder.name}.old"
        _say(plan, f"{place}: made again, because {'; '.join(why)} (the old one is {kept})")
        set_aside(folder)
    elif not old and (served := _served(stage, new, plan.reuse)):
        _say(plan, f"{place}: the same as in {served.parent}, used from there")
        folder.symlink_to(served.resolve(), target_is_directory=True)
        record = read_record(folder)
        assert record
        return record
    else:
        _say(plan, f"{place}: goes on" if old else place)
    start = time.monotonic()
    begin(folder, new)
    record = finish(folder, stage, new, stage.work(folder), start)
    _say(plan, f"{place}: {told(record.counts)} in {clock(record.seconds)}")
    return record


def told(counts: Mapping[str, Counts]) -> str:
    """Counts of several outputs in one line.

    >>> told({"rows": {"kept": 1200, "too long": 3}})
    'rows 1,200 kept, 3 too long'
    """
    from scaning.commands.stages import tally

    return "; ".join(f"{name} {tally(found)}" for name, found in counts.items()) or "done"


def plan_of(recipe: Recipe, plan: Plan) -> list[str]:
    """What a run would do, stage by stage, without doing it."""
    lines: list[str] = []
    records: dict[str, Record] = {}
    for stage in Runner(recipe, plan.root).stages()[: NAMES.index(plan.until) + 1]:
        folder = plan.root / stage.name
        old = read_record(folder)
        if any(name not in records for name in stage.needs):
            lines.append(f"{stage.name}: to be made")
            continue
        why = _why(folder, old, wanted(stage, records))
        if old and old.done and not why:
            records[stage.name] = old
        state = "to be made" if not old else "; ".join(why) or ("done" if old.done else "begun")
        lines.append(f"{stage.name}: {state}")
    return lines


def _why(folder: Path, old: Record | None, new: Record) -> list[str]:
    """Why a folder cannot be used as it is."""
    if old is None:
        return []
    found = changes(old, new)
    if old.done and not found:
        found = [f"{name} is not there" for name in missing(folder, old)]
    return found


def _served(stage: Stage, new: Record, runs: Sequence[Path]) -> Path | None:
    """The folder of another run in which a stage is done as it is wanted here."""
    for other in runs:
        folder = other / stage.name
        old = read_record(folder)
        if old and old.done and not _why(folder, old, new):
            return folder
    return None


def _say(plan: Plan, message: str) -> None:
    if not plan.quiet:
        tell(message)
