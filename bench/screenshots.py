"""Pictures of the web page for docs/web.md, from a server of their own.

python bench/screenshots.py
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

import httpx2
from browser import Browser
from http_server import Server, free_port
from report import ROOT

IMAGES = ROOT / "docs" / "images"
WIDTH = 1120
TEXT = "\n\n".join(
    (
        "Priya had 45 marbles. She gave 17 of them to Omar and found 8 more under the sofa. "
        "How many marbles does Priya have now?",
        "A farmer packs eggs into boxes of a dozen. How many boxes can she fill with 156 eggs?",
        "If 27 bottles of soda cost A cents, how much will B bottles cost in dollars?",
    )
)
GRADES = {
    "Ms Lee": [(5, 4, 5), (4, 3, 4), (5, 2, 5), (5, 3, 3), (3, 4, 2), (5, 4, 4), (4, 3, 5)],
    "Mr Cole": [(5, 4, 4), (4, 3, 4), (5, 3, 5), (4, 3, 3), (3, 4, 3), (5, 4, 4), (5, 3, 5)],
}


def rated(url: str, job: str) -> str:
    """A study of a job's versions that two people have graded."""
    study = str(httpx2.post(f"{url}/v1/studies", data={"job": job}).json()["id"])
    for rater, several in GRADES.items():
        task = httpx2.get(f"{url}/v1/studies/{study}/task", params={"rater": rater}).json()
        samples = sorted(one["id"] for one in task["samples"])
        for sample, (solvability, diversity, fluency) in zip(samples, several, strict=False):
            grades = {"solvability": solvability, "diversity": diversity, "fluency": fluency}
            body = {"sample": sample, "rater": rater, **grades}
            httpx2.put(f"{url}/v1/studies/{study}/ratings", json=body).raise_for_status()
    return study


def shoot(browser: Browser, url: str) -> None:
    """All pictures."""
    browser.show(WIDTH, 780)
    browser.open(f"{url}/")
    browser.fill("#text", TEXT)
    shot(browser, "start")

    browser.click("button.main")
    browser.wait("document.querySelectorAll('.problem').length === 3")
    browser.wait("!document.querySelector('progress')")
    job = str(browser.run("return location.hash")).removeprefix("#/job/")
    browser.run("document.querySelector('.variant').focus()")
    browser.press("a")
    browser.wait("document.querySelector('.variant').dataset.state === 'accepted'")
    browser.press("je")
    field = ".editor textarea"
    browser.find(field)
    text = str(browser.run("return document.querySelector(arguments[0]).value", field))
    browser.fill(field, text.replace("17", "7"))
    browser.wait("document.querySelector('.verdict .reasons')")
    browser.show(WIDTH, 1000)
    shot(browser, "review")

    study = rated(url, job)
    browser.show(WIDTH, 960)
    browser.open(f"{url}/#/rate/{study}")
    browser.fill("#rater", "Dr Brandt")
    browser.click("button.main")
    browser.find(".scale input")
    browser.run("document.querySelector('.scale input').focus()")
    browser.press("54")
    shot(browser, "rate")

    browser.show(WIDTH, 900)
    browser.open(f"{url}/#/figures/study/{study}")
    browser.find(".chart")
    shot(browser, "figures")

    browser.show(360, 740, dark=True)
    browser.open(f"{url}/#/job/{job}")
    browser.find(".variant")
    browser.run("document.querySelector('.problem').scrollIntoView()")
    shot(browser, "phone")


def shot(browser: Browser, name: str) -> None:
    """One picture, when the typefaces are there."""
    browser.wait("document.fonts.status === 'loaded'")
    time.sleep(0.4)
    browser.screenshot(IMAGES / f"{name}.png")


def main() -> None:
    """Start, shoot, stop."""
    IMAGES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        server = Server(str(Path(folder) / "reviews.db"), Path(folder) / "log", "--rate", "0")
        browser = Browser(Path(folder) / "profile", free_port())
        try:
            shoot(browser, server.url)
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main()
