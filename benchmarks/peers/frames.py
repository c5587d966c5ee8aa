"""Tables by libraries that group rows: pandas, Polars, DuckDB, pyarrow. All with two threads."""

from __future__ import annotations

import os
from typing import Any

import numpy as np

from . import Offer, peer

os.environ.setdefault("POLARS_MAX_THREADS", "2")  # read when Polars is first imported


@peer("pandas", "crosstab", needs="pandas")
def _pandas(truth: Any, prediction: Any) -> Offer:
    import pandas as pd

    rows, cols = pd.Series(truth, name="truth"), pd.Series(prediction, name="prediction")

    def claims(table: Any) -> dict[str, Any]:
        counts = table.to_numpy()
        places = np.nonzero(counts)
        names = np.asarray(table.index)[places[0]], np.asarray(table.columns)[places[1]]
        return {"table": (*names, counts[places])}

    return lambda: pd.crosstab(rows, cols), claims


@peer("Polars", "group-by", needs="polars", threads=2)
def _polars(truth: Any, prediction: Any) -> Offer:
    import polars as pl

    frame = pl.DataFrame({"truth": truth, "prediction": prediction})
    return (
        lambda: frame.group_by("truth", "prediction").len(),
        lambda found: {"table": tuple(found[name].to_numpy() for name in found.columns)},
    )


@peer("DuckDB", "group-by", needs=("duckdb", "pyarrow"), threads=2)
def _duckdb(truth: Any, prediction: Any) -> Offer:
    import duckdb
    from pyarrow import table  # DuckDB reads and returns Arrow without a copy

    connection = duckdb.connect()
    connection.execute("SET threads = 2")
    connection.register("rows", table({"truth": truth, "prediction": prediction}))
    query = "SELECT truth, prediction, count(*) AS objects FROM rows GROUP BY ALL"

    def claims(found: Any) -> dict[str, Any]:
        columns = (found[name] for name in ("truth", "prediction", "objects"))
        return {"table": tuple(column.to_numpy() for column in columns)}

    return lambda: connection.sql(query).to_arrow_table(), claims


@peer("pyarrow", "group-by", needs="pyarrow", threads=2)
def _pyarrow(truth: Any, prediction: Any) -> Offer:
    import pyarrow as pa

    pa.set_cpu_count(2)
    rows = pa.table({"truth": truth, "prediction": prediction})

    def claims(found: Any) -> dict[str, Any]:
        columns = (found[name] for name in ("truth", "prediction", "count_all"))
        return {"table": tuple(column.to_numpy() for column in columns)}

    return lambda: rows.group_by(["truth", "prediction"]).aggregate([([], "count_all")]), claims
