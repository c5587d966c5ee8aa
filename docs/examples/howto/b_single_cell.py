"""Single cells (AnnData, Scanpy, Leiden): compare clusterings with cell types.

Score Leiden or other clusterings against annotated cell types, with intervals that are valid for
new donors, and list the misplaced cells. Cells of one donor resemble each other, so the intervals
must count donors, not cells.

In your checkout, `pip install '.[anndata,plot]'` installs the libraries that this page uses.
"""

# %%
# This page uses 297 cells of five known lines, with invented donors. With your own `AnnData`
# object, skip this step.
from pathlib import Path

import anndata
import numpy as np
import pandas as pd

import partita
import partita.interop.anndata

obs = pd.read_csv(
    Path(partita.__file__).parent / "data" / "cells.csv", index_col="cell", dtype="str"
)
obs["donor"] = [f"donor {i % 6}" for i in range(len(obs))]
adata = anndata.AnnData(np.zeros((len(obs), 1), dtype="float32"), obs=obs)

# %%
# Truth, clusterings and donors are names of columns in `obs`. With `groups="donor"` the intervals
# show what to expect from other donors.
c = partita.interop.anndata.compare(
    adata,
    truth="cell_line",
    prediction=["kmeans_5", "mixture_5", "hdbscan"],
    groups="donor",
    measures=["ARI", "AMI", "V"],
    noise="-1",
    confidence=0.95,
)
print(c)

# %%
# Which types are split, and which share a cluster? (In a script, `matplotlib.pyplot.show()`
# displays the picture.)
c.plot.flow(prediction="hdbscan")

# %%
# Which cells are misplaced? `position` is the row in `adata`.
for row in list(c.elements("kmeans_5").sorted_by("margin").rows())[:5]:
    print(adata.obs_names[row["position"]], "is", row["class"], "in cluster", row["cluster"])

# %%
# **In a shell**, name the file: columns of `obs` are read from an `.h5ad` file, and X is not.
adata.write_h5ad("cells.h5ad")
# $ partita score cells.h5ad --truth cell_line --prediction kmeans_5 hdbscan --noise=-1 --confidence 0.95 --groups donor --measure ARI V

# %%
# `c.report("cells.html")` writes everything into one file. More about
# [donors and other groups](../../intervals.md#special-cases) and [AnnData](../../integrations.md).
