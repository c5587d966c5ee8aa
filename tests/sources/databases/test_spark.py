"""Spark counts the same cells, to the same bits, and returns only cells."""

from __future__ import annotations

import os
import shutil
import socket

import numpy as np
import pytest
from engine_cases import CASES, PAIRS, assert_joint, assert_same, distinct, drawn
from membership_cases import PREDICTION, SIDES, TRUTH, bits, memberships
from moment_cases import CLUSTERS, labels

from partita import Contingency, InputError, compare, rand
from partita.sources import soft_table, sql, tabulate

_WANTED = "spark" in os.environ.get("PARTITA_REQUIRE", "").split(",")
if not _WANTED:
    pytest.importorskip("pyspark")
    if shutil.which("java") is None:
        pytest.skip("Spark needs Java", allow_module_level=True)

pyarrow = pytest.importorskip("pyarrow")
duckdb = pytest.importorskip("duckdb")
# Warnings of Spark are not failures. A mark overrides the settings, so it repeats them.
pytestmark = pytest.mark.filterwarnings("default", "ignore::partita.WeightsWarning")

# The cases that need different plans, and those that Spark might get wrong.
NAMES = (
    "text",
    "odd names",
    "several grouped",
    "shares",
    "gaps alone, frequencies",
    "gaps and noise",
    "noise text dropped",
    "several dropped",
    "one class",
    "large integers",
    "truth is prediction",
)


@pytest.fixture(scope="module")
def port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


@pytest.fixture(scope="module")
def spark(port):
    from pyspark.sql import SparkSession

    settings = {
        # The server of Spark Connect runs in the same Java process.
        "spark.plugins": "org.apache.spark.sql.connect.SparkConnectPlugin",
        "spark.connect.grpc.binding.address": "127.0.0.1",
        "spark.connect.grpc.binding.port": str(port),
        "spark.ui.enabled": "false",
        "spark.sql.shuffle.partitions": "2",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.driver.host": "127.0.0.1",
        "spark.driver.memory": "1g",
        "spark.ui.showConsoleProgress": "false",
    }
    builder = SparkSession.builder.master("local[2]").appName("partita")
    for name, value in settings.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    yield session
    session.stop()


@pytest.fixture(scope="module")
def connect(spark, port):
    if not _WANTED:
        pytest.importorskip("grpc")
    from pyspark.sql.connect.session import SparkSession

    session = SparkSession.builder.remote(f"sc://127.0.0.1:{port}").create()
    yield session
    session.stop()


@pytest.mark.parametrize("name", NAMES)
def test_cells_and_bits_are_those_of_arrays(spark, name):
    case = CASES[name]
    frame = spark.createDataFrame(pyarrow.table(case.columns))
    assert_same(tabulate(frame, **case.arguments()), case.expected())


@pytest.mark.parametrize("session", ["spark", "connect"])
def test_days_moments_and_instants_match_those_of_lists(session, request):
    """DATE, TIMESTAMP_NTZ and TIMESTAMP, in a session whose time zone is not UTC."""
    session = request.getfixturevalue(session)
    session.conf.set("spark.sql.session.timeZone", "America/New_York")
    tables = {}
    for kind, sql_type in {
        "date": "date", "datetime": "timestamp_ntz", "instant": "timestamp"
    }.items():  # fmt: skip
        rows = [(str(one), p) for one, p in zip(labels(kind), CLUSTERS, strict=True)]
        frame = session.createDataFrame(rows, "t string, p string")
        found = tabulate(frame.selectExpr(f"CAST(t AS {sql_type}) AS t", "p"), "t", "p")
        listed = Contingency.from_labels(labels(kind), CLUSTERS)
        assert (found + listed).shape == (2, 2), kind
        tables[kind] = found
    assert (tables["date"] + tables["datetime"]).shape == (4, 2)
    assert (tables["datetime"] + tables["instant"]).shape == (4, 2)


@pytest.mark.parametrize("session", ["spark", "connect"])
def test_a_frame_in_place_of_labels_names_tabulate(session, request):
    frame = request.getfixturevalue(session).range(3).selectExpr("id AS t", "id AS p")
    for call in (
        lambda: compare(frame),
        lambda: compare([0, 0, 1], frame),
        lambda: compare(frame, [0, 0, 1]),
        lambda: rand([0, 0, 1], frame),
        lambda: rand(frame, frame),
    ):
        with pytest.raises(InputError, match=r"is a DataFrame of pyspark, .* partita.tabulate"):
            call()


def test_no_rows_are_refused(spark):
    frame = spark.range(0).selectExpr("'a' AS truth", "id AS cluster")
    with pytest.raises(InputError, match="empty"):
        tabulate(frame, "truth", "cluster")


def test_columns_and_types_are_checked_before_anything_runs(spark):
    frame = spark.range(1).selectExpr("'a' AS truth", "array(id) AS cluster")
    with pytest.raises(InputError, match="cast it to string"):
        tabulate(frame, "truth", "cluster")
    with pytest.raises(InputError, match="did you mean 'cluster'"):
        tabulate(frame, "truth", "clusters")


def test_executors_count_a_skewed_key_before_the_shuffle(spark):
    """Ten million rows made by Spark, nine in ten of one class; arrays follow the same rule."""
    from pyspark.sql import functions as f

    rows = 10_000_000
    number = f.col("id")
    frame = spark.range(0, rows, 1, 4).select(
        f.when(number % 10 != 0, 0).otherwise(number % 97).alias("truth"),
        ((number * 7919) % 1009 % 50).alias("cluster"),
    )
    plan = frame.groupBy("truth", "cluster").count()._jdf.queryExecution().toString()
    assert "partial_count" in plan  # counted on each side of the shuffle
    number = np.arange(rows)
    truth = np.where(number % 10 != 0, 0, number % 97)
    prediction = number * 7919 % 1009 % 50
    expected = Contingency.from_labels(truth, prediction)
    assert_same(tabulate(frame, "truth", "cluster"), expected)


def test_only_cells_are_collected(spark, monkeypatch):
    """Spark returns an Arrow table with a row per cell, not per object."""
    columns = drawn(5000, 3, 3)
    frame = spark.createDataFrame(pyarrow.table(columns))
    collected = []
    kind = type(frame)
    original = kind.toArrow

    def watched(self):
        collected.append(original(self))
        return collected[-1]

    monkeypatch.setattr(kind, "toArrow", watched)
    table = tabulate(frame, "truth", "cluster")
    assert [one.num_rows for one in collected] == [table.nnz]


def test_the_cluster_drops_what_the_policies_drop(spark, monkeypatch):
    """Spark returns neither missing labels nor noise, and filters rows before grouping them."""
    case = CASES["several dropped"]
    frame = spark.createDataFrame(pyarrow.table(case.columns))
    kind = type(frame)
    original = kind.toArrow
    seen = []

    def watched(self):
        seen.append((self._jdf.queryExecution().analyzed().toString(), original(self)))
        return seen[-1][1]

    monkeypatch.setattr(kind, "toArrow", watched)
    tabulate(frame, "truth", "cluster", **case.options)
    ((plan, cells),) = seen
    assert cells["class"].null_count + cells["cluster"].null_count == 0
    assert -1 not in cells["class"].to_pylist() + cells["cluster"].to_pylist()
    assert plan.index("Aggregate") < plan.index("Filter")  # plans are read from below


@pytest.mark.parametrize("name", ["noise dropped", "gaps alone, frequencies"])
def test_joint_tables_give_the_bits_of_labels(spark, name):
    case = PAIRS[name]
    frame = spark.createDataFrame(pyarrow.table(case.columns)).repartition(2)
    assert_joint(tabulate(frame, **case.arguments(), joint=True), case)


@pytest.mark.parametrize("session", ["spark", "connect"])
def test_five_clusterings_counted_in_spark_are_ranked_as_their_labels_are(session, request):
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 4, 300)
    found = {
        name: np.where(rng.random(300) < share, truth, rng.integers(0, 4, 300))
        for name, share in zip("abcde", (0.9, 0.8, 0.8, 0.6, 0.5), strict=True)
    }
    frame = request.getfixturevalue(session).createDataFrame(pyarrow.table({"t": truth, **found}))
    joint = tabulate(frame, "t", list(found), joint=True)
    one, other = compare(table=joint).ranks(draws=99), compare(truth, found).ranks(draws=99)
    assert str(one) == str(other)
    assert str(one.differences) == str(other.differences)


@pytest.mark.parametrize("name", ["several grouped", "odd names", "gaps and noise"])
def test_connect_counts_the_same(connect, name):
    case = CASES[name]
    frame = connect.createDataFrame(pyarrow.table(case.columns))
    assert "connect" in type(frame).__module__
    assert_same(tabulate(frame, **case.arguments()), case.expected())


def test_connect_refuses_alike(connect):
    frame = connect.range(1).selectExpr("'a' AS truth", "array(id) AS cluster")
    with pytest.raises(InputError, match="cast it to string"):
        tabulate(frame, "truth", "cluster")


def test_a_million_distinct_labels(spark):
    frame = spark.range(1_000_000).selectExpr("id AS truth", "id div 2 AS cluster")
    assert tabulate(frame, "truth", "cluster") == distinct(1_000_000)


@pytest.mark.parametrize("kind", SIDES)
def test_sums_of_memberships_have_the_same_bits(spark, kind):
    columns, sides = memberships(200), SIDES[kind]
    frame = spark.createDataFrame(pyarrow.table(columns)).repartition(3)
    assert bits(soft_table(frame, *sides)) == bits(soft_table(columns, *sides))


def test_sums_of_memberships_over_connect(connect):
    columns = memberships(50)
    frame = connect.createDataFrame(pyarrow.table(columns))
    assert bits(soft_table(frame, TRUTH, PREDICTION)) == bits(
        soft_table(columns, TRUTH, PREDICTION)
    )


def test_bad_memberships_are_refused_and_gaps_dropped(spark):
    columns = {"t": ["a", "a", "b"], "p": [1.0, None, 0.0], "q": [0.0, 0.5, 1.0]}
    frame = spark.createDataFrame(pyarrow.table(columns))
    with pytest.raises(InputError, match="1 of 3 objects have memberships"):
        soft_table(frame, "t", ["p", "q"])
    found = soft_table(frame, "t", ["p", "q"], missing="drop")
    assert found.cells.tolist() == [[1.0, 0.0], [0.0, 1.0]]
    with pytest.raises(InputError, match="numbers"):
        soft_table(frame, "q", ["p", "t"])


def test_decimals_are_memberships_and_truth_values_are_not(spark):
    frame = spark.sql("SELECT 'a' AS t, CAST(1 AS DECIMAL(5, 2)) AS p, 0Y AS q, true AS r")
    assert soft_table(frame, "t", ["p", "q"]).cells.tolist() == [[1.0, 0.0]]
    with pytest.raises(InputError, match="column 'r' is of type boolean: memberships are numbers"):
        soft_table(frame, "t", ["p", "r"])


@pytest.mark.parametrize("label", ["it's", "a'\\", "x\\' OR 1=1 --", "''\\\\'"])
def test_spark_returns_hostile_labels_unchanged(spark, label):
    table = pyarrow.table({"t": [label, "other"], "p": [1, 2]})
    spark.createDataFrame(table).createOrReplaceTempView("hostile")
    text = sql("hostile", "t", "p", noise={"truth": label}, dialect="spark")
    assert [tuple(row) for row in spark.sql(text).collect()] == [("other", 2, 1)]


@pytest.mark.parametrize("session", ["spark", "connect"])
def test_failures_are_short_and_name_the_file(request, spark, tmp_path, session):
    spark.range(5000).selectExpr("id AS t", "id AS p").coalesce(1).write.parquet(f"{tmp_path}/x")
    (path,) = (tmp_path / "x").glob("*.parquet")
    data = bytearray(path.read_bytes())
    data[40:9000] = bytes(8960)
    path.write_bytes(data)
    frame = request.getfixturevalue(session).read.parquet(f"{tmp_path}/x")
    with pytest.raises(InputError, match=r"Spark cannot count this: .*x/part") as found:
        tabulate(frame, "t", "p")
    assert len(str(found.value)) < 500
    assert "\n" not in str(found.value)
    assert found.value.__cause__ is not None


def test_pages_that_spark_wrote_match_their_checksums(spark, tmp_path):
    frame = spark.range(50_000).selectExpr("id % 7 AS t", "concat('c', id % 500) AS p")
    frame.coalesce(1).write.parquet(f"{tmp_path}/x")
    (path,) = (tmp_path / "x").glob("*.parquet")
    expected = tabulate(frame, "t", "p")
    for source in (path, duckdb.connect().read_parquet(str(path))):
        assert_same(tabulate(source, "t", "p"), expected)
    data = bytearray(path.read_bytes())
    at = data.rindex(b"c499", 0, len(data) // 2)  # in the dictionary of p
    data[at : at + 4] = b"c498"
    path.write_bytes(data)
    for source in (path, duckdb.connect().read_parquet(str(path))):
        with pytest.raises(InputError, match="cannot be read"):
            tabulate(source, "t", "p")


@pytest.mark.parametrize("session", ["spark", "connect"])
def test_a_frame_is_not_a_list_of_labels(request, session):
    frame = request.getfixturevalue(session).range(3).selectExpr("id AS t", "id AS p")
    for call in (
        lambda: compare(frame, frame),
        lambda: compare([1, 2, 3], frame),
        lambda: rand(frame.t, frame.p),
    ):
        with pytest.raises(InputError, match=r"partita\.tabulate"):
            call()
