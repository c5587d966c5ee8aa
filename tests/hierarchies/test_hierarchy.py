"""Hierarchies: reading, cutting, and each measure against its definition."""

from __future__ import annotations

import pickle
import re
from itertools import combinations
from math import sqrt

import cover_oracle
import numpy as np
import pytest
from scipy.cluster import hierarchy as scipy_hierarchy
from scipy.spatial.distance import squareform

import partita
from partita import Hierarchy, InputError
from partita.hierarchies import (
    HIERARCHY_MEASURES,
    cophenetic_correlation,
    element_centric,
    element_scores,
    fowlkes_mallows_curve,
    score_levels,
)
from partita.report.formats.references import bibliography

METHODS = ["single", "complete", "average", "ward"]
cases = pytest.mark.parametrize("seed", range(16))


def linkage(seed, n=None):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(2, 25)) if n is None else n
    points = rng.integers(0, 6, (n, 2)) if seed % 2 else rng.random((n, 2))  # with ties, without
    return scipy_hierarchy.linkage(points.astype(float), METHODS[seed % 4])


def pair(seed):
    one = linkage(seed)
    return one, linkage(seed + 1000, len(one) + 1)


def both(seed):
    return tuple(map(Hierarchy.from_linkage, pair(seed)))


def heights(hierarchy):
    """The height at which each pair is joined, by walking up."""
    parents, found = hierarchy.tree.parents, {}
    for x, y in combinations(range(hierarchy.n), 2):
        u, v = x, y
        while u != v:
            u, v = (int(parents[u]), v) if u < v else (u, int(parents[v]))
        found[x, y] = float(hierarchy.tree.heights[u])
    return found


@cases
def test_joins_are_the_cophenetic_distances_of_scipy(seed):
    given = linkage(seed)
    expected = squareform(scipy_hierarchy.cophenet(given))
    found = heights(Hierarchy.from_linkage(given))
    assert all(found[x, y] == expected[x, y] for x, y in found)


@cases
def test_cuts_are_those_of_scipy(seed):
    given = linkage(seed)
    hierarchy = Hierarchy.from_linkage(given)
    for height in {0.0, 0.3, 1.0, *given[:, 2]}:
        expected = scipy_hierarchy.fcluster(given, height, "distance")
        assert partita.rand(expected, hierarchy.cut(height=height)) == 1.0
    distinct = len(np.unique(given[:, 2])) == len(given)
    for k in range(1, hierarchy.n + 1):
        labels = hierarchy.cut(k=k)
        assert len(set(labels.tolist())) == k
        assert labels[0] == 0
        if distinct:
            expected = scipy_hierarchy.cut_tree(given, k).ravel()
            assert partita.rand(expected, labels) == 1.0


@cases
def test_cophenetic_correlation_is_that_of_all_pairs(seed):
    a, b = both(seed)
    one, two = (np.array(list(heights(side).values())) for side in (a, b))
    if len(one) and np.ptp(one) and np.ptp(two):
        expected = np.corrcoef(one, two)[0, 1]
        assert cophenetic_correlation(a, b) == pytest.approx(expected, abs=1e-12)


def test_cophenetic_correlation_where_nothing_varies():
    flat = Hierarchy.from_parents({0: "r", 1: "r", 2: "r"})
    other = Hierarchy.from_linkage([[0, 1, 1, 2], [3, 2, 2, 3]])
    assert cophenetic_correlation(flat, flat) == 1.0
    assert cophenetic_correlation(flat, other) == cophenetic_correlation(other, flat) == 0.0


@cases
def test_the_curve_is_the_index_of_every_cut(seed):
    a, b = both(seed)
    curve = fowlkes_mallows_curve(a, b)
    assert curve.k.tolist() == list(range(a.n - 1, 1, -1))
    for k, value in zip(curve.k.tolist(), curve.value.tolist(), strict=True):
        assert value == partita.fowlkes_mallows(a.cut(k=k), b.cut(k=k))
    if len(curve.k) > 2:
        some = fowlkes_mallows_curve(a, b, ks=[2, 3])
        assert some.value.tolist() == curve.value[curve.k < 4].tolist()


@cases
def test_the_chance_level_of_the_curve_is_that_of_the_permutation_model(seed):
    a, b = both(seed)
    curve = fowlkes_mallows_curve(a, b)
    for i, k in enumerate(curve.k.tolist()):
        one, two = a.cut(k=k), b.cut(k=k)
        table = partita.Contingency.from_labels(one, two)
        p, q = (2 * x for x in (table.pairs.truth_pairs, table.pairs.prediction_pairs))
        n = a.n
        assert curve.expected[i] == pytest.approx(sqrt(p * q) / (n * (n - 1)), rel=1e-14)
        if n > 3:  # measures of the second and third order, as printed by Fowlkes and Mallows
            p2, q2 = (
                sum(s * (s - 1) * (s - 2) for s in sizes.tolist())
                for sizes in (table.class_sizes, table.cluster_sizes)
            )
            variance = 2 / (n * (n - 1)) + 4 * p2 * q2 / (n * (n - 1) * (n - 2) * p * q)
            variance += (p - 2 - 4 * p2 / p) * (q - 2 - 4 * q2 / q) / (
                n * (n - 1) * (n - 2) * (n - 3)
            ) - p * q / (n * (n - 1)) ** 2
            assert curve.deviation[i] ** 2 == pytest.approx(variance, abs=1e-12)
    assert np.isfinite(curve.z).all()


def test_the_deviation_of_the_curve_is_that_of_all_permutations():
    from itertools import permutations

    a = Hierarchy.from_linkage([[0, 1, 1, 2], [2, 3, 2, 2], [5, 6, 3, 4], [7, 4, 4, 5]])
    b = Hierarchy.from_linkage([[1, 2, 1, 2], [5, 3, 2, 3], [0, 4, 3, 2], [6, 7, 4, 5]])
    curve = fowlkes_mallows_curve(a, b)
    for i, k in enumerate(curve.k.tolist()):
        one, two = a.cut(k=k), b.cut(k=k)
        values = [partita.fowlkes_mallows(one, two[list(p)]) for p in permutations(range(5))]
        assert curve.expected[i] == pytest.approx(np.mean(values), abs=1e-14)
        assert curve.deviation[i] == pytest.approx(np.std(values), abs=1e-14)


def definition(hierarchy, r, alpha):
    """Personalized PageRank over all clusters, with levels by longest paths, as matrices."""
    cover = hierarchy.cover()
    sets = [frozenset(members) for members in cover.members().values()]
    above = [[t for t in sets if s < t] for s in sets]

    def chain(s, others):
        return max((1 + chain(t, [u for u in others if t < u]) for t in others), default=0)

    up = [len(held) for held in above]
    down = [chain_down(s, sets) for s in sets]
    levels = [u / (u + d) if u + d else 0.0 for u, d in zip(up, down, strict=True)]
    weights = [np.exp(r * level) for level in levels]
    return cover_oracle.walk(sets, hierarchy.n, alpha, weights)


def chain_down(s, sets):
    inside = [t for t in sets if t < s]
    return max((1 + chain_down(t, inside) for t in inside), default=0)


@pytest.mark.parametrize(("r", "alpha"), [(1.0, 0.9), (-2.0, 0.5), (0.0, 0.9), (5.0, 0.7)])
@pytest.mark.parametrize("seed", range(6))
def test_element_scores_are_their_definition(seed, r, alpha):
    one = linkage(seed, 9)
    a, b = Hierarchy.from_linkage(one), Hierarchy.from_linkage(linkage(seed + 50, 9))
    walks = [definition(side, r, alpha) for side in (a, b)]
    expected = 1 - np.abs(walks[0] - walks[1]).sum(axis=1) / (2 * alpha)
    found = element_scores(a, b, r=r, alpha=alpha)
    assert found.scores == pytest.approx(expected, abs=1e-12)
    assert element_centric(a, b, r=r, alpha=alpha) == pytest.approx(expected.mean(), abs=1e-12)


@pytest.mark.parametrize("seed", range(6))
def test_one_level_is_a_partition(seed):
    rng = np.random.default_rng(seed)
    truth, prediction = rng.integers(0, 4, (2, 20))
    found = element_centric(Hierarchy.from_levels([truth]), Hierarchy.from_levels([prediction]))
    assert found == pytest.approx(partita.element_centric_similarity(truth, prediction), abs=1e-13)


@pytest.mark.parametrize("measure", HIERARCHY_MEASURES.values(), ids=lambda m: m.name)
@cases
def test_claims(measure, seed):
    a, b = both(seed)
    value = measure(a, b)
    assert type(value) is float
    assert measure.bounds[0] <= value <= measure.bounds[1]
    assert measure(b, a) == pytest.approx(value, abs=1e-12)
    assert measure(a, a) == pytest.approx(1.0, abs=1e-12)
    given = pair(seed)
    names = np.array([f"{x:02}" for x in np.random.default_rng(seed).permutation(a.n)])
    one = Hierarchy.from_linkage(given[0], elements=names.tolist())
    order = np.argsort(names)  # the same tree with its elements in another order
    moved = given[1].copy()
    place = np.concatenate((np.argsort(order), np.arange(a.n, 2 * a.n)))
    moved[:, :2] = place[moved[:, :2].astype(int)]
    two = Hierarchy.from_linkage(moved, elements=names[order].tolist())
    assert measure(one, two) == pytest.approx(value, abs=1e-12)
    assert measure.drawback
    assert measure.formula
    assert set(measure.references) <= set(bibliography())


def test_levels_in_either_order():
    coarse, fine = [0, 0, 0, 1, 1, 2], ["a", "a", "b", "c", "c", "d"]
    up, down = Hierarchy.from_levels([fine, coarse]), Hierarchy.from_levels([coarse, fine])
    for hierarchy in (up, down):
        assert hierarchy.counts.tolist() == [3, 4]
        members = hierarchy.cover().members().values()
        assert sorted(members) == [[0, 1], [0, 1, 2], [2], [3, 4], [5]]
        assert hierarchy.cut(height=2).tolist() == coarse
        assert hierarchy.cut(k=4).tolist() == [0, 0, 1, 2, 2, 3]
    assert element_centric(up, down) == 1.0
    with pytest.raises(
        InputError, match="no cut gives 5 clusters; the nearest numbers are 3 and 4"
    ):
        up.cut(k=5)


def test_trees_of_names():
    parents = {"lion": "cat", "lynx": "cat", "cat": "mammal", "cow": "mammal", "mammal": None}
    tree = Hierarchy.from_parents(parents)
    assert tree.elements.tolist() == ["lion", "lynx", "cow"]
    assert tree.cut(k=2).tolist() == [0, 0, 1]
    assert tree.tree.heights.tolist() == [0, 0, 0, 1, 2]
    high = Hierarchy.from_parents(parents, heights={"cat": 5, "mammal": 9})
    assert high.tree.heights.tolist() == [0, 0, 0, 5, 9]
    same = Hierarchy.from_linkage([[0, 1, 5, 2], [3, 2, 9, 3]], elements=["lion", "lynx", "cow"])
    assert element_centric(high, same) == 1.0
    assert cophenetic_correlation(high, same) == pytest.approx(1.0)


def test_the_top_of_a_dendrogram():
    given = linkage(4, 30)
    whole = Hierarchy.from_linkage(given)
    top = whole.top(5)
    assert int(top.tree.is_cluster.sum()) == 9
    assert np.array_equal(top.cut(k=5), whole.cut(k=5))
    assert np.array_equal(top.cut(k=2), whole.cut(k=2))
    assert top.cover().signatures.count == 5


def test_scores_by_level():
    truth = Hierarchy.from_levels([[0, 0, 0, 0, 1, 1], [0, 0, 1, 1, 2, 2]])
    found = score_levels("adjusted_rand", truth, [0, 0, 1, 1, 2, 2], ks=[2, 3])
    assert found[3] == 1.0
    assert found[2] == partita.adjusted_rand([0, 0, 0, 0, 1, 1], [0, 0, 1, 1, 2, 2])
    assert score_levels("V", truth, truth) == {2: 1.0, 3: 1.0}
    a, b = both(3)
    found = score_levels(partita.fowlkes_mallows, a, b, ks=[2])
    assert found[2] == fowlkes_mallows_curve(a, b, ks=[2]).value[0]
    sweep = partita.sweep([0, 0, 0, 0, 1, 1], truth.cuts([2, 3]), measures=["ARI"])
    assert sweep.best["adjusted_rand"] == 2


GOOD = [[0, 1, 1, 2], [3, 2, 2, 3]]


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Hierarchy(GOOD), "build a Hierarchy with from_linkage"),
        (lambda: Hierarchy.from_linkage([[0, 1, 1, 2], [0, 2, 2, 3]]), "linkage, row 0 joins 0"),
        (lambda: Hierarchy.from_linkage([[0, 1, 1, 2], [4, 2, 2, 3]]), "linkage, row 1 joins 4"),
        (lambda: Hierarchy.from_linkage([[0, 0.5, 1, 2]]), "linkage, row 0 joins 0 and 0.5"),
        (lambda: Hierarchy.from_linkage([[0, 1]]), "linkage has the shape (1, 2)"),
        (lambda: Hierarchy.from_linkage("tree"), "linkage must be a matrix of numbers"),
        (lambda: Hierarchy.from_linkage([[0, 1, 2, 2], [3, 2, 1, 3]]), "the smaller height 1.0"),
        (lambda: Hierarchy.from_linkage([[0, 1, np.nan, 2]]), "every height must be a finite"),
        (lambda: Hierarchy.from_linkage(GOOD, elements=["a", "b"]), "each of 3 groups; got 2"),
        (lambda: Hierarchy.from_levels([]), "levels must be a list of labelings"),
        (lambda: Hierarchy.from_levels([[0, 0, 1], [0, 1]]), "levels have [2, 3] labels"),
        (lambda: Hierarchy.from_levels([[0, 0, 1, 1], [0, 1, 1, 0]]), "levels are not nested: le"),
        (lambda: Hierarchy.from_parents([0]), "parents must be a dictionary"),
        (lambda: Hierarchy.from_parents({1: 2, 2: 1}), "parents has a circle through"),
        (lambda: Hierarchy.from_parents({1: None, 2: None}), "parents has several roots, 1 and 2"),
        (lambda: Hierarchy.from_parents({1: 0, 2: 0}, heights={}), "heights has no number for 0"),
        (lambda: Hierarchy.from_linkage(GOOD).cut(), "cut takes either k or height"),
        (lambda: Hierarchy.from_linkage(GOOD).cut(k=0), "k must be an integer of at least 1"),
        (lambda: Hierarchy.from_linkage(GOOD).cut(height="x"), "height must be a number"),
        (
            lambda: cophenetic_correlation(GOOD, GOOD),
            "the first argument is a list, not a Hierarchy",
        ),
        (
            lambda: element_centric(
                Hierarchy.from_linkage(GOOD), Hierarchy.from_linkage(GOOD, elements=[1, 2, 3])
            ),
            "the element 0 is missing in the second hierarchy",
        ),
        (
            lambda: element_centric(
                Hierarchy.from_linkage(GOOD), Hierarchy.from_linkage(GOOD), r=np.inf
            ),
            "r must be a number from -500 to 500",
        ),
        (
            lambda: fowlkes_mallows_curve(
                Hierarchy.from_linkage(GOOD), Hierarchy.from_linkage(GOOD), ks=[3]
            ),
            "both hierarchies must have a cut with 3 clusters",
        ),
        (
            lambda: partita.rand(Hierarchy.from_linkage(GOOD), [0, 0, 0]),
            "choose a level with .cut(k=...)",
        ),
    ],
)
def test_what_is_refused(make, message):
    with pytest.raises(InputError, match=re.escape(message)):
        make()


def test_hierarchies_do_not_change():
    hierarchy = Hierarchy.from_linkage(GOOD)
    with pytest.raises(AttributeError, match="immutable"):
        hierarchy.tree = None
    with pytest.raises(ValueError, match="read-only"):
        hierarchy.tree.parents[0] = 1


def test_a_copy_is_equal_and_does_not_change_either():
    hierarchy = Hierarchy.from_linkage(GOOD, elements=["a", "b", "c"])
    copied = pickle.loads(pickle.dumps(hierarchy))
    assert copied == hierarchy
    for array in (
        copied.elements,
        copied.tree.parents,
        copied.tree.heights,
        copied.tree.is_cluster,
    ):
        assert not array.flags.writeable
    assert hierarchy != Hierarchy.from_linkage(GOOD)
    assert hierarchy != Hierarchy.from_linkage([[0, 1, 1, 2], [3, 2, 9, 3]], elements=list("abc"))
    assert hierarchy != GOOD


def test_a_measure_is_the_object_of_its_name():
    hierarchy = Hierarchy.from_linkage(GOOD)
    for name, measure in HIERARCHY_MEASURES.items():
        assert getattr(partita.hierarchies, name) is measure
        assert pickle.loads(pickle.dumps(measure)) is measure
        assert measure.__doc__
        with pytest.raises(InputError, match=f"{name} has no option 'beta'; its options:"):
            measure(hierarchy, hierarchy, beta=1)
    assert dict(element_centric.options) == {"alpha": 0.9, "r": 1.0}


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("r", [-500, 500])
def test_the_steepest_weights_use_only_one_level(r):
    a, b = (Hierarchy.from_linkage(linkage(seed, 20)) for seed in (2, 4))
    # The root of both holds all elements, and both have each single element as a cluster.
    assert element_centric(a, b, r=r) == pytest.approx(1.0, abs=1e-12)
    with pytest.raises(InputError, match="r must be a number from -500 to 500; got 74"):
        element_centric(a, b, r=740)


@pytest.mark.parametrize(
    "call",
    [
        lambda h: fowlkes_mallows_curve(h, h, ks=5),
        lambda h: score_levels("rand", h, [0, 0, 1], ks=5),
        lambda h: h.cuts(5),
        lambda h: h.cuts("5"),
    ],
)
def test_a_single_number_for_ks_is_refused(call):
    with pytest.raises(
        InputError, match=r"ks must be a list of integers, each at least [12]; got .*5"
    ):
        call(Hierarchy.from_linkage(GOOD))
