"""Spark counts the same cells, to the same bits, and hands over nothing but cells."""

from __future__ import annotations

import os
import shutil

import numpy as np
import pytest
from engine_cases import CASES, assert_same, drawn

from partita import Contingency, InputError
from partita.engines import tabulate

_WANTED = "spark" in os.environ.get("PARTITA_REQUIRE", "").split(",")
if not _WANTED:
    pytest.importorskip("pyspark")
    if shutil.which("java") is None:
        pytest.skip("Spark needs Java", allow_module_level=True)

pyarrow = pytest.importorskip("pyarrow")
pytestmark = pytest.mark.filterwarnings("default")  # Spark's own warnings are not ours to fail on

# One session serves all; the shapes that need a plan of their own, and those Spark may get wrong.
NAMES = (
    "text",
    "odd names",
    "several grouped",
    "shares",
    "gaps alone, frequencies",
    "gaps and noise",
    "large integers",
    "truth is prediction",
)


@pytest.fixture(scope="module")
def spark():
    from pyspark.sql import SparkSession

    settings = {
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


@pytest.mark.parametrize("name", NAMES)
def test_cells_and_bits_are_those_of_the_array_path(spark, name):
    case = CASES[name]
    frame = spark.createDataFrame(pyarrow.table(case.columns))
    assert_same(tabulate(frame, **case.arguments()), case.expected())


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


def test_a_skewed_key_is_counted_where_it_lies(spark):
    """Ten million rows, nine in ten of one class, made by Spark; arrays follow the same rule."""
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
    """A table of Arrow comes home, with a row per cell and not per object."""
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
