"""A page as PDF, printed by a browser of this machine: no other printer knows all of CSS."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

from scaning.errors import ResourceError

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "msedge")
CHOSEN = "SCANING_BROWSER"
SECONDS = 120


def browser() -> str:
    """The browser that prints: the one of the environment, or the first that is found."""
    chosen = os.environ.get(CHOSEN)
    found = next(filter(None, map(shutil.which, [chosen] if chosen else BROWSERS)), None)
    if found is None:
        looked = chosen or ", ".join(BROWSERS)
        raise ResourceError(
            f"No browser to print with (looked for {looked}): install Chromium, say where one is "
            f"with {CHOSEN}, or print the HTML from any browser."
        )
    return found


def printed(page: Path, target: Path) -> None:
    """Print a page of HTML into a PDF."""
    with TemporaryDirectory() as profile:
        command = [
            browser(), "--headless", "--disable-gpu", *_as_root(), "--no-pdf-header-footer",
            f"--user-data-dir={profile}", f"--print-to-pdf={target.resolve()}",
            page.resolve().as_uri(),
        ]  # fmt: skip
        try:
            ran = subprocess.run(
                command, capture_output=True, text=True, timeout=SECONDS, check=False
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise ResourceError(f"{command[0]} did not print {page.name}: {error}") from error
    if ran.returncode or not target.exists():
        last = (ran.stderr.strip().splitlines() or ["no word why"])[-1]
        raise ResourceError(f"{command[0]} did not print {page.name}: {last}")


def _as_root() -> list[str]:
    """Chromium's sandbox does not start for root, as in a container; the page has no script."""
    return ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
