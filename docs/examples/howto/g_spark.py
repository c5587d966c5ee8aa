"""Labels in Spark, DuckDB or Polars.

Leave the rows where they are. `tabulate` sends a group-by to the engine and receives only the cells of
the contingency table, so a cluster of machines counts and your laptop reads the measures.
"""

# %%
# Spark: pass the data frame. (`pip install '.[spark]'`, and Java 17.)
import numpy as np
import pandas as pd
from pyspark.sql import SparkSession

import partita

rng = np.random.default_rng(0)
truth = rng.integers(0, 20, 20_000)
frame = pd.DataFrame({"truth": truth, "found": np.where(rng.random(20_000) < 0.9, truth, 0)})

spark = (
    SparkSession.builder.master("local[1]")
    .config("spark.ui.enabled", "false")
    .config("spark.driver.host", "127.0.0.1")
    .config("spark.driver.bindAddress", "127.0.0.1")
    .getOrCreate()
)
table = partita.tabulate(spark.createDataFrame(frame), truth="truth", prediction="found")
print(partita.adjusted_rand.of(table))
spark.stop()

# %%
# DuckDB and Polars: the same call, and the same bits.
import duckdb
import polars as pl

relation = duckdb.from_df(frame)
print(partita.adjusted_rand.of(partita.tabulate(relation, truth="truth", prediction="found")))
lazy = pl.LazyFrame(frame.to_dict("list"))
print(partita.adjusted_rand.of(partita.tabulate(lazy, truth="truth", prediction="found")))

# %%
# Any other database: `partita.sql` writes the query, you run it, and the rows become a table. See
# [engines](../../engines.md).
print(partita.sql("labels", truth="truth", prediction="found"))
