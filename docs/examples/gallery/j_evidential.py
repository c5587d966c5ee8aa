"""An evidential clustering: from c-means to a verdict.

Hard algorithms put every object into one cluster, even an object halfway between two. Evidential
c-means may say "one of these two" instead. How good is such a clustering, and is its doubt
justified?

In your checkout, `pip install '.[sklearn,plot]'` installs the libraries that this page uses.
"""

# %%
# Cluster the iris flowers three ways: k-means, fuzzy c-means, and evidential c-means (Masson and
# Denœux 2008). The last gives each flower a mass for every *set* of clusters. The algorithms are
# part of the [studies](../../reproduce.md), which `pip install .` installs.
from sklearn.cluster import KMeans
from sklearn.datasets import load_iris

import partita
from partita.soft import Evidential, Fuzzy, maximal_mass
from partita_studies.algorithms.evidential import evidential_cmeans
from partita_studies.algorithms.fuzzy import fuzzy_cmeans

flowers = load_iris()
species = flowers.target_names[flowers.target]
kmeans = KMeans(3, n_init=10, random_state=0).fit(flowers.data)
fuzzy = fuzzy_cmeans(flowers.data, kmeans.cluster_centers_)
parts = evidential_cmeans(flowers.data, kmeans.cluster_centers_, beta=1.5)

# %%
# `Evidential` takes the masses and the sets of their columns. Some mass is on the empty set ("none
# of the clusters"), and you choose what to do with it; "condition" divides the rest by its sum.
# Results of the package evclust are read alike: `Evidential(found["mass"], found["F"], …)`.
evidential = Evidential(parts.masses, parts.focal_sets, empty="condition")
clusterings = {
    "kmeans": kmeans.labels_,
    "fuzzy": Fuzzy(fuzzy.memberships),
    "evidential": evidential,
}

# %%
# One table compares all three. A soft clustering stands for many hard ones, so its score is a mean.
# The brackets are the ends of the evidential mean: the mean score if every doubtful flower belongs
# where it counts least, or most.
c = partita.compare(species, clusterings, measures=["rand", "ARI", "V", "partition_distance"])
print(c)

# %%
# The mean is lower than the score of k-means, which does not make the clustering worse: k-means
# hides its doubt. Which flowers are doubtful? Those with their largest mass on a set of two
# clusters. And which does k-means misplace? Those of a species that has less than half of their
# cluster.
sets = maximal_mass(evidential).sets
doubtful = sets.sum(axis=1) > 1
misplaced = c.elements("kmeans")["precision"] < 0.5
print("doubtful:", doubtful.sum(), "of", len(species))
print("misplaced:", misplaced.sum(), "of which doubtful:", (misplaced & doubtful).sum())
sure = partita.adjusted_rand(species[~doubtful], kmeans.labels_[~doubtful])
print(f"adjusted Rand index of k-means without the doubtful flowers: {sure:.3f}")

# %%
# The doubt is in the right place: where two species overlap and k-means fails. (The two doubtful
# flowers on the left lie between setosa and versicolor.)
import matplotlib.pyplot as plt

figure, panel = plt.subplots(figsize=(7, 5), layout="constrained")
length, width = flowers.data[:, 2], flowers.data[:, 3]
for name, color in zip(flowers.target_names, ["#0072b2", "#e69f00", "#009e73"], strict=True):
    panel.scatter(length[species == name], width[species == name], s=22, color=color, label=name)
ring = {"s": 90, "marker": "o", "facecolors": "none", "edgecolors": "black"}
panel.scatter(length[doubtful], width[doubtful], **ring, label="doubtful: one of two clusters")
cross = {"s": 45, "marker": "x", "color": "black"}
panel.scatter(length[misplaced], width[misplaced], **cross, label="misplaced by k-means")
panel.set(xlabel="length of the petals (cm)", ylabel="width of the petals (cm)")
panel.legend()

# %%
# The verdict puts the numbers into words.
for sentence in c.verdict:
    if sentence.prediction == "evidential":
        print(sentence)

# %%
# So the answer depends on the use. For one label per flower, k-means is good enough. If some
# flowers may be left to a botanist, evidential c-means selects them well: without them, the
# adjusted Rand index rises from 0.73 to 0.92. [Soft clusterings](../../soft.md) explains the
# numbers, the kinds of soft clusterings, and conversions between them.
