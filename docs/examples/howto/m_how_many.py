"""How many objects to label?

Labels cost time. Label a few objects first, and let them say how many more you need: for an
interval of a given width, or to find the better of two clusterings.

In your checkout, `pip install '.[sklearn,plot]'` installs the libraries that this page uses.
"""

# %%
# Two clusterings of the handwritten digits of scikit-learn. Suppose that only the first 300 digits
# have been read by a person so far: they are the pilot.
from sklearn.cluster import AgglomerativeClustering, KMeans
from sklearn.datasets import load_digits

import partita

points, truth = load_digits(return_X_y=True)
kmeans = KMeans(10, n_init=4, random_state=0).fit_predict(points)
ward = AgglomerativeClustering(10).fit_predict(points)
pilot = slice(0, 300)

# %%
# The interval of the pilot is wide.
print(partita.confidence_interval("adjusted_rand", truth[pilot], kmeans[pilot]))

# %%
# How many digits must be read for ±0.02? The range allows for chance in the pilot.
found = partita.plan("adjusted_rand", truth[pilot], kmeans[pilot], half_width=0.02)
print(found)

# %%
# The picture shows what a smaller budget would give, and so does `width`.
found.plot()
print({n: round(found.width(n), 3) for n in (500, 1000, 1797)})

# %%
# In this data set all digits have labels, so we can check the last number.
every = partita.confidence_interval("adjusted_rand", truth, kmeans)
print(round((every.high - every.low) / 2, 3))

# %%
# **Two clusterings.** How many digits must be read to find out which of the two is better, if one
# is better by 0.05? Both are scored on the same digits, so errors that they share cancel.
print(
    partita.plan("adjusted_rand", truth[pilot], ward[pilot], kmeans[pilot], detect=0.05, power=0.9)
)

# %%
# More: [planning](../../planning.md).
