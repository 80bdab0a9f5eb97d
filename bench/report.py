"""Writes what a benchmark measured to `results/NAME.json`, with what is needed to run it again."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Mapping
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

ROOT = Path(__file__).parents[1]


def state() -> str:
    """The state of the code; ask for it before a long run."""
    described = subprocess.run(
        ["git", "describe", "--always", "--dirty"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    return described.stdout.strip()


def report(
    name: str,
    figures: Mapping[str, object],
    *,
    command: str,
    n: int,
    seed: int,
    commit: str = "",
) -> Path:
    """Write the figures; `command` names data folders as DATA."""
    record = {
        "command": command,
        "commit": commit or state(),
        "date": datetime.now(UTC).date().isoformat(),
        "scaning": version("scaning"),
        "n": n,
        "seed": seed,
        **figures,
    }
    path = ROOT / "results" / f"{name}.json"
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(record, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    return path
