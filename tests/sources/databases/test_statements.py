"""The SQL statement for other databases: names and labels cannot inject SQL."""

import sqlite3

import numpy as np
import pytest
from looping import in_turn

from partita import Contingency, InputError
from partita.sources import sql, tabulate
from partita.sources.databases.dialects import DIALECTS


@pytest.mark.parametrize(
    ("dialect", "name"),
    [("postgres", '"a""b"'), ("bigquery", '`a"b`'), ("tsql", '[a"b]'), ("mysql", '`a"b`')],
)
def test_names_are_quoted_as_the_dialect_wants(dialect, name):
    assert f"SELECT {name} AS" in sql("t", 'a"b', "p", dialect=dialect)


# Whether a quote is doubled, and whether a backslash escapes the next character, in a text and in
# a name, according to the manuals of the databases.
TEXTS = {
    **dict.fromkeys(("postgres", "postgresql", "duckdb", "oracle", "sqlite"), (True, False)),
    **dict.fromkeys(("trino", "tsql"), (True, False)),
    **dict.fromkeys(("snowflake", "redshift", "clickhouse", "mysql"), (True, True)),
    **dict.fromkeys(("bigquery", "spark", "databricks"), (False, True)),
}
NAMES = {**dict.fromkeys(DIALECTS, (True, False)), "clickhouse": (True, True)}
NAMES |= {"bigquery": (False, True)}
HOSTILE = ["it's", "\\", "a\\", "a'\\", "\\'", "x\\' OR 1=1 --", "''\\\\'", "x'; DROP TABLE t; --"]


def read_quoted(text, mark, doubled, escapes):
    """What a database reads up to the closing quote, and what follows."""
    found, at = "", 0
    while text[at] != mark or (doubled and text[at : at + 2] == mark * 2):
        at += text[at] == mark or (escapes and text[at] == "\\")
        found += text[at]
        at += 1
    return found, text[at + 1 :]


@pytest.mark.parametrize("dialect", DIALECTS)
@in_turn("name", [*HOSTILE, """x"]`'; DROP TABLE labels; --""", "a\\`b", 'a\\"b'])
def test_no_name_ends_its_quotes(dialect, name):
    text = sql("t", name, "p", dialect=dialect)
    first, last = DIALECTS[dialect].marks
    inside = text.split("FROM (SELECT ", 1)[1]
    assert inside[0] == first
    doubled, escapes = NAMES[dialect]
    found, rest = read_quoted(inside[1:], last, doubled, escapes)
    assert (found, rest[:4]) == (name, " AS ")


@pytest.mark.parametrize("dialect", TEXTS)
@in_turn("label", HOSTILE)
def test_no_text_ends_its_literal(dialect, label):
    text = sql("t", "c", "p", noise={"truth": label}, dialect=dialect)
    doubled, escapes = TEXTS[dialect]
    found, rest = read_quoted(text.split(" <> '", 1)[1], "'", doubled, escapes)
    assert (found, rest[:2]) == (label, "))")


@pytest.mark.parametrize("label", HOSTILE)
def test_the_standard_dialect_refuses_backslashes(label):
    assert {*TEXTS, "standard"} == {*DIALECTS}
    if "\\" not in label:
        assert "''" in sql("t", "c", "p", noise=label)
        return
    with pytest.raises(InputError, match="name your dialect"):
        sql("t", "c", "p", noise=label)


@pytest.mark.parametrize("label", HOSTILE)
@pytest.mark.parametrize("dialect", ["sqlite", "duckdb"])
def test_databases_return_hostile_labels_unchanged(dialect, label):
    driver = sqlite3 if dialect == "sqlite" else pytest.importorskip("duckdb")
    connection = driver.connect(":memory:")
    connection.execute("CREATE TABLE labels (t VARCHAR, p INT)")
    connection.executemany("INSERT INTO labels VALUES (?, ?)", [(label, 1), ("other", 2)])
    text = sql("labels", "t", "p", noise={"truth": label}, dialect=dialect)
    assert connection.execute(text).fetchall() == [("other", 2, 1)]
    connection.close()


@pytest.mark.parametrize("number", [np.int64(3), np.uint8(3), 3])
def test_integers_of_numpy_are_numbers(number):
    assert "<> 3)" in sql("t", "c", "p", noise=number)
    assert "<> 'a')" in sql("t", "c", "p", noise=np.str_("a"))


def test_a_hostile_column_name_is_only_a_name():
    bad = 'x"; DROP TABLE labels; --'
    connection = sqlite3.connect(":memory:")
    connection.execute('CREATE TABLE labels ("x""; DROP TABLE labels; --", p)')
    connection.executemany("INSERT INTO labels VALUES (?, ?)", [("a", 1), ("a", 1), ("b", 2)])
    table = tabulate(connection.execute(sql("labels", bad, "p")))
    assert (table.n, table.nnz) == (3, 2)
    connection.close()


def test_the_database_can_drop_missing_labels():
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE TABLE labels (t, p)")
    connection.executemany("INSERT INTO labels VALUES (?, ?)", [("a", 1), (None, 1), ("b", None)])
    assert tabulate(connection.execute(sql("labels", "t", "p", missing="drop"))).n == 1
    connection.close()


def test_the_database_can_drop_noise():
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE TABLE labels (t, p)")
    rows = [("it's", 1), ("it's", -1), (None, -1), ("b", None), ("b", 2)]
    connection.executemany("INSERT INTO labels VALUES (?, ?)", rows)
    kept = connection.execute(sql("labels", "t", "p", noise={"prediction": -1})).fetchall()
    assert sorted(kept, key=str) == sorted([("it's", 1, 1), ("b", None, 1), ("b", 2, 1)], key=str)
    text = sql("labels", "t", "p", missing="drop", noise={"truth": "it's"})
    assert connection.execute(text).fetchall() == [("b", 2, 1)]
    connection.close()


def test_noise_is_dropped_from_each_of_several_predictions():
    duckdb = pytest.importorskip("duckdb")
    connection = duckdb.connect()
    connection.execute(
        "CREATE TABLE x AS SELECT * FROM (VALUES (1, -1, 1), (1, 2, NULL)) x(t, p, q)"
    )
    text = sql("x", "t", ["p", "q"], missing="drop", noise={"prediction": -1}, dialect="duckdb")
    cells = connection.execute(text).fetchall()  # class, cluster_0, cluster_1, apart_0, apart_1, n
    assert sorted(cells, key=str) == [(1, 2, None, 0, 1, 1), (1, None, 1, 1, 0, 1)]


def test_noise_that_has_no_literal_is_refused():
    with pytest.raises(InputError, match="an integer or a text"):
        sql("x", "t", "p", noise=1.5)


def test_subqueries_and_schemas():
    assert 'FROM "s"."t"' in sql("s.t", "a", "b")
    assert 'FROM "s.t"' in sql(("s.t",), "a", "b")
    assert 'FROM (SELECT 1 AS a, 2 AS b) "source"' in sql("(SELECT 1 AS a, 2 AS b)", "a", "b")


@pytest.mark.parametrize("dialect", ["sqlite", "mysql"])
def test_several_predictions_need_grouping_sets(dialect):
    assert "GROUPING SETS" in sql("t", "a", ["b", "c"])
    with pytest.raises(InputError, match="only one prediction in a statement"):
        sql("t", "a", ["b", "c"], dialect=dialect)


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([("a", 1, 1.5)], "expected an integer"),
        ([("a", 1, 0)], "above 0"),
        ([("a", 1, -3)], "above 0"),
        ([("a", 1, None)], "n must hold integers"),
        ([("a", 1)], "2 entries"),
        ([3], "expected rows"),
        ([], "empty"),
    ],
)
def test_rows_that_are_not_cells_are_refused(rows, message):
    with pytest.raises(InputError, match=message):
        tabulate(rows)


def test_repeated_cells_are_added():
    assert tabulate([("a", 1, 2**40), ("a", 1, 1), ("b", 2, 1)]).n == 2**40 + 2


def test_joint_rows_hold_the_clusters_of_all_predictions():
    rows = [("x", 1, 1, 2), ("x", 1, 2, 1), ("y", 2, 2, 3)]
    joint = tabulate(rows, prediction=["a", "b"], joint=True)
    assert (joint.n, joint.nnz) == (6, 3)
    assert joint.table("b") == Contingency.from_cells(["x", "x", "y"], [1, 2, 2], [2, 1, 3])
    one = tabulate([("x", 1, 2)], prediction="a", joint=True)
    assert (one.predictions, one.n) == (("a",), 2)


@pytest.mark.parametrize("dialect", ["standard", "sqlite", "mysql", "clickhouse"])
def test_a_joint_statement_needs_no_grouping_sets(dialect):
    text = sql("t", "c", ["a", "b"], joint=True, missing="drop", noise=-1, dialect=dialect)
    q = "`" if dialect == "mysql" else '"'
    assert text.replace(q, "") == (
        "SELECT class, cluster_0, cluster_1, COUNT(*) AS n\n"
        "FROM (SELECT c AS class, a AS cluster_0, b AS cluster_1 FROM t WHERE c IS NOT NULL AND "
        "c <> -1 AND a IS NOT NULL AND a <> -1 AND b IS NOT NULL AND b <> -1) labels\n"
        "GROUP BY class, cluster_0, cluster_1"
    )


def test_a_result_that_counts_each_prediction_alone_is_not_joint():
    duckdb = pytest.importorskip("duckdb")
    connection = duckdb.connect()
    connection.execute("CREATE TABLE t AS SELECT 1 AS c, 2 AS a, 3 AS b")
    alone = connection.execute(sql("t", "c", ["a", "b"], dialect="duckdb"))
    with pytest.raises(InputError, match=r"partita\.sql\(\.\.\., joint=True\)"):
        tabulate(alone, "c", ["a", "b"], joint=True)
    together = connection.execute(sql("t", "c", ["a", "b"], joint=True, dialect="duckdb"))
    assert tabulate(together, "c", ["a", "b"])["b"].n == 1  # its margins are tables too


def test_a_cursor_without_a_result_is_refused():
    cursor = sqlite3.connect(":memory:").cursor()
    with pytest.raises(InputError, match="no result"):
        tabulate(cursor)
    cursor.connection.close()
