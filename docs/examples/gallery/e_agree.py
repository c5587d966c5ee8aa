"""Clusterings without a truth.

Without a known truth, compare the clusterings with each other. Similar ones are placed next to each
other.
"""

# %%
import csv
from pathlib import Path

import partita

path = Path(partita.__file__).parent / "data" / "cells.csv"
rows = list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))
names = ["kmeans_2", "kmeans_5", "kmeans_10", "mixture_5", "single_link_5", "hdbscan"]
runs = {name: [row[name] for row in rows] for name in names}

# %%
found = partita.agreement(runs, measure="adjusted_rand", noise="-1")
print(found)

# %%
found.plot()
