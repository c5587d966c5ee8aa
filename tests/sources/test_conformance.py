"""Every engine counts the same cells, to the same bits, as labels in memory give."""

from __future__ import annotations

import json
import sqlite3

import numpy as np
import pytest
from engine_cases import CASES, PAIRS, assert_joint, assert_same, distinct, text_noise

from partita import InputError
from partita.sources import sql, tabulate
from partita.sources.databases import duck, polars_lazy
from partita.sources.scans import scans

pandas = pytest.importorskip("pandas")
polars = pytest.importorskip("polars")
pyarrow = pytest.importorskip("pyarrow")
duckdb = pytest.importorskip("duckdb")
dataset = pytest.importorskip("pyarrow.dataset")
parquet = pytest.importorskip("pyarrow.parquet")
anndata = pytest.importorskip("anndata")
narwhals = pytest.importorskip("narwhals")


class ArrowStream:
    """Offers an Arrow C stream and nothing else."""

    def __init__(self, table):
        self.table = table

    def __arrow_c_stream__(self, requested_schema=None):
        return self.table.__arrow_c_stream__(requested_schema)


def annotated(columns):
    frame = pyarrow.table(columns).to_pandas(types_mapper=pandas.ArrowDtype)
    frame.index = frame.index.astype(str)
    return anndata.AnnData(obs=frame)


def obs_file(columns, path):
    """A file of AnnData, whose data frame has no Arrow types."""
    frame = pyarrow.table(columns).to_pandas(integer_object_nulls=True)
    frame = frame.convert_dtypes(convert_string=False, convert_floating=False)
    frame.index = frame.index.astype(str)
    anndata.AnnData(obs=frame).write_h5ad(path)
    return path


def csv_file(columns, path):
    pandas.DataFrame(columns, dtype=object).to_csv(path, index=False)
    return path


def lines_file(columns, path):
    rows = zip(*columns.values(), strict=True)
    text = (json.dumps(dict(zip(columns, row, strict=True)), ensure_ascii=False) for row in rows)
    path.write_text("\n".join(text) + "\n", "utf-8")
    return path


def parquet_file(columns, path):
    parquet.write_table(pyarrow.table(columns), path, row_group_size=97)
    return path


ENGINES = {
    "mapping": lambda c, _: c,
    "pandas": lambda c, _: pyarrow.table(c).to_pandas(types_mapper=pandas.ArrowDtype),
    "polars": lambda c, _: polars.from_arrow(pyarrow.table(c)),
    "polars lazy": lambda c, _: polars.from_arrow(pyarrow.table(c)).lazy(),
    "narwhals": lambda c, _: narwhals.from_native(pyarrow.table(c)),
    "arrow table": lambda c, _: pyarrow.table(c),
    "arrow reader": lambda c, _: pyarrow.table(c).to_reader(max_chunksize=101),
    "arrow stream": lambda c, _: ArrowStream(pyarrow.table(c)),
    "arrow dataset": lambda c, p: dataset.dataset(parquet_file(c, p / "d.parquet")),
    "anndata": lambda c, _: annotated(c),
    "duckdb": lambda c, _: duckdb.from_arrow(pyarrow.table(c)),
    "frames one by one": lambda c, _: frames(pyarrow.table(c)),
    "parquet": lambda c, p: parquet_file(c, p / "p.parquet"),
    "json lines": lambda c, p: lines_file(c, p / "l.jsonl"),
    "h5ad": lambda c, p: obs_file(c, p / "o.h5ad"),
}

TEXT_ENGINES = ("csv", "csv by duckdb", "csv.gz", "csv.zst", "tsv")


@pytest.fixture(params=ENGINES)
def engine(request):
    return ENGINES[request.param]


@pytest.mark.parametrize("case", CASES.values(), ids=list(CASES))
def test_cells_and_bits_are_those_of_arrays(engine, case, tmp_path):
    source = engine(case.columns, tmp_path)
    assert_same(tabulate(source, **case.arguments()), case.expected())


@pytest.mark.parametrize("kind", TEXT_ENGINES)
@pytest.mark.parametrize("case", CASES.values(), ids=list(CASES))
def test_text_files_hold_labels_of_text(kind, case, tmp_path, monkeypatch):
    if kind != "csv":
        monkeypatch.setattr(scans, "_SMALL", 0)
    case = text_noise(case)
    path = tmp_path / f"labels.{kind.split()[0]}"
    separator = "\t" if kind == "tsv" else ","
    pandas.DataFrame(case.columns, dtype=object).to_csv(path, index=False, sep=separator)
    assert_same(tabulate(path, **case.arguments()), case.expected(text=True))


@pytest.mark.parametrize("case", PAIRS.values(), ids=list(PAIRS))
def test_joint_tables_hold_the_kinds_of_objects_and_give_the_bits_of_labels(engine, case, tmp_path):
    source = engine(case.columns, tmp_path)
    assert_joint(tabulate(source, **case.arguments(), joint=True), case)


@pytest.mark.parametrize("kind", ["csv", "csv by duckdb"])
@pytest.mark.parametrize("case", PAIRS.values(), ids=list(PAIRS))
def test_joint_tables_of_text_files(kind, case, tmp_path, monkeypatch):
    if kind != "csv":
        monkeypatch.setattr(scans, "_SMALL", 0)
    case = text_noise(case)
    path = csv_file(case.columns, tmp_path / "labels.csv")
    assert_joint(tabulate(path, **case.arguments(), joint=True), case, text=True)


PLAIN = [n for n, c in CASES.items() if not isinstance(c.prediction, list) and not c.groups]


@pytest.mark.parametrize("name", PLAIN)
def test_any_database_by_its_cursor(name):
    case = CASES[name]
    connection = sqlite3.connect(":memory:")
    names = ", ".join('"' + n.replace('"', '""') + '"' for n in case.columns)
    marks = ", ".join("?" * len(case.columns))
    connection.execute(f"CREATE TABLE labels ({names})")
    rows = zip(*case.columns.values(), strict=True)
    connection.executemany(f"INSERT INTO labels VALUES ({marks})", rows)
    text = sql("labels", case.truth, case.prediction, weights=case.weights, dialect="sqlite")
    assert_same(tabulate(connection.execute(text), **case.options), case.expected())
    connection.close()


@pytest.mark.parametrize("case", PAIRS.values(), ids=list(PAIRS))
def test_joint_tables_of_any_database_by_its_cursor(case):
    """SQLite has no grouping sets, which a joint statement does not need."""
    connection = sqlite3.connect(":memory:")
    pandas.DataFrame(case.columns, dtype=object).to_sql("labels", connection, index=False)
    named = {"weights": case.weights, "groups": case.groups}
    asked = case.truth, case.prediction
    cursor = connection.execute(sql("labels", *asked, **named, joint=True, dialect="sqlite"))
    assert_joint(tabulate(cursor, *asked, joint=True, **case.options), case)
    connection.close()


def test_duckdb_and_polars_drop_objects_themselves(monkeypatch):
    """Cells hold neither missing labels nor noise, and the plan filters before it groups."""
    case = CASES["several dropped"]
    asked = {**case.arguments(), "prediction": "cluster"}
    seen = []
    original = duck.named_rows
    monkeypatch.setattr(duck, "named_rows", lambda c, job: seen.append(c) or original(c, job))
    tabulate(ENGINES["duckdb"](case.columns, None), **asked)
    cells = zip(*(seen[0][name].tolist() for name in ("class", "cluster", "n")), strict=True)
    assert sorted(cells) == [(1, 1, 2), (2, 1, 1), (2, 2, 1)]
    collected = polars_lazy._collected
    monkeypatch.setattr(
        polars_lazy, "_collected", lambda p, plans: seen.append(plans) or collected(p, plans)
    )
    tabulate(ENGINES["polars lazy"](case.columns, None), **asked)
    plan = seen[-1][0].explain()
    assert plan.index("AGGREGATE") < plan.index("FILTER")


def test_dropping_all_objects_is_an_error(engine, tmp_path):
    columns = {"truth": [1, 1], "cluster": [-1, None]}
    options = {"missing": "drop", "noise": {"prediction": -1}, "noise_as": "drop"}
    with pytest.raises(InputError, match=r"nothing (is left|was counted)"):
        tabulate(engine(columns, tmp_path), "truth", "cluster", **options)


MILLION = 1_000_000


def frames(table):
    """The table in pieces of 50 rows, or of a hundredth of its rows."""
    rows = max(50, len(table) // 100)
    return iter([table.slice(at, rows) for at in range(0, len(table), rows)])


def million(kind, folder):
    """A million objects, each of a class of its own."""
    truth = np.arange(MILLION)
    table = pyarrow.table({"truth": truth, "cluster": truth // 2})
    if kind == "mapping":
        return {"truth": truth, "cluster": truth // 2}
    if kind == "frames one by one":
        return iter([table.slice(at, 250_000) for at in range(0, MILLION, 250_000)])
    if kind == "arrow reader":
        return table.to_reader(max_chunksize=250_000)
    if kind in {"arrow dataset", "parquet"}:
        parquet.write_table(table, folder / "p.parquet", row_group_size=250_000)
        return dataset.dataset(folder / "p.parquet") if kind != "parquet" else folder / "p.parquet"
    if kind == "json lines":
        rows = "".join(f'{{"truth":{k},"cluster":{k // 2}}}\n' for k in range(MILLION))
        (folder / "l.jsonl").write_text(rows)
        return folder / "l.jsonl"
    if kind == "csv":
        duckdb.from_arrow(table).write_csv(str(folder / "c.csv"), header=True)
        return folder / "c.csv"
    return ENGINES[kind]({"truth": table["truth"], "cluster": table["cluster"]}, folder)


@pytest.mark.long
@pytest.mark.parametrize("kind", [*ENGINES, "csv"])
def test_a_million_distinct_labels(kind, tmp_path):
    found = tabulate(million(kind, tmp_path), "truth", "cluster")
    if kind == "csv":  # labels are text
        assert (found.n, found.nnz, found.shape) == (MILLION, MILLION, (MILLION, MILLION // 2))
        assert found.classes.tolist()[:1] == ["0"]
        return
    assert found == distinct(MILLION)


@pytest.mark.long
def test_a_million_distinct_labels_of_a_database():
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE TABLE labels (truth INTEGER, cluster INTEGER)")
    connection.execute(
        "INSERT INTO labels WITH RECURSIVE t(k) AS (SELECT 0 UNION ALL SELECT k + 1 FROM t "
        f"LIMIT {MILLION}) SELECT k, k / 2 FROM t"
    )
    found = tabulate(connection.execute(sql("labels", "truth", "cluster", dialect="sqlite")))
    assert found == distinct(MILLION)
    connection.close()


def test_a_connection_takes_a_query():
    case = CASES["several"]
    labels = pyarrow.table(case.columns)
    connection = duckdb.connect()
    connection.register("labels", labels)
    found = tabulate(connection, query="SELECT * FROM labels", **case.arguments())
    assert_same(found, case.expected())


@pytest.mark.parametrize("label", ["categorical", "dictionary"])
def test_codes_with_names_are_counted_by_name(label):
    table = pyarrow.table(CASES["text"].columns)
    encoded = pyarrow.table({n: table[n].dictionary_encode() for n in table.column_names})
    sources = [encoded, encoded.to_pandas(), polars.from_arrow(encoded), encoded.to_reader()]
    sources += [polars.from_arrow(encoded).lazy(), duckdb.from_arrow(encoded)]
    for source in sources:
        assert_same(tabulate(source, "truth", "cluster"), CASES["text"].expected())


def test_nothing_to_count_is_refused(engine, tmp_path):
    table = {"truth": pyarrow.array([], "string"), "cluster": pyarrow.array([], "int64")}
    if engine is ENGINES["json lines"]:
        (tmp_path / "l.jsonl").write_text("")
        source = tmp_path / "l.jsonl"
    else:
        source = engine(table, tmp_path)
    with pytest.raises(InputError, match=r"empty|nothing"):
        tabulate(source, "truth", "cluster")


@pytest.mark.parametrize("role", ["truth", "prediction", "weights", "groups"])
def test_a_column_that_is_not_there_is_named(engine, role, tmp_path):
    case = CASES["integers"]
    asked = {**case.arguments(), role: "cluter"}
    with pytest.raises(InputError, match="cluter"):
        tabulate(engine(case.columns, tmp_path), **asked)


def test_missing_labels_are_refused_unless_a_policy_is_chosen(engine, tmp_path):
    with pytest.raises(InputError, match="missing"):
        tabulate(engine(CASES["gaps alone"].columns, tmp_path), "truth", "cluster")


def test_bad_weights_are_refused(engine, tmp_path):
    for weights, found in (([1.0, -1.0], "negative"), ([1.0, None], "missing")):
        columns = {"truth": [1, 2], "cluster": [1, 1], "w": weights}
        with pytest.raises(InputError, match=found):
            tabulate(engine(columns, tmp_path), "truth", "cluster", weights="w")
