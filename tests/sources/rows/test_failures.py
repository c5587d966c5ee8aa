"""Errors of other libraries as ours."""

from __future__ import annotations

import pytest
from labels_in_files import write_parts

from partita import InputError
from partita.sources import tabulate

polars = pytest.importorskip("polars")
dataset = pytest.importorskip("pyarrow.dataset")


def test_errors_of_other_libraries_are_short_and_name_the_file(tmp_path):
    paths = write_parts(tmp_path, [1, 2, 2], [1, 2, 3], [4, 5, 6])
    data = bytearray((tmp_path / "1.parquet").read_bytes())
    data[4:40] = bytes(36)
    (tmp_path / "1.parquet").write_bytes(data)
    for source, name in ((polars.scan_parquet(paths), "lazy"), (dataset.dataset(paths), paths[1])):
        with pytest.raises(InputError, match=name) as found:
            tabulate(source, "truth", "cluster")
        assert found.value.__cause__ is not None
        assert len(str(found.value)) < 500
        assert "\n" not in str(found.value)
