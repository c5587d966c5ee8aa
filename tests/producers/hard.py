"""Producers of hard labels, by name: scikit-learn, SciPy and our own algorithms."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from scipy.cluster import hierarchy, vq
from sklearn import cluster, ensemble, mixture, neighbors, preprocessing, semi_supervised

from .points import Data

Producer = Callable[[Data], Any]
COVARIANCES = ("full", "tied", "diag", "spherical")
SIZES = (2, 3, 5, 10, 20, 50)


def quietly(produce: Producer) -> Producer:
    """Ignore the producer's warnings (no convergence, fewer distinct points)."""

    def produced(data: Data) -> Any:
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            return produce(data)

    return produced


def fitted(estimator: Any) -> Producer:
    """Labels by `fit_predict`."""
    return lambda data: estimator.fit_predict(data.points)


def cut(method: str, criterion: str, level: float) -> Producer:
    """A cut of SciPy's tree: 32-bit labels from 1."""

    def produced(data: Data) -> Any:
        tree = hierarchy.linkage(data.points, method)
        t = level if criterion != "distance" else level * tree[:, 2].max()
        return hierarchy.fcluster(tree, t, criterion)

    return produced


def bins(strategy: str, count: int) -> Producer:
    """Bins of the first coordinate: integers as floats."""
    maker = preprocessing.KBinsDiscretizer(count, encode="ordinal", strategy=strategy)
    return lambda data: maker.fit_transform(data.points[:, :1])[:, 0]


def spread_labels(data: Data) -> Any:
    """Labels by label spreading from a tenth of the classes."""
    known = np.where(np.arange(len(data.truth)) % 10 == 0, data.truth, -1)
    return semi_supervised.LabelSpreading("knn").fit(data.points, known).transduction_


def nearest(data: Data) -> Any:
    """Classes by nearest neighbors, as strings."""
    names = np.array([f"class {one}" for one in data.truth])
    return neighbors.KNeighborsClassifier(3).fit(data.points, names).predict(data.points)


def _all() -> Iterator[tuple[str, Producer]]:
    for k in SIZES:
        yield f"kmeans {k}", fitted(cluster.KMeans(k, n_init=1, random_state=0))
        yield f"minibatch {k}", fitted(cluster.MiniBatchKMeans(k, n_init=1, random_state=0))
        yield f"bisecting {k}", fitted(cluster.BisectingKMeans(k, random_state=0))
        yield f"birch {k}", fitted(cluster.Birch(n_clusters=k))
        yield f"kmeans2 {k}", lambda d, k=k: vq.kmeans2(d.points, k, minit="points", rng=0)[1]
        for kind in COVARIANCES:
            yield (
                f"gmm {kind} {k}",
                fitted(
                    mixture.GaussianMixture(
                        k, covariance_type=kind, reg_covar=1e-3, max_iter=30, random_state=0
                    )
                ),
            )
        yield (
            f"bayes {k}",
            fitted(
                mixture.BayesianGaussianMixture(
                    n_components=k, max_iter=30, reg_covar=1e-3, random_state=0
                )
            ),
        )
        for linkage in ("ward", "complete", "average", "single"):
            yield (
                f"agglomerative {linkage} {k}",
                fitted(cluster.AgglomerativeClustering(k, linkage=linkage)),
            )
            yield f"fcluster {linkage} {k}", cut(linkage, "maxclust", k)
    for k in (2, 5, 10):
        yield (
            f"spectral {k}",
            fitted(
                cluster.SpectralClustering(
                    k, assign_labels="cluster_qr", affinity="nearest_neighbors", random_state=0
                )
            ),
        )
    for share in (0.1, 0.3, 0.7):
        yield f"fcluster distance {share}", cut("average", "distance", share)
        yield f"fcluster inconsistent {share}", cut("average", "inconsistent", share)
    for eps in (0.01, 0.3, 0.5, 1.0, 20.0, 1e6):  # from only noise to one cluster
        yield f"dbscan {eps}", fitted(cluster.DBSCAN(eps=eps))
    for least in (3, 5, 15):
        yield f"hdbscan {least}", fitted(cluster.HDBSCAN(min_cluster_size=least, copy=True))
        yield f"optics {least}", fitted(cluster.OPTICS(min_samples=least))
    yield "mean shift", fitted(cluster.MeanShift(bin_seeding=True))
    yield "affinity", fitted(cluster.AffinityPropagation(random_state=0, max_iter=50))
    for strategy in ("uniform", "quantile"):
        yield f"bins {strategy} 4", bins(strategy, 4)
    yield (
        "outliers",
        lambda d: ensemble.IsolationForest(n_estimators=20, random_state=0).fit_predict(d.points),
    )
    yield "spread", spread_labels
    yield "nearest", nearest


HARD: dict[str, Producer] = {name: quietly(produce) for name, produce in _all()}
