"""Gaussian mixtures (GMM): score the probabilities instead of hard labels.

Get the mean and the distribution of a score over all hard clusterings that a Gaussian mixture
allows. If you only score the most likely component of each object, you lose the uncertainty of the
model.

In your checkout, `pip install '.[sklearn,plot]'` installs the libraries that this page uses.
"""

# %%
# Fit a mixture to the iris data. `Fuzzy` takes the result of `predict_proba`, in double or single
# precision.
from sklearn.datasets import load_iris
from sklearn.mixture import GaussianMixture

import partita

X, y = load_iris(return_X_y=True)
model = GaussianMixture(3, covariance_type="tied", random_state=0).fit(X)
soft = partita.Fuzzy(model.predict_proba(X))
hard = model.predict(X)

# %%
# The mean over all hard clusterings that the memberships allow, weighted by probability, and the
# score of the hard labels:
print(partita.expectation("adjusted_rand", y, soft))
print("hard labels:", round(partita.adjusted_rand(y, hard), 4))

# %%
# The distribution shows whether the score of the hard labels is typical. (In a script,
# `matplotlib.pyplot.show()` displays the picture.)
law = partita.law("adjusted_rand", y, soft)
print(law)
law.plot()

# %%
# The worst and the best case: a mixture gives every component a probability above 0, so almost any
# clustering is possible. `credible_sets` keeps the likely components of each object, here those
# that together have a probability of 95%.
from partita.soft import credible_sets

print("all memberships:", partita.extremes("adjusted_rand", y, soft))
print("credible sets:", partita.extremes("adjusted_rand", y, credible_sets(soft, 0.95)))

# %%
# One table can compare soft and hard clusterings. The score of a soft clustering is its mean.
print(partita.compare(y, {"soft": soft, "hard": hard}, measures=["ARI", "V", "purity"]))

# %%
# [Soft clusterings](../../soft.md) describes rough, possibilistic and evidential clusterings as
# well.
