"""Does k-means split your large classes?

K-means likes clusters of similar size. If your classes have very different sizes, it splits the
large ones and merges the small ones. Check whether this happens in your data, and whether your
measure notices.

In your checkout, `pip install '.[sklearn,plot]'` installs the libraries that this page uses.
"""

# %%
# The data are 1200 vowels in five classes, from 21 to 554 vowels. With your own data you need the
# labels of the classes, and clusterings by k-means for some numbers of clusters.
from sklearn.cluster import AgglomerativeClustering, KMeans
from sklearn.preprocessing import scale

import partita
from partita_studies import datasets

data = datasets.skewed_vowels()
points = scale(data.values)


def kmeans(points, k):
    """K-means with the best of four starts."""
    return KMeans(k, n_init=4, random_state=0).fit_predict(points)


# %%
# The coefficient of variation (CV) of sizes is their standard deviation divided by their mean. Wu,
# Xiong and Chen (2009) call that of the classes CV₀ and that of the clusters CV₁. If
# DCV = CV₁ - CV₀ is below 0, cluster sizes vary less than class sizes: the *uniform effect*.
by_k = {f"k = {k}": kmeans(points, k) for k in (2, 3, 4, 5, 6, 8, 10, 12, 16, 20)}
effect = partita.uniform_effect(partita.compare(data.truth, by_k))
print(effect)

# %%
effect.plot()

# %%
# Whatever the number of clusters, their sizes vary less than half as much as those of the classes.
# Average linkage does not prefer equal sizes. Which measures see that its five clusters are better?
clusterings = {
    "kmeans_5": by_k["k = 5"],
    "kmeans_20": by_k["k = 20"],
    "average_5": AgglomerativeClustering(5, linkage="average").fit_predict(points),
}
measures = ["purity", "entropy", "mutual_information", "V", "ARI", "normalized_van_dongen"]
c = partita.compare(data.truth, clusterings, measures=measures)
print(c)
print(partita.uniform_effect(c).table)

# %%
# Purity, entropy and mutual information prefer 20 clusters of similar size, because they do not
# count it as an error if a class is split. The others prefer average linkage. The paper calls this
# Criterion 1, and [`partita.properties`](../../properties.md) tests it for any measure.
#
# How unequal may classes be? Take five vowels in equal numbers, then fewer and fewer of four of
# them, and look for five clusters each time.
import numpy as np

vowels = datasets.vowels()
points = scale(vowels.values)
samples = {}
for size in (139, 100, 70, 50, 35, 25, 18, 12, 8):
    sizes = {"er": 139, "iy": size, "ih": size, "eh": size, "ae": size}
    chosen = [np.flatnonzero(vowels.truth == vowel)[:n] for vowel, n in sizes.items()]
    chosen = np.concatenate(chosen)
    labels = kmeans(points[chosen], 5)
    samples[f"{size} each"] = partita.compare(vowels.truth[chosen], {"kmeans": labels})
effect = partita.uniform_effect(samples)
print(effect.summary[-1])

# %%
effect.plot()

# %%
# The more unequal the classes, the lower DCV. As long as CV₀ is small, the clusters follow the
# classes. Beyond that, the sizes of clusters hardly vary more, however unequal the classes are. In
# the paper, 95% of the values of CV₁ for k-means are between 0.09 and 0.85, and here all are. So if
# CV₀ is above 0.85, distrust k-means, and do not read purity.
