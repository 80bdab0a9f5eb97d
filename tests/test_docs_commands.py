"""Every command of the how-tos runs as it is printed."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = ("paraphrase", "banks", pytest.param("models", marks=pytest.mark.slow))


def commands(page: str) -> list[str]:
    """The shell blocks of a page."""
    text = (ROOT / "docs" / f"{page}.md").read_text(encoding="utf-8")
    return re.findall(r"^```sh\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("page", PAGES)
def test_the_commands_of_a_page_run(page: str, tmp_path: Path) -> None:
    if page == "models":
        pytest.importorskip("accelerate")
    few = tmp_path / "examples"
    (few / "banks").mkdir(parents=True)
    for path in (*(ROOT / "examples").glob("problems.*"), *(ROOT / "examples/banks").iterdir()):
        # A page shows whole files; a handful of their rows says as much.
        lines = path.read_bytes().splitlines(keepends=True)
        kept = lines[:7] if path.parent.name == "examples" else lines
        (few / path.relative_to(ROOT / "examples")).write_bytes(b"".join(kept))
    where = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    for block in commands(page):
        ran = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", block],
            cwd=tmp_path,
            env=os.environ | {"PATH": where, "PYTHONPATH": str(ROOT / "src")},
            capture_output=True,
            text=True,
            check=False,
        )
        assert ran.returncode == 0, ran.stderr
