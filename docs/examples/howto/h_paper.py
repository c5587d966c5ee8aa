"""Tables and figures for a paper (LaTeX, PDF).

A reviewer wants scores with intervals, a test, the number of objects and the method. All of it comes
from one comparison.
"""

# %%
import csv
from pathlib import Path

import partita

path = Path(partita.__file__).parent / "data" / "cells.csv"
rows = list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))
truth = [row["cell_line"] for row in rows]
found = {name: [row[name] for row in rows] for name in ("kmeans_5", "mixture_5", "single_link_5")}
c = partita.compare(truth, found, measures=["ARI", "AMI", "V"], confidence=0.95)

# %%
# **The table.** `to_latex` needs the package `booktabs`; `to_markdown` and `to_frame` give the same
# numbers for other formats.
print(c.to_latex())

# %%
# **The figure as PDF.** Every plot returns the axes of matplotlib, so you can set the width of a column
# and save it in any format.
import matplotlib.pyplot as plt

figure, axes = plt.subplots(figsize=(3.4, 2.6), layout="constrained")
c.plot.plane(axes)
figure.savefig("plane.pdf")

# %%
# **The test.** Which differences are certain, corrected for all pairs?
print(c.ranks("adjusted_rand"))

# %%
# **Several data sets.** Mean ranks of the methods over data sets, with Friedman's test and Nemenyi's
# critical difference. Four data sets are too few for a firm statement, and the letters show it.
from sklearn.cluster import AgglomerativeClustering, KMeans
from sklearn.datasets import load_breast_cancer, load_digits, load_iris, load_wine
from sklearn.mixture import GaussianMixture
from sklearn.preprocessing import scale

comparisons = {}
for load in (load_iris, load_wine, load_breast_cancer, load_digits):
    X, y = load(return_X_y=True)
    X, k = scale(X), len(set(y))
    methods = {
        "kmeans": KMeans(k, n_init=4, random_state=0),
        "ward": AgglomerativeClustering(k),
        "mixture": GaussianMixture(k, covariance_type="diag", random_state=0),
    }
    labels = {name: model.fit_predict(X) for name, model in methods.items()}
    comparisons[load.__name__] = partita.compare(y, labels)
print(partita.rank_datasets(comparisons, "adjusted_rand"))

# %%
# **The sentence.** "Agreement was measured by the adjusted Rand index (Hubert and Arabie 1985) with 95%
# confidence intervals from 1,999 bootstrap samples of the 297 cells, seed 0." Each result prints its
# method, its number of draws and its seed, so you need not remember them. `partita explain
# adjusted_rand` prints the reference.
# $ partita explain adjusted_rand | tail -n 4
