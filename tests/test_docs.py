import dataclasses
import doctest
import importlib
import json
import re
from pathlib import Path

import pytest
from pages import PAGES, made

from scaning.cli import main
from scaning.commands.select import SCORED
from scaning.corpus import PAIR, PROBLEM
from scaning.corpus.rows import TYPED
from scaning.noise.rows import Applied, NoiseRow
from scaning.records import Scores, Verdict

ROOT = Path(__file__).parents[1]
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
    names: dict[str, object] = {}  # a block knows what the blocks above it have named
    for block in blocks(page, "python"):
        test = doctest.DocTestParser().get_doctest(block, names, page.name, str(page), 0)
        runner.run(test, clear_globs=False)
        names |= test.globs
    assert runner.summarize(verbose=False).failed == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_outputs_and_tables_of_a_page_are_up_to_date(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert text == made(text), "run python bench/pages.py"


def test_every_made_part_is_made() -> None:
    page = "x\n```console\n$ echo 5\nstale\n```\ny\n<!-- made: reasons -->\n\nstale\n<!-- end -->\n"
    now = made(page)
    assert "$ echo 5\n5\n```\ny" in now
    assert "| `copy` |" in now
    assert "stale" not in now


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
    # Rows of noise are written as JSON Lines alone, so no table has to give them their types back.
    noised = Applied("shuffle", 0.5)
    row = json.loads(NoiseRow("q", original, good, original, "", (noised,), passive=False).line())
    names = {*row, *(f"log[].{name}" for name in row["log"][0])}
    assert names - {"id", "original"} == adds["noise"]
    typed = {
        name
        for name, kind, _, added_by, _ in fields
        if "[]" not in name and not kind.startswith("text") and added_by != "noise"
    }
    assert typed == TYPED
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
