"""Labels in data frames, databases and files; every way gives the same table as lists.

A writer takes columns and a folder, and returns a source for `tabulate`. Libraries that are not
installed are reported as left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

Columns = Mapping[str, Any]
Writer = Callable[[Columns, Path], Any]


def _pandas(**kinds: Any) -> Writer:
    """A frame with other types of columns than the arrays."""

    def write(columns: Columns, _: Path) -> Any:
        import pandas as pd

        kind = kinds["kind"]
        whole = str(kind).lower().startswith("int64")  # floats stay floats
        cast = [n for n, one in columns.items() if not whole or np.asarray(one).dtype.kind != "f"]
        return pd.DataFrame(columns).astype(dict.fromkeys(cast, kind))

    return write


def _frame(columns: Columns) -> Any:
    import pandas as pd

    return pd.DataFrame(columns)


def shuffled(columns: Columns, _: Path) -> Any:
    """Rows in another order with their index, as after `sample`."""
    return _frame(columns).sample(frac=1.0, random_state=3)


def repeated(columns: Columns, _: Path) -> Any:
    """Two frames concatenated: every index occurs twice."""
    import pandas as pd

    frame = _frame(columns)
    half = len(frame) // 2
    return pd.concat([frame[:half].reset_index(drop=True), frame[half:].reset_index(drop=True)])


def unused(columns: Columns, _: Path) -> Any:
    """Categories, some without objects."""
    import pandas as pd

    frame = _frame(columns).astype("category")
    return (
        frame.assign(**{n: frame[n].cat.add_categories([10**6]) for n in columns})
        if len(frame)
        else pd
    )


def _polars(columns: Columns) -> Any:
    import polars as pl

    return pl.DataFrame(dict(columns))


def polars_categories(columns: Columns, _: Path) -> Any:
    """Text as categories, lazily."""
    import polars as pl

    text = [pl.col(name).cast(pl.String).cast(pl.Categorical) for name in columns]
    return _polars(columns).with_columns(text).lazy()


def _arrow(columns: Columns) -> Any:
    import pyarrow as pa

    return pa.table(dict(columns))


def dictionaries(columns: Columns, _: Path) -> Any:
    """Arrow dictionaries in chunks with different dictionaries."""
    import pyarrow as pa

    table = _arrow(columns)
    parts = [table[:50], table[50:]]
    coded = [
        pa.table({n: part[n].combine_chunks().dictionary_encode() for n in columns})
        for part in parts
    ]
    return pa.concat_tables(coded)


def _file(name: str, write: Callable[[Columns, Path], None]) -> Writer:
    def written(columns: Columns, folder: Path) -> Path:
        path = folder / name
        write(columns, path)
        return path

    return written


def arrow_parts(columns: Columns, folder: Path) -> str:
    """Parquet in many files, as by Spark and Dask; read by a pattern."""
    import pyarrow.parquet

    table = _arrow(columns)
    parts = folder / "parts"
    parts.mkdir(exist_ok=True)
    for place in range(4):
        step = -(-len(table) // 4)
        pyarrow.parquet.write_table(
            table[place * step : (place + 1) * step], parts / f"part-{place}.parquet"
        )
    return str(parts / "*.parquet")


def _parquet(columns: Columns, path: Path) -> None:
    import pyarrow.parquet

    pyarrow.parquet.write_table(_arrow(columns), path, row_group_size=40, use_dictionary=True)


def relation(columns: Columns, _: Path) -> Any:
    """A relation of DuckDB over a frame."""
    import duckdb

    return duckdb.connect().from_arrow(_arrow(columns))


def enumerated(columns: Columns, folder: Path) -> Any:
    """Parquet written by DuckDB from an ENUM column."""
    import duckdb

    path = folder / "enum.parquet"
    connection = duckdb.connect()
    connection.register("given", _arrow(columns))
    names = {n: sorted({str(one) for one in np.asarray(columns[n]).tolist()}) for n in columns}
    for name, values in names.items():
        listed = ", ".join(f"'{one}'" for one in values)
        connection.execute(f"CREATE TYPE kind_{name} AS ENUM ({listed})")
    chosen = ", ".join(f"{n}::VARCHAR::kind_{n} AS {n}" for n in columns)
    connection.execute(f"COPY (SELECT {chosen} FROM given) TO '{path}' (FORMAT parquet)")
    connection.close()
    return path


def delta(columns: Columns, folder: Path) -> Any:
    """A Delta table written twice, of which only the last version counts."""
    import deltalake

    place = str(folder / "delta")
    deltalake.write_deltalake(place, _arrow(columns), mode="overwrite")
    deltalake.write_deltalake(place, _arrow(columns), mode="overwrite")
    return deltalake.DeltaTable(place).to_pyarrow_dataset()


def spark_frame(columns: Columns, _: Path) -> Any:
    """A data frame of Spark."""
    return spark().createDataFrame(_frame(columns))


def spark_parquet(columns: Columns, folder: Path) -> str:
    """The output of Spark: a folder of parts with a file `_SUCCESS`."""
    spark_frame(columns, folder).write.mode("overwrite").parquet(str(folder / "spark"))
    return str(folder / "spark" / "*.parquet")


def spark() -> Any:
    """A Spark session on one core."""
    from pyspark.sql import SparkSession

    builder = SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false")
    session = builder.config("spark.sql.shuffle.partitions", "2").getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    return session


def annotated(columns: Columns, _: Path) -> Any:
    """Columns of `obs` of AnnData, with categories as by scanpy."""
    import anndata

    frame = _frame(columns)
    frame.index = [f"cell {place}" for place in range(len(frame))]
    return anndata.AnnData(obs=frame.astype(str).astype("category"))

    # the library, whether labels come back as text, and the writer


WRITERS: dict[str, tuple[str, bool, Writer]] = {
    "mapping": ("numpy", False, lambda c, _: dict(c)),
    "pandas": ("pandas", False, lambda c, _: _frame(c)),
    "pandas category": ("pandas", False, _pandas(kind="category")),
    "pandas Int64": ("pandas", False, _pandas(kind="Int64")),
    "pandas string": ("pandas", True, _pandas(kind="string")),
    "pandas object": ("pandas", False, _pandas(kind=object)),
    "pandas arrow": ("pyarrow", False, _pandas(kind="int64[pyarrow]")),
    "pandas shuffled": ("pandas", False, shuffled),
    "pandas repeated index": ("pandas", False, repeated),
    "pandas unused categories": ("pandas", False, unused),
    "pandas csv": ("pandas", True, _file("p.csv", lambda c, p: _frame(c).to_csv(p))),
    "pandas csv.gz": (
        "duckdb",
        True,
        _file("p.csv.gz", lambda c, p: _frame(c).to_csv(p, index=False)),
    ),
    "pandas tsv": ("pandas", True, _file("p.tsv", lambda c, p: _frame(c).to_csv(p, sep="\t"))),
    "pandas parquet": ("pyarrow", False, _file("p.parquet", lambda c, p: _frame(c).to_parquet(p))),
    "pandas json lines": (
        "pandas",
        False,
        _file("p.jsonl", lambda c, p: _frame(c).to_json(p, orient="records", lines=True)),
    ),
    "polars": ("polars", False, lambda c, _: _polars(c)),
    "polars lazy": ("polars", False, lambda c, _: _polars(c).lazy()),
    "polars categories": ("polars", True, polars_categories),
    "polars csv": ("polars", True, _file("q.csv", lambda c, p: _polars(c).write_csv(p))),
    "polars parquet": (
        "polars",
        False,
        _file("q.parquet", lambda c, p: _polars(c).write_parquet(p)),
    ),
    "polars json lines": (
        "polars",
        False,
        _file("q.jsonl", lambda c, p: _polars(c).write_ndjson(p)),
    ),
    "arrow": ("pyarrow", False, lambda c, _: _arrow(c)),
    "arrow dictionaries": ("pyarrow", False, dictionaries),
    "arrow parquet": ("pyarrow", False, _file("a.parquet", _parquet)),
    "arrow parts": ("pyarrow", False, arrow_parts),
    "duckdb": ("duckdb", False, relation),
    "duckdb enum": ("duckdb", True, enumerated),
    "delta": ("deltalake", False, delta),
    "anndata": ("anndata", True, annotated),
    "spark": ("pyspark", False, spark_frame),
    "spark parquet": ("pyspark", False, spark_parquet),
}


def installed() -> Iterator[str]:
    """The writers with an installed library."""
    return (name for name, (library, _, _) in WRITERS.items() if find_spec(library))
