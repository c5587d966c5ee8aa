"""A clustering that is not sure.

A fuzzy clustering of sixty objects whose highest memberships all name the right cluster. Hardened
it scores a perfect 1. Over the clusterings that the memberships allow it looks different.
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
