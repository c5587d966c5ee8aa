"""Relations of DuckDB."""

from __future__ import annotations

import pytest

from partita.sources import tabulate

duckdb = pytest.importorskip("duckdb")


def test_no_name_of_a_table_collides_with_ours():
    connection = duckdb.connect()
    relation = connection.sql("SELECT 1 AS a, 2 AS b FROM range(3)")
    for name in ("partita_source", "partita_files"):
        connection.execute(f"CREATE TABLE {name} AS SELECT 7 AS t")
    assert tabulate(relation, "a", "b").n == 3
