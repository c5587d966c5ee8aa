"""Hierarchies and covers made by libraries, and the invariants of their comparison."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from scipy.cluster import hierarchy
from sklearn import cluster, datasets, decomposition

import partita
from partita import Cover, Hierarchy
from partita.covers import COVER_MEASURES, element_scores
from partita.hierarchies import HIERARCHY_MEASURES, fowlkes_mallows_curve, score_levels

from .ledger import Ledger, near, number, ordered, same
from .points import Data

LINKAGES = ("single", "complete", "average", "weighted", "ward")


def linkage_of(model: Any) -> Any:
    """SciPy's linkage from the children and distances of scikit-learn's tree."""
    size = len(model.labels_)
    counts = np.ones(size + len(model.children_))
    for place, pair in enumerate(model.children_):
        counts[size + place] = counts[pair].sum()
    return np.column_stack((model.children_, model.distances_, counts[size:])).astype(float)


def trees(data: Data) -> Iterator[tuple[str, Any]]:
    """Linkages by SciPy and by scikit-learn."""
    for method in LINKAGES:
        yield f"linkage {method}", hierarchy.linkage(data.points, method)
    for method in ("ward", "average", "complete"):
        model = cluster.AgglomerativeClustering(linkage=method, compute_distances=True)
        yield f"agglomerative {method}", linkage_of(model.fit(data.points))


def held_tree(ledger: Ledger, data: Data, linkage: Any, other: Any) -> None:
    """Check the invariants of a hierarchy, its cuts and its comparisons."""
    a, b = Hierarchy.from_linkage(linkage), Hierarchy.from_linkage(other)
    for k in (2, 3, 5, 10):
        ledger.hold("cut", str(k), of_cut, a, linkage, k)
    for name in HIERARCHY_MEASURES:
        ledger.hold("hierarchies", name, of_hierarchies, a, b, name)
    for name in ("adjusted_rand", "v_measure", "maximum_matching", "variation_of_information"):
        ledger.hold("score_levels", name, of_levels, a, data.truth, name)
    ledger.hold("fowlkes_mallows_curve", "fowlkes_mallows", of_curve, a, b)


def of_cut(tree: Hierarchy, linkage: Any, k: int) -> Iterator[str]:
    """A cut equals SciPy's cut if no heights tie."""
    found = tree.cut(k=k)
    theirs = hierarchy.cut_tree(linkage, k)[:, 0]
    if len(set(found.tolist())) != k:
        yield f"{len(set(found.tolist()))} clusters, not {k}"
    if len(np.unique(linkage[:, 2])) == len(linkage):
        yield from same("SciPy's cut", partita.rand(theirs, found), 1.0)


def of_hierarchies(a: Hierarchy, b: Hierarchy, name: str) -> Iterator[str]:
    """Within the bounds, symmetric, 1 for identical sides, twice the same."""
    measure = HIERARCHY_MEASURES[name]
    found = measure(a, b)
    low, high = measure.bounds
    yield from number("value", found, (low - 1e-12, high + 1e-12))
    yield from near("sides swapped", found, measure(b, a), 1e-12)
    yield from near("against itself", measure(a, a), 1.0, 1e-12)
    yield from same("a second call", found, measure(a, b))


def of_levels(tree: Hierarchy, labels: Any, name: str) -> Iterator[str]:
    """The score of a level is the score of its cut."""
    m = partita.measure(name)
    for k, found in score_levels(m, tree, labels, ks=[2, 3, 5]).items():
        yield from same(f"level of {k}", found, m(tree.cut(k=k), labels))


def of_curve(a: Hierarchy, b: Hierarchy) -> Iterator[str]:
    """Finite, from 0 to 1, and at each k the measure's value of the cuts."""
    found = fowlkes_mallows_curve(a, b)
    for name in ("value", "expected", "deviation"):
        column = getattr(found, name)
        if not (np.isfinite(column).all() and (column >= 0).all() and (column <= 1 + 1e-12).all()):
            yield f"{name} is not between 0 and 1"
    at = {k: place for place, k in enumerate(found.k.tolist())}
    for k in (2, 5):
        cuts = a.cut(k=k), b.cut(k=k)
        yield from near(
            f"value at {k}", float(found.value[at[k]]), partita.fowlkes_mallows(*cuts), 1e-12
        )


def covers(data: Data) -> Iterator[tuple[str, Any, Any]]:
    """Covers as matrices of 0 and 1: multiple labels, topics above a share, neighborhoods."""
    size = len(data.truth)
    flags = datasets.make_multilabel_classification(size, n_classes=5, n_labels=2, random_state=0)[
        1
    ]
    votes = datasets.make_multilabel_classification(size, n_classes=5, n_labels=2, random_state=1)[
        1
    ]
    yield "multilabel", flags, votes
    sparse = datasets.make_multilabel_classification(
        size, random_state=2, return_indicator="sparse"
    )[1]
    yield "multilabel sparse", sparse, flags
    counts = np.abs(np.rint(data.points))
    model = decomposition.LatentDirichletAllocation(4, max_iter=3, random_state=0)
    shares = model.fit_transform(counts)
    yield "topics", shares > 0.2, shares > 0.3
    classes = (data.truth[:, None] == np.unique(data.truth)).astype(np.int8)
    yield "classes", classes, (shares > 0.2).astype(np.float64)


def held_cover(ledger: Ledger, truth: Any, found: Any) -> None:
    """Check the invariants of measures of covers; elements without a cluster are kept."""
    pair: list[Cover] = []

    def make() -> Iterator[str]:
        options = {"empty": "drop", "unassigned": "keep"}
        pair.extend(Cover.from_matrix(matrix, **options) for matrix in (truth, found))
        yield from same("n", pair[0].n, pair[1].n)

    ledger.hold("Cover", "from_matrix", make)
    if len(pair) == 2:
        for name in COVER_MEASURES:
            ledger.hold("covers", name, of_covers, *pair, name)
        ledger.hold("covers", "element_scores", of_elements, *pair)


def of_covers(a: Cover, b: Cover, name: str) -> Iterator[str]:
    """In bounds, symmetric if claimed, 1 for identical sides, the hard value if both are hard."""
    measure = COVER_MEASURES[name]
    low, high = measure.bounds
    found = measure(a, b)
    yield from number("value", found, (low - 1e-12, high + 1e-12))
    yield from same("a second call", found, measure(a, b))
    yield from same("against itself", measure(a, a), 1.0)
    order = np.random.default_rng(1).permutation(a.n)
    moved = (one.taken(order.astype(np.int64), one.elements[order]) for one in (a, b))
    yield from near("rows in another order", found, measure(*moved), 1e-12)
    if measure.symmetric:
        yield from near("sides swapped", found, measure(b, a), 1e-12)
    if measure.hard and a.is_partition and b.is_partition:
        hard = partita.measure(measure.hard)(a.labels(), b.labels())
        yield from near(f"{measure.hard} of the labels", found, hard, 1e-12)


def of_elements(a: Cover, b: Cover) -> Iterator[str]:
    """A score from 0 to 1 for each element."""
    scores = element_scores(a, b).scores
    yield from same("elements", len(scores), a.n)
    yield from ordered("scores", 0.0, float(scores.min()), float(scores.max()), 1.0, slack=1e-12)
