"""Tutorial: from three clusterings to a decision.

In five minutes you will have chosen one of three clusterings, and will know how certain the choice
is, where the clustering still fails, and what to write in a paper. The data are 297 cells of five
known cell lines.

In your checkout, `pip install '.[pandas,plot]'` installs the libraries that this page uses.
"""

# %%
# ## 1. Load the labels
#
# The cells come with partita. Each row is a cell. The column `cell_line` is the truth; the other
# columns are clusterings from real algorithms.
from pathlib import Path

import pandas as pd

import partita

path = Path(partita.__file__).parent / "data" / "cells.csv"
cells = pd.read_csv(path)
cells.head()

# %%
# ## 2. Compare three clusterings
#
# Pass the truth first, then the clusterings: the columns of a frame, or a dictionary.
# `confidence=0.95` adds an interval to each score, which shows how much the score would vary in
# other samples of cells.
clusterings = cells[["kmeans_2", "kmeans_5", "kmeans_10"]]
c = partita.compare(
    cells["cell_line"], clusterings, measures=["h", "c", "V", "ARI"], confidence=0.95
)
print(c)

# %%
# `kmeans_5` has the best V-measure and the best adjusted Rand index. The other two fail in opposite
# ways: `kmeans_2` is complete but not homogeneous (it merges cell lines), `kmeans_10` is
# homogeneous but not complete (it splits them). The picture shows both. The dashed curves connect
# points with the same V-measure. (A notebook shows the pictures; in a script, call
# `matplotlib.pyplot.show()`.)
c.plot.plane()

# %%
# ## 3. Is the winner really better?
#
# `ranks` scores all clusterings on the same random samples of cells. Clusterings that share a
# letter in the column `group` are not significantly different. Here each has its own letter.
ranking = c.ranks("adjusted_rand")
print(ranking)

# %%
ranking.plot()

# %%
# ## 4. Is it better than chance?
#
# Five random clusters of the same sizes would also have a V-measure above zero. `significance`
# shows how far the score is above chance.
print(partita.significance("v_measure", cells["cell_line"], cells["kmeans_5"]))

# %%
# ## 5. Find the classes that fail
#
# `classes` shows which clusters contain each class, and how much of the lost completeness each
# class accounts for.
for row in c.classes("kmeans_5").rows():
    print(f"{row['class']:8}{row['loss_share']:>5.0%} of the loss   in clusters {row['clusters']}")

# %%
# The heat map shows the same counts.
c.plot.heatmap(prediction="kmeans_5")

# %%
# `edits` lists the changes to the clustering that would raise the score most.
print(c.edits("kmeans_5", limit=3))

# %%
# ## 6. Tell others
#
# `summary` is the whole comparison in a few lines, for a message. In a notebook it is a card with
# bars, like `c` itself, `c.verdict`, `c.advice` and `c.ranks()`: put one on the last line of a cell.
print(c.summary())

# %%
# One line writes everything on this page, and more, into one HTML file. It needs no network and
# runs no scripts, so you can send it to anybody.
c.report("report.html")
print(Path("report.html").stat().st_size // 1000, "kB")

# %%
# ## 7. Decide, and report the decision
#
# The first sentence of the verdict summarizes what the numbers support.
print(c.verdict[0])

# %%
# For a paper, use the table with its intervals. State the measure, the number of cells, and the
# method of the interval.
print(c.to_latex())

# %%
# The decision: **use `kmeans_5`**. It agrees with the cell lines far better than chance and better
# than the other two clusterings. Eight of the 297 cells are in a wrong cluster; the cell lines H838
# and A549 account for most of the loss.
#
# Next: [choose a measure](../../which_measure.md), or follow a [how-to page](../howto/index.md) for
# your kind of data.
