"""Where does a clustering fail?

With ten clusters for five cell lines, some cell lines must be split. Which ones, and what would
help?
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
# The contingency table, with clusters in the order of the classes that they match best.
c.plot.heatmap()

# %%
# The same table as a flow from classes to clusters.
c.plot.flow()

# %%
# Each class has a share of the lost completeness. The shares add up to one.
for row in c.classes().rows():
    print(f"{row['class']:6} share of the loss {row['loss_share']:.2f}  in {row['clusters']}")

# %%
# The changes that would help most, with their exact gains.
print(c.edits(limit=3))
