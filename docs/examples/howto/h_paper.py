"""Write the paper (LaTeX, PDF).

One call writes what a paper needs: a LaTeX table with the best in bold, intervals and letters,
figures as PDF and SVG, a methods paragraph that says what was computed, and its references. The
same works for ranks over several data sets.

In your checkout, `pip install '.[sklearn,plot]'` installs the libraries that this page uses.
"""

# %%
# Compare three clusterings of the cells that come with partita.
import csv
import shutil
from pathlib import Path

import partita

path = Path(partita.__file__).parent / "data" / "cells.csv"
shutil.copy(path, "cells.csv")
rows = list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))
truth = [row["cell_line"] for row in rows]
found = {name: [row[name] for row in rows] for name in ("kmeans_5", "mixture_5", "hdbscan")}
c = partita.compare(truth, found, measures=["ARI", "AMI", "V"], confidence=0.95, noise="-1")

# %%
# **All files at once.** `width` is that of your column in millimeters: 85 for a column, 175 for a
# page. Compile `preview.tex` to see everything (`pdflatex`, `bibtex`, and `pdflatex` twice).
# In your paper, write `\input{table}`, `\input{methods}` and `\input{figures}`, with
# `\usepackage{graphicx}`; no other package is needed.
for file in c.paper("paper", width=85):
    print(file.name)

# %%
# A second call replaces these files, but no file that you wrote, and none that you changed since.
# To start again from ours, pass `overwrite=True`.
#
# **The methods paragraph** follows from what the result records: the data, noise and missing
# labels, the measures with their formulas and sources, the intervals with their draws and seed, the
# ranking, and the versions. `methods.tex` has it for LaTeX, `methods.md` for Markdown (Pandoc reads
# its citations). `references.bib` has the works that it cites.
import textwrap

text = Path("paper/methods.md").read_text(encoding="utf-8")
print("\n\n".join(textwrap.fill(part, 96) for part in text.split("\n\n")))

# %%
# **Only the table.** `to_latex` of a comparison, a ranking or ranks over data sets takes the same
# options. The rules are those of the package `booktabs` if your document loads it, and plain lines
# otherwise. With a caption or a label the table is a float with notes on its marks. Bold is the
# best, and with `ranking` also what is not significantly different from it.
print(c.to_latex(digits=2, transpose=True, ranking=c.ranks()))

# %%
# **Only a figure.** Every plot draws on matplotlib axes that you pass, so you choose the size.
# matplotlib saves it as PDF or in another format.
import matplotlib.pyplot as plt

figure, axes = plt.subplots(figsize=(3.4, 2.6), layout="constrained")
c.plot.plane(axes)
figure.savefig("plane.pdf")

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
ranks = partita.rank_datasets(comparisons, "adjusted_rand")
print(ranks)

# %%
# `paper` writes the table that such papers have: data sets as rows, methods as columns, the best in
# bold, and mean ranks with their letters below; the diagram of the critical difference; and the
# tests as computed.
ranks.paper("paper_datasets")
print(ranks.to_latex())

# %%
# **On the command line**, `partita paper` writes the same files. `--datasets COL` names the column
# with the data set of each object, and ranks the clusterings over data sets.
# $ partita paper cells.csv --truth cell_line --prediction kmeans_5 mixture_5 --measure ARI V --folder paper_cells
