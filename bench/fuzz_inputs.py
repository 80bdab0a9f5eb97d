"""Files for bench/fuzz.py: rows of which we know who can read them, and noise."""

from __future__ import annotations

import csv
import io
import json
import re
import zipfile
from collections.abc import Callable, Mapping
from functools import cache
from random import Random
from typing import NamedTuple

from scaning.corpus import WRITERS
from scaning.corpus.read import MAX_LINE
from scaning.corpus.rows import MAX_TEXT

EVERY = frozenset({"check", "score", "select"})
UNSCORED = frozenset({"check", "score"})
NOBODY: frozenset[str] = frozenset()

SCORES = {
    "similarity": 0.95,
    "bleu_diversity": 0.5,
    "wpd": 0.2,
    "diversity": 0.38,
    "numeracy": 1.0,
    "pqi": 0.7,
    "ok": True,
}
ODD: tuple[object, ...] = (5, None, [], {}, True)
COLUMNS = ["id", "original", "candidate", *SCORES, "note"]

TEXTS = (
    "Ann has 3 apples and buys 5 more. How many apples does she have now?",
    "If 27 bottles of soda cost A cents, how much will B bottles cost in dollars?",
    "A train travels 60 km/h for 2 1/2 hours. How far does it go?",
    "Solve x^2 - 7x + 12 = 0 for x.",
    "The ratio of boys to girls is 3:4. There are 28 children. How many are boys?",
    "Un café coûte 2,50 €. Combien coûtent trois cafés ?",
    "三个苹果加五个苹果等于几个苹果？",
    "لدى أحمد ٣ تفاحات. كم تفاحة لديه؟",
    "👩‍👩‍👧 has ½ 🍕 and eats ⅓ of it. How much is left?",
    "$\\frac{1}{2} + \\sqrt{x}$ equals ₹ 1,00,000 or 10^5?",
    "=1+1",
    "'@SUM(A1)",
    "- 5 + 3 = ?",
    "<script>alert(1)</script> 5 & 6",
    "?",
    "3",
    "a " * 300,
    "7 " * 200,
    "(" * 60 + "5" + ")" * 60,
    "\u202egnirts 5 si sihT\u202c",
    "\ufeff5\u200b0 \u00a0 1\u20090\u20090",
    "Z\u0338\u0353\u0308a\u0335\u0347\u035dlgo has 5.",
    "10" * 500,
    "1/0 + 1e999 = -∞",
    "two hundred hundred hundred thousand million and a half dozen",
)


class Made(NamedTuple):
    """A row, as cells or as it stands in the file, and the commands that can read it."""

    readers: frozenset[str]
    cells: Mapping[str, object]
    raw: bytes | None = None


class Input(NamedTuple):
    """A file, and for each command the ids that must come out and the lines that must be named.

    Of noise nobody knows, so both are None.
    """

    kind: str
    ending: str
    content: bytes
    good: Mapping[str, list[str]] | None = None
    bad: Mapping[str, list[int]] | None = None


def arbitrary_input(rng: Random) -> Input:
    """Any input: one half made of rows, one half noise."""
    return rng.choice((*ROWS, *NOISE))(rng)


def text(rng: Random) -> str:
    """A text that can be read: a problem, or any characters."""
    if rng.random() < 0.6:
        return rng.choice(TEXTS)
    planes = ((32, 126), (1, 31), (128, 0x24F), (0x300, 0x36F), (0x590, 0x7FF), (0x1F300, 0x1FAFF))
    low, high = rng.choice((*planes, (1, 0xD7FF), (0xE000, 0x10FFFF)))
    length = rng.choice((1, 5, 40, 200))
    return "5" + "".join(chr(rng.randint(low, high)) for _ in range(length))


def row(rng: Random, number: int) -> Made:
    """A row that every format can hold, mostly a good one."""
    cells: dict[str, object] = {
        "id": f"r{number}",
        "original": text(rng),
        "candidate": rng.choice((text, lambda _: ""))(rng),
        **SCORES,
        "note": text(rng),
    }
    readers, change = rng.choice(
        (
            *((EVERY, {}),) * 8,
            (EVERY, {"note": "x" * 30_000}),
            (NOBODY, {"original": rng.choice(("", "  \t ", "\u3000"))}),
            (NOBODY, {"original": "5 " * (MAX_TEXT // 2 + 1)}),
            (NOBODY, {"candidate": "x" * (MAX_TEXT + 1)}),
            (UNSCORED, {"wpd": "much"}),
            (UNSCORED, {"numeracy": None}),
            (UNSCORED, {"ok": "perhaps"}),
            (UNSCORED, {"diversity": "NaN"}),
        )
    )
    return Made(readers, cells | change)


def json_row(rng: Random, number: int) -> Made:
    """A row of JSON Lines."""
    made = row(rng, number)
    cells = dict(made.cells)
    good = json.dumps(cells, ensure_ascii=rng.random() < 0.5).encode()
    no_candidate = {name: cell for name, cell in cells.items() if name != "candidate"}
    deep = b'{"id": "x", "note": ' + b"[" * 2_000 + b"]" * 2_000 + b"}"
    bad = (
        good[: len(good) // 2],
        b"[1, 2]",
        b"5",
        b"[" * 100_000,
        deep,
        json.dumps(no_candidate).encode(),
        *(json.dumps(cells | {"original": odd}).encode() for odd in ODD),
        json.dumps(cells | {"id": [1]}).encode(),
        json.dumps(cells | {"note": float("nan")}).encode(),
        json.dumps(cells | {"note": "\ud800"}).encode(),
        good.replace(b"}", b', "n": 1e999}'),
        good.replace(b"}", b', "n": ' + b"9" * 5_000 + b"}"),
        good.replace(b'"id"', b'"id\0"'),
        good.replace(b'"note": "', b'"note": "\xe9'),
        good + b" {}",
    )
    if rng.random() < 0.7:
        return Made(made.readers, cells, good)
    return Made(NOBODY, {}, rng.choice(bad))


def jsonl(rng: Random) -> Input:
    """JSON Lines, good and bad."""
    rows = [json_row(rng, n) for n in range(rng.randint(1, 6))]
    if rng.random() < 0.02:
        rows.append(Made(NOBODY, {}, b'{"note": "' + b"x" * MAX_LINE + b'"}'))
    return made_of("jsonl", "jsonl", [made.raw or b"" for made in rows], rows, b"\n", header=0)


def table(rng: Random) -> Input:
    """A CSV or TSV, good and bad."""
    ending = rng.choice(("csv", "tsv"))
    delimiter = {"csv": ",", "tsv": "\t"}[ending]
    written: list[bytes] = [as_csv(COLUMNS, delimiter)]
    rows = []
    for number in range(rng.randint(1, 6)):
        made = row(rng, number)
        line = as_csv([json_cell(made.cells[name]) for name in COLUMNS], delimiter)
        bad = (
            # Of more lines than one each is named: any of them may be where a quote went wrong.
            re.sub(rb"[\r\n]", b"", line) + delimiter.encode() * 3 + b"x",
            f'r{number}{delimiter}"never closed{delimiter}5'.encode(),
            f'r{number}{delimiter}"a "word" in it"{delimiter}5'.encode(),
            b"r\xe9sum\xe9",
            b"r\0" + str(number).encode(),
        )
        if rng.random() < 0.3:
            made, line = Made(NOBODY, {}), rng.choice(bad)
        rows.append(made)
        written.append(line)
    return made_of("table", ending, written, rows, b"\r\n", header=1)


def workbook(rng: Random) -> Input:
    """A workbook, good and bad."""
    rows = [row(rng, n) for n in range(rng.randint(1, 4))]
    out = io.BytesIO()
    WRITERS["xlsx"](out, [dict(made.cells) for made in rows])
    return made_of("workbook", "xlsx", [b""] * (len(rows) + 1), rows, b"\n", 1, out.getvalue())


def plain(rng: Random) -> Input:
    """Plain text: pairs with a tab between them, and lines without one."""
    rows, written = [], []
    for _ in range(rng.randint(1, 6)):
        original, candidate = (re.sub(r"[\t\r\n]", " ", text(rng)) for _ in range(2))
        paired = rng.random() < 0.7
        rows.append(Made(UNSCORED if paired else NOBODY, {}))
        written.append((f"{original}\t{candidate}" if paired else original).encode())
    return made_of("plain text", "txt", written, rows, b"\n", header=0)


def made_of(
    kind: str,
    ending: str,
    written: list[bytes],
    rows: list[Made],
    newline: bytes,
    header: int,
    content: bytes | None = None,
) -> Input:
    """The file that the rows make, with the line on which each begins."""
    starts, line = [], 1
    for part in written:
        starts.append(line)
        # Where a line can end: in a JSON Lines file also inside white space that is no row.
        line += len(re.findall(rb"\r\n|\r|\n", part)) + 1
    begins = starts[header:]
    good: dict[str, list[str]] = {}
    bad: dict[str, list[int]] = {}
    for command in EVERY:
        readable = [command in made.readers for made in rows]
        good[command] = [
            str(made.cells.get("id", "")) for made, can in zip(rows, readable, strict=True) if can
        ]
        bad[command] = [n for n, can in zip(begins, readable, strict=True) if not can]
    return Input(kind, ending, newline.join(written) if content is None else content, good, bad)


def as_csv(cells: list[object] | list[str], delimiter: str) -> bytes:
    """One record, without its line end."""
    out = io.StringIO()
    csv.writer(out, delimiter=delimiter, lineterminator="\r\n").writerow(cells)
    return out.getvalue().removesuffix("\r\n").encode()


def json_cell(cell: object) -> object:
    """A truth as a table holds it."""
    return json.dumps(cell) if isinstance(cell, bool) else cell


def random_bytes(rng: Random) -> Input:
    """Bytes that mean nothing, under any ending."""
    return Input("bytes", any_ending(rng), rng.randbytes(rng.choice((0, 1, 10, 1_000, 50_000))))


def random_text(rng: Random) -> Input:
    """Characters that mean nothing, in any encoding."""
    words = " ".join(text(rng) for _ in range(rng.randint(1, 20)))
    encoding = rng.choice(("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-32", "latin-1"))
    return Input("text", any_ending(rng), words.encode(encoding, "replace"))


def json_soup(rng: Random) -> Input:
    """The tokens of JSON in no order."""
    tokens = ("{", "}", "[", "]", ",", ":", '"', '"original"', '"candidate"', "1", "-", "1e5", "\n")
    more = ("NaN", "-Infinity", "null", "true", '"\\ud800"', '"\\u0000"', "\\", '"x": "y"', " ")
    content = "".join(rng.choices(tokens + more, k=rng.choice((5, 50, 500))))
    return Input("json soup", rng.choice(("json", "jsonl")), content.encode())


def quote_soup(rng: Random) -> Input:
    """The characters of CSV in no order, below a good header or none."""
    content = "".join(rng.choices(",;\t\"\r\n'x5= ", k=rng.choice((5, 50, 500, 5_000))))
    header = rng.choice(("original,candidate\n", '"original";"candidate"\n', "id\toriginal\n", ""))
    return Input("quote soup", rng.choice(("csv", "tsv")), (header + content).encode())


def damaged(rng: Random) -> Input:
    """A good file with bytes changed, cut out, doubled, or under another ending."""
    kind, ending, content, _, _ = rng.choice(ROWS)(rng)
    for _ in range(rng.randint(1, 5)):
        first, last = sorted(rng.randint(0, len(content)) for _ in range(2))
        part = rng.choice((b"", rng.randbytes(3), content[first:last] * 2, b"\0", b"\xff\xfe"))
        content = (content[:first] + part + content[last:])[:2_000_000]
    return Input(f"damaged {kind}", ending if rng.random() < 0.8 else any_ending(rng), content)


def damaged_workbook(rng: Random) -> Input:
    """A workbook with one of its parts changed, or one that would unpack to far too much."""
    book = workbook(rng).content
    if rng.random() < 0.1:
        return Input("zip bomb", "xlsx", zip_bomb())
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(book)) as old, zipfile.ZipFile(out, "w") as new:
        broken = rng.choice(old.namelist())
        for name in old.namelist():
            part = old.read(name)
            new.writestr(name, damaged_xml(rng, part) if name == broken else part)
    return Input("damaged workbook", "xlsx", out.getvalue())


def damaged_xml(rng: Random, part: bytes) -> bytes:
    """XML that is cut, refers to things that are not there, or expands without end."""
    laughs = b'<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><x>&b;</x>'
    somewhere = rng.randint(0, len(part))
    return rng.choice(
        (
            b"",
            laughs,
            part[:somewhere],
            part[:somewhere] + b"<" + part[somewhere:],
            re.sub(rb'"(\d+)"', b'"999999999"', part),
            re.sub(rb"<v>.*?</v>", b"<v>1e999</v>", part),
            re.sub(rb't="\w+"', b't="d"', part),
            part.replace(b"sheet1", b"../../sheet1"),
            rng.randbytes(100),
        )
    )


@cache
def zip_bomb() -> bytes:
    """A workbook of a few hundred kilobytes that unpacks to 200 megabytes."""
    out = io.BytesIO()
    WRITERS["xlsx"](out, [{"original": "2 + 2 = ?", "candidate": "How much is 2 + 2?"}])
    with zipfile.ZipFile(out, "a", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/sharedStrings.xml", b"<sst>" + b" " * 200_000_000)
    return out.getvalue()


def any_ending(rng: Random) -> str:
    """The ending of any format."""
    return rng.choice(("jsonl", "json", "csv", "tsv", "xlsx", "txt"))


Maker = Callable[[Random], Input]
ROWS: tuple[Maker, ...] = (jsonl, table, workbook, plain)
NOISE: tuple[Maker, ...] = (
    random_bytes,
    random_text,
    json_soup,
    quote_soup,
    damaged,
    damaged_workbook,
)
