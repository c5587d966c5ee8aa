"""Paths, patterns and addresses of files."""

from __future__ import annotations

import pytest
from labels_in_files import LABELS, score

from partita import InputError
from partita.sources import tabulate
from partita.sources.files.data_files import data_files

pyarrow = pytest.importorskip("pyarrow")
parquet = pytest.importorskip("pyarrow.parquet")


def test_a_url_of_a_file_is_its_path(tmp_path, capsys):
    for name in ("a b.csv", "a b.parquet"):
        path = tmp_path / name
        if name.endswith("csv"):
            path.write_text("truth,cluster\n" + "a,1\n" * 3)
        else:
            parquet.write_table(pyarrow.table(LABELS), path)
        expected = tabulate(path, "truth", "cluster")
        for url in (path.as_uri(), f"file:{tmp_path}/a%20b{path.suffix}"):
            assert tabulate(url, "truth", "cluster") == expected
            assert score(url) == 0
    with pytest.raises(InputError, match="another machine"):
        data_files("file://elsewhere/x.csv", None)
    with pytest.raises(InputError, match="is a folder; name a file"):
        tabulate(tmp_path, "truth", "cluster")
