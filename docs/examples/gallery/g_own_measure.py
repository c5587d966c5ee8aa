"""Test a measure of your own.

You have an idea for a measure. Does it do what you want? `partita.properties` tries many properties
on thousands of clusterings, and shows a counterexample for each that fails.

In your checkout, `pip install '.[plot]'` installs the libraries that this page uses.
"""

# %%
# The idea: purity rewards too many clusters, so lower it if the number of clusters is wrong. A plain
# function of a contingency table is enough.
import csv
from pathlib import Path

import partita


def counted_purity(table):
    """Purity, times the smaller number of groups over the larger."""
    classes, clusters = table.shape
    return partita.purity.of(table) * min(classes, clusters) / max(classes, clusters)


# %%
# On clusterings of 297 single cells of five cell lines it looks good. Purity cannot tell five
# clusters from ten; the new measure can.
path = Path(partita.__file__).parent / "data" / "cells.csv"
rows = list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))
truth = [row["cell_line"] for row in rows]
for name in ["kmeans_2", "kmeans_5", "kmeans_10"]:
    table = partita.Contingency.from_labels(truth, [row[name] for row in rows])
    print(f"{name:10} purity {partita.purity.of(table):.3f}  ours {counted_purity(table):.3f}")

# %%
# Now the properties. The printed result is a table of all answers; here are three of them.
found = partita.properties(counted_purity, grid="coarse")
for name in ["P4", "P5", "symmetry"]:
    print(found[name])

# %%
# Our measure falls when objects move to a wrong cluster (P4). But noise can improve it (P5): in the
# counterexample, two clusters hold five classes. Move some objects of every class into a third
# cluster, which is nothing but noise, and the score rises, because three clusters are closer to
# five. You can check a counterexample yourself:
for counts in found["P5"].example.tables:
    print(round(counted_purity(partita.Contingency.from_matrix(counts)), 4))

# %%
# The picture compares our measure with three others, one row each. A dot is a property that no trial
# refuted, ≈ is one that holds more closely as objects are added, and a number is the share of trials
# in percent in which the property held.
several = [counted_purity, "purity", "v_measure", "adjusted_rand"]
partita.property_matrix(several, grid="coarse").plot()

# %%
# Counting clusters does not do what we wanted. It mends purity in most trials of P2 (too many
# clusters) and P3 (too many noise clusters), but at the price of P5 and P7: the measure now rewards
# noise where there were too few clusters or classes. The V-measure has all of P1 to P7.
#
# [Properties of a measure](../../properties.md) explains each property. To give your measure a name,
# intervals and a correction for chance, [register it](../howto/j_own_measure.md).
