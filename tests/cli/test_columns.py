"""`partita columns` lists the columns of any file."""

import io
import sys

import pytest
from cells_file import CELLS

pandas = pytest.importorskip("pandas")
anndata = pytest.importorskip("anndata")
pytest.importorskip("duckdb")


@pytest.mark.parametrize("kind", ["csv", "parquet", "jsonl", "h5ad"])
def test_columns_are_in_the_order_of_the_file(run, tmp_path, kind):
    frame = pandas.read_csv(CELLS, dtype="str")
    path = tmp_path / f"cells.{kind}"
    writers = {
        "csv": lambda: frame.to_csv(path, index=False),
        "parquet": lambda: frame.to_parquet(path),
        "jsonl": lambda: frame.to_json(path, orient="records", lines=True),
        "h5ad": lambda: anndata.AnnData(obs=frame.set_index("cell")).write_h5ad(path),
    }
    writers[kind]()
    assert run("columns", str(path)) == (0, "".join(f"{name}\n" for name in frame), "")


def test_columns_of_stdin_and_of_several_files(run, tmp_path, monkeypatch):
    (tmp_path / "a.csv").write_text("x,y\n1,2\n")
    (tmp_path / "b.tsv").write_text("y\tz\n1\t2\n")
    files = [str(tmp_path / name) for name in ("a.csv", "b.tsv")]
    assert run("columns", *files) == (0, "x\ny\nz\n", "")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"p;q\n1;2\n")))
    assert run("columns", "-", "--delimiter", ";") == (0, "p\nq\n", "")


def test_a_file_that_cannot_be_read_is_named(run, tmp_path):
    status, out, said = run("columns", str(tmp_path / "x.csv"))
    assert (status, out) == (2, "")
    assert "x.csv: cannot be read" in said
