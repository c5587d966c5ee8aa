"""Arrow datasets: their filters and scanners apply to all parts."""

from __future__ import annotations

import pytest
from labels_in_files import write_parts

from partita import Contingency, InputError
from partita.sources import tabulate

pyarrow = pytest.importorskip("pyarrow")
dataset = pytest.importorskip("pyarrow.dataset")


def test_a_filter_of_a_dataset_applies_to_all_its_parts(tmp_path):
    files = write_parts(tmp_path, pyarrow.array([1, 1, 2], "int8"), pyarrow.array([1, 2**40, 2]))
    first = dataset.field("cluster") == 1
    narrow, both = dataset.dataset(files[:1]), dataset.dataset(files)  # the types of the first file
    kept = Contingency.from_labels([1, 1], [1, 1])
    wide = kept + Contingency.from_labels([1, 2**40], [1, 1])
    assert tabulate(narrow.filter(first), "truth", "cluster") == kept
    assert tabulate(both.filter(first), "truth", "cluster") == wide
    union = dataset.dataset([narrow, dataset.dataset([narrow, narrow])])
    one = union.filter(first)
    twice = union.filter(dataset.field("truth") < 3).filter(first)
    for filtered in (one, twice):
        assert tabulate(filtered, "truth", "cluster") == kept + kept + kept
    (tmp_path / "1.parquet").write_bytes(b"PAR1 no more of it PAR1")
    with pytest.raises(InputError, match=r"1\.parquet: cannot be read"):
        tabulate(both.filter(first), "truth", "cluster")


def test_a_scanner_is_read_with_its_own_options(tmp_path):
    (path,) = write_parts(tmp_path, [1, 2, 2])
    scanner = dataset.dataset(path).scanner(filter=dataset.field("cluster") == 1)
    assert tabulate(scanner, "truth", "cluster").n == 2
