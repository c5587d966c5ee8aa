"""How many seeds? Compare methods, not runs.

Many methods give other clusters with another seed. Run each method several times, and learn how
good it is on average, whether methods differ beyond objects and seeds, and how many runs are
enough.

In your checkout, `pip install '.[sklearn,plot]'` installs the libraries that this page uses.
"""

# %%
# Cluster the digits of scikit-learn eight times by k-means and by mini-batch k-means. Ward's method
# has no seed, so it runs once.
from sklearn.cluster import AgglomerativeClustering, KMeans, MiniBatchKMeans
from sklearn.datasets import load_digits

import partita

X, truth = load_digits(return_X_y=True)
SEEDS = range(8)
runs = {
    "kmeans": [KMeans(10, n_init=1, random_state=seed).fit_predict(X) for seed in SEEDS],
    "mini-batch": [
        MiniBatchKMeans(10, n_init=1, random_state=seed).fit_predict(X) for seed in SEEDS
    ],
    "ward": [AgglomerativeClustering(10).fit_predict(X)],
}

# %%
# `compare_runs` gives the mean score of each method. The interval contains two kinds of chance:
# which objects were sampled, and which seeds were drawn. Methods that share a letter are not
# significantly different.
found = partita.compare_runs(truth, runs, "adjusted_rand", deterministic="ward")
print(found)
found.plot()

# %%
# **What is the variance due to?** `parts` splits the variance of one run: the objects (all runs
# would score higher on an easier sample), the seed (a run is lucky on every sample), and both (this
# run happens to err on these objects). More seeds reduce the last two parts only.
print(found.parts)
found.plot_parts()

# %%
# **How many seeds are enough?** `table` has the number from which on further runs reduce the
# standard error by less than 5%. If you know how narrow the interval should be, ask for the number
# of runs. `None` means that no number of runs is enough, and more objects are needed.
print(found.table["method"], found.table["enough"])
print("for ± 0.05:", found.runs_for("kmeans", 0.05))

# %%
# **Do the methods differ?** The p-values are corrected for all pairs.
print(found.differences)

# %%
# **Are they practically equal?** If a difference of 0.02 does not matter to you, ask how probable
# each case is, given these runs.
print(found.probabilities(0.02))
