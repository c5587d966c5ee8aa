"""Show that a faster clustering is as good.

A faster method is welcome if its clusters are not worse. "No significant difference" does not show
that: with few objects nothing is significant. State which loss you would accept, and test against
it.

In your checkout, `pip install '.[sklearn,plot]'` installs the libraries that this page uses.
"""

# %%
# Two ways to cluster the handwritten digits of scikit-learn: k-means on all 64 pixels, and on 12
# principal components.
from sklearn.cluster import KMeans
from sklearn.datasets import load_digits
from sklearn.decomposition import PCA

import partita

digits = load_digits()
points = PCA(12, random_state=0).fit_transform(digits.data)
fast = KMeans(10, n_init=10, random_state=0).fit_predict(points)
slow = KMeans(10, n_init=10, random_state=0).fit_predict(digits.data)

# %%
# Decide on the margin before you look: here, an adjusted Rand index that is lower by 0.03 would
# not matter. The verdict follows from the interval of the difference.
found = partita.difference("adjusted_rand", digits.target, fast, slow, margin=0.03)
print(found)
print(found.verdict)

# %%
# The difference is small, and p is above 0.05. But the verdict rests on the interval, all of which
# is inside the margin. With few objects it would be wider, and the verdict "undecided".

# %%
# One-sided p-values say how certain each statement is: not worse by the margin (non-inferiority),
# equivalent (both sides of the margin), and better.
print(f"{found.p_not_worse:.2g} {found.p_equivalent:.2g} {found.p_better:.2g}")

# %%
# A loss may cost more than a gain is worth. A pair states both: how much worse, how much better.
# If only 0.01 may be lost, these digits do not show that the fast clustering is good enough:
print(partita.difference("adjusted_rand", digits.target, fast, slow, margin=(-0.01, 0.05)).judgment)

# %%
# If you prefer a probability to a test, ask for the posterior: how probable is it, given these
# digits, that the fast clustering is better, and that the difference is inside the margin?
belief = partita.posterior("adjusted_rand", digits.target, fast, slow, margin=0.03)
print(belief.judgment)
print(round(belief.probability(above=-0.01), 2))

# %%
# The picture shows the posterior draws of the difference, with the margin shaded.
belief.plot()

# %%
# More: [equivalent, or not worse?](../../differences.md#equivalent-or-not-worse) and
# [posteriors](../../differences.md#posteriors).
