"""Large files of delimited text, counted by DuckDB."""

from __future__ import annotations

import pytest

from partita.sources.files.data_files import data_files
from partita.sources.rows.job import Job
from partita.sources.scans import text_scan

pyarrow = pytest.importorskip("pyarrow")


def test_labels_of_large_files_are_arrow_columns(tmp_path):
    path = tmp_path / "x.csv"
    path.write_text("truth,cluster\na,1\nb,1\nb,2\n")
    rows = text_scan.scanned(data_files([str(path)], None), Job("truth", ("cluster",)))
    assert rows is not None
    assert isinstance(rows["cluster"].truth, pyarrow.ChunkedArray)
