"""Several files on the command line are one data set: their rows are appended."""

from __future__ import annotations

import pytest
from cells_file import CELLS

pandas = pytest.importorskip("pandas")
anndata = pytest.importorskip("anndata")
duckdb = pytest.importorskip("duckdb")

ASKED = ("--truth", "cell_line", "--prediction", "kmeans_5", "hdbscan", "--noise=-1")


@pytest.fixture
def halves(tmp_path):
    """The cells in two files of each kind."""
    frame = pandas.read_csv(CELLS, dtype="str")
    for at, half in enumerate((frame[:100], frame[100:])):
        half.to_csv(tmp_path / f"{at}.csv", index=False)
        half.to_parquet(tmp_path / f"{at}.parquet")
        cells = half.set_index("cell")
        anndata.AnnData(obs=cells).write_h5ad(tmp_path / f"{at}.h5ad")
    return tmp_path


@pytest.mark.parametrize("kind", ["csv", "parquet", "h5ad"])
@pytest.mark.parametrize("more", [(), ("--confidence", "0.9", "--draws", "99")])
def test_rows_of_several_files_are_one_data_set(run, halves, kind, more):
    asked = (*ASKED, "--measure", "ARI", "V", "--format", "csv", *more)
    whole = run("score", CELLS, *asked)
    files = [str(halves / f"{at}.{kind}") for at in (0, 1)]
    status, out, said = run("score", *files, *asked)
    assert (status, out) == whole[:2]
    assert said == "partita: 2 files are read as one table of 297 rows\n"
    assert run("score", str(halves / f"*.{kind}"), *asked)[:2] == whole[:2]


def test_small_text_files_need_no_duckdb(run, halves, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "duckdb", None)
    files = [str(halves / f"{at}.csv") for at in (0, 1)]
    assert run("score", *files, *ASKED, "--format", "csv")[0] == 0


def test_a_fault_has_its_place(run, halves):
    with open(halves / "1.csv", "a", encoding="utf-8") as file:
        file.write("x,,0,0,0,0,0,0\n")
    files = [str(halves / f"{at}.csv") for at in (0, 1)]
    status, _, said = run("score", *files, *ASKED)
    assert status == 2
    assert "1.csv, line 199 (row 198), column 'cell_line': the field is empty" in said


@pytest.mark.parametrize("kind", ["csv", "parquet", "h5ad"])
def test_files_with_other_columns_are_refused(run, halves, kind):
    """They may be clusterings of the same objects, which an id has to match."""
    frame = pandas.read_csv(CELLS, dtype="str")[["cell", "cell_line", "hdbscan"]]
    frame.to_csv(halves / "1.csv", index=False)
    frame.to_parquet(halves / "1.parquet")
    anndata.AnnData(obs=frame.set_index("cell")).write_h5ad(halves / "1.h5ad")
    files = [str(halves / f"{at}.{kind}") for at in (0, 1)]
    status, _, said = run("score", *files, *ASKED)
    assert status == 2
    assert f"1.{kind} has no column 'kmeans_5', which {files[0]} has: the rows of several" in said
    assert "--truth-file" in said


def test_one_truth_for_several_files(run, halves):
    asked = (*ASKED, "--measure", "ARI", "--format", "csv")
    files = [str(halves / f"{at}.parquet") for at in (0, 1)]
    found = run("score", *files, "--truth-file", CELLS, "--on", "cell", *asked)
    assert found[:2] == run("score", CELLS, *asked)[:2]


def test_the_same_file_twice_is_refused(run):
    status, _, said = run("score", CELLS, CELLS, *ASKED)
    assert (status, "named twice, so its objects would count twice" in said) == (2, True)


def test_soft_reads_several_files(run, tmp_path):
    header, rows = "t,p1,p2\n", ["x,0.5,0.5\n", "y,0,1\n", "y,0.25,0.75\n"]
    (tmp_path / "0.csv").write_text(header + rows[0])
    (tmp_path / "1.csv").write_text(header + "".join(rows[1:]))
    (tmp_path / "whole.csv").write_text(header + "".join(rows))
    asked = ("--truth", "t", "--memberships", "p1", "p2", "--measure", "rand")
    status, out, said = run("soft", str(tmp_path / "0.csv"), str(tmp_path / "1.csv"), *asked)
    assert (status, out) == run("soft", str(tmp_path / "whole.csv"), *asked)[:2]
    assert said == "partita: 2 files are read as one table of 3 rows\n"
