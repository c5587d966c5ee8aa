"""Labels of a column have one kind in all files, whatever its width and name."""

from __future__ import annotations

import pytest
from labels_in_files import LABELS, write_parts

from partita import Contingency, InputError
from partita.sources import tabulate
from partita.sources.scans import scans

duckdb = pytest.importorskip("duckdb")
pyarrow = pytest.importorskip("pyarrow")
polars = pytest.importorskip("polars")
dataset = pytest.importorskip("pyarrow.dataset")


def by_files(files):
    """Every way to count these files."""
    connection = duckdb.connect()
    listed = ", ".join(f"'{one}'" for one in files)
    connection.execute(f"CREATE VIEW labels AS FROM read_parquet([{listed}])")
    names = "truth", "cluster"
    return {
        "paths": lambda: tabulate(files, *names),
        "dataset": lambda: tabulate(dataset.dataset(files), *names),
        "relation": lambda: tabulate(connection.read_parquet(files), *names),
        "renamed": lambda: tabulate(
            connection.sql(f"SELECT truth AS t, cluster FROM read_parquet([{listed}])"),
            "t",
            "cluster",
        ),
        "view": lambda: tabulate(connection.table("labels"), *names),
        "query": lambda: tabulate(connection, *names, query="FROM labels"),
    }


@pytest.mark.parametrize("way", ["paths", "dataset", "relation", "renamed", "view", "query"])
def test_labels_of_two_kinds_in_two_files_are_refused(tmp_path, way):
    files = write_parts(tmp_path, ["1", "2", "2"], [1, 2, 2])
    for order in (1, -1):  # the engine would cast to the type of the first file
        with pytest.raises(InputError, match=r"'truth' holds .*of one type in all files"):
            by_files(files[::order])[way]()


WIDTHS = {
    "integers": [pyarrow.array([1, 2, 2], kind) for kind in ("int8", "uint16", "int32", "int64")],
    "text": [
        pyarrow.array(["1", "2", "2"], kind)
        for kind in (
            pyarrow.string(),
            pyarrow.large_string(),
            pyarrow.string_view(),
            pyarrow.dictionary("int8", pyarrow.string()),
        )
    ],
}


@pytest.mark.parametrize("kind", WIDTHS)
def test_labels_of_one_kind_match_whatever_their_width(tmp_path, monkeypatch, kind):
    ways = by_files(write_parts(tmp_path, *WIDTHS[kind]))
    truth = [one for column in WIDTHS[kind] for one in column.to_pylist()]
    expected = Contingency.from_labels(truth, [1, 1, 2] * 4)
    assert all(ways[way]() == expected for way in ("paths", "dataset", "relation"))
    monkeypatch.setattr(scans, "has", {"duckdb"}.__contains__)
    assert ways["paths"]() == expected


MIXED = "read_parquet(['{0}/0.parquet', '{0}/1.parquet'])"
HIDDEN = {  # statements that do not name the column of labels
    "renamed": "SELECT * RENAME (truth AS t) FROM {mixed}",
    "aliases of a table": "FROM {mixed} AS f(t, p)",
    "aliases of a query": "WITH f(t, p) AS (FROM {mixed}) FROM f",
    "aliases of a view": "FROM named",
    "pattern": "SELECT COLUMNS('tr.*') AS t, cluster FROM {mixed}",
    "by place": "SELECT #1 AS t, #2 AS p FROM {mixed}",
    "union": "SELECT '1' AS t, 1 AS p UNION ALL FROM {mixed}",
    "a view in other letters": "SELECT truth AS t FROM LABELS",
    "a view with AS in its name": 'SELECT truth AS t FROM "my AS v"',
}


@pytest.mark.parametrize("way", HIDDEN)
def test_no_statement_hides_the_kinds_of_labels(tmp_path, way):
    write_parts(tmp_path, ["1", "2", "2"], [1, 2, 2])
    mixed = MIXED.format(tmp_path)
    connection = duckdb.connect()
    for view in ("Labels", '"my AS v"', "named(t, p)"):
        connection.execute(f"CREATE VIEW {view} AS FROM {mixed}")
    relation = connection.sql(HIDDEN[way].format(mixed=mixed))
    with pytest.raises(InputError, match=r"'truth' holds .*of one type in all files"):
        tabulate(relation, "t", "t")
    unread = connection.sql(f"SELECT cluster AS t FROM {mixed}")
    assert tabulate(unread, "t", "t").n == 6


@pytest.mark.parametrize("way", ["paths", "dataset", "paths by DuckDB"])
def test_the_first_file_does_not_set_the_width(tmp_path, monkeypatch, way):
    if way == "paths by DuckDB":
        monkeypatch.setattr(scans, "has", {"duckdb"}.__contains__)
    wide = pyarrow.array([2**40, 1, 2])
    files = write_parts(tmp_path, pyarrow.nulls(3), pyarrow.array([1, 1, 2], "int8"), wide)
    found = Contingency.from_labels([1, 1, 2, 2**40, 1, 2], [1, 1, 2] * 2)
    for some in (files, files[1:]):
        source = dataset.dataset(some) if way == "dataset" else some
        assert tabulate(source, "truth", "cluster", missing="drop") == found


def test_files_of_different_writers_match(tmp_path):
    pandas = pytest.importorskip("pandas")
    pandas.DataFrame(LABELS).astype("category").astype(str).to_parquet(tmp_path / "a.parquet")
    polars.DataFrame(LABELS).cast(polars.String).write_parquet(tmp_path / "b.parquet")
    texts = polars.DataFrame(LABELS).cast(polars.String).cast(polars.Categorical)
    texts.write_parquet(tmp_path / "c.parquet")
    source = tmp_path / "a.parquet"
    duckdb.sql(f"COPY (FROM '{source}') TO '{tmp_path}/d.parquet'")
    one = tabulate(source, "truth", "cluster")
    assert tabulate(f"{tmp_path}/*.parquet", "truth", "cluster") == one + one + one + one
