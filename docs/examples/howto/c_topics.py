"""Topics with noise (BERTopic, HDBSCAN): what to do about the label −1.

Decide how to count noise, the documents that HDBSCAN (and BERTopic, which uses it) labels −1. You
can count them as one cluster, as single documents, or not at all. The choice changes every score,
and sometimes the winner, so make it once and report it.

In your checkout, `pip install '.[pandas,sklearn,plot]'` installs the libraries that this page uses.
"""

# %%
# The data are 1,884 package descriptions from twelve archive sections, reduced to 20 dimensions. We
# cluster them with HDBSCAN and with k-means.
from pathlib import Path

import pandas as pd
from sklearn.cluster import HDBSCAN, KMeans
from sklearn.decomposition import TruncatedSVD
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.preprocessing import normalize

import partita
import partita_studies

texts = pd.read_csv(Path(partita_studies.__file__).parent / "data" / "documents.csv.gz")
words = TfidfVectorizer(stop_words="english", min_df=5).fit_transform(texts["text"])
X = normalize(TruncatedSVD(20, random_state=0).fit_transform(words))
topics = {
    "hdbscan": HDBSCAN(min_cluster_size=15, copy=True).fit_predict(X),
    "kmeans": KMeans(12, n_init=2, random_state=0).fit_predict(X),
}
print(f"{(topics['hdbscan'] == -1).mean():.0%} of the documents have no topic")

# %%
# `noise=-1` declares the noise label, and `noise_as` how it counts. Here only the prediction has
# noise:
#
# | `noise_as` | meaning | use it if |
# |---|---|---|
# | `"singletons"` (default) | each noise document is its own cluster | documents without a topic should lower the score |
# | `"drop"` | noise documents are dropped | you only use documents with a topic |
# | `"cluster"` | noise is one more cluster | you use the noise as a cluster |
for policy in ("singletons", "drop", "cluster"):
    c = partita.compare(
        texts["topic"], topics, measures=["ARI", "AMI"], noise={"prediction": -1}, noise_as=policy
    )
    print(policy, {name: round(c[name, "ARI"].value, 3) for name in topics})

# %%
# HDBSCAN looks best if its noise is dropped. But then its score covers only the easy documents,
# while the score of k-means covers all documents. For a fair comparison, score both on the
# documents that HDBSCAN kept:
kept = topics["hdbscan"] != -1
both = {name: labels[kept] for name, labels in topics.items()}
print(partita.compare(texts["topic"][kept], both, measures=["ARI", "AMI"]))

# %%
# If you forget `noise`, the advice reminds you and gives the score under each policy:
print(partita.compare(texts["topic"], topics, measures=["ARI", "AMI"]).advice[0])

# %%
# Which topics did HDBSCAN find? This picture leaves out the noise. (In a script,
# `matplotlib.pyplot.show()` displays it.)
c = partita.compare(texts["topic"], topics, noise={"prediction": -1}, noise_as="drop")
c.plot.heatmap(prediction="hdbscan")

# %%
# All functions follow the same rules for [noise and missing values](../../conventions.md).
