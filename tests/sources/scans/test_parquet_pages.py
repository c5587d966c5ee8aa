"""Pages of Parquet files match their checksums, or the file is refused."""

from __future__ import annotations

from io import BytesIO

import pytest
from labels_in_files import COLUMNS, COMMANDS, LABELS, WAYS, by_file, check_refused

from partita import InputError
from partita.sources import tabulate
from partita.sources.scans import parquet_pages, scans

pyarrow = pytest.importorskip("pyarrow")
parquet = pytest.importorskip("pyarrow.parquet")


def test_a_page_without_a_checksum_does_not_end_the_check():
    plain = bytes([0x15, 0, 0x15, 2, 0x15, 2, 0]) + b"x"  # three integers: kind and two lengths
    summed = bytes([0x15, 0, 0x15, 2, 0x15, 2, 0x15, 2, 0]) + b"x"  # and a wrong checksum, 1
    assert parquet_pages._is_sound(BytesIO(plain * 2), 0, len(plain) * 2)
    assert not parquet_pages._is_sound(BytesIO(plain + summed), 0, len(plain + summed))


SECOND = {"data_page_version": "2.0", "data_page_size": 2000}  # pages of version 2, several of them


@pytest.mark.parametrize(
    ("way", "options"),
    [*((way, {}) for way in WAYS), *((way, SECOND) for way in ("path", "dataset", "relation"))],
)
def test_a_page_that_does_not_match_its_checksum_is_refused(tmp_path, capsys, way, options):
    path = tmp_path / "x.parquet"
    plain = {"compression": "none", "use_dictionary": False, "write_page_checksum": True}
    parquet.write_table(pyarrow.table(COLUMNS), path, **plain, **options)
    run = by_file(path)[way]
    assert way in COMMANDS or run()
    assert way not in COMMANDS or run() == 0
    chunk = parquet.ParquetFile(path).metadata.row_group(0).column(0)  # the truth
    data = bytearray(path.read_bytes())
    last = chunk.data_page_offset + chunk.total_compressed_size - 8  # the label of the last object
    assert int.from_bytes(data[last : last + 8], "little") == LABELS["truth"][-1]
    data[last] ^= 1
    path.write_bytes(data)
    check_refused(way, by_file(path)[way], capsys, str(path), "checksum")


def test_checksums_are_checked_without_pyarrow(tmp_path, monkeypatch):
    monkeypatch.setattr(scans, "has", {"duckdb"}.__contains__)
    path = tmp_path / "x[1].parquet"
    table = pyarrow.table({name: [*map(str, column)] for name, column in LABELS.items()})
    parquet.write_table(table, path, write_page_checksum=True, compression="zstd")
    assert tabulate(path, "truth", "cluster").n == 400
    start = parquet.ParquetFile(path).metadata.row_group(0).column(0).dictionary_page_offset
    data = bytearray(path.read_bytes())
    at = data.index(b"0", start + 20)  # the entry "0" of the dictionary
    data[at : at + 1] = b"7"
    path.write_bytes(data)
    with pytest.raises(
        InputError, match=r"x\[1\].parquet: cannot be read: a page of column 'truth'"
    ):
        tabulate(path, "truth", "cluster")
