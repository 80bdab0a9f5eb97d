"""Versions of a quiz for a class: who gets which wording, what stays, and what is printed."""

import csv
import json
import re
import shutil
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scaning.banks import read_bank
from scaning.cli import main
from scaning.versions import Question, assigned, matrix, similarity
from scaning.versions.pages import sheets, summary, teacher

ROOT = Path(__file__).parents[1]
CANDY = "In how many ways can 5 different candies be distributed among 4 children?"
PENS = "Ann has 45 pens. She gives 17 pens to Ben. How many pens does Ann have left?"
HOSTILE = '<script>alert(1)</script> "Ann" & Ben have 3 pens. How many?'


@given(
    wordings=st.lists(st.integers(1, 7), min_size=1, max_size=6),
    students=st.integers(1, 12),
    seed=st.integers(0, 3),
)
def test_every_wording_is_given_as_often_as_any_other(
    wordings: list[int], students: int, seed: int
) -> None:
    given_out = assigned(wordings, students, seed).wordings
    assert len(given_out) == students
    for n, several in enumerate(wordings):
        times = [sum(row[n] == w for row in given_out) for w in range(several)]
        assert sum(times) == students
        assert max(times) - min(times) <= 1


def test_an_assignment_is_that_of_its_seed() -> None:
    assert assigned([3, 4], 9, 1) == assigned([3, 4], 9, 1)
    assert assigned([3, 4], 9, 1) != assigned([3, 4], 9, 2)


def test_two_students_share_less_than_by_chance() -> None:
    chosen = assigned([3] * 8, 9, seed=3407)
    shared = [chosen.together(a, b) for a in range(9) for b in range(a)]
    # Nine students in three groups of three share 72 of 288 wordings, two each: 2 of 8.
    assert sum(shared) == 72
    assert max(shared) <= 3


def question(*wordings: str, answers: tuple[str, ...] = ("28",)) -> Question:
    return Question("q", "q", wordings, ("28", "62"), answers)


def test_sheets_are_as_alike_as_their_words() -> None:
    assert similarity(PENS, PENS) == 1
    assert 0 < similarity(PENS, "Of her 45 pens Ann gives 17 pens to Ben. How many?") < 1
    assert similarity("one two", "three four") == 0
    alike = matrix([question(PENS, CANDY), question(CANDY)], assigned([2, 1], 2, 1))
    assert alike[0][0] == alike[1][1] == 1
    assert alike[0][1] == alike[1][0] == pytest.approx((similarity(PENS, CANDY) + 1) / 2)


class Reader(HTMLParser):
    """The tags of a page, and its text."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.text = ""
        self.addresses: list[str | None] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Remember the tag, and what it would fetch."""
        self.tags.append(tag)
        self.addresses += [value for name, value in attrs if name in ("src", "href")]

    def handle_data(self, data: str) -> None:
        """Remember the text."""
        self.text += data


def test_a_page_fetches_nothing_and_runs_nothing_of_a_hostile_quiz() -> None:
    questions = [question(HOSTILE, PENS, answers=("<b>28</b>",))]
    names = ["<i>Ann</i>", "Ben"]
    given_out = assigned([2], 2, 1)
    for page in (
        sheets("<Quiz>", questions, given_out, names),
        teacher("<Quiz>", questions, given_out, names, matrix(questions, given_out)),
    ):
        read = Reader(page)
        assert not {"script", "link", "img", "i", "b"} & set(read.tags)
        assert not read.addresses
        assert HOSTILE in read.text
        assert "<i>Ann</i>" in read.text


def test_each_sheet_begins_a_page_and_shows_no_answer() -> None:
    questions = [question(PENS, CANDY, answers=("secret",))]
    page = sheets("Quiz", questions, assigned([2], 3, 1), ["A", "B", "C"])
    assert page.count('<section class="sheet">') == 3
    assert "break-after: page" in page
    assert "secret" not in page
    assert page.count("☐ 62") == 3


def test_the_summary_says_what_is_shared_and_what_has_one_wording() -> None:
    questions = [question(PENS, CANDY), Question("fixed", "Fixed", (CANDY,))]
    given_out = assigned([2, 1], 4, 1)
    said = summary(questions, given_out, matrix(questions, given_out))
    assert said.startswith("4 students, 2 questions with 3 wordings. No wording is on more than 2")
    assert said.endswith("The same words for all: Fixed.")


def run(*arguments: object) -> int:
    with pytest.raises(SystemExit) as exit_:
        main(["versions", *map(str, arguments), "--model", "rules"])
    return int(exit_.value.code or 0)


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def test_a_file_becomes_sheets_key_and_similarities(tmp_path: Path) -> None:
    quiz = tmp_path / "quiz.jsonl"
    given_rows = [
        {"id": "candy", "question": CANDY, "options": ["4", "1024"], "answer": "1024"},
        {"id": "pens", "question": PENS, "answer": 28},
    ]
    quiz.write_text("".join(json.dumps(row) + "\n" for row in given_rows), encoding="utf-8")
    folder = tmp_path / "out"
    assert run(quiz, "--students", 5, "-o", folder) == 0
    given_out = rows(folder / "versions.csv")
    assert len(given_out) == 10
    assert {row["answer"] for row in given_out if row["id"] == "pens"} == {"28"}
    candies = {row["question"] for row in given_out if row["id"] == "candy"}
    assert CANDY in candies
    assert len(candies) >= 3
    assert all("5 different" in text for text in candies)
    assert [row["answer"] for row in rows(folder / "key.csv")] == ["1024", "28"]
    alike = rows(folder / "similarity.csv")
    assert [row["student"] for row in alike] == [f"Student {n}" for n in range(1, 6)]
    assert all(float(row[row["student"]]) == 1 for row in alike)
    assert (folder / "similarity.svg").read_text(encoding="utf-8").count("<rect") == 25
    before = (folder / "sheets.html").read_bytes()
    assert run(quiz, "--students", 5, "-o", folder) == 0
    assert (folder / "sheets.html").read_bytes() == before


def test_a_bank_becomes_a_bank_for_each_student_with_the_same_answers(tmp_path: Path) -> None:
    source = ROOT / "examples" / "banks" / "quiz.xml"
    names = tmp_path / "names.txt"
    names.write_text("Ann\nBen\n\nCleo\n", encoding="utf-8")
    assert run(source, "--students", names, "-o", tmp_path / "out") == 0
    banks = [read_bank(path) for path in sorted((tmp_path / "out").glob("student-*.xml"))]
    assert len(banks) == 3
    original = read_bank(source)
    assert len({bank.data for bank in banks}) > 1
    for bank in banks:
        assert [(i.id, i.options, i.answers, i.pictures) for i in bank.items] == [
            (i.id, i.options, i.answers, i.pictures) for i in original.items
        ]
    assert "Cleo" in (tmp_path / "out" / "sheets.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("students", "said"),
    [
        ("0", "give 1 to 1,000"),
        ("nobody.txt", "neither a number nor a text file"),
        ("twice.txt", "two students are called 'Ann'"),
        ("empty.txt", "holds 0 names"),
    ],
)
def test_a_class_that_is_none_is_one_line(
    students: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    Path("twice.txt").write_text("Ann\nBen\nAnn\n", encoding="utf-8")
    Path("empty.txt").write_text("\n", encoding="utf-8")
    Path("quiz.txt").write_text(PENS, encoding="utf-8")
    assert run("quiz.txt", "--students", students) == 2
    assert re.fullmatch(rf"scaning: .*{said}.*\n", capsys.readouterr().err)


def test_without_a_browser_pdf_is_refused_before_any_work(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCANING_BROWSER", "no-such-browser")
    assert run(tmp_path / "quiz.csv", "--students", 2, "--pdf") == 2
    assert "print the HTML from any browser" in capsys.readouterr().err


@pytest.mark.skipif(not shutil.which("chromium"), reason="there is no Chromium here")
def test_the_pdf_has_a_page_for_each_student(tmp_path: Path) -> None:
    from scaning.versions.pdf import printed

    page, target = tmp_path / "sheets.html", tmp_path / "sheets.pdf"
    questions = [question(PENS, CANDY)]
    page.write_text(sheets("Quiz", questions, assigned([2], 3, 1), ["A", "B", "C"]), "utf-8")
    printed(page, target)
    assert len(re.findall(rb"/Type\s*/Page\b", target.read_bytes())) == 3
