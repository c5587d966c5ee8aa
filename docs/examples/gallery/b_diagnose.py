"""Where does a clustering fail?

Ten clusters for five cell lines: some lines must be cut up. Which, and what would help?
"""

# %%
import csv
from pathlib import Path

import partita

path = Path(partita.__file__).parent / "data" / "cells.csv"
rows = list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))
truth = [row["cell_line"] for row in rows]
c = partita.compare(truth, {"kmeans_10": [row["kmeans_10"] for row in rows]})

# %%
# The table of counts, clusters in the order of the classes they match best.
c.plot.heatmap()

# %%
# The same as a flow from classes to clusters.
c.plot.flow()

# %%
# Completeness is lost class by class, and the shares add up to one.
for row in c.classes().rows():
    print(f"{row['class']:6} share of the loss {row['loss_share']:.2f}  in {row['clusters']}")

# %%
# What would help most, with the exact gain.
for edit in c.edits(limit=3):
    print(edit)
