"""Topics with noise (BERTopic, HDBSCAN): what to do about the label −1.

HDBSCAN, and BERTopic which uses it, put documents that fit nowhere into the "cluster" −1. Whether you
count them as one cluster, as single documents or not at all changes every score, and sometimes the
winner. Decide it once, and say it.
"""

# %%
# 1,884 package descriptions of twelve archive sections, as 20 dimensions of text, clustered twice.
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
# Say which label is noise with `noise=-1`, and what it means with `noise_as`:
#
# | `noise_as` | meaning | use it when |
# |---|---|---|
# | `"singletons"` (default) | each noise document is a cluster of its own | leaving documents out should cost |
# | `"drop"` | noise documents are left out | you only use what got a topic |
# | `"cluster"` | noise is one more cluster | the pile itself is used as a cluster |
for policy in ("singletons", "drop", "cluster"):
    c = partita.compare(
        texts["topic"], topics, measures=["ARI", "AMI"], noise={"prediction": -1}, noise_as=policy
    )
    print(policy, {name: round(c[name, "ARI"].value, 3) for name in topics})

# %%
# HDBSCAN looks best when its noise is dropped, but then it is judged on the easy documents only, and
# k-means on all of them. To be fair, judge both on the documents that HDBSCAN kept:
kept = topics["hdbscan"] != -1
both = {name: labels[kept] for name, labels in topics.items()}
print(partita.compare(texts["topic"][kept], both, measures=["ARI", "AMI"]))

# %%
# If you forget, the advice tells you, with the score under each policy:
advice = partita.compare(texts["topic"], topics, measures=["ARI", "AMI"]).advice
print(next(str(one) for one in advice if "-1" in str(one) or "−1" in str(one)))

# %%
# Which topics did HDBSCAN find? Documents without a topic are left out of this picture.
c = partita.compare(texts["topic"], topics, noise={"prediction": -1}, noise_as="drop")
c.plot.heatmap(prediction="hdbscan")

# %%
# The rules for [noise and missing values](../../conventions.md) hold for every function.
