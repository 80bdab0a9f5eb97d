import dataclasses
import doctest
import importlib
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from scaning.cli import main
from scaning.commands.select import SCORED
from scaning.corpus import PAIR, PROBLEM
from scaning.corpus.rows import TYPED
from scaning.facts import REASONS
from scaning.records import Scores, Verdict

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
SOURCE = ROOT / "src"
MODULES = sorted(
    ".".join(path.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__")
    for path in (SOURCE / "scaning").rglob("*.py")
    if ">>>" in path.read_text(encoding="utf-8")
)


def blocks(page: Path, language: str) -> list[str]:
    """The fenced blocks of a page that are in a language, "" for those in none."""
    text = page.read_text(encoding="utf-8")
    found = re.findall(r"^```(\w*)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    return [block for tag, block in found if tag == language]


def table(page: str) -> list[list[str]]:
    """The rows of the first table of a page, without code marks."""
    lines = (ROOT / page).read_text(encoding="utf-8").splitlines()
    rows = [line.strip("|").split(" | ") for line in lines if line.startswith("| ")]
    return [[cell.strip(" |`") for cell in row] for row in rows[1:]]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_are_true(name: str) -> None:
    failed, tried = doctest.testmod(importlib.import_module(name))
    assert tried
    assert not failed


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_examples_of_a_page_are_true(page: Path) -> None:
    runner = doctest.DocTestRunner()
    for block in blocks(page, "python"):
        runner.run(doctest.DocTestParser().get_doctest(block, {}, page.name, str(page), 0))
    assert runner.summarize(verbose=False).failed == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_commands_of_a_page_print_what_it_shows(page: Path) -> None:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    for block in blocks(page, "console"):
        command, shown = block.removeprefix("$ ").split("\n", 1)
        ran = subprocess.run(
            ["bash", "-c", command],
            cwd=ROOT,
            env=os.environ | {"PATH": path, "COLUMNS": "80"},
            capture_output=True,
            text=True,
            check=True,
        )
        printed = "\n".join(line.rstrip() for line in ran.stdout.splitlines())
        assert printed.strip() == shown.strip(), f"now it prints\n{printed}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_of_a_page_leads_to_a_file(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
        assert target.startswith("https://") or (page.parent / target).exists(), target


def test_the_tree_of_the_readme_is_that_of_the_source() -> None:
    tree = next(b for b in blocks(ROOT / "README.md", "") if b.startswith("src/scaning"))
    for name in re.findall(r"^[├└]── (\S+)", tree, re.M):
        assert (ROOT / "src" / "scaning" / name).exists(), name
    for name in re.findall(r"^(\w+)/ ", tree, re.M):
        assert (ROOT / name).is_dir(), name


def numbers_in(value: object) -> Iterator[float]:
    if isinstance(value, bool):
        return
    if isinstance(value, int | float):
        yield value
    elif isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            yield from numbers_in(item)


def test_every_figure_of_the_readme_stands_in_the_file_beside_it() -> None:
    rows = table("README.md")
    assert rows
    for what, figures, command, link in rows:
        script = command.split()[1]
        assert (ROOT / script).exists(), what
        path = re.search(r"\((.+?)\)", link)
        assert path, what
        known = list(numbers_in(json.loads((ROOT / path[1]).read_text(encoding="utf-8"))))
        for figure in re.findall(r"\d[\d,]*(?:\.\d+)?%?", figures):
            scale = 100 if figure.endswith("%") else 1
            digits = len(figure.strip("%").partition(".")[2])
            wanted = float(figure.strip("%").replace(",", ""))
            assert any(round(scale * n, digits) == wanted for n in known), f"{what}: {figure}"


def test_the_kinds_of_reason_are_documented() -> None:
    rows = dict(table("docs/reasons.md"))
    assert rows == dict(REASONS)


def names_in(path: Path) -> set[str]:
    """The names of the columns in a file, and those in lists of objects after the list's name."""
    names = set()
    for line in path.read_text(encoding="utf-8").splitlines():
        for name, cell in json.loads(line).items():
            inner = cell[0] if isinstance(cell, list) and cell else {}
            names |= {name, *(f"{name}[].{key}" for key in inner)}
    return names


def run(*arguments: object) -> None:
    with pytest.raises(SystemExit) as exit_:
        main([*map(str, arguments), "--quiet"])
    assert not exit_.value.code


def test_the_table_of_fields_is_what_the_commands_read_and_add(tmp_path: Path) -> None:
    pairs, checked, scored, kept, dropped = (tmp_path / f"{n}.jsonl" for n in range(5))
    original = "Ann has 45 marbles. She gives 17 marbles to Ben. How many marbles are left?"
    good = "Of her 45 marbles Ann gives 17 to Ben. How many marbles does she have left?"
    rows = [{"original": original, "candidate": text} for text in (good, original)]
    pairs.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    run("check", pairs, "-o", checked)
    run("score", pairs, "-o", scored)
    run("select", scored, "-o", kept, "--dropped", dropped)

    fields = table("docs/fields.md")
    adds: dict[str, set[str]] = {}
    for name, _, _, added_by, _ in fields:
        for command in filter(None, added_by.split(", ")):
            adds.setdefault(command, set()).add(name)
    assert names_in(checked) - set(PAIR) == adds["check"]
    assert names_in(scored) - set(PAIR) == adds["score"]
    assert names_in(kept) | names_in(dropped) == names_in(scored) | adds["select"]

    read = {name: set(by.split(", ")) for name, _, by, _, _ in fields}
    assert all({"check", "score", "select"} <= read[name] for name in PAIR)
    assert all("select" in read[name] for name in SCORED)
    assert set(PROBLEM) <= read.keys()
    inner = {name for name in read if "[]" not in name and name not in ("id", "prompt")}
    assert inner - {*PAIR, *PROBLEM} == TYPED
    ours = {field.name for record in (Verdict, Scores) for field in dataclasses.fields(record)}
    assert ours <= read.keys()


@pytest.mark.parametrize("folder", ["src", "tests", "bench", "docs", "examples", "."])
def test_no_text_holds_a_left_over_or_a_path_of_one_machine(folder: str) -> None:
    words = "T[O]DO|F[I]XME|X[X]X|<{7}"
    left_over = re.compile(rf"\b(?:{words})\b|(?<![\w.])/(?:home|root|work|Users)/")
    files = (ROOT / folder).glob("*" if folder == "." else "**/*")
    for path in files:
        if path.suffix in {".py", ".md", ".toml", ".cff"}:
            found = left_over.search(path.read_text(encoding="utf-8"))
            assert not found, f"{path.relative_to(ROOT)}: {found[0] if found else ''}"
