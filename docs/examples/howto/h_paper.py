"""Tables and figures for a paper (LaTeX, PDF).

Get what a reviewer asks for: a LaTeX table with intervals, a figure as PDF, a test of the
differences, ranks over several data sets, and a sentence on the method.

In your checkout, `pip install '.[sklearn,plot]'` installs the libraries that this page uses.
"""

# %%
# Compare three clusterings of the cells that come with partita.
import csv
from pathlib import Path

import partita

path = Path(partita.__file__).parent / "data" / "cells.csv"
rows = list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))
truth = [row["cell_line"] for row in rows]
found = {name: [row[name] for row in rows] for name in ("kmeans_5", "mixture_5", "single_link_5")}
c = partita.compare(truth, found, measures=["ARI", "AMI", "V"], confidence=0.95)

# %%
# **The table.** The LaTeX code needs the package `booktabs`. `to_markdown` and `to_frame` give the
# same numbers in other formats.
print(c.to_latex())

# %%
# **The figure.** Every plot draws on matplotlib axes that you pass, so you choose the size.
# matplotlib saves it as PDF or in another format.
import matplotlib.pyplot as plt

figure, axes = plt.subplots(figsize=(3.4, 2.6), layout="constrained")
c.plot.plane(axes)
figure.savefig("plane.pdf")

# %%
# **The test.** Clusterings that share a letter are not significantly different.
print(c.ranks("adjusted_rand"))

# %%
# **Several data sets.** `rank_datasets` gives mean ranks of the methods, with Friedman's test and
# Nemenyi's critical difference. Four data sets are too few to find a difference, so all methods
# share a letter.
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
# **The sentence.** "Agreement was measured by the adjusted Rand index (Hubert and Arabie 1985) with
# 95% confidence intervals from 1,999 bootstrap samples of the 297 cells, seed 0." Every result
# states its method, the number of draws and the seed. `partita explain` prints the references:
# $ partita explain adjusted_rand | sed -n '/^References/,$p'
