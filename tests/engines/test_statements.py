"""The statement for other databases: quoted, so that a name is a name and nothing else."""

import sqlite3

import pytest

from partita import InputError
from partita.engines import sql, tabulate
from partita.engines.statements import DIALECTS


@pytest.mark.parametrize(
    ("dialect", "name"),
    [("postgres", '"a""b"'), ("bigquery", '`a"b`'), ("tsql", '[a"b]'), ("mysql", '`a"b`')],
)
def test_names_are_quoted_as_the_dialect_wants(dialect, name):
    assert f"SELECT {name} AS" in sql("t", 'a"b', "p", dialect=dialect)


@pytest.mark.parametrize("dialect", DIALECTS)
def test_no_name_ends_its_quotation(dialect):
    bad = """x"]`'; DROP TABLE labels; --"""
    text = sql("t", bad, "p", dialect=dialect)
    mark = DIALECTS[dialect]
    closing = {"[": "]"}.get(mark, mark)
    inside = text.split("FROM (SELECT ", 1)[1].split(" AS ", 1)[0]
    assert inside[0] == mark
    assert inside[1:-1].replace(closing * 2, "").count(closing) == 0


def test_a_hostile_name_is_a_column_like_any_other():
    bad = 'x"; DROP TABLE labels; --'
    connection = sqlite3.connect(":memory:")
    connection.execute('CREATE TABLE labels ("x""; DROP TABLE labels; --", p)')
    connection.executemany("INSERT INTO labels VALUES (?, ?)", [("a", 1), ("a", 1), ("b", 2)])
    table = tabulate(connection.execute(sql("labels", bad, "p")))
    assert (table.n, table.nnz) == (3, 2)
    connection.close()


def test_gaps_may_be_dropped_at_the_source():
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE TABLE labels (t, p)")
    connection.executemany("INSERT INTO labels VALUES (?, ?)", [("a", 1), (None, 1), ("b", None)])
    assert tabulate(connection.execute(sql("labels", "t", "p", missing="drop"))).n == 1
    connection.close()


def test_subqueries_and_schemas():
    assert 'FROM "s"."t"' in sql("s.t", "a", "b")
    assert 'FROM "s.t"' in sql(("s.t",), "a", "b")
    assert 'FROM (SELECT 1 AS a, 2 AS b) "source"' in sql("(SELECT 1 AS a, 2 AS b)", "a", "b")


@pytest.mark.parametrize("dialect", ["sqlite", "mysql"])
def test_several_predictions_need_grouping_sets(dialect):
    assert "GROUPING SETS" in sql("t", "a", ["b", "c"])
    with pytest.raises(InputError, match="one prediction in a statement"):
        sql("t", "a", ["b", "c"], dialect=dialect)


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([("a", 1, 1.5)], "whole number"),
        ([("a", 1, 0)], "above 0"),
        ([("a", 1, -3)], "above 0"),
        ([("a", 1, None)], "whole numbers"),
        ([("a", 1)], "2 entries"),
        ([3], "expected rows"),
        ([], "empty"),
    ],
)
def test_rows_that_are_no_cells_are_refused(rows, message):
    with pytest.raises(InputError, match=message):
        tabulate(rows)


def test_rows_of_cells_may_repeat():
    assert tabulate([("a", 1, 2**40), ("a", 1, 1), ("b", 2, 1)]).n == 2**40 + 2


def test_a_cursor_without_a_result_is_refused():
    cursor = sqlite3.connect(":memory:").cursor()
    with pytest.raises(InputError, match="no result"):
        tabulate(cursor)
    cursor.connection.close()
