"""V-measure against cell types, donor by donor.

A clustering of cells should find the cell types. If it finds the donors instead, one number for all
cells does not tell you. Score each donor, and let intervals count donors instead of cells.

In your checkout, `pip install '.[sklearn,plot]'` installs the libraries that this page uses.
"""

# %%
# The cells are 297 real cells of five known types, cell lines of Tian and others (2019). They have
# no donors, so this page simulates eight. The cells of a donor have all genes shifted a little, and
# those of the last donor, prepared in another laboratory, more. With your own data, read the type
# and the donor of each cell from your annotation.
import numpy as np
from sklearn.cluster import KMeans
from sklearn.decomposition import PCA

import partita
from partita_studies import datasets

cells = datasets.cells()
rng = np.random.default_rng(0)
donor = rng.integers(0, 8, len(cells.truth))
shift = rng.normal(0, 0.1, (8, cells.values.shape[1]))
shift[7] *= 5
expression = cells.values + shift[donor]

# %%
# Cluster the cells as they are, and after subtracting the mean expression of each donor.
means = np.array([expression[donor == one].mean(axis=0) for one in range(8)])


def five_clusters(expression):
    """K-means on ten principal components."""
    points = PCA(10, random_state=0).fit_transform(expression)
    return KMeans(5, n_init=10, random_state=0).fit_predict(points)


clusterings = {
    "as measured": five_clusters(expression),
    "donors centered": five_clusters(expression - means[donor]),
}

# %%
# Homogeneity falls if a cluster has cells of several types, completeness if a type is in several
# clusters, and V is their harmonic mean. With `groups=`, the intervals say what to expect from
# other donors.
options = {"measures": ["V", "h", "c"], "confidence": 0.95}
by_donor = partita.compare(cells.truth, clusterings, groups=donor, **options)
print(by_donor)

# %%
# As measured, V is 0.65, with an interval so wide that other donors could give nearly anything.
# Intervals over cells do not show this, because they only expect other cells of the *same* donors.
by_cell = partita.compare(cells.truth, clusterings, **options)
print(by_cell["as measured", "V"])
print(by_donor["as measured", "V"])

# %%
# The picture shows the reason. Each dot is the V of a donor, and one donor is far from the others:
# its cells fill a cluster of their own, whatever their type.
import matplotlib.pyplot as plt

figure, panel = plt.subplots(figsize=(7, 3.4), layout="constrained")
rows = ["each donor", "all cells, interval over donors", "all cells, interval over cells"]
for name, color, above in (("as measured", "#d55e00", 0.12), ("donors centered", "#0072b2", -0.12)):
    each = [
        partita.v_measure(cells.truth[donor == one], clusterings[name][donor == one])
        for one in range(8)
    ]
    panel.plot(each, [2 + above] * 8, "o", color=color, label=name)
    for row, found in ((1, by_donor[name, "V"]), (0, by_cell[name, "V"])):
        panel.plot(found.interval, [row + above] * 2, color=color, linewidth=4)
        panel.plot(found.value, row + above, "D", color=color)
panel.set(xlim=(0, 1.03), xlabel="V-measure", yticks=[2, 1, 0], yticklabels=rows)
panel.grid(axis="x", alpha=0.3)
panel.legend(loc="lower left")

# %%
# With donors centered, V is above 0.8 for each. But the gain is due to a single donor. Whether
# centering would help with other donors, eight donors cannot tell:
print(by_donor.verdict[0])

# %%
# [Single cells](../howto/b_single_cell.md) shows the same for an `AnnData` object, and
# [How certain is a score?](../../inference.md) explains the intervals.
