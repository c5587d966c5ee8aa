"""The distribution of a score of a fuzzy clustering.

In this fuzzy clustering of sixty objects, the highest membership of each object is in the right
cluster, so the hardened clustering scores 1. Most clusterings that the memberships allow score
less.
"""

# %%
import numpy as np

import partita

rng = np.random.default_rng(0)
truth = np.repeat(["a", "b", "c"], 20)
memberships = 0.75 * np.repeat(np.eye(3), 20, axis=0) + 0.25 * rng.dirichlet([1, 1, 1], 60)
fuzzy = partita.Fuzzy.normalized(memberships)

# %%
print("hardened:", partita.rand(truth, memberships.argmax(axis=1)))
law = partita.law("rand", truth, fuzzy)
print(f"mean {law.mean:.4f}, half of the probability below {law.quantile(0.5):.4f}")

# %%
law.plot(measure="rand")
