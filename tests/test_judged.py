"""The judged rewrites have the shape that the measurements rely on."""

import json
import re
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import pytest

JUDGED = Path(__file__).parents[1] / "bench" / "judged"
SPLITS = ("dev", "test")
VALID_KINDS = {"free", "passive", "reorder", "rename", "question-first", "number-form"}
BREAKS = {
    "swapped-roles",
    "missing-number",
    "added-number",
    "changed-unit",
    "lost-variable",
    "flipped-relation",
    "changed-question",
    "merged-entities",
    "lost-statement",
    "added-statement",
    "incoherent",
}
ROLES = ("valid1", "valid2", "edit", "rewrite")


class Judged(NamedTuple):
    """One row; the fields in the order of the files."""

    id: str
    original: str
    candidate: str
    valid: bool
    kind: str

    @property
    def problem(self) -> int:
        """The number of the problem, the same in its four rows."""
        return int(self.id[1:3])

    @property
    def role(self) -> str:
        """Which of the four rows of its problem this is."""
        return self.id[4:]


def read(split: str) -> list[Judged]:
    lines = (JUDGED / f"{split}.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    assert all(tuple(row) == Judged._fields for row in rows)
    return [Judged(**row) for row in rows]


def words(text: str) -> list[str]:
    return re.findall(r"\w+", text.lower())


def shared_words(row: Judged) -> float:
    """The share of the words of both texts that stand in both."""
    original, candidate = Counter(words(row.original)), Counter(words(row.candidate))
    return (original & candidate).total() / (original | candidate).total()


@pytest.mark.parametrize("split", SPLITS)
def test_a_split_has_eighty_valid_and_eighty_broken_pairs(split: str) -> None:
    assert Counter(row.valid for row in read(split)) == {True: 80, False: 80}


@pytest.mark.parametrize("split", SPLITS)
def test_every_problem_has_its_four_roles_under_one_original(split: str) -> None:
    rows = read(split)
    for start in range(0, len(rows), 4):
        group = rows[start : start + 4]
        assert len({row.original for row in group}) == 1
        assert len({row.problem for row in group}) == 1
        assert tuple(row.role for row in group) == ROLES
        assert [row.valid for row in group] == [True, True, False, False]


def test_odd_problems_are_for_choosing_and_even_ones_for_reporting() -> None:
    assert {row.problem for row in read("dev")} == set(range(1, 81, 2))
    assert {row.problem for row in read("test")} == set(range(2, 81, 2))


def test_no_id_no_text_and_no_problem_occurs_twice() -> None:
    rows = [row for split in SPLITS for row in read(split)]
    originals = {row.original for row in rows}
    assert len({row.id for row in rows}) == len(rows) == 320
    assert len(originals) == 80
    assert len({row.candidate for row in rows} | originals) == 400


@pytest.mark.parametrize("split", SPLITS)
def test_a_kind_fits_the_verdict_and_every_kind_is_there(split: str) -> None:
    rows = read(split)
    assert {row.kind for row in rows if row.valid} == VALID_KINDS
    assert {row.kind for row in rows if not row.valid} == BREAKS


@pytest.mark.parametrize("split", SPLITS)
def test_texts_are_single_trimmed_lines_of_a_usual_length(split: str) -> None:
    for row in read(split):
        for text in (row.original, row.candidate):
            assert text == " ".join(text.split())
            assert text[-1] in ".?"
            assert 10 <= len(text.split()) <= 80, row.id


@pytest.mark.parametrize("split", SPLITS)
def test_edits_keep_the_wording_and_rewrites_do_not(split: str) -> None:
    for row in read(split):
        if row.role == "edit":
            assert shared_words(row) > 0.7, row.id
        else:
            assert shared_words(row) < 0.7, row.id


def test_the_readme_counts_the_kinds_as_they_are() -> None:
    readme = (JUDGED / "README.md").read_text(encoding="utf-8")
    dev, test = (Counter(row.kind for row in read(split)) for split in SPLITS)
    for kind in VALID_KINDS | BREAKS:
        assert f"`{kind}` | {dev[kind]} | {test[kind]} |" in readme, kind
