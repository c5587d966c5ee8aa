"""Days, moments and instants are the same labels in every source, and never mix.

A day, a moment without a time zone and an instant are three kinds. Tables of one kind from any two
sources add to two classes, each in one cluster: the adjusted Rand index is 1. Tables of two kinds
add to four.
"""

from __future__ import annotations

import datetime as dt
import sqlite3
import sys
from itertools import combinations

import numpy as np
import pytest
from moment_cases import CLUSTERS, LABELS, in_memory, labels

import partita
from partita import Contingency, InputError, tabulate

pandas = pytest.importorskip("pandas")
arrow = pytest.importorskip("pyarrow")
polars = pytest.importorskip("polars")
duckdb = pytest.importorskip("duckdb")

SQL_TYPES = {
    "date": ("DATE",),
    "datetime": ("TIMESTAMP", "TIMESTAMP_S", "TIMESTAMP_MS", "TIMESTAMP_NS"),
    "instant": ("TIMESTAMPTZ",),
}


def _arrow_table(kind, unit="us"):
    types = {
        "date": arrow.date32(),
        "datetime": arrow.timestamp(unit),
        "instant": arrow.timestamp(unit, "Asia/Tokyo"),
    }
    return arrow.table({"t": arrow.array(labels(kind), types[kind]), "p": CLUSTERS})


def _relations(kind):
    connection = duckdb.connect()
    connection.execute("SET TimeZone = 'America/New_York'")
    rows = zip(labels(kind), CLUSTERS, strict=True)
    connection.execute(f"CREATE TABLE x (t {SQL_TYPES[kind][0]}, p VARCHAR)")
    connection.executemany("INSERT INTO x VALUES (?, ?)", list(rows))
    for other in SQL_TYPES[kind]:
        yield f"duckdb {other}", connection.sql(f"SELECT t::{other} AS t, p FROM x")


def _files(kind, folder):
    from pyarrow import dataset, parquet

    for unit in ("ms", "us", "ns"):
        path = folder / f"{kind}-{unit}.parquet"
        parquet.write_table(_arrow_table(kind, unit), path)
        yield f"parquet {unit}", path
        yield f"dataset {unit}", dataset.dataset(path)
    frame = pandas.DataFrame({"t": labels(kind), "p": CLUSTERS})
    frame.to_parquet(folder / f"{kind}-pandas.parquet")
    yield "parquet of pandas", folder / f"{kind}-pandas.parquet"
    frame = polars.DataFrame({"t": labels(kind), "p": CLUSTERS})
    frame.write_parquet(folder / f"{kind}-polars.parquet")
    yield "parquet of polars", folder / f"{kind}-polars.parquet"
    yield "lazy frame", frame.lazy()
    yield "reader", _arrow_table(kind).to_reader()


def _tables(kind, folder):
    for source, column in in_memory()[kind].items():
        yield source, Contingency.from_labels(column, CLUSTERS)
        yield f"tabulate {source}", tabulate({"t": column, "p": CLUSTERS}, "t", "p")
    for source, given in (*_relations(kind), *_files(kind, folder)):
        yield source, tabulate(given, "t", "p")
    cells = [(one, cluster, 3) for one, cluster in zip(LABELS[kind], "pq", strict=True)]
    yield "rows of a cursor", tabulate(cells)


@pytest.fixture(scope="module")
def tables(tmp_path_factory):
    folder = tmp_path_factory.mktemp("moments")
    return {kind: dict(_tables(kind, folder)) for kind in LABELS}


def _sum(one, other, names):
    both = one + other
    assert both.n == 12, names
    return both


@pytest.mark.parametrize("kind", LABELS)
def test_equal_labels_of_any_two_sources_match(tables, kind):
    for (name, one), (other_name, other) in combinations(tables[kind].items(), 2):
        both = _sum(one, other, (name, other_name))
        assert both.shape == (2, 2), (name, other_name, both.classes)
        assert partita.adjusted_rand.of(both) == 1.0


@pytest.mark.parametrize(("kind", "other"), list(combinations(LABELS, 2)))
def test_different_kinds_never_match(tables, kind, other):
    for name, one in tables[kind].items():
        for other_name, two in tables[other].items():
            assert _sum(one, two, (name, other_name)).shape == (4, 2), (name, other_name)


@pytest.mark.parametrize("kind", LABELS)
def test_noise_is_found_in_every_source(tmp_path, kind):
    noise = {"truth": LABELS[kind][0]}
    for source, column in in_memory()[kind].items():
        found = tabulate({"t": column, "p": CLUSTERS}, "t", "p", noise=noise, noise_as="drop")
        assert found.n == 3, source
    for source, given in (*_relations(kind), *_files(kind, tmp_path)):
        assert tabulate(given, "t", "p", noise=noise, noise_as="drop").n == 3, source


def test_noise_of_another_kind_is_refused_with_the_kind(tmp_path):
    given = {kind: next(iter(dict(_relations(kind)).values())) for kind in LABELS}
    words = {
        "date": "a date",
        "datetime": "a datetime without a time zone",
        "instant": "a datetime with a time zone",
    }
    for kind, other in ((k, o) for k in LABELS for o in LABELS if k != o):
        for source in (given[kind], {"t": labels(kind), "p": CLUSTERS}):
            with pytest.raises(InputError, match=f"give noise as {words[kind]}, or"):
                tabulate(source, "t", "p", noise={"truth": LABELS[other][0]})


def test_streams_refuse_two_kinds():
    stream = partita.Stream().update(pandas.Series(labels("datetime")), CLUSTERS)
    with pytest.raises(InputError, match="type datetime and now has instant"):
        stream.update(pandas.Series(labels("instant")), CLUSTERS)


def test_dates_from_a_cursor():
    with sqlite3.connect(":memory:") as connection:
        connection.execute("CREATE TABLE x (t TEXT, p TEXT)")
        rows = [(str(one), p) for one, p in zip(labels("date"), CLUSTERS, strict=True)]
        connection.executemany("INSERT INTO x VALUES (?, ?)", rows)
        cursor = connection.execute(partita.sql("x", "t", "p"))
        cells = [(dt.date.fromisoformat(t), p, n) for t, p, n in cursor.fetchall()]
    assert (tabulate(cells) + Contingency.from_labels(labels("date"), CLUSTERS)).shape == (2, 2)


def test_instants_finer_than_microseconds_stay_different(monkeypatch):
    ticks = arrow.array([1, 2, 1, 1000], arrow.timestamp("ns", "UTC"))
    table = Contingency.from_labels(ticks, [0, 1, 0, 2])
    assert table.shape == (3, 3)
    assert (table + Contingency.from_labels(ticks.to_pandas(), [0, 1, 0, 2])).shape == (3, 3)
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(InputError, match="truth holds moments with a time zone that are finer"):
        Contingency.from_labels(ticks, [0, 1, 0, 2])


def test_instants_outside_the_years_of_datetimes_are_refused():
    far = arrow.array([10**14], arrow.timestamp("s", "UTC"))
    with pytest.raises(InputError, match="truth holds moments with a time zone outside the years"):
        Contingency.from_labels(far, [0])


def test_date64_counts_whole_days():
    days = arrow.array([0, None, 86_400_000], arrow.date64())
    table = Contingency.from_labels(days, [0, 0, 1], missing="drop")
    assert table.classes.tolist() == [dt.date(1970, 1, 1), dt.date(1970, 1, 2)]
    odd = arrow.Array.from_buffers(
        arrow.date64(), 1, [None, arrow.py_buffer(np.array([1]).tobytes())]
    )
    with pytest.raises(InputError, match=r"truth\[0\] is a date64 of .*, which is not a whole day"):
        Contingency.from_labels(odd, [0])
