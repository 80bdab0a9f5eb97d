"""From a fresh machine to the first paraphrase: the README's first command, by phases.

    python bench/install.py

Makes an environment of its own, installs this folder into it as the README says, and rewrites; it
says how long each phase took, what is on disk then, and whether torch is there. `--pip="-f FOLDER"`
gives more options to pip. What pip downloads comes from wherever it is told to look, or from its
cache: the phase `install` says as much of that as of us.
"""

from __future__ import annotations

import argparse
import json
import os
import shlex
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from report import ROOT, report

PROBLEM = "Ann has 45 pens. She gives 17 pens to Ben. How many pens does Ann have left?"


def seconds(command: Sequence[str | Path], env: Mapping[str, str]) -> float:
    """How long a command takes, once."""
    start = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True, env=env)
    return round(time.perf_counter() - start, 1)


def installed(pip: Sequence[str]) -> dict[str, object]:
    """The README's first command on a fresh environment, by phases, and what lies on disk then."""
    with tempfile.TemporaryDirectory() as place:
        venv = Path(place) / "venv"
        python, env = venv / "bin" / "python", {**os.environ, "PYTHONPATH": ""}
        phases = {"environment": seconds([sys.executable, "-m", "venv", venv], env)}
        before = size_of(venv)
        phases["install"] = seconds([python, "-m", "pip", "install", "-q", ROOT, *pip], env)
        scaning = venv / "bin" / "scaning"
        command: list[str | Path] = [
            scaning,
            "paraphrase",
            ROOT / "examples" / "problems.csv",
            "-q",
        ]
        phases["first_variant"] = seconds([scaning, "paraphrase", PROBLEM, "-q"], env)
        phases["examples"] = seconds(command, env)
        packages = sorted(path.name for path in venv.glob("lib/python*/site-packages/*"))
        largest = sorted(
            ((size_of(path), path.name) for path in venv.glob("lib/python*/site-packages/*")),
            reverse=True,
        )[:8]
        return {
            "seconds": phases,
            "megabytes": round((size_of(venv) - before) / 1e6, 1),
            "of_these_bytecode": round(sum(map(size_of, venv.rglob("__pycache__"))) / 1e6, 1),
            "torch": "torch" in packages,
            "largest_megabytes": {name: round(size / 1e6, 1) for size, name in largest},
        }


def size_of(path: Path) -> int:
    """The bytes of a file or of all files of a folder."""
    files = path.rglob("*") if path.is_dir() else [path]
    return sum(file.stat().st_size for file in files if file.is_file() and not file.is_symlink())


def main() -> None:
    """Install, measure, print, record."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pip", type=shlex.split, default=[], help='as --pip="-f FOLDER"')
    figures = installed(parser.parse_args().pip)
    print(json.dumps(figures, indent=1))
    print(report("install", figures, command="python bench/install.py", n=1, seed=0))


if __name__ == "__main__":
    main()
