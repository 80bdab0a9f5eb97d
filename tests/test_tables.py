import pytest

from scaning.errors import ResourceError
from scaning.tables import column, lines, rows, table_path


def test_a_table_that_is_missing_is_named() -> None:
    with pytest.raises(ResourceError, match=r"'nothing\.tsv'.*reinstall"):
        lines("nothing.tsv")


def test_rows_and_columns_are_split_at_tabs() -> None:
    assert table_path("names.tsv").is_file()
    assert column("names.tsv")["mary"] == "f"
    assert ["mary", "f"] in list(rows("names.tsv"))
    assert column("places.txt")["india"] == ""
