"""A real Chromium, driven by the WebDriver protocol: just what these tests need."""

from __future__ import annotations

import base64
import json
import os
import shutil
import subprocess
import time
from collections.abc import Callable
from importlib.metadata import distribution
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"  # the protocol's name for a reference
ENTER, TAB, ESCAPE, BACKSPACE, END = "\ue007", "\ue004", "\ue00c", "\ue003", "\ue010"
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
DRIVER = shutil.which("chromedriver")
FLAGS = (
    "--headless", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
    "--disable-background-networking", "--disable-component-update", "--disable-dev-shm-usage",
)  # fmt: skip
PATIENCE = 30.0  # seconds; the machine may be busy


class Browser:
    """One window, with an empty profile in a folder."""

    def __init__(self, folder: Path, port: int) -> None:
        assert CHROMIUM
        assert DRIVER
        self._driver = subprocess.Popen(
            [DRIVER, f"--port={port}"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        self._url = f"http://127.0.0.1:{port}"
        flags = [*FLAGS, f"--user-data-dir={folder}"]
        if os.geteuid() == 0:
            flags.append("--no-sandbox")
        options = {
            "goog:chromeOptions": {"binary": CHROMIUM, "args": flags},
            "goog:loggingPrefs": {"browser": "ALL"},
        }
        self.until(self._is_up)
        made = self._send("POST", "/session", {"capabilities": {"alwaysMatch": options}})
        self._url += f"/session/{made['sessionId']}"

    def close(self) -> None:
        """End it."""
        try:
            self._send("DELETE", "", None)
        finally:
            self._driver.terminate()
            self._driver.wait(10)

    def open(self, url: str) -> None:
        """Go to a page, from nothing: an address with another fragment only is loaded anew too."""
        self._send("POST", "/url", {"url": "about:blank"})
        self._send("POST", "/url", {"url": url})

    def run(self, script: str, *given: Any) -> Any:  # noqa: ANN401 - whatever the script returns
        """What a script returns; `arguments` are the given values."""
        return self._send("POST", "/execute/sync", {"script": script, "args": list(given)})

    def wait(self, script: str, *given: Any) -> Any:  # noqa: ANN401
        """What an expression is when it is true at last."""
        return self.until(lambda: self.run(f"return {script}", *given), script)

    def until(self, asked: Callable[[], Any], what: str = "") -> Any:  # noqa: ANN401
        """What a function says when it says something."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if found := asked():
                return found
            time.sleep(0.05)
        raise AssertionError(f"in vain: {what}")

    def find(self, css: str) -> str:
        """An element that is there, or will be soon."""
        found = self.wait("document.querySelector(arguments[0])", css)
        return str(found[ELEMENT])

    def text(self, css: str) -> str:
        """What an element says."""
        self.find(css)
        return str(self.run("return document.querySelector(arguments[0]).textContent", css))

    def click(self, css: str) -> None:
        """As a mouse does."""
        element = self.find(css)
        self.run("document.querySelector(arguments[0]).scrollIntoView({block: 'center'})", css)
        self._send("POST", f"/element/{element}/click", {})

    def fill(self, css: str, text: str) -> None:
        """Put a text into a field, as if typed."""
        element = self.find(css)
        self._send("POST", f"/element/{element}/clear", {})
        self._send("POST", f"/element/{element}/value", {"text": text})

    def press(self, *keys: str) -> None:
        """Keys to whatever has the focus."""
        actions = [
            {"type": kind, "value": key} for key in "".join(keys) for kind in ("keyDown", "keyUp")
        ]
        source = {"type": "key", "id": "keyboard", "actions": actions}
        self._send("POST", "/actions", {"actions": [source]})

    def show(self, width: int, height: int = 800, *, dark: bool = False) -> None:
        """In another size, or in the dark."""
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self._devtools("Emulation.setDeviceMetricsOverride", size)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self._devtools("Emulation.setEmulatedMedia", {"features": [scheme]})

    def errors(self) -> list[str]:
        """What the console has complained about since it was last asked."""
        entries = self._send("POST", "/se/log", {"type": "browser"})
        return [one["message"] for one in entries if one["level"] in ("SEVERE", "WARNING")]

    def screenshot(self, path: Path) -> None:
        """A picture of the window."""
        path.write_bytes(base64.b64decode(self._send("GET", "/screenshot", None)))

    def violations(self) -> list[str]:
        """What axe-core finds serious."""
        code = distribution("axe-playwright-python").locate_file("axe_playwright_python/axe.min.js")
        self.run(Path(str(code)).read_text(encoding="utf-8"))
        self.run("window.found = null; axe.run().then((all) => { window.found = all.violations; })")
        found = self.wait("window.found && [window.found]")[0]
        return [
            f"{one['id']}: {one['nodes'][0]['html']} {one['nodes'][0].get('failureSummary')}"
            for one in found
            if one["impact"] in ("serious", "critical")
        ]

    def _devtools(self, command: str, given: dict[str, Any]) -> None:
        self._send("POST", "/goog/cdp/execute", {"cmd": command, "params": given})

    def _is_up(self) -> bool:
        try:
            return bool(self._send("GET", "/status", None)["ready"])
        except OSError:
            return False

    def _send(self, method: str, path: str, body: object) -> Any:  # noqa: ANN401
        data = None if body is None else json.dumps(body).encode()
        request = Request(
            self._url + path, data, {"Content-Type": "application/json"}, method=method
        )
        with urlopen(request, timeout=60) as answer:
            return json.load(answer)["value"]
