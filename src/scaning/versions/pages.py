"""Pages to print: a sheet for each student, and the teacher's page with key and similarities.

Each page is one file without any other: no script, no font and no picture is fetched.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from scaning.versions.assign import Assignment
from scaning.versions.questions import Question
from scaning.versions.similar import Matrix

_STYLE = """
:root { color-scheme: light; }
body { font: 12pt/1.5 Georgia, "Times New Roman", serif; color: #111; background: #fff;
  max-width: 42rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.3rem; margin: 0 0 .3rem; }
h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
.sheet { break-after: page; padding-bottom: 2rem; }
.sheet:last-child { break-after: auto; }
.who { display: flex; justify-content: space-between; border-bottom: 1px solid #111;
  padding-bottom: .4rem; margin-bottom: 1.2rem; gap: 1rem; flex-wrap: wrap; }
.questions > li { break-inside: avoid; margin: 0 0 1.4rem; padding-left: .3rem; }
.options { list-style: none; padding-left: .5rem; margin: .4rem 0 0; }
.answer { display: block; border-bottom: 1px dotted #777; height: 1.8rem; }
.note { color: #555; font-size: .9rem; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
th, td { border: 1px solid #999; padding: .2rem .4rem; text-align: left; vertical-align: top; }
svg { width: 100%; height: auto; font: 3px sans-serif; }
@page { margin: 18mm; }
@media print { body { margin: 0; max-width: none; padding: 0; } a { color: inherit; } }
"""


def _page(title: str, body: str) -> str:
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n{body}\n"
        "</body>\n</html>\n"
    )


def sheets(
    title: str, questions: Sequence[Question], assignment: Assignment, names: Sequence[str]
) -> str:
    """The sheets of all students, each beginning a page."""
    parts = [
        _sheet(title, questions, given, name)
        for given, name in zip(assignment.wordings, names, strict=True)
    ]
    return _page(title, "\n".join(parts))


def _sheet(title: str, questions: Sequence[Question], given: Sequence[int], name: str) -> str:
    asked = "\n".join(
        _asked(question, question.wordings[at])
        for question, at in zip(questions, given, strict=True)
    )
    who = f"<span>{escape(name)}</span><span>Name: ______________________</span>"
    return (
        f'<section class="sheet">\n<h1>{escape(title)}</h1>\n<p class="who">{who}</p>\n'
        f'<ol class="questions">\n{asked}\n</ol>\n</section>'
    )


def _asked(question: Question, wording: str) -> str:
    shown = f"<li><div>{escape(wording)}</div>"
    if question.pictures:
        shown += '<p class="note">See the picture in the quiz.</p>'
    if question.options:
        options = "".join(f"<li>☐ {escape(option)}</li>" for option in question.options)
        return f'{shown}<ul class="options">{options}</ul></li>'
    return f'{shown}<span class="answer"></span></li>'


def teacher(
    title: str,
    questions: Sequence[Question],
    assignment: Assignment,
    names: Sequence[str],
    alike: Matrix,
) -> str:
    """The teacher's page: key, who has which wording, how alike the sheets are, all wordings."""
    body = "\n".join(
        (
            f"<h1>{escape(title)}: for the teacher</h1>",
            f"<p>{escape(summary(questions, assignment, alike))}</p>",
            "<h2>Answer key</h2>",
            _key(questions),
            "<h2>Who has which wording</h2>",
            _given(questions, assignment, names),
            "<h2>How alike the sheets are</h2>",
            plot(names, alike),
            "<h2>All wordings</h2>",
            _wordings(questions),
        )
    )
    return _page(f"{title}: for the teacher", body)


def summary(questions: Sequence[Question], assignment: Assignment, alike: Matrix) -> str:
    """What came of it, in a sentence or two."""
    students = len(assignment.wordings)
    pairs = [(a, b) for a in range(students) for b in range(a)]
    told = (
        f"{students} students, {len(questions)} questions with "
        f"{sum(len(q.wordings) for q in questions)} wordings."
    )
    several = [n for n, question in enumerate(questions) if len(question.wordings) > 1]
    if several:
        most = max(map(assignment.most_shared, several))
        told += f" No wording is on more than {most} sheets where there are several."
    if pairs:
        shared = max(assignment.together(a, b) for a, b in pairs)
        mean = sum(alike[a][b] for a, b in pairs) / len(pairs)
        told += (
            f" Two students share at most {shared} of {len(questions)} wordings; the sheets are "
            f"{mean:.0%} alike on average."
        )
    single = [q.name for q in questions if len(q.wordings) == 1]
    return told + (f" The same words for all: {', '.join(single)}." if single else "")


def _key(questions: Sequence[Question]) -> str:
    rows = "".join(
        f"<tr><td>{n}</td><td>{escape(q.name)}</td>"
        f"<td>{escape('; '.join(q.answers) or '—')}</td></tr>"
        for n, q in enumerate(questions, 1)
    )
    return f"<table><tr><th>No.</th><th>Question</th><th>Answer</th></tr>{rows}</table>"


def _given(questions: Sequence[Question], assignment: Assignment, names: Sequence[str]) -> str:
    head = "".join(f"<th>{n}</th>" for n in range(1, len(questions) + 1))
    rows = "".join(
        f"<tr><td>{escape(name)}</td>{''.join(f'<td>{at + 1}</td>' for at in given)}</tr>"
        for name, given in zip(names, assignment.wordings, strict=True)
    )
    return f"<table><tr><th>Student</th>{head}</tr>{rows}</table>"


def _wordings(questions: Sequence[Question]) -> str:
    parts = []
    for n, question in enumerate(questions, 1):
        listed = "".join(f"<li>{escape(wording)}</li>" for wording in question.wordings)
        why = f'<p class="note">{escape(question.why)}</p>' if question.why else ""
        parts.append(f"<h3>{n}. {escape(question.name)}</h3><ol>{listed}</ol>{why}")
    return "\n".join(parts)


def plot(names: Sequence[str], alike: Matrix) -> str:
    """The similarities as squares, the darker the more alike; each says who and how much."""
    size, left = len(names), 18
    cells = []
    for y, row in enumerate(alike):
        cells.append(f'<text x="{left - 1}" y="{y * 4 + 7}" text-anchor="end">{y + 1}</text>')
        for x, value in enumerate(row):
            shade = round(255 - 215 * value)
            told = escape(f"{names[y]} and {names[x]}: {value:.0%}")
            cells.append(
                f'<rect x="{left + x * 4}" y="{y * 4 + 4}" width="4" height="4" '
                f'fill="rgb({shade},{shade},255)"><title>{told}</title></rect>'
            )
    top = "".join(
        f'<text x="{left + x * 4 + 2}" y="3" text-anchor="middle">{x + 1}</text>'
        for x in range(0, size, 5)
    )
    box = f"0 0 {left + size * 4 + 2} {size * 4 + 6}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" '
        'font-family="sans-serif" font-size="3" role="img" '
        f'aria-label="How alike the sheets of any two students are">{top}{"".join(cells)}</svg>'
    )
