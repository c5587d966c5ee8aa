"""Large files of delimited text."""

from __future__ import annotations

import pytest

from partita.sources.files.places import places
from partita.sources.rows.job import Job
from partita.sources.scans import text_scan

pyarrow = pytest.importorskip("pyarrow")


def test_texts_of_large_files_come_as_columns(tmp_path):
    path = tmp_path / "x.csv"
    path.write_text("truth,cluster\na,1\nb,1\nb,2\n")
    rows = text_scan.scanned(places([str(path)], None), Job("truth", ("cluster",)))
    assert rows is not None
    assert isinstance(rows["cluster"].truth, pyarrow.ChunkedArray)
