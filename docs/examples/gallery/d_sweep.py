"""How many clusters?

A sweep shows scores over the number of clusters, together with the scores of random labels with the
same group sizes. If a score rises no faster than chance, more clusters do not help.
"""

# %%
# The data are points of four classes on a line, cut into k intervals of equal length.
import numpy as np

import partita

rng = np.random.default_rng(0)
truth = np.repeat([0, 1, 2, 3], 60)
points = truth + rng.normal(0, 0.22, truth.size)
edges = {k: np.linspace(-0.5, 3.5, k + 1)[1:-1] for k in (2, 3, 4, 5, 6, 8, 12, 20, 40)}
by_k = {k: np.digitize(points, cuts) for k, cuts in edges.items()}

# %%
found = partita.sweep(truth, by_k, measures=["V", "AMI"])
print("best number of clusters:", found.best)

# %%
# V of random labels rises with k. The adjusted measure of random labels stays at 0.
found.plot()
