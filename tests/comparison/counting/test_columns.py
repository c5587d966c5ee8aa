"""Columns are read-only, of equal length, and keep their order."""

import numpy as np
import pytest

from partita.comparison import Columns


def test_long_columns_print_their_first_rows():
    text = str(Columns({"x": list(range(50))}))
    assert text.splitlines()[-1] == "… and 30 more rows"
    assert "<p>… and 30 more rows</p>" in Columns({"x": list(range(50))})._repr_html_()


def test_columns_are_read_only_and_of_one_length():
    columns = Columns({"x": [1, 2]})
    with pytest.raises(ValueError, match="read-only"):
        columns["x"][0] = 3
    with pytest.raises(ValueError, match="columns differ in length"):
        Columns({"x": [1], "y": [1, 2]})
    with pytest.raises(KeyError, match="no column 'z'; there are x"):
        columns["z"]


def test_rows_are_sorted_by_text_by_number_and_by_mixed_types():
    table = Columns({"name": ["b", "a", "c"], "size": [2, 3, 1]})
    assert table.sorted_by("name", descending=True)["name"].tolist() == ["c", "b", "a"]
    assert table.sorted_by("size", descending=True)["name"].tolist() == ["a", "b", "c"]
    mixed = Columns({"elsewhere": np.array([None, "x", 3, None, 1], dtype=object)})
    assert mixed.sorted_by("elsewhere")["elsewhere"].tolist() == [1, 3, "x", None, None]
