"""Compare scores of samples of different sizes.

The V-measure of a small sample is too high: with many groups, each cell holds one or two objects, and
chance agreement looks like information. This page compares two samples of the same clusterings.

In your checkout, `pip install '.[sklearn,plot]'` installs the libraries that this page uses.
"""

# %%
# Cluster the handwritten digits of scikit-learn into 100 small clusters, and score all 1797 images
# and a sample of 150 of them. The clustering is the same.
import numpy as np
from sklearn.cluster import KMeans
from sklearn.datasets import load_digits

import partita

digits = load_digits()
clusters = KMeans(100, n_init=1, random_state=0).fit_predict(digits.data)
some = np.random.default_rng(0).choice(len(clusters), 150, replace=False)
print(round(partita.v_measure(digits.target, clusters), 3))
print(round(partita.v_measure(digits.target[some], clusters[some]), 3))

# %%
# The sample scores higher, although it has the same clusters. Ask for the score of 150 objects of
# all images, which is the mean over samples of that size:
print(partita.score_at("v_measure", digits.target, clusters, objects=150))

# %%
# In the other direction, the sample tells what very many images would score. The interval is wide,
# but unlike the score itself, it holds what all 1797 images have.
found = partita.score_at("v_measure", digits.target[some], clusters[some], objects=1797)
print(found)

# %%
# The picture shows the curve: subsets of the sample to the left of the ring, the estimate for more
# images to its right.
found.plot()

# %%
# Scores of pairs of objects, such as the adjusted Rand index, do not change with the number of
# objects, except by chance.
print(partita.score_at("adjusted_rand", digits.target, clusters, objects=150))

# %%
# More: [another number of objects](../../intervals.md#another-number-of-objects), and
# [sparse tables](../../intervals.md#sparse-tables).
