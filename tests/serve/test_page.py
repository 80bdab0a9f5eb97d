"""The web page in a real Chromium."""

import threading
import time
from collections.abc import Iterator
from typing import Any

import httpx2
import pytest
import uvicorn

from scaning import Paraphraser
from scaning.serve.app import create_app
from scaning.serve.settings import Limits, Settings

from .browser import CHROMIUM, DRIVER, ENTER, ESCAPE, TAB, Browser
from .conftest import EGGS, free_port

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(
        not (CHROMIUM and DRIVER),
        reason="Chromium is not installed (Debian: chromium chromium-driver)",
    ),
]

PENS = "Ann has 45 pens. She gives 17 pens to Ben. How many pens are left?"
HOSTILE = (
    "<script>window.hacked = 1</script>",
    '<img src="x" onerror="window.hacked = 2">',
    '"><svg onload="window.hacked = 3">',
    "<a href=\"javascript:window.hacked = 4\" autofocus onfocus='window.hacked = 5'>pens</a>",
    "<iframe srcdoc='<script>parent.hacked = 6</script>'></iframe>",
    "{{constructor.constructor('window.hacked = 7')()}}",
)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, paraphraser: Paraphraser) -> Iterator[str]:
    """The address of a server that runs in this process."""
    database = str(tmp_path_factory.mktemp("serve") / "reviews.db")
    app = create_app(Settings(database, model="rules", limits=Limits(rate=0)), paraphraser)
    port = free_port()
    server = uvicorn.Server(uvicorn.Config(app, port=port, log_level="warning"))
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        time.sleep(0.02)
    yield f"http://127.0.0.1:{port}"
    server.should_exit = True
    thread.join()


@pytest.fixture(scope="module")
def window(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    one = Browser(tmp_path_factory.mktemp("profile"), free_port())
    yield one
    one.close()


@pytest.fixture
def browser(window: Browser) -> Iterator[Browser]:
    """The window at its usual size; a test fails if the console complains."""
    window.show(1280)
    window.errors()
    yield window
    complaints = [one for one in window.errors() if "409" not in one]
    assert complaints == []


def job_of(site: str, **form: Any) -> str:  # noqa: ANN401
    """A job that is done, made without the page."""
    files = {"file": form.pop("file")} if "file" in form else None
    id = str(httpx2.post(f"{site}/v1/jobs", data=form, files=files).json()["id"])
    while httpx2.get(f"{site}/v1/jobs/{id}").json()["state"] != "done":
        time.sleep(0.05)
    return id


def reviews(site: str, job: str) -> list[Any]:
    found = httpx2.get(f"{site}/v1/jobs/{job}/problems").json()
    return [one["review"] for problem in found for one in problem["candidates"] if one["review"]]


def test_problems_are_pasted_rewritten_and_accepted_by_keys(browser: Browser, site: str) -> None:
    browser.open(f"{site}/")
    browser.fill("#text", f"{EGGS}\n\n{PENS}")
    browser.click("button.main")
    browser.wait("document.querySelectorAll('.problem').length === 2")
    browser.wait("!document.querySelector('progress')")
    browser.wait("document.querySelector('.variant .scores')")
    job = str(browser.run("return location.hash")).removeprefix("#/job/")
    shown = str(browser.run("return document.querySelector('.variant .text').innerText"))
    answered = httpx2.get(f"{site}/v1/jobs/{job}/problems").json()[0]["candidates"][0]["text"]
    assert shown == answered
    assert browser.run(
        "return [...document.querySelectorAll('.original .fact')].map(b => b.textContent)"
    ) == ["a dozen", "156", "Ann", "45", "17", "Ben"]
    assert browser.run("return document.querySelectorAll('.variant ins').length") > 0
    assert "Facts kept" in browser.text(".variant .scores")

    browser.run("document.querySelector('.variant').focus()")
    browser.press("a")
    browser.wait("document.querySelector('.variant').dataset.state === 'accepted'")
    browser.press("j")
    browser.press("r")
    browser.wait("document.querySelectorAll('.variant')[1].dataset.state === 'rejected'")
    assert [one["decision"] for one in reviews(site, job)] == ["accepted", "rejected"]
    browser.wait(
        "document.querySelector('.counts').textContent.includes('1 accepted · 1 rejected')"
    )
    browser.press("u")
    browser.wait("document.querySelectorAll('.variant')[1].dataset.state === 'open'")

    browser.open(f"{site}/#/job/{job}")
    browser.wait("document.querySelector('.variant[data-state=accepted]')")
    browser.open(f"{site}/")
    browser.wait("document.querySelector('.jobs').textContent.includes('1 accepted')")


def test_rejected_candidates_are_shown_with_reasons(browser: Browser, site: str) -> None:
    browser.open(f"{site}/#/job/{job_of(site, text=EGGS, n=1)}")
    browser.click(".others summary")
    said = browser.run(
        "return [...document.querySelectorAll('.others .reasons')].map(e => e.innerText)"
    )
    assert said
    assert all(said)
    assert any("Too close to the wording" in one for one in said)


def test_an_edit_is_checked_while_it_is_typed(browser: Browser, site: str) -> None:
    job = job_of(site, text=PENS, n=1)
    browser.open(f"{site}/#/job/{job}")
    browser.find(".variant")
    browser.run("document.querySelector('.variant').focus()")
    browser.press("e")
    browser.wait("document.querySelector('.verdict .good')")
    field = ".editor textarea"
    assert browser.run(
        "return document.activeElement === document.querySelector(arguments[0])", field
    )
    browser.fill(field, PENS.replace("17", "7"))
    browser.wait("document.querySelector('.verdict .reasons')")
    assert "'17'" in browser.text(".verdict .reasons")
    assert browser.text(".editor button") == "Keep it anyway"
    mine = "Ann owns 45 pens. She gives 17 pens to Ben. How many pens remain?"
    browser.fill(field, mine)
    browser.wait("document.querySelector('.verdict .good')")
    browser.click(".editor button")
    browser.wait("document.querySelector('.variant[data-state=edited]')")
    (review,) = reviews(site, job)
    assert (review["decision"], review["text"], review["cells"]["ok"]) == ("edited", mine, True)
    browser.press("e")
    browser.find(field)
    browser.press(ESCAPE)
    browser.wait("!document.querySelector('.editor')")


def test_an_answer_about_an_older_text_is_thrown_away(browser: Browser, site: str) -> None:
    browser.open(f"{site}/#/job/{job_of(site, text=PENS, n=1)}")
    browser.find(".variant")
    # The answer about a text without 17 comes last, and nothing can call it back.
    browser.run(
        """const real = window.fetch;
        window.late = 0;
        window.fetch = async (path, more) => {
          const answer = await real(path, {...more, signal: undefined});
          if (/check$/.test(path) && !more.body.includes('17')) {
            await new Promise((resume) => setTimeout(resume, 1500));
            window.late += 1;
          }
          return answer;
        };
        document.querySelector('.variant').focus();"""
    )
    browser.press("e")
    field = ".editor textarea"
    browser.fill(field, PENS.replace("17", "7"))
    time.sleep(0.6)
    browser.fill(field, PENS + " Say how many.")
    browser.wait("document.querySelector('.verdict').textContent !== 'Checking …'")
    before = browser.text(".verdict")
    browser.wait("window.late === 1")
    time.sleep(0.2)
    assert browser.text(".verdict") == before
    assert "'17'" not in before


def test_hostile_texts_are_shown_and_never_run(browser: Browser, site: str) -> None:
    rows = "".join(
        f'"{bad.replace(chr(34), chr(34) * 2)} 1","Ann has {n + 2} pens. {bad.replace(chr(34), chr(34) * 2)} She buys 5 more. How many pens has she?"\r\n'
        for n, bad in enumerate(HOSTILE)
    )
    job = job_of(site, file=(f"{HOSTILE[1]}.csv", f"id,question\r\n{rows}".encode()), n=2)
    browser.open(f"{site}/#/job/{job}")
    browser.wait("document.querySelectorAll('.problem').length === arguments[0]", len(HOSTILE))
    browser.run("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    shown = browser.run("return document.querySelector('main').innerText")
    assert all(bad in shown for bad in HOSTILE)
    browser.run("document.querySelector('.variant').focus()")
    browser.press("e")
    browser.fill(".editor textarea", "".join(HOSTILE))
    browser.wait("document.querySelector('.verdict .reasons')")
    assert HOSTILE[0] in browser.text(".preview")
    harmless(browser)

    pairs = [{"original": bad, "candidate": bad, "source": bad} for bad in HOSTILE]
    import json

    lines = "".join(json.dumps(pair) + "\n" for pair in pairs)
    made = httpx2.post(
        f"{site}/v1/studies",
        files={"file": ("pairs.jsonl", lines.encode())},
        data={"name": HOSTILE[0]},
    )
    study = made.json()["id"]
    sample = httpx2.get(f"{site}/v1/studies/{study}/task?rater=x").json()["samples"][0]["id"]
    grades = {"solvability": 1, "diversity": 1, "fluency": 1}
    for rater in (HOSTILE[1], HOSTILE[2]):
        body = {"sample": sample, "rater": rater, **grades}
        assert httpx2.put(f"{site}/v1/studies/{study}/ratings", json=body).status_code == 204
    for view in (
        "#/",
        "#/rate",
        f"#/rate/{study}",
        f"#/figures/study/{study}",
        f"#/figures/job/{job}",
    ):
        browser.open(f"{site}/{view}")
        browser.find("main h1")
        harmless(browser)
    httpx2.delete(f"{site}/v1/studies/{study}")
    httpx2.delete(f"{site}/v1/jobs/{job}")


def harmless(browser: Browser) -> None:
    """Nothing of the texts has become an element or was run."""
    time.sleep(0.1)
    assert browser.run("return window.hacked ?? null") is None
    made = "main script, main img, main iframe, main [onload], main [onerror], main [onfocus], main a[href^='javascript']"
    assert browser.run("return document.querySelectorAll(arguments[0]).length", made) == 0


def test_the_policy_stops_a_script_that_would_get_in_all_the_same(
    window: Browser, site: str
) -> None:
    window.open(f"{site}/")
    window.find("main h1")
    window.run(
        """const script = document.createElement('script');
        try { script.text = 'window.hacked = 8'; } catch { window.trusted = 1; }
        document.body.append(script);
        try { document.body.insertAdjacentHTML('beforeend', '<b>x</b>'); } catch { window.trusted += 1; }"""
    )
    assert window.run("return [window.hacked ?? null, window.trusted]") == [None, 2]
    assert window.errors()


def test_two_people_rate_blindly_by_keys_and_the_figures_agree(browser: Browser, site: str) -> None:
    job = job_of(site, text=f"{EGGS}\n{PENS}", n=2)
    name = httpx2.get(f"{site}/v1/jobs/{job}").json()["name"]
    browser.open(f"{site}/#/rate")
    browser.find("#of-job")
    browser.run("document.querySelector('#of-job').value = arguments[0]", job)
    browser.click("form.stack button.main")
    browser.wait("/^#.rate.[\\w-]+$/.test(location.hash)")
    study = str(browser.run("return location.hash")).removeprefix("#/rate/")
    total = httpx2.get(f"{site}/v1/studies/{study}").json()["samples"]
    for rater, keys in (("Ann", "545"), ("Ben", "544")):
        browser.open(f"{site}/#/rate/{study}")
        if rater == "Ben":
            browser.click(".status a")
        browser.fill("#rater", rater)
        browser.press(ENTER)
        browser.find(".scale input")
        assert name in browser.text("h1")
        assert "rules" not in str(browser.run("return document.querySelector('main').innerText"))
        browser.run("document.querySelector('.scale input').focus()")
        for done in range(1, total + 1):
            browser.press(keys)
            browser.press(ENTER)
            browser.wait("document.querySelector('progress').value === arguments[0]", done)
        browser.wait("document.querySelector('.finished')")
    assert httpx2.get(f"{site}/v1/studies/{study}").json()["raters"] == {"Ann": total, "Ben": total}
    browser.click(".finished a")
    table = browser.text("table")
    assert "Solvability5.00 ± 0.00–not defined" in table
    assert "Fluency4.50 ± 0.000.00slight" in table
    assert browser.run("return document.querySelectorAll('.chart svg').length") >= 4


def test_a_grade_that_is_missing_is_asked_for(browser: Browser, site: str) -> None:
    job = job_of(site, text=EGGS, n=1)
    study = httpx2.post(f"{site}/v1/studies", data={"job": job}).json()["id"]
    browser.open(f"{site}/#/rate/{study}")
    browser.run("localStorage.setItem('scaning-rater', 'Cleo')")
    browser.open(f"{site}/#/rate/{study}")
    browser.find(".scale input")
    browser.click(".sample button.main")
    assert "solvability" in browser.text(".sample .wrong")
    assert httpx2.get(f"{site}/v1/studies/{study}").json()["raters"] == {}


@pytest.mark.parametrize(("width", "dark"), [(1280, False), (360, True)])
def test_no_view_has_a_serious_fault_of_accessibility_or_is_too_wide(
    browser: Browser, site: str, width: int, dark: bool
) -> None:
    job = job_of(site, text=f"{EGGS}\n{PENS}\nHow many?", n=2)
    study = httpx2.post(f"{site}/v1/studies", data={"job": job}).json()["id"]
    task = httpx2.get(f"{site}/v1/studies/{study}/task?rater=x").json()
    body = {"sample": task["samples"][0]["id"], "rater": "x"}
    grades = {"solvability": 1, "diversity": 1, "fluency": 1}
    httpx2.put(f"{site}/v1/studies/{study}/ratings", json=body | grades)
    browser.show(width, dark=dark)
    views = (
        "#/",
        f"#/job/{job}",
        "#/rate",
        f"#/rate/{study}",
        f"#/figures/job/{job}",
        f"#/figures/study/{study}",
        "docs",
    )
    for view in views:
        browser.open(f"{site}/{view}")
        browser.find("main article" if view == "docs" else "main h1")
        if view == f"#/job/{job}":
            browser.run(
                "document.querySelectorAll('details').forEach((one) => { one.open = true; })"
            )
            browser.run(
                "document.querySelectorAll('.switches input').forEach((one) => one.click())"
            )
            browser.click(".variant [data-key=a]")
            browser.wait("document.querySelector('.variant').dataset.state === 'accepted'")
            browser.click("li:nth-child(2) [data-key=e]")
            browser.wait("document.querySelector('.verdict .good')")
        assert browser.violations() == [], view
        assert browser.run("return document.documentElement.scrollWidth") <= width, view


def test_the_first_key_leads_past_the_navigation(browser: Browser, site: str) -> None:
    browser.open(f"{site}/")
    browser.find("main h1")
    browser.press(TAB)
    assert browser.run("return document.activeElement.className") == "skip"
    browser.press(ENTER)
    browser.wait("document.activeElement.id === 'main'")
    assert browser.run("return document.querySelector('main h1').textContent").startswith(
        "The same"
    )
