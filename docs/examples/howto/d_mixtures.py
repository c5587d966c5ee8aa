"""Memberships of a Gaussian mixture (GMM): keep the doubt.

A Gaussian mixture gives each object a probability for each component. Taking the largest one throws
away what the model knows about its own doubt. Pass the probabilities instead: a score then has a mean
and a distribution over the hard clusterings that are possible.
"""

# %%
# Fit a mixture to the iris data. `Fuzzy` takes what `predict_proba` returns.
from sklearn.datasets import load_iris
from sklearn.mixture import GaussianMixture

import partita

X, y = load_iris(return_X_y=True)
model = GaussianMixture(3, covariance_type="tied", random_state=0).fit(X)
soft = partita.Fuzzy(model.predict_proba(X))
hard = model.predict(X)

# %%
# The mean over all hard clusterings that the memberships allow, weighted by their probability:
print(partita.expectation("adjusted_rand", y, soft))
print("largest membership only:", round(partita.adjusted_rand(y, hard), 4))

# %%
# The whole distribution. Is the score of the hard labels typical of it?
law = partita.law("adjusted_rand", y, soft)
print(law)
law.plot()

# %%
# Soft and hard clusterings can be compared in one table. A soft clustering is shown by its mean.
print(partita.compare(y, {"soft": soft, "hard": hard}, measures=["ARI", "V", "purity"]))

# %%
# Memberships in single precision are accepted as they are. Rough, possibilistic and evidential
# clusterings are described in [soft clusterings](../../soft.md).
print(
    partita.expectation("adjusted_rand", y, partita.Fuzzy(model.predict_proba(X).astype("float32")))
)
