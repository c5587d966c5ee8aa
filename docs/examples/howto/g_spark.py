"""Labels in Spark, DuckDB, Polars or another database.

Score labels without moving the rows. `tabulate` sends a group-by to the engine and receives only
the contingency table, so the engine counts and your laptop computes the measures.

In your checkout, `pip install '.[spark,files,pandas]' polars` installs the libraries that this page
uses. Spark also needs Java 17.
"""

# %%
# **Spark**: pass the data frame.
import numpy as np
import pandas as pd
from pyspark.sql import SparkSession

import partita

rng = np.random.default_rng(0)
truth = rng.integers(0, 20, 20_000)
frame = pd.DataFrame({"truth": truth, "found": np.where(rng.random(20_000) < 0.9, truth, 0)})
frame["coarse"] = frame["found"] // 2

spark = (
    SparkSession.builder.master("local[1]")
    .config("spark.ui.enabled", "false")
    .config("spark.driver.host", "127.0.0.1")
    .config("spark.driver.bindAddress", "127.0.0.1")
    .getOrCreate()
)
cells = spark.createDataFrame(frame)
table = partita.tabulate(cells, truth="truth", prediction="found")
print(partita.adjusted_rand.of(table))

# %%
# **Is one clustering significantly better?** Count both together with `joint=True`: Spark groups by
# the truth and both clusterings, so draws know which objects are the same.
joint = partita.tabulate(cells, truth="truth", prediction=["found", "coarse"], joint=True)
print(joint)
print(partita.compare(table=joint).ranks())
spark.stop()

# %%
# **DuckDB and Polars**: the same call gives the same number, to the last bit.
import duckdb
import polars as pl

relation = duckdb.from_df(frame)
print(partita.adjusted_rand.of(partita.tabulate(relation, truth="truth", prediction="found")))
lazy = pl.LazyFrame(frame.to_dict("list"))
print(partita.adjusted_rand.of(partita.tabulate(lazy, truth="truth", prediction="found")))

# %%
# **Any other database**: `partita.sql` writes the query. Run it with your own driver and pass the
# cursor to `tabulate`.
import sqlite3

database = sqlite3.connect(":memory:")
frame.to_sql("labels", database, index=False)
query = partita.sql("labels", truth="truth", prediction="found", dialect="sqlite")
print(query)
print(partita.adjusted_rand.of(partita.tabulate(database.execute(query))))

# %%
# More: [data sources](../../engines.md).
