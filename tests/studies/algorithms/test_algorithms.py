"""Soft clustering algorithms compared with their equations, limit cases and other libraries."""

from __future__ import annotations

import contextlib
import io

import numpy as np
import pytest

from partita.base.errors import InputError
from partita_studies.algorithms.bisections import repeated_bisections
from partita_studies.algorithms.evidential import evidential_cmeans, sets_of
from partita_studies.algorithms.fuzzy import fuzzy_cmeans
from partita_studies.algorithms.kmeans import kmeans
from partita_studies.algorithms.possibilistic import possibilistic_cmeans, widths_of
from partita_studies.algorithms.prototypes import drawn_points, shares, squared_distances
from partita_studies.algorithms.rough import near, rough_kmeans
from partita_studies.algorithms.spherical import spherical_kmeans
from partita_studies.datasets import iris

POINTS = iris().values
START = POINTS[[0, 60, 120]] + 0.05  # not at any object


def falls(costs: tuple[float, ...]) -> bool:
    return bool(len(costs) > 5 and (np.diff(costs) <= 1e-9 * costs[0]).all())


def numeric_slope(cost, centers: np.ndarray) -> float:
    """The steepest change of a cost per unit of any coordinate of the centers."""
    slopes = []
    for place in np.ndindex(*centers.shape):
        step = np.zeros_like(centers)
        step[place] = 1e-5
        slopes.append((cost(centers + step) - cost(centers - step)) / 2e-5)
    return float(np.abs(slopes).max())


@pytest.mark.parametrize("fuzzifier", [1.3, 2.0, 5.0])
def test_fuzzy_cmeans_descends_to_a_fixed_point(fuzzifier):
    found = fuzzy_cmeans(POINTS, START, fuzzifier=fuzzifier)
    assert falls(found.costs)
    distances = squared_distances(POINTS, found.centers)
    # Bezdek (1981): u_k = 1 / Σ_l (d_k/d_l)^(2/(m-1)), v_k = Σ u^m x / Σ u^m
    ratios = distances[:, :, None] / distances[:, None, :]
    expected = 1 / (ratios ** (1 / (fuzzifier - 1))).sum(axis=2)
    np.testing.assert_allclose(found.memberships, expected, atol=1e-7)
    weights = found.memberships**fuzzifier
    np.testing.assert_allclose(
        found.centers, (weights.T @ POINTS) / weights.sum(axis=0)[:, None], atol=1e-7
    )


def test_fuzzy_cmeans_near_one_is_kmeans():
    hard = kmeans(POINTS, 3, np.random.default_rng(0))
    found = fuzzy_cmeans(POINTS, hard.centers, fuzzifier=1.001)
    np.testing.assert_array_equal(found.memberships.argmax(axis=1), hard.labels)
    assert found.memberships.max(axis=1).mean() > 0.999


def test_fuzzy_cmeans_with_a_large_exponent_is_even():
    found = fuzzy_cmeans(POINTS, START, fuzzifier=50.0)
    np.testing.assert_allclose(found.memberships, 1 / 3, atol=0.05)


def test_fuzzy_cmeans_agrees_with_scikit_fuzzy():
    skfuzzy = pytest.importorskip("skfuzzy")
    given = shares(squared_distances(POINTS, START), 1.0)
    centers, memberships, *_ = skfuzzy.cmeans(
        POINTS.T, 3, 2.0, error=1e-12, maxiter=2000, init=given.T
    )
    found = fuzzy_cmeans(POINTS, START, fuzzifier=2.0)
    np.testing.assert_allclose(found.centers, centers, atol=1e-6)
    np.testing.assert_allclose(found.memberships, memberships.T, atol=1e-6)


def test_an_object_at_a_center_belongs_to_it_only():
    found = shares(np.array([[0.0, 2.0, 0.0], [1.0, 1.0, 2.0]]), 2.0)
    np.testing.assert_allclose(found, [[0.5, 0, 0.5], [4 / 9, 4 / 9, 1 / 9]])


@pytest.mark.parametrize("fuzzifier", [1.5, 2.0])
def test_possibilistic_cmeans_descends_to_a_fixed_point(fuzzifier):
    fuzzy = fuzzy_cmeans(POINTS, START, fuzzifier=fuzzifier)
    widths = widths_of(POINTS, fuzzy.centers, fuzzy.memberships, fuzzifier=fuzzifier)
    found = possibilistic_cmeans(POINTS, fuzzy.centers, widths, fuzzifier=fuzzifier)
    assert falls(found.costs)
    # Krishnapuram and Keller (1993): the condition for a minimum in the typicalities
    distances = squared_distances(POINTS, found.centers)
    expected = 1 / (1 + (distances / widths) ** (1 / (fuzzifier - 1)))
    np.testing.assert_allclose(found.typicalities, expected, atol=1e-7)

    def cost(centers):
        d = squared_distances(POINTS, centers)
        t = found.typicalities
        return float((t**fuzzifier * d).sum() + (widths * (1 - t) ** fuzzifier).sum())

    assert cost(found.centers) == pytest.approx(found.costs[-1], rel=1e-9)
    assert numeric_slope(cost, found.centers) < 1e-4


def test_an_object_at_the_width_is_half_typical():
    found = possibilistic_cmeans([[-2.0], [2.0]], [[0.0]], [4.0], fuzzifier=3.0)
    np.testing.assert_allclose(found.typicalities, 0.5)


@pytest.mark.parametrize("parameters", [(1, 2, 10), (2, 1.5, 5), (5, 5, 10)])
def test_evidential_cmeans_descends_to_a_fixed_point(parameters):
    alpha, beta, delta = parameters
    found = evidential_cmeans(POINTS, START, alpha=alpha, beta=beta, delta=delta)
    assert falls(found.costs)
    np.testing.assert_allclose(found.masses.sum(axis=1), 1)
    sets = found.focal_sets[1:]
    sizes = sets.sum(axis=1)

    def cost(centers):
        d = squared_distances(POINTS, (sets @ centers) / sizes[:, None])
        rest = delta**2 * (found.masses[:, 0] ** beta).sum()
        return float((sizes**alpha * found.masses[:, 1:] ** beta * d).sum() + rest)

    # Masson and Denœux (2008): the cost, stationary in the centers
    assert cost(found.centers) == pytest.approx(found.costs[-1], rel=1e-9)
    assert numeric_slope(cost, found.centers) < 1e-4
    # and the masses that minimize it for these centers
    distances = squared_distances(POINTS, (sets @ found.centers) / sizes[:, None])
    power = -1 / (beta - 1)
    weights = (sizes**alpha * distances) ** power
    total = weights.sum(axis=1, keepdims=True) + delta ** (2 * power)
    np.testing.assert_allclose(found.masses[:, 1:], weights / total, atol=1e-6)


def test_evidential_cmeans_without_sets_and_outliers_is_fuzzy_cmeans():
    found = evidential_cmeans(POINTS, START, alpha=60.0, beta=2.0, delta=1e6)
    fuzzy = fuzzy_cmeans(POINTS, START, fuzzifier=2.0)
    np.testing.assert_allclose(found.masses[:, 1:4], fuzzy.memberships, atol=1e-6)
    np.testing.assert_allclose(found.centers, fuzzy.centers, atol=1e-6)


def test_evidential_cmeans_agrees_with_evclust():
    ecm = pytest.importorskip("evclust.ecm").ecm
    points = POINTS[::5]
    with contextlib.redirect_stdout(io.StringIO()):
        theirs = ecm(points, c=3, g0=START, alpha=1, beta=2, delta=10, epsi=1e-12, disp=False)
    found = evidential_cmeans(points, START, alpha=1.0, beta=2.0, delta=10.0)
    order = [
        next(i for i, row in enumerate(np.asarray(theirs["F"])) if (row > 0).tolist() == one)
        for one in found.focal_sets.tolist()
    ]
    np.testing.assert_allclose(found.masses, np.asarray(theirs["mass"])[:, order], atol=1e-5)


def test_an_outlier_has_its_mass_on_the_empty_set():
    points = np.vstack((POINTS, [[100.0, 100.0, 100.0, 100.0]]))
    found = evidential_cmeans(points, START, delta=5.0)
    assert found.masses[-1, 0] > 0.95
    assert found.masses[:-1, 0].max() < 0.5


def test_focal_sets_are_checked():
    assert sets_of(4, (0, 1, 4)).sum(axis=1).tolist() == [0, 1, 1, 1, 1, 4]
    with pytest.raises(InputError, match="begin with the empty set"):
        evidential_cmeans(POINTS, START, focal_sets=np.eye(3, dtype=bool))
    with pytest.raises(InputError, match="every cluster alone; 2 is not"):
        evidential_cmeans(POINTS, START, focal_sets=sets_of(3)[:3])


def test_rough_kmeans_with_threshold_one_is_kmeans():
    hard = kmeans(POINTS, 3, np.random.default_rng(0))
    found = rough_kmeans(POINTS, hard.centers, threshold=1.0)
    assert found.settled
    np.testing.assert_array_equal(found.sets.argmax(axis=1), hard.labels)
    assert (found.sets.sum(axis=1) == 1).all()
    np.testing.assert_allclose(found.centers, hard.centers)


def test_rough_kmeans_settles_when_sets_and_centers_agree():
    found = rough_kmeans(POINTS, START, threshold=1.3)
    assert found.settled
    np.testing.assert_array_equal(found.sets, near(POINTS, found.centers, 1.3))
    weights = found.sets / found.sets.sum(axis=1, keepdims=True)  # Peters (2014): 1/|T(x)|
    np.testing.assert_allclose(
        found.centers, (weights.T @ POINTS) / weights.sum(axis=0)[:, None], atol=1e-9
    )


def test_a_huge_threshold_leaves_all_objects_open():
    found = rough_kmeans(POINTS, START, threshold=1e6)
    assert found.sets.all()
    np.testing.assert_allclose(found.centers, np.tile(POINTS.mean(axis=0), (3, 1)))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: fuzzy_cmeans(POINTS, START, fuzzifier=1.0), "above 1"),
        (lambda: fuzzy_cmeans(POINTS, START[:, :2]), "4 columns"),
        (lambda: rough_kmeans(POINTS, START, threshold=0.9), "at least 1"),
        (lambda: possibilistic_cmeans(POINTS, START, [1.0]), "3 positive numbers"),
        (lambda: evidential_cmeans(POINTS, START, beta=1.0), "beta must be above 1"),
        (lambda: drawn_points(POINTS, 151, np.random.default_rng(0)), "from 1 to 150"),
        (lambda: fuzzy_cmeans([[np.nan]], [[0.0]]), "finite"),
    ],
)
def test_impossible_arguments_are_rejected(call, message):
    with pytest.raises(InputError, match=message):
        call()


def test_bisections_find_separate_groups_and_keep_every_cluster():
    draw = np.random.default_rng(5)
    rows = draw.random((60, 4)) * 0.1
    rows[np.arange(60), np.arange(60) % 4] += 1.0
    found = repeated_bisections(rows, 4, draw)
    assert all(len(set(found.labels[k::4])) == 1 for k in range(4))
    assert set(found.labels) == {0, 1, 2, 3}
    unit = rows / np.linalg.norm(rows, axis=1)[:, None]
    sums = np.array([unit[found.labels == k].sum(axis=0) for k in range(4)])
    assert found.cost == pytest.approx(60 - np.linalg.norm(sums, axis=1).sum())
    assert found.cost <= spherical_kmeans(rows, 4, draw).cost + 1e-9
    assert len(set(repeated_bisections(rows, 60, draw, starts=1).labels)) == 60
