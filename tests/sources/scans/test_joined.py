"""Two files are joined by the ids of their rows."""

from __future__ import annotations

import math

import pytest
from files_by_id import TWO, two

from partita import Contingency, InputError
from partita.sources import tabulate

pytest.importorskip("duckdb")
pyarrow = pytest.importorskip("pyarrow")
parquet = pytest.importorskip("pyarrow.parquet")


def test_two_files_are_matched_by_id(tmp_path):
    found = tabulate(two(tmp_path, *TWO), "t", "p", on="id")
    assert found == Contingency.from_labels(["a", "b", "b"], ["0", "1", "1"])
    alike = two(tmp_path, TWO[0].replace("t", "label"), TWO[1].replace("p", "label"))
    assert tabulate(alike, "label", "label", on="id") == found
    joint = tabulate(two(tmp_path, *TWO), "t", ["p"], on="id", joint=True)
    assert (joint.predictions, joint.table("p")) == (("p",), found)


@pytest.mark.parametrize(
    ("truth", "prediction", "message"),
    [
        (TWO[0] + "4,b\n", TWO[1], "t.csv has 1 id that is not in .*p.csv, e.g. '4'"),
        (TWO[0], TWO[1] + "4,b\n", "p.csv has 1 id that is not in .*t.csv"),
        (TWO[0] + "3,b\n", TWO[1], "the id '3' occurs 2 times"),
        (TWO[0], TWO[1] + ",b\n", "1 row has no id"),
        (TWO[0], TWO[1] + "4\n", "1 field where the header has 2"),
        (TWO[0].replace("id", "key"), TWO[1], "no column 'id'"),
    ],
)
def test_ids_that_do_not_match_are_refused(tmp_path, truth, prediction, message):
    with pytest.raises(InputError, match=message):
        tabulate(two(tmp_path, truth, prediction), "t", "p", on="id")


@pytest.mark.parametrize("gone", [None, math.nan])
def test_missing_ids_are_refused(tmp_path, gone):
    files = tmp_path / "t.parquet", tmp_path / "p.parquet"
    parquet.write_table(pyarrow.table({"id": [0.5, gone], "t": ["a", "b"]}), files[0])
    parquet.write_table(pyarrow.table({"id": [0.5, 1.5], "p": ["a", "b"]}), files[1])
    for unmatched in ("error", "drop", "missing"):
        with pytest.raises(InputError, match=r"t\.parquet: 1 row has no id"):
            tabulate(files, "t", "p", on="id", unmatched=unmatched, missing="category")


def test_unmatched_ids_are_dropped_or_missing_as_asked(tmp_path):
    files = two(tmp_path, TWO[0] + "4,c\n", TWO[1] + "5,9\n")
    assert tabulate(files, "t", "p", on="id", unmatched="drop").n == 3
    found = tabulate(files, "t", "p", on="id", unmatched="missing", missing="category")
    assert (found.n, found.shape) == (5, (4, 4))
    with pytest.raises(InputError, match="truth is missing for 1 of 5"):
        tabulate(files, "t", "p", on="id", unmatched="missing")
