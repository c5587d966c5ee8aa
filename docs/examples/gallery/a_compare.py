"""Six clusterings of single cells.

partita comes with 297 cells of five known cell lines, and six clusterings of them. Which are good,
and how do the others fail?
"""

# %%
# The labels are columns of a file. HDBSCAN calls some cells noise and labels them -1.
import csv
from pathlib import Path

import partita

path = Path(partita.__file__).parent / "data" / "cells.csv"
rows = list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))
truth = [row["cell_line"] for row in rows]
names = ["kmeans_2", "kmeans_5", "kmeans_10", "mixture_5", "single_link_5", "hdbscan"]
clusterings = {name: [row[name] for row in rows] for name in names}

# %%
# One call computes all measures, here with intervals.
c = partita.compare(
    truth, clusterings, measures=["h", "c", "V", "ARI"], noise="-1", confidence=0.95
)
print(c)

# %%
# Homogeneity against completeness shows the two ways to fail: clusters on the left are mixed,
# classes at the bottom are split. Curves connect points with equal V.
c.plot.plane()

# %%
# The same scores with their intervals, each on a scale from the worst to the best value.
c.plot.ranges()
