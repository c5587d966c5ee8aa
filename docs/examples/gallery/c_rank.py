"""Which clustering is best?

Two scores differ. Would they still, had other cells been measured? All clusterings are scored on
the same draws of objects, so small differences can be told that two separate intervals would hide.
"""

# %%
import csv
from pathlib import Path

import partita

path = Path(partita.__file__).parent / "data" / "cells.csv"
rows = list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))
truth = [row["cell_line"] for row in rows]
names = ["kmeans_2", "kmeans_5", "kmeans_10", "mixture_5", "single_link_5"]
clusterings = {name: [row[name] for row in rows] for name in names}

# %%
# Clusterings with a common letter cannot be told apart.
ranking = partita.compare(truth, clusterings).ranks("adjusted_rand")
print(ranking)

# %%
ranking.plot()
