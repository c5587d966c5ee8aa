"""Single cells (AnnData, Scanpy, Leiden): compare clusterings with cell types, donor by donor.

Your cells are in an `AnnData` object, with the annotated types and the clusterings in `obs`. Cells of
one donor resemble each other, so a certain answer must come from donors, not from cells.
"""

# %%
# This page uses 297 cells of five known lines. The donors are invented here to show the call; with your
# data, name the column that holds them.
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
# Name the columns. `groups="donor"` draws whole donors when it computes intervals, so the intervals say
# what to expect from other donors.
c = partita.interop.anndata.compare(
    adata,
    truth="cell_line",
    clusters=["kmeans_5", "mixture_5", "hdbscan"],
    groups="donor",
    measures=["ARI", "AMI", "V"],
    noise="-1",
    confidence=0.95,
)
print(c)

# %%
# Which types fall apart, and which share a cluster?
c.plot.flow(prediction="hdbscan")

# %%
# Which cells are in the wrong place? `position` counts the rows of `adata`.
for row in list(c.elements("kmeans_5").sorted_by("margin").rows())[:5]:
    print(adata.obs_names[row["position"]], "is", row["class"], "in cluster", row["cluster"])

# %%
# `c.report("cells.html")` writes all of it into one file to send around. More about
# [groups of objects](../../inference.md) and [AnnData](../../integrations.md).
