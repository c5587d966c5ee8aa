"""A hundred million rows in files.

You need no cluster and no sampling. `tabulate` reads Parquet, CSV and JSON lines in pieces, counts in
place, and keeps only the contingency table. Every measure then takes microseconds.
"""

# %%
# Write a file of one million rows, as a pipeline would. (The timing below is for 10⁸ rows.)
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

import partita

rng = np.random.default_rng(0)
truth = rng.integers(0, 200, 1_000_000)
found = np.where(rng.random(1_000_000) < 0.8, truth, rng.integers(0, 200, 1_000_000))
pq.write_table(pa.table({"truth": truth, "found": found}), "labels.parquet")

# %%
# Count once, read as many measures as you like. A pattern such as `"labels/*.parquet"` is one table too.
table = partita.tabulate("labels.parquet", truth="truth", prediction="found")
print(table.n, "objects in", table.nnz, "cells")
for name in ("adjusted_rand", "v_measure", "adjusted_mutual_information"):
    print(f"{name:28}{partita.measure(name).of(table):.4f}")

# %%
# On the command line:
# $ partita score labels.parquet --truth truth --prediction found --measure ARI V AMI

# %%
# **Several machines**, or files that arrive one by one: tables can be added, and the sum is exact.
halves = [
    partita.Contingency.from_labels(truth[part], found[part])
    for part in (slice(None, 400_000), slice(400_000, None))
]
print(partita.adjusted_rand.of(halves[0] + halves[1]) == partita.adjusted_rand.of(table))

# %%
# **Batches** from a generator or a queue go into a `Stream`:
stream = partita.Stream()
for start in range(0, 1_000_000, 250_000):
    stream.update(truth[start : start + 250_000], found[start : start + 250_000])
print(partita.adjusted_rand.of(stream.table))

# %%
# How long and how much memory 10⁸ and 10⁹ rows take is in [scaling](../../scaling.md); every kind of
# source is in [engines](../../engines.md).
