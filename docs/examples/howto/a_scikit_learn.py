"""Judge a clustering from scikit-learn.

You have fitted a few models and want to know which labels agree best with the known classes. Pass the
`labels_` arrays as they are: the numbers of the clusters need not match the classes.
"""

# %%
# Fit three models on the handwritten digits and compare them in one call.
from sklearn.cluster import AgglomerativeClustering, KMeans
from sklearn.datasets import load_digits
from sklearn.mixture import GaussianMixture

import partita

X, y = load_digits(return_X_y=True)
found = {
    "kmeans": KMeans(10, n_init=4, random_state=0).fit_predict(X),
    "ward": AgglomerativeClustering(10).fit_predict(X),
    "mixture": GaussianMixture(10, covariance_type="diag", random_state=0).fit_predict(X),
}
c = partita.compare(y, found, measures=["ARI", "AMI", "V"], confidence=0.95)
print(c)

# %%
# Which differences are real? Clusterings that share a letter cannot be told apart.
c.ranks("ARI").plot()

# %%
# Which digits does the best clustering confuse?
c.plot.heatmap(prediction="ward")

# %%
# **One score, one line.** Each measure is also a function. It takes the same arguments as the function
# of scikit-learn and returns a plain float. The module `partita.interop.sklearn` has scikit-learn's
# own names, so you can change one import and nothing else.
from partita.interop.sklearn import adjusted_rand_score

print(partita.adjusted_rand(y, found["ward"]))
print(adjusted_rand_score(y, found["ward"]))

# %%
# **In a grid search**, pass a scorer. It calls `predict` on the held-out part and compares with `y`.
from sklearn.model_selection import GridSearchCV

from partita.interop.sklearn import scorer

search = GridSearchCV(
    KMeans(n_init=2, random_state=0), {"n_clusters": [5, 10, 20]}, scoring=scorer("v_measure"), cv=3
)
print(search.fit(X, y).best_params_)

# %%
# More: [names of other packages](../../migration.md), [which measure](../../which_measure.md),
# [intervals](../../inference.md).
