import io
import json
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scaning import parse
from scaning.corpus import (
    PAIR,
    PROBLEM,
    WRITERS,
    BadRow,
    Cells,
    Format,
    Row,
    identified,
    pair_of,
    problem_of,
    read,
    records,
    written,
)
from scaning.corpus.files import READERS, sniffed
from scaning.corpus.formulas import shielded, unshielded
from scaning.corpus.read import MAX_LINE
from scaning.corpus.rows import MAX_TEXT, TYPED
from scaning.errors import InputError, ScaningError, UsageError

ANN = "Ann has 3 apples. How many has she?"
BEN = "Ben has 5 pears. How many has he?"


def save(folder: Path, name: str, content: str | bytes) -> str:
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return str(path)


def workbook(*rows: Iterable[object]) -> bytes:
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(list(row))
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def opened(content: bytes) -> io.BufferedReader:
    return io.BufferedReader(io.BytesIO(content))


def lines_of(rows: Iterable[Row | BadRow]) -> list[int]:
    return [row.line for row in rows]


def cells_of(rows: Iterable[Row | BadRow]) -> list[Cells]:
    return [row.cells for row in rows if isinstance(row, Row)]


def why_of(rows: Iterable[Row | BadRow]) -> dict[int, str]:
    return {row.line: row.why for row in rows if isinstance(row, BadRow)}


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.jsonl", f'{{"question": "{ANN}", "grade": "3"}}\n\n{{"question": "{BEN}"}}\n'),
        ("a.ndjson", f'\ufeff{{"question": "{ANN}", "grade": "3"}}\r\n{{"question": "{BEN}"}}'),
        ("a.json", f'[\n{{"question": "{ANN}", "grade": "3"}},\n{{"question": "{BEN}"}}\n]'),
        ("b.json", f'{{"question": "{ANN}", "grade": "3"}}\n{{"question": "{BEN}"}}'),
        ("a.csv", f"question,grade\n{ANN},3\n\n,\n{BEN}\n"),
        ("b.csv", f'"question";"grade";\r\n"{ANN}";"3";\r\n"{BEN}";;\r\n'),
        ("a.tsv", f"question\tgrade\n{ANN}\t3\n{BEN}\n"),
        ("a.txt", f"{ANN}\n  \n{BEN}"),
        ("b.txt", f"\ufeff{ANN}\r\n{BEN}\r\n"),
        ("a.CSV", f"question,grade\n{ANN},3\n{BEN},".encode("utf-16")),
        ("a.xlsx", workbook(["question", "grade"], [ANN, "3"], [], [BEN, None])),
    ],
)
def test_every_format_gives_the_same_problems(
    tmp_path: Path, name: str, content: str | bytes
) -> None:
    rows = list(read(save(tmp_path, name, content), PROBLEM))
    assert [row["question"] for row in cells_of(rows)] == [ANN, BEN]
    if not name.endswith("txt"):
        assert cells_of(rows)[0]["grade"] == "3"


def test_a_bad_line_is_reported_with_its_number_and_the_others_are_read(tmp_path: Path) -> None:
    bad = {
        2: b'{"question": "cut off',
        3: b'["a list"]',
        4: b'{"question": NaN}',
        5: b'{"question": "Latin-1: caf\xe9"}',
        6: b'{"question": "null \x00 byte"}',
        7: b'{"question": "half a pair \\ud83d"}',
        8: b"[" * 100_000,
        9: b'{"question": "x", "deep": ' + b"[" * 60 + b"]" * 60 + b"}",
        10: b'{"question": 1' + b"0" * 5000 + b"}",
        11: b'{"question": "big", "n": 1e999}',
        12: b'{"question": "' + b"long " * (MAX_LINE // 5) + b'"}',
        13: b'{"Question": "another name"}',
    }
    good = json.dumps({"question": ANN}).encode()
    content = b"\n".join([good, *bad.values(), good])
    rows = list(read(save(tmp_path, "a.jsonl", content), PROBLEM))
    assert lines_of(rows) == [*range(1, 15)]
    why = why_of(rows)
    assert list(why) == list(bad)
    assert why[2] == "not JSON: Unterminated string starting at character 14"
    assert why[4] == "NaN is not a number that JSON can hold"
    assert why[5] == "byte 0xe9 at character 27 is not UTF-8; save the file as UTF-8"
    assert why[13].endswith("Rename one or use --column question=Question")


@pytest.mark.parametrize(
    ("cells", "why"),
    [
        ({"question": 5}, "'question' is a number, not a text"),
        ({"question": None}, "'question' is empty"),
        ({"question": " \t"}, "'question' is empty"),
        ({"question": ["x"]}, "'question' is a list, not a text"),
        ({"question": "a\0b"}, "'question' holds a null character"),
        ({"question": "x" * (MAX_TEXT + 1)}, "'question' has 20,001 characters; at most 20,000"),
        ({"question": "x", "id": True}, "'id' is true or false, not a text or a number"),
        ({"question": "x", "id": {}}, "'id' is an object, not a text or a number"),
    ],
)
def test_a_row_that_is_no_problem_says_why(cells: Cells, why: str) -> None:
    with pytest.raises(InputError, match="^" + why):
        problem_of(Row(1, cells))


def test_a_problem_keeps_the_columns_that_are_not_ours() -> None:
    problem = problem_of(Row(1, {"grade": 3, "question": ANN, "id": 7}))
    assert (problem.id, problem.question, problem.extra) == ("7", ANN, {"grade": 3})


def test_rows_without_an_identifier_get_one_that_depends_on_the_text_alone() -> None:
    ids = {problem_of(Row(n, {"question": ANN, "id": id})).id for n, id in enumerate(["", None])}
    assert ids == {pair_of(Row(1, {"original": ANN, "candidate": BEN})).id}
    assert identified({"a": 1}, "q-1") == {"id": "q-1", "a": 1}
    assert identified({"a": 1, "id": ""}, "q-1") == {"a": 1, "id": "q-1"}
    assert identified({"a": 1, "id": 0}, "q-1") == {"a": 1, "id": 0}


def test_a_candidate_may_be_empty_but_not_its_original() -> None:
    assert pair_of(Row(1, {"original": ANN, "candidate": ""})).candidate == ""
    with pytest.raises(InputError, match="'original' is empty"):
        pair_of(Row(1, {"original": "", "candidate": ANN}))


def test_the_longest_text_is_what_the_parser_reads() -> None:
    assert MAX_TEXT == parse.MAX_CHARS


def test_records_hand_bad_rows_to_the_reporter() -> None:
    heard: list[BadRow] = []
    rows: list[Row | BadRow] = [
        Row(1, {"question": ANN}),
        BadRow(2, "broken"),
        Row(3, {"question": 3}),
    ]
    found = list(records(rows, problem_of, heard.append))
    assert [(row.line, problem.question) for row, problem in found] == [(1, ANN)]
    assert heard == [BadRow(2, "broken"), BadRow(3, "'question' is a number, not a text")]


def test_a_quote_that_is_never_closed_loses_only_its_own_line(tmp_path: Path) -> None:
    content = f'id,question\n1,"{ANN}\n2,{BEN}\n3,"two\nlines"\n4,"a "quoted" word"\n5,5" nails\n'
    rows = list(read(save(tmp_path, "a.csv", content), PROBLEM))
    assert why_of(rows) == {
        2: "a quote inside a quoted cell must be doubled",
        6: "a quote inside a quoted cell must be doubled",
    }
    assert [(row.line, row.cells["question"]) for row in rows if isinstance(row, Row)] == [
        (3, BEN),
        (4, "two\nlines"),
        (7, '5" nails'),
    ]


def test_a_quote_open_to_the_end_of_the_file_loses_only_its_own_line(tmp_path: Path) -> None:
    content = "id,question\n" + '1,"open\n' + f"2,{BEN}\n" * 1000
    rows = list(read(save(tmp_path, "a.csv", content), PROBLEM))
    assert why_of(rows) == {2: "a quote is opened and never closed"}
    assert len(cells_of(rows)) == 1000


def test_a_quote_that_seems_closed_by_the_next_row_loses_only_its_own_line(tmp_path: Path) -> None:
    content = f'id,question\n1,"open\n2,", {ANN}"\n3,{BEN}\n'
    rows = list(read(save(tmp_path, "a.csv", content), PROBLEM))
    assert why_of(rows) == {2: "a quote is opened and never closed"}
    assert [row["question"] for row in cells_of(rows)] == [f", {ANN}", BEN]


def test_a_row_with_too_many_cells_is_reported_and_one_with_too_few_is_filled(
    tmp_path: Path,
) -> None:
    content = f"question,grade\n{ANN},3,,\nApples, pears, plums\n{BEN}\n"
    rows = list(read(save(tmp_path, "a.csv", content), PROBLEM))
    assert why_of(rows) == {3: "3 cells, but the header names 2 columns"}
    assert cells_of(rows) == [{"question": ANN, "grade": "3"}, {"question": BEN, "grade": ""}]


def test_a_column_without_a_name_is_kept_as_it_is(tmp_path: Path) -> None:
    rows = read(save(tmp_path, "a.csv", f",question\n0,{ANN}\n"), PROBLEM)
    assert cells_of(rows) == [{"": "0", "question": ANN}]


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.csv", "Question,n\nx,1\n", "no column 'question'; the columns are 'Question', 'n'. "),
        ("a.csv", "question,question\nx,y\n", "two columns are called 'question'"),
        ("a.csv", b"caf\xe9,question\nx,y\n", "the header cannot be read: byte 0xe9"),
        ("a.csv", b"\x00\x01\x02", "the header cannot be read: holds a null character"),
        ("a.xlsx", b"PK\x03\x04 and rubbish", "not a sound .xlsx workbook"),
        ("a.xlsx", "question\n", "not a sound .xlsx workbook"),
        ("a.xlsx", workbook(["Question"], ["x"]), "no column 'question'"),
    ],
)
def test_a_file_that_cannot_be_read_at_all_is_an_error_that_names_it(
    tmp_path: Path, name: str, content: str | bytes, message: str
) -> None:
    with pytest.raises(InputError, match=message) as raised:
        list(read(save(tmp_path, name, content), PROBLEM))
    assert str(raised.value).startswith(str(tmp_path / name))


def test_a_missing_file_is_an_error_that_names_the_nearest(tmp_path: Path) -> None:
    save(tmp_path, "pairs.jsonl", "")
    with pytest.raises(InputError, match=r"no such file; did you mean '.*pairs.jsonl'"):
        list(read(str(tmp_path / "pair.jsonl"), PAIR))
    with pytest.raises(InputError, match="a folder"):
        list(read(str(tmp_path), PAIR, format="csv"))


def test_an_unknown_ending_is_an_error_that_lists_the_known_ones(tmp_path: Path) -> None:
    path = save(tmp_path, "a.docx", "")
    with pytest.raises(UsageError, match=r"no format is called '\.docx'. Known: \.jsonl"):
        list(read(path, PROBLEM))
    assert list(read(path, PROBLEM, format="txt")) == []


def test_a_column_can_be_read_under_another_name(tmp_path: Path) -> None:
    path = save(tmp_path, "a.csv", f"n,Frage\n1,{ANN}\n")
    rows = read(path, PROBLEM, columns={"question": "Frage"})
    assert cells_of(rows) == [{"n": "1", "question": ANN}]
    with pytest.raises(UsageError, match="there is a column 'n' already"):
        list(read(path, PROBLEM, columns={"n": "Frage"}))


def test_plain_text_holds_pairs_with_a_tab_between(tmp_path: Path) -> None:
    path = save(tmp_path, "a.txt", f"{ANN}\t{BEN}\nno tab here\n")
    rows = list(read(path, PAIR))
    assert cells_of(rows) == [{"original": ANN, "candidate": BEN}]
    assert why_of(rows) == {2: "not original and candidate with one tab between them"}


def test_a_broken_json_list_gives_what_stands_before_the_break(tmp_path: Path) -> None:
    path = save(tmp_path, "a.json", f'[{{"question": "{ANN}"}},\n\n{{"question": }},\n{{}}]')
    rows = list(read(path, PROBLEM))
    assert cells_of(rows) == [{"question": ANN}]
    assert why_of(rows)[3].endswith("the rest of the list is not read")
    path = save(tmp_path, "b.json", f'[{{"question": "{ANN}"}},\n')
    assert why_of(read(path, PROBLEM)) == {1: "the list is never closed"}


def test_a_workbook_that_unpacks_to_too_much_is_refused(tmp_path: Path) -> None:
    bomb = io.BytesIO(workbook(["question"], [ANN]))
    with zipfile.ZipFile(bomb, "a", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/media/zeros.bin", bytes(101_000_000))
    with pytest.raises(InputError, match=r"unpacks to 101,0.* bytes; save it as CSV"):
        list(read(save(tmp_path, "a.xlsx", bomb.getvalue()), PROBLEM))


def with_part(book: bytes, name: str, content: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(book)) as old, zipfile.ZipFile(out, "w") as new:
        for part in old.namelist():
            new.writestr(part, content if part == name else old.read(part))
    return out.getvalue()


def test_a_workbook_that_expands_entities_is_refused(tmp_path: Path) -> None:
    laughs = b'<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><worksheet>&b;</worksheet>'
    book = with_part(workbook(["question"], [ANN]), "xl/worksheets/sheet1.xml", laughs)
    with pytest.raises(InputError, match="EntitiesForbidden"):
        list(read(save(tmp_path, "a.xlsx", book), PROBLEM))


def test_a_sheet_damaged_half_way_gives_the_rows_before(tmp_path: Path) -> None:
    book = workbook(["question"], [ANN], [BEN])
    with zipfile.ZipFile(io.BytesIO(book)) as archive:
        sheet = archive.read("xl/worksheets/sheet1.xml")
    cut = sheet[: sheet.index(b'<row r="3"')]
    path = save(tmp_path, "a.xlsx", with_part(book, "xl/worksheets/sheet1.xml", cut))
    rows = list(read(path, PROBLEM))
    assert cells_of(rows) == [{"question": ANN}]
    assert why_of(rows)[3].startswith("this row and what follows cannot be read: not a sound")


def test_a_workbook_far_wider_and_longer_than_its_text_is_read_quickly(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    book.active["A1"], book.active["A2"], book.active["XFD1048576"] = "question", ANN, "far away"
    out = io.BytesIO()
    book.save(out)
    assert cells_of(read(save(tmp_path, "a.xlsx", out.getvalue()), PROBLEM)) == [{"question": ANN}]


ROWS: list[dict[str, object]] = [
    {"id": "a", "question": ANN, "n": 3, "ok": True, "reasons": [{"kind": "copy"}], "pqi": None},
    {"id": "b", "question": '=HYPERLINK("x")', "note": "-5", "ok": False, "reasons": []},
    {"id": "c", "question": "-5 + 3 = ?", "note": "'@x \x07 _x0007_ \r\n\ttab", "pqi": 0.25},
    {"id": "d", "question": 'a, "b"; c\td\ne\rf', "note": "½ ₹ 🍎", "n": 2**60},
]


@pytest.mark.parametrize("format", ["jsonl", "json", "csv", "tsv", "xlsx"])
def test_what_is_written_is_read_back(tmp_path: Path, format: Format) -> None:
    path = tmp_path / f"a.{format}"
    with written(str(path)) as stream:
        WRITERS[format](stream, ROWS)
    columns = list(dict.fromkeys(name for row in ROWS for name in row))
    for row, back in zip(ROWS, cells_of(read(str(path), PROBLEM)), strict=True):
        if format in ("jsonl", "json"):
            assert back == row
            continue
        assert list(back) == columns
        for name in columns:
            cell = row.get(name)
            if name in TYPED:
                assert back[name] == cell
            else:
                assert str(back[name] or "") == str("" if cell is None else cell)


texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"))


@given(rows=st.lists(st.fixed_dictionaries({"question": texts, "a": texts})))
@pytest.mark.parametrize("format", ["jsonl", "json", "csv", "tsv", "xlsx"])
def test_no_text_is_changed_by_writing_and_reading(
    format: Format, rows: list[dict[str, str]]
) -> None:
    out = io.BytesIO()
    WRITERS[format](out, rows)
    back = READERS[format](opened(out.getvalue()), PROBLEM)
    full = [row for row in rows if format.startswith("json") or any(row.values())]
    got = [{name: cell or "" for name, cell in cells.items()} for cells in cells_of(back)]
    assert got == full


@given(st.text())
def test_a_shielded_text_is_read_as_it_was(text: str) -> None:
    assert unshielded(shielded(text)) == text


@given(st.text(alphabet="'=+-@\t\r\n5.x"))
def test_a_shielded_text_is_no_formula_to_a_spreadsheet(text: str) -> None:
    cell = shielded(text)
    assert unshielded(cell) == text
    assert not cell.startswith(("=", "@", "\t", "\r", "\n"))
    assert not cell.startswith(("+", "-")) or "x" not in cell


def test_a_formula_in_a_workbook_stays_text(tmp_path: Path) -> None:
    path = tmp_path / "a.xlsx"
    with written(str(path)) as stream:
        WRITERS["xlsx"](stream, [{"question": '=HYPERLINK("x")'}])
    cell = openpyxl.load_workbook(path).active["A2"]
    assert (cell.data_type, cell.value, cell.quotePrefix) == ("s", '=HYPERLINK("x")', True)


def test_a_cell_too_long_for_a_workbook_is_refused() -> None:
    with pytest.raises(InputError, match="40,000 characters does not fit a spreadsheet"):
        WRITERS["xlsx"](io.BytesIO(), [{"question": "x" * 40_000}])


def test_plain_text_output_is_the_newest_text_of_each_row() -> None:
    out = io.BytesIO()
    rows: list[Cells] = [{"question": ANN}, {"original": ANN, "candidate": "two\nlines"}, {"n": 1}]
    WRITERS["txt"](out, rows)
    assert out.getvalue().decode() == f"{ANN}\ntwo lines\n\n"


def test_a_file_is_not_touched_until_all_of_it_is_written(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("old")

    def rows() -> Iterator[Cells]:
        yield {"question": "new"}
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), written(str(path)) as stream:
        WRITERS["txt"](stream, rows())
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_result_can_replace_the_file_that_it_was_made_from(tmp_path: Path) -> None:
    path = save(tmp_path, "a.csv", f"question\n{ANN}\n{BEN}\n")
    with written(path) as stream:
        WRITERS["csv"](stream, cells_of(read(path, PROBLEM)))
    assert [row["question"] for row in cells_of(read(path, PROBLEM))] == [ANN, BEN]


def test_a_result_for_a_folder_that_is_not_there_is_a_mistake(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="there is no folder"), written(f"{tmp_path}/no/a.csv"):
        pass


@pytest.mark.parametrize(
    ("head", "format"),
    [
        (b'{"question": "x"}', "jsonl"),
        (b'\xef\xbb\xbf\n {"question"', "jsonl"),
        (b"[\n{", "json"),
        (b"id,question\n", "csv"),
        (b'"Question";"n"\n', "csv"),
        (b"question\n", "csv"),
        ("id\tquestion\n".encode("utf-16"), "tsv"),
        (b"PK\x03\x04", "xlsx"),
        (b"Ann has 3 apples, and 5 pears.\n", "txt"),
        (b"Frage,n\n", "csv"),
        (b"", "txt"),
    ],
)
def test_the_format_of_a_stream_is_seen_from_its_beginning(head: bytes, format: Format) -> None:
    stream = opened(head)
    columns: Mapping[str, str] = {"question": "Frage"}
    assert sniffed(stream, PROBLEM, columns) == format
    assert stream.read() == head


@given(content=st.binary(max_size=300), format=st.sampled_from(sorted(READERS)))
def test_no_bytes_break_a_reader(content: bytes, format: Format) -> None:
    stream = opened(content)
    try:
        rows = list(READERS[format](stream, PROBLEM))
    except ScaningError:
        return
    assert all(isinstance(row, Row) or row.why for row in rows)
    for row in cells_of(rows):
        json.dumps(row, allow_nan=False, ensure_ascii=False).encode()
