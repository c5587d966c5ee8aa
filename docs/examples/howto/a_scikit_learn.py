"""Score clusterings from scikit-learn.

Find the best of several scikit-learn models, with intervals, and use any measure as a scorer in
grid searches. partita takes the arrays that `fit_predict` returns; the numbers of the clusters need
not match the classes.

In your checkout, `pip install '.[sklearn,plot]'` installs the libraries that this page uses.
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
# Which differences are real? Clusterings that share a letter are not significantly different. (In a
# script, `matplotlib.pyplot.show()` displays the pictures.)
c.ranks("ARI").plot()

# %%
# Which digits does the best clustering confuse? Rows are digits, columns are clusters.
c.plot.heatmap(prediction="ward")

# %%
# **A single score.** Each measure is a function of the truth and the prediction that returns a
# float. The module `partita.interop.sklearn` has scikit-learn's own names, so you only need to
# change an import.
from partita.interop.sklearn import adjusted_rand_score

print(partita.adjusted_rand(y, found["ward"]))
print(adjusted_rand_score(y, found["ward"]))

# %%
# **In a grid search**, pass a scorer. It compares the predictions for the held-out part with `y`.
# The measure matters: adjusted Rand finds the ten digits, V-measure would prefer twenty clusters.
from sklearn.model_selection import GridSearchCV

from partita.interop.sklearn import scorer

search = GridSearchCV(
    KMeans(n_init=2, random_state=0), {"n_clusters": [5, 10, 20]}, scoring=scorer("ARI"), cv=3
)
print(search.fit(X, y).best_params_)

# %%
# More: [migration](../../migration.md), [which measure](../../which_measure.md),
# [intervals](../../intervals.md).
