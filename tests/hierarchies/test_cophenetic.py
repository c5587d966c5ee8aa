"""The cophenetic correlation: its precision, and what it must not depend on."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import sqrt

import numpy as np
import pytest
from scipy.cluster import hierarchy as scipy_hierarchy

from partita import Hierarchy
from partita.hierarchies import cophenetic_correlation

CHAIN = [[0, 1], [4, 2], [5, 3]]
BALANCED = [[0, 1], [2, 3], [4, 5]]


def tree(joins, heights, elements=None):
    rows = [[*join, height, 0] for join, height in zip(joins, heights, strict=True)]
    return Hierarchy.from_linkage(rows, elements=elements)


def random_linkage(seed, n=300):
    points = np.random.default_rng(seed).random((n, 3))
    return scipy_hierarchy.linkage(points, ["average", "ward", "single", "complete"][seed % 4])


def in_fractions(a, b):
    """The correlation of the heights of all joins, in fractions up to the last root."""
    columns = []
    for side in (a, b):
        parents, column = side.tree.parents, []
        for x, y in combinations(range(side.n), 2):
            while x != y:
                x, y = (int(parents[x]), y) if x < y else (x, int(parents[y]))  # noqa: PLW2901
            column.append(Fraction(float(side.tree.heights[x])))
        mean = sum(column) / len(column)
        columns.append([value - mean for value in column])
    one, two = columns
    common = sum(x * y for x, y in zip(one, two, strict=True))
    return float(common) / sqrt(float(sum(x * x for x in one) * sum(y * y for y in two)))


@pytest.mark.parametrize("origin", [0.0, 1.0, 1e6, 1e15])
@pytest.mark.parametrize("unit", [1.0, 2.0, 5.0])
def test_origin_and_unit_of_the_heights_do_not_matter(origin, unit):
    moved = tree(CHAIN, [origin + unit * height for height in (0, 1, 2)])
    assert cophenetic_correlation(moved, tree(CHAIN, [1, 2, 3])) == 1.0
    other = tree(BALANCED, [1, 2, 7])
    assert cophenetic_correlation(moved, other) == cophenetic_correlation(
        tree(CHAIN, [1, 2, 3]), other
    )


@pytest.mark.parametrize("origin", [0.0, 1e9, 1e15])
def test_no_digits_are_lost_to_a_far_origin(origin):
    rng = np.random.default_rng(int(origin) % 7)
    sides = []
    for seed in range(2):
        given = random_linkage(seed, 12)
        given[:, 2] = origin + np.sort(rng.integers(0, 40, 11))
        sides.append(Hierarchy.from_linkage(given))
    assert cophenetic_correlation(*sides) == pytest.approx(in_fractions(*sides), rel=1e-14)


@pytest.mark.parametrize("seed", range(20))
def test_a_hierarchy_correlates_with_itself_exactly(seed):
    given = random_linkage(seed)
    whole = Hierarchy.from_linkage(given)
    assert cophenetic_correlation(whole, whole) == 1.0
    names = np.random.default_rng(seed).permutation(300)
    moved = given.copy()
    moved[:, :2] = np.concatenate((names, np.arange(300, 600)))[moved[:, :2].astype(int)]
    named = Hierarchy.from_linkage(given, elements=names.tolist())
    assert cophenetic_correlation(named, Hierarchy.from_linkage(moved)) == 1.0


def test_merges_at_one_height_are_one_join_in_any_order():
    one = tree([[0, 1], [4, 2], [5, 3]], [1, 1, 2])
    two = tree([[1, 2], [4, 0], [5, 3]], [1, 1, 2])
    assert cophenetic_correlation(one, two) == 1.0
    assert cophenetic_correlation(one, tree([[1, 2], [4, 0], [5, 3]], [1, 1.5, 2])) < 1.0


@pytest.mark.parametrize("seed", range(12))
def test_no_bit_depends_on_sides_or_on_the_order_of_elements(seed):
    rng = np.random.default_rng(seed)
    given = random_linkage(seed, 60), random_linkage(seed + 1, 60)
    found = set()
    for turn in range(4):
        sides = []
        for own in given if turn % 2 else given[::-1]:
            names = rng.permutation(60)  # row x of the linkage becomes the element at place[x]
            place = np.concatenate((np.argsort(names), np.arange(60, 120)))
            moved = own.copy()
            moved[:, :2] = place[own[:, :2].astype(int)]
            sides.append(Hierarchy.from_linkage(moved, elements=[f"x{x:02}" for x in names]))
        found.add(cophenetic_correlation(*sides))
    assert len(found) == 1


def test_one_element_has_no_pairs():
    one = Hierarchy.from_levels([[0]])
    assert cophenetic_correlation(one, one) == 1.0
