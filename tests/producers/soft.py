"""Producers of soft clusterings, by name; they return the containers of partita."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from sklearn import (
    cluster,
    decomposition,
    discriminant_analysis,
    ensemble,
    linear_model,
    mixture,
    naive_bayes,
    neighbors,
    neural_network,
    semi_supervised,
    tree,
)

from partita import Evidential, Fuzzy, Possibilistic, Rough
from partita_studies.algorithms.evidential import evidential_cmeans, sets_of
from partita_studies.algorithms.fuzzy import fuzzy_cmeans
from partita_studies.algorithms.possibilistic import possibilistic_cmeans, widths_of
from partita_studies.algorithms.rough import rough_kmeans

from .hard import COVARIANCES, SIZES, Producer, quietly
from .points import Data


def mixed(estimator: Any) -> Producer:
    """Probabilities of the components of a mixture."""
    return lambda data: estimator.fit(data.points).predict_proba(data.points)


def classified(estimator: Any, kind: type = np.float64) -> Producer:
    """Class probabilities by a classifier that learned from every other object."""

    def produced(data: Data) -> Any:
        points = data.points.astype(kind)
        return estimator.fit(points[::2], data.truth[::2]).predict_proba(points)

    return produced


def scores_of(data: Data, k: int, kind: type) -> Any:
    """Soft assignment by distance, like a network's: a softmax in narrow floats."""
    centers = cluster.KMeans(k, n_init=1, random_state=0).fit(data.points).cluster_centers_
    logits = -((data.points[:, None] - centers) ** 2).sum(axis=2)
    logits = (logits / np.abs(logits).mean()).astype(kind)
    shares = np.exp(logits - logits.max(axis=1, keepdims=True))
    return shares / shares.sum(axis=1, keepdims=True)


def topics(k: int) -> Producer:
    """Proportions of topics by latent Dirichlet allocation, with points as counts."""
    model = decomposition.LatentDirichletAllocation(k, max_iter=3, random_state=0)
    return lambda data: model.fit_transform(np.abs(np.rint(data.points)))


def spread(data: Data) -> Any:
    """Shares of the classes by label spreading."""
    known = np.where(np.arange(len(data.truth)) % 10 == 0, data.truth, -1)
    return semi_supervised.LabelSpreading("knn").fit(data.points, known).label_distributions_


def _centers(data: Data, k: int) -> Any:
    return cluster.KMeans(k, n_init=1, random_state=0).fit(data.points).cluster_centers_


def cmeans(data: Data, k: int, fuzzifier: float = 2.0) -> Any:
    """Memberships by fuzzy c-means."""
    return fuzzy_cmeans(data.points, _centers(data, k), fuzzifier=fuzzifier, rounds=30).memberships


def typical(data: Data, k: int) -> Any:
    """Typicalities by possibilistic c-means, from 0 to 1, without scaling rows to reach 1."""
    found = fuzzy_cmeans(data.points, _centers(data, k), rounds=30)
    widths = widths_of(data.points, found.centers, found.memberships)
    return possibilistic_cmeans(data.points, found.centers, widths, rounds=30).typicalities


def strengths(data: Data, least: int) -> Any:
    """The strength with which HDBSCAN assigns an object to its cluster; noise has none."""
    found = cluster.HDBSCAN(min_cluster_size=least, copy=True).fit(data.points)
    table = np.zeros((len(data.truth), max(1, found.labels_.max() + 1)))
    kept = np.flatnonzero(found.labels_ >= 0)
    table[kept, found.labels_[kept]] = found.probabilities_[kept]
    return np.where(table.any(axis=1, keepdims=True), table, 1.0)


def masses(data: Data, k: int, sizes: Any, empty: str) -> Any:
    """Masses by evidential c-means, with a policy for the empty set."""
    sets = sets_of(k, sizes)
    found = evidential_cmeans(data.points, _centers(data, k), focal_sets=sets, delta=5.0, rounds=20)
    return Evidential(found.masses, found.focal_sets, empty=empty)


def rough(data: Data, k: int, threshold: float) -> Any:
    """Sets of clusters by rough k-means."""
    found = rough_kmeans(data.points, _centers(data, k), threshold=threshold, rounds=30)
    return Rough(found.sets)


def neighborhoods(data: Data, k: int) -> Any:
    """The classes of the nearest objects, as Python sets."""
    near = neighbors.NearestNeighbors(n_neighbors=k).fit(data.points)
    return Rough([set(row) for row in data.truth[near.kneighbors(return_distance=False)].tolist()])


def _fuzzy() -> Iterator[tuple[str, Producer]]:
    for k in SIZES:
        for kind in COVARIANCES:
            yield (
                f"gmm {kind} {k}",
                mixed(
                    mixture.GaussianMixture(k, covariance_type=kind, max_iter=30, random_state=0)
                ),
            )
        yield (
            f"bayes {k}",
            mixed(mixture.BayesianGaussianMixture(n_components=k, max_iter=30, random_state=0)),
        )
        yield f"topics {k}", topics(k)
        yield f"cmeans {k}", lambda d, k=k: cmeans(d, k)
        yield f"softmax float32 {k}", lambda d, k=k: scores_of(d, k, np.float32)
    yield "cmeans sharp 3", lambda d: cmeans(d, 3, 1.05)
    yield "cmeans blunt 3", lambda d: cmeans(d, 3, 8.0)
    yield "softmax float16 3", lambda d: scores_of(d, 3, np.float16)
    yield "logistic", classified(linear_model.LogisticRegression(max_iter=200))
    yield "logistic float32", classified(linear_model.LogisticRegression(max_iter=200), np.float32)
    yield (
        "network float32",
        classified(neural_network.MLPClassifier(8, max_iter=30, random_state=0), np.float32),
    )
    yield "forest", classified(ensemble.RandomForestClassifier(20, random_state=0))
    yield (
        "boosting",
        classified(
            ensemble.HistGradientBoostingClassifier(max_iter=10, random_state=0), np.float32
        ),
    )
    yield "neighbors", classified(neighbors.KNeighborsClassifier(7))
    yield "weighted neighbors", classified(neighbors.KNeighborsClassifier(7, weights="distance"))
    yield "naive bayes", classified(naive_bayes.GaussianNB())
    yield (
        "quadratic",
        classified(discriminant_analysis.QuadraticDiscriminantAnalysis(reg_param=0.01)),
    )
    yield (
        "linear discriminant",
        classified(discriminant_analysis.LinearDiscriminantAnalysis(solver="lsqr", shrinkage=0.5)),
    )
    yield "tree", classified(tree.DecisionTreeClassifier(max_depth=3, random_state=0))
    yield "spread", spread


def _others() -> Iterator[tuple[str, Producer]]:
    for k in (2, 3, 5, 10):
        yield f"rough {k}", lambda d, k=k: rough(d, k, 1.3)
        yield f"typical {k}", lambda d, k=k: Possibilistic(typical(d, k), subnormal="rescale")
        yield (
            f"typical independent {k}",
            lambda d, k=k: Possibilistic(
                typical(d, k), subnormal="rescale", coupling="independent"
            ),
        )
    for k in (2, 3):
        for empty in ("condition", "omega", "noise_singleton"):
            yield f"masses {empty} {k}", lambda d, k=k, e=empty: masses(d, k, None, e)
    yield "masses pairs 5", lambda d: masses(d, 5, (0, 1, 2, 5), "condition")
    yield "rough wide 3", lambda d: rough(d, 3, 3.0)
    for least in (5, 15):
        yield (
            f"strengths {least}",
            lambda d, n=least: Possibilistic(strengths(d, n), subnormal="rescale"),
        )
    yield "neighborhoods", lambda d: neighborhoods(d, 5)


MEMBERSHIPS: dict[str, Producer] = {name: quietly(make) for name, make in _fuzzy()}
"""Matrices of the libraries, which `Fuzzy` takes unchanged."""

CONTAINERS: dict[str, Producer] = {name: quietly(make) for name, make in _others()}
"""Rough, possibilistic and evidential clusterings."""

Soft: Callable[[Any], Any] = Fuzzy
