"""Delta, Hudi and Iceberg tables: read through their log, or refused."""

from __future__ import annotations

import pytest
from labels_in_files import COLUMNS, EXPECTED, LABELS, WAYS, by_file, check_refused

from partita import InputError
from partita.sources import tabulate

duckdb = pytest.importorskip("duckdb")
pyarrow = pytest.importorskip("pyarrow")
polars = pytest.importorskip("polars")
dataset = pytest.importorskip("pyarrow.dataset")
parquet = pytest.importorskip("pyarrow.parquet")


@pytest.mark.parametrize("way", WAYS)
def test_files_of_a_delta_table_are_refused_by_path(tmp_path, capsys, way):
    deltalake = pytest.importorskip("deltalake")
    table = pyarrow.table(COLUMNS)
    for _ in range(2):  # the files of the first version stay in the folder
        deltalake.write_deltalake(tmp_path, table, mode="overwrite")
    assert len(list(tmp_path.glob("*.parquet"))) == 2
    check_refused(
        way, by_file(next(tmp_path.glob("*.parquet")))[way], capsys, "Delta table", "DeltaTable("
    )


def test_a_delta_table_is_counted_once(tmp_path):
    deltalake = pytest.importorskip("deltalake")
    frame = pyarrow.table({**LABELS, "day": [k % 2 for k in range(400)]})
    for _ in range(2):
        deltalake.write_deltalake(tmp_path, frame, mode="overwrite", partition_by=["day"])
    table = deltalake.DeltaTable(tmp_path)
    for source in (table, table.to_pyarrow_dataset(), polars.scan_delta(str(tmp_path))):
        assert tabulate(source, "truth", "cluster") == EXPECTED
    for source in (f"{tmp_path}/day=1/*.parquet", str(tmp_path), f"file://{tmp_path}/*/*.parquet"):
        with pytest.raises(InputError, match=r"Delta table.*scan_delta"):
            tabulate(source, "truth", "cluster")


@pytest.mark.parametrize(
    ("mark", "name"), [(".hoodie", "Hudi"), ("metadata/v1.metadata.json", "Iceberg")]
)
def test_hudi_and_iceberg_tables_are_recognized(tmp_path, mark, name):
    (tmp_path / "data").mkdir()
    path = tmp_path / "data" / "x.parquet"
    parquet.write_table(pyarrow.table(LABELS), path)
    (tmp_path / "metadata").mkdir()  # a folder of this name alone means nothing
    assert tabulate(path, "truth", "cluster") == EXPECTED
    (tmp_path / mark).touch()
    with pytest.raises(InputError, match=name):
        tabulate(path, "truth", "cluster")


def test_a_link_into_a_delta_table_is_recognized(tmp_path):
    (tmp_path / "table" / "_delta_log").mkdir(parents=True)
    parquet.write_table(pyarrow.table(LABELS), tmp_path / "table" / "x.parquet")
    link = tmp_path / "y.parquet"
    link.symlink_to(tmp_path / "table" / "x.parquet")
    with pytest.raises(InputError, match="Delta table"):
        tabulate(link, "truth", "cluster")


@pytest.mark.parametrize("name", ["x.PARQUET", "x.parq", "x"])
def test_a_delta_table_is_recognized_whatever_its_files_are_called(tmp_path, name):
    (tmp_path / "_delta_log").mkdir()
    parquet.write_table(pyarrow.table(LABELS), tmp_path / name)
    relation = duckdb.connect().sql(f"FROM read_parquet('{tmp_path}/x*')")
    for source in (relation, dataset.dataset(tmp_path / name, format="parquet")):
        with pytest.raises(InputError, match="Delta table"):
            tabulate(source, "truth", "cluster")
    if name == "x.PARQUET":
        with pytest.raises(InputError, match="Delta table"):
            tabulate(duckdb.connect().sql(f"FROM '{tmp_path / name}'"), "truth", "cluster")
