"""Which clustering is best?

Two scores differ. Would they still differ with other cells? `ranks` scores all clusterings on the
same draws of objects, which reveals differences too small for separate intervals to show.
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
# Clusterings that share a letter are not significantly different.
ranking = partita.compare(truth, clusterings).ranks("adjusted_rand")
print(ranking)

# %%
ranking.plot()
