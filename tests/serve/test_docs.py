"""Every command of docs/serve.md runs as it is printed, against the server that it starts."""

import json
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

import httpx2
from http_server import free_port

ROOT = Path(__file__).parents[2]


def test_the_commands_of_the_page_run(tmp_path: Path) -> None:
    text = (ROOT / "docs" / "serve.md").read_text(encoding="utf-8")
    start, *asking = re.findall(r"^```sh\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert start == "scaning serve\n"
    (tmp_path / "examples").mkdir()
    lines = (ROOT / "examples" / "problems.csv").read_text(encoding="utf-8").splitlines()
    (tmp_path / "examples" / "problems.csv").write_text("\n".join(lines[:4]), encoding="utf-8")
    assert shutil.which("curl"), "curl is not installed"
    port = str(free_port())
    code = "from scaning.cli import main; main()"
    server = subprocess.Popen(
        [sys.executable, "-c", code, "serve", "--port", port, "--model", "rules", "--quiet"],
        env=os.environ | {"XDG_DATA_HOME": str(tmp_path)},
    )
    try:
        ready(f"http://localhost:{port}", server)
        answers = [
            subprocess.run(
                ["bash", "-euo", "pipefail", "-c", line.replace("8000", port)],
                cwd=tmp_path, capture_output=True, text=True, check=True,
            ).stdout
            for block in asking for line in block.splitlines()
        ]  # fmt: skip
    finally:
        server.terminate()
        server.wait(30)
    found, verdict, scores, batch, job, jobs = answers
    assert len(json.loads(found)["variants"]) == 2
    assert json.loads(verdict)["ok"] is False
    assert json.loads(scores)["numeracy"] == 1
    assert [json.loads(line)["variants"] for line in batch.splitlines()]
    assert json.loads(job)["problems"] == 3
    assert json.loads(jobs)[0]["id"] == json.loads(job)["id"]
    assert (tmp_path / "scaning" / "reviews.db").exists()


def ready(url: str, server: subprocess.Popen[bytes]) -> None:
    for _ in range(600):
        assert server.poll() is None
        try:
            if httpx2.get(f"{url}/ready").is_success:
                return
        except httpx2.TransportError:
            pass
        time.sleep(0.1)
    raise AssertionError("the server is not ready")


def test_the_limits_of_the_page_are_those_of_the_code() -> None:
    from scaning.serve.settings import Limits

    text = (ROOT / "docs" / "serve.md").read_text(encoding="utf-8")
    limits = Limits()
    for said in (
        f"| characters of a problem | {limits.text:,} |",
        f"| variants of a problem | {limits.variants} |",
        f"| problems in a batch, in a file | {limits.batch}, {limits.job:,} |",
        f"| files that wait | {limits.jobs} |",
        f"| requests of a client in a minute | {limits.rate} (`--rate`) |",
        f"no more than {limits.waiting} requests wait",
        f"Longer than {limits.body // 10**6} MB, a file longer than {limits.file // 10**6} MB.",
    ):
        assert said in text
