"""Sets of clusters by the names of columns, or by a file of sets; faults with place and remedy."""

from __future__ import annotations

import pytest

from partita import InputError
from partita.cli.reading.focal_sets import sets_of_file, sets_of_names

NAMES = ["m1", "m2", "m3"]


def by_file(tmp_path, text, names=NAMES):
    path = tmp_path / "F.csv"
    path.write_text(text, encoding="utf-8")
    return sets_of_file(str(path), names, "--memberships", None)


@pytest.mark.parametrize("empty", ["{}", "∅"])
@pytest.mark.parametrize("full", ["{*}", "Ω", "\N{OHM SIGN}"])
def test_names_of_columns_are_sets(empty, full):
    found = sets_of_names([empty, "a", "b c", "a|b c", "d", full], "|", "--memberships")
    assert found.sets == [set(), {"a"}, {"b c"}, {"a", "b c"}, {"d"}, {"a", "b c", "d"}]


def test_a_separator_may_have_several_characters():
    found = sets_of_names(["a", "a or b", "b"], " or ", "--memberships")
    assert found.sets == [{"a"}, {"a", "b"}, {"b"}]


@pytest.mark.parametrize(
    ("names", "message"),
    [
        (["a", "a|b", "b|a"], "--memberships: 'a|b' and 'b|a' name the same set of clusters: add"),
        (["a", "b", "a|b", "{*}"], "--memberships: 'a|b' and '{*}' name the same set"),
        (["{}", "∅", "a"], "--memberships: '{}' and '∅' name the same set"),
        (["a", "a | b"], "has a blank next to a name: rename it, for example 'a|b'"),
        (["a", "a||b"], "has a cluster without a name: write {} for the empty set"),
        (["", "a|b"], "column '', read as a set of clusters separated by '|', has a cluster"),
        (["a|b|a"], "names 'a' twice: once is enough"),
        (["{}", "{*}"], "--memberships names no cluster: name the columns of all sets"),
        (["a", "b"], "no column names a set of several clusters, as 'a|b' would"),
    ],
)
def test_names_that_are_not_clear_sets_are_refused(names, message):
    with pytest.raises(InputError) as refusal:
        sets_of_names(names, "|", "--memberships")
    assert message in str(refusal.value)


@pytest.mark.parametrize("one", ["1", "1.0", "TRUE", "True"])
@pytest.mark.parametrize("zero", ["0", "0.0", "FALSE", "False"])
def test_a_file_of_sets_has_a_row_for_each_column(tmp_path, one, zero):
    found = by_file(tmp_path, f"x,y\n{one},{zero}\n{zero},{one}\n{one},{one}\n")
    assert found.clusters == ["x", "y"]
    assert found.sets == [[True, False], [False, True], [True, True]]


def test_rows_may_be_called_as_pandas_and_r_call_them(tmp_path):
    numbered = by_file(tmp_path, ",x,y\n0,1,0\n1,0,1\n2,1,1\n")
    assert numbered == by_file(tmp_path, ",x,y\nm1,1,0\nm2,0,1\nm3,1,1\n")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x,y\n1,0\n0,1\n", "F.csv has 2 rows below its header, and --memberships names 3 columns"),
        ("x,y\n1,0\n0,1\n1,0\n", "F.csv, line 4 (row 3): column 'm3' gets the set of column 'm1'"),
        (
            "x,y\n1,0\n0,2\n1,1\n",
            "F.csv, line 3 (row 2), column 'y': expected 1 if the set contains the cluster and 0",
        ),
        (
            "x,y\n1,0\n0,\n1,1\n",
            "F.csv, line 3 (row 2), column 'y': expected 1 if the set contains",
        ),
        (
            ",x,y\nm1,1,0\nm3,0,1\nm2,1,1\n",
            "F.csv, line 3 (row 2): the row is called 'm3', but column 2 of --memberships is 'm2'",
        ),
        ("1,1\n0,1\n1,1\n1,0\n", "rename one (the first line must name the clusters)"),
        ('""\n0\n1\n2\n', "F.csv: no column has a name: name a column for each cluster"),
        ("x,y\n", "F.csv: the file has a header row and no data"),
    ],
)
def test_a_file_that_is_no_table_of_sets_is_refused(tmp_path, text, message):
    with pytest.raises(InputError) as refusal:
        by_file(tmp_path, text)
    assert message in str(refusal.value).replace(f"{tmp_path}/", "")


@pytest.mark.parametrize("path", ["-", "F.parquet", "F.jsonl"])
def test_sets_are_read_from_text_files(path):
    with pytest.raises(InputError, match="focal sets are read from a file, CSV or TSV"):
        sets_of_file(path, NAMES, "--memberships", None)
