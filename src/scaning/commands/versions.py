"""`scaning versions`: a quiz for a class, with other words for each student."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scaning.commands import options
from scaning.commands.paraphrase import BaseUrl, How, KeepNames, MinDiversity, Model, Seed
from scaning.errors import InputError, UsageError

if TYPE_CHECKING:
    from scaning.banks import Bank
    from scaning.commands.flow import BadRows
    from scaning.corpus import Cells
    from scaning.paraphraser import Paraphraser, Wish
    from scaning.versions import Assignment, Question

MOST_STUDENTS = 1000
# More wordings of a question than this are hardly found, and cost time.
VARIANTS = 6

Quiz = Annotated[
    str,
    typer.Argument(
        metavar="QUIZ",
        help="A file .jsonl, .json, .csv, .tsv, .xlsx or .txt, or a question bank .xml or .gift.",
    ),
]
Students = Annotated[
    str, typer.Option("--students", help="How many, or a text file with a name on each line.")
]


def versions(
    quiz: Quiz,
    students: Students,
    output: Annotated[
        str, typer.Option("--output", "-o", metavar="FOLDER", help="If not QUIZ-versions.")
    ] = "",
    variants: Annotated[
        int, typer.Option("--variants", min=1, help="Other wordings of each question, at most.")
    ] = VARIANTS,
    title: Annotated[str, typer.Option("--title", help="The heading of the sheets.")] = "",
    pdf: Annotated[
        bool, typer.Option("--pdf", help="Also print the sheets as PDF, by Chromium or Chrome.")
    ] = False,
    prompt: How = None,
    keep_names: KeepNames = True,
    min_diversity: MinDiversity = 0.15,
    seed: Seed = 3407,
    model: Model = "embedded",
    base_url: BaseUrl = None,
    column: options.Column = None,
    quiet: options.Quiet = False,
) -> None:
    """Give each student other words for each question, shared by as few as possible.

    Writes into a folder: sheets.html to print, teacher.html with the answer key and how alike the
    sheets are, versions.csv, key.csv, similarity.csv, similarity.svg, and for a question bank one
    bank for each student. Answers and options stay untouched. The columns "options" and "answer"
    of a file go onto the sheets and into the key.
    """
    from scaning.paraphraser import Paraphraser, Wish
    from scaning.versions import assigned, matrix
    from scaning.versions.pages import summary
    from scaning.versions.pdf import browser, printed

    names = names_of(students)
    if pdf:
        browser()  # known to be there before the work begins
    asked = options.gather(
        quiz, output="-", source=None, target=None, json=False, column=column, quiet=quiet
    )
    several = min(variants, len(names))
    wish = Wish(several, prompt, keep_names, min_diversity, drafts=max(2, several // 2))
    work = Paraphraser(model, seed=seed, base_url=base_url)
    questions, bank, bad = _read(asked, work, wish)
    assignment = assigned([len(q.wordings) for q in questions], len(names), seed)
    alike = matrix(questions, assignment)
    folder = Path(output or Path(quiz).with_suffix("").name + "-versions")
    _write(folder, title or Path(quiz).stem, questions, assignment, names, alike, bank)
    if pdf:
        printed(folder / "sheets.html", folder / "sheets.pdf")
    _tell(quiet, f"{folder}: {summary(questions, assignment, alike)}", bad)


def names_of(students: str) -> list[str]:
    """The names of the students: numbers if there are none.

    >>> names_of("3")
    ['Student 1', 'Student 2', 'Student 3']
    """
    if students.isdecimal():
        number = int(students)
        if not 1 <= number <= MOST_STUDENTS:
            raise UsageError(f"--students {students}: give 1 to {MOST_STUDENTS:,}, or a file.")
        return [f"Student {n}" for n in range(1, number + 1)]
    try:
        lines = Path(students).read_text(encoding="utf-8-sig").splitlines()
    except (OSError, ValueError) as error:
        raise UsageError(
            f"--students {students}: neither a number nor a text file with a name on each line."
        ) from error
    names = [" ".join(line.split()) for line in lines if line.strip()]
    if not 1 <= len(names) <= MOST_STUDENTS:
        raise UsageError(f"{students} holds {len(names):,} names: give 1 to {MOST_STUDENTS:,}.")
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise UsageError(f"{students}: two students are called {twice!r}; tell them apart.")
    return names


def _read(
    asked: options.Options, work: Paraphraser, wish: Wish
) -> tuple[list[Question], Bank | None, BadRows | None]:
    """The questions of a bank or of rows, with their wordings."""
    from scaning.banks import is_bank, read_bank
    from scaning.versions import questions_of_bank, questions_of_rows

    bank, bad = None, None
    if is_bank(asked.input):
        bank = read_bank(asked.input)
        questions = list(questions_of_bank(bank, work, wish))
    else:
        from scaning.commands.flow import BadRows
        from scaning.corpus import PROBLEM, problem_of, read, records

        bad = BadRows(asked.input)
        found = read(asked.input, PROBLEM, columns=asked.columns)
        questions = list(questions_of_rows(list(records(found, problem_of, bad)), work, wish))
    if not questions:
        raise InputError(f"{asked.input}: there is no question in it")
    return questions, bank, bad


def _write(
    folder: Path,
    title: str,
    questions: list[Question],
    assignment: Assignment,
    names: list[str],
    alike: tuple[tuple[float, ...], ...],
    bank: Bank | None,
) -> None:
    from scaning.corpus import WRITERS, written
    from scaning.versions import pages

    folder.mkdir(parents=True, exist_ok=True)
    texts = {
        "sheets.html": pages.sheets(title, questions, assignment, names),
        "teacher.html": pages.teacher(title, questions, assignment, names, alike),
        "similarity.svg": pages.plot(names, alike),
    }
    for name, text in texts.items():
        with written(str(folder / name)) as stream:
            stream.write(text.encode())
    tables: dict[str, list[Cells]] = {
        "versions.csv": _given(questions, assignment, names),
        "key.csv": [
            {"number": n, "id": q.id, "name": q.name, "answer": "; ".join(q.answers)}
            for n, q in enumerate(questions, 1)
        ],
        "similarity.csv": [
            {"student": name, **{other: round(v, 4) for other, v in zip(names, row, strict=True)}}
            for name, row in zip(names, alike, strict=True)
        ],
    }
    for name, rows in tables.items():
        with written(str(folder / name)) as stream:
            WRITERS["csv"](stream, rows)
    if bank is not None:
        _banks(folder, questions, assignment, names, bank)


def _given(questions: list[Question], assignment: Assignment, names: list[str]) -> list[Cells]:
    """A row for each question of each student; wording 1 is the original."""
    return [
        {
            "student": name,
            "number": n,
            "id": question.id,
            "wording": at + 1,
            "question": question.wordings[at],
            "answer": "; ".join(question.answers),
        }
        for name, given in zip(names, assignment.wordings, strict=True)
        for n, (question, at) in enumerate(zip(questions, given, strict=True), 1)
    ]


def _banks(
    folder: Path, questions: list[Question], assignment: Assignment, names: list[str], bank: Bank
) -> None:
    """A bank for each student, in the format of the one that was read."""
    from scaning.corpus import written

    ending = ".gift" if bank.format == "gift" else ".xml"
    width = len(str(len(names)))
    for n, given in enumerate(assignment.wordings, 1):
        chosen = {
            question.place: question.texts[at - 1]
            for question, at in zip(questions, given, strict=True)
            if at
        }
        with written(str(folder / f"student-{n:0{width}}{ending}")) as stream:
            stream.write(bank.rewritten(chosen))


def _tell(quiet: bool, summary: str, bad: BadRows | None) -> None:
    from scaning.terminal import counted, tell

    if not quiet:
        tell(summary)
    if bad is not None and bad.count:
        tell(f"{counted(bad.count, 'row')} could not be read")
        raise typer.Exit(1)
