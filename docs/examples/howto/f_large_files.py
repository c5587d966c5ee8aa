"""Large files: a hundred million rows.

Score a file that does not fit in memory, without a cluster of machines and without sampling.
`tabulate` reads Parquet, CSV and JSON lines in pieces and keeps only the contingency table. 10⁸
rows of Parquet with 100 groups take 0.9 s of CPU time.

In your checkout, `pip install '.[files]'` installs the libraries that this page uses.
"""

# %%
# Write a file with one million rows, as a pipeline would.
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

import partita

rng = np.random.default_rng(0)
truth = rng.integers(0, 200, 1_000_000)
found = np.where(rng.random(1_000_000) < 0.8, truth, rng.integers(0, 200, 1_000_000))
pq.write_table(pa.table({"truth": truth, "found": found}), "labels.parquet")

# %%
# Count once, then compute as many measures as you like. A pattern such as `"labels/*.parquet"`
# reads many files into one table.
table = partita.tabulate("labels.parquet", truth="truth", prediction="found")
print(table.n, "objects in", table.nnz, "cells")
for name in ("adjusted_rand", "v_measure", "adjusted_mutual_information"):
    print(f"{name:28}{partita.measure(name).of(table):.4f}")

# %%
# On the command line:
# $ partita score labels.parquet --truth truth --prediction found --measure ARI V AMI

# %%
# **Several machines**, or files that arrive one by one: add the tables. The sum is exact.
halves = [
    partita.Contingency.from_labels(truth[part], found[part])
    for part in (slice(None, 400_000), slice(400_000, None))
]
print(partita.adjusted_rand.of(halves[0] + halves[1]) == partita.adjusted_rand.of(table))

# %%
# **Batches** from a generator or a queue: update a `Stream`.
stream = partita.Stream()
for start in range(0, 1_000_000, 250_000):
    stream.update(truth[start : start + 250_000], found[start : start + 250_000])
print(partita.adjusted_rand.of(stream.table))

# %%
# [Scaling](../../scaling.md) has times and memory for larger data, and
# [data sources](../../engines.md) lists all sources.
