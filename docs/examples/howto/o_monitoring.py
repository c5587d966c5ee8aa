"""Stop labeling when the answer is known.

Labels cost time. After each batch you would like to know whether the clustering is good enough, or
which of two is better, and stop as soon as the answer is clear. `partita.monitor` gives intervals
that hold at all looks together, so you may look after every batch.

In your checkout, `pip install '.[sklearn,plot]'` installs the libraries that this page uses.
"""

# %%
# Two clusterings of the handwritten digits of scikit-learn. Their labels come in batches of 100, in
# random order.
import numpy as np
from sklearn.cluster import AgglomerativeClustering, KMeans
from sklearn.datasets import load_digits

import partita
from partita.inference import Monitor

X, labels = load_digits(return_X_y=True)
order = np.random.default_rng(0).permutation(len(labels))
truth = labels[order]
ward = AgglomerativeClustering(10).fit_predict(X)[order]
kmeans = KMeans(10, n_init=10, random_state=0).fit_predict(X)[order]

# %%
# Which one is better? A `Monitor` takes the labels as they come. Stop when 0 is outside the
# interval.
watched = Monitor("adjusted_rand")
for start in range(0, len(truth), 100):
    batch = slice(start, start + 100)
    look = watched.update(truth[batch], ward[batch], kmeans[batch])
    if look.low > 0 or look.high < 0:
        break
print(watched.result)

# %%
# That took fewer labels than there are. `partita.monitor` shows all looks at once; here is what
# the other labels would have added.
found = partita.monitor("adjusted_rand", truth, ward, kmeans, every=50)
found.plot()

# %%
# Is the score of one clustering above a limit? `first_above` is the first look that says so.
score = partita.monitor("adjusted_rand", truth, ward, every=50)
print(score)
print(score.first_above(0.6).n, "labels show that it is above 0.6")

# %%
# **Has the score changed?** Suppose that from the 1000th digit on, clusters are merged by mistake. As
# long as all objects are from one population, some value is in all intervals. When none is left,
# the score has changed.
broken = np.where(np.arange(len(truth)) < 1000, ward, ward // 2)
alarm = partita.monitor("adjusted_rand", truth, broken, every=50)
print(alarm.judgment)
alarm.plot()

# %%
# More: [monitoring](../../planning.md#monitoring).
