"""Properties found by slow, obvious code: exact fractions, and every pair and triple of partitions.

Nothing here uses the generator, the tables or the measures of partita.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from math import comb

import pytest

from partita.behavior.desirable import rates
from partita.behavior.grid import ClusteringGrid, values
from partita.behavior.metric import metric_axioms
from partita.behavior.subject import subject

GRID = ClusteringGrid(
    useful_clusters=(2, 3, 4), noise_clusters=(0, 1, 2), noise_classes=(0, 1, 2),
    useful_errors=(0, 1), cluster_errors=(0, 1, 2), class_errors=(0, 1, 2), classes=3, parts=10,
)  # fmt: skip


def rand(table):
    return 1 - Fraction(mirkin(table), 2 * comb(sum(map(sum, table)), 2))


def mirkin(table):
    together, of_classes, of_clusters = pairs(table)
    return 2 * (of_classes + of_clusters - 2 * together)


def jaccard(table):
    together, of_classes, of_clusters = pairs(table)
    return Fraction(together, of_classes + of_clusters - together)


def pairs(table):
    sides = ([n for row in table for n in row], map(sum, table), map(sum, zip(*table, strict=True)))
    return [sum(comb(n, 2) for n in side) for side in sides]


def purity(table):
    return Fraction(sum(map(max, zip(*table, strict=True))), sum(map(sum, table)))


def van_dongen(table):
    n = sum(map(sum, table))
    return 1 - (purity(table) + Fraction(sum(map(max, table)), n)) / 2


def f_measure(table):
    clusters = [sum(column) for column in zip(*table, strict=True)]
    n = sum(clusters)
    return sum(
        Fraction(sum(row), n)
        * max(Fraction(2 * cell, sum(row) + size) for cell, size in zip(row, clusters, strict=True))
        for row in table
        if sum(row)
    )


SIMILARITIES = {"rand": rand, "jaccard": jaccard, "purity": purity, "f_measure": f_measure}
DISTANCES = {"mirkin": mirkin, "van_dongen": van_dongen}
MEASURES = {**SIMILARITIES, **DISTANCES}


def clustering(clusters, noise_clusters, noise_classes, *errors):
    """The table of section 4 of Rosenberg and Hirschberg (2007), cell by cell."""
    classes = GRID.classes

    def kind(c, k):
        if c >= classes:
            return "empty" if k >= clusters else 3
        if k >= clusters:
            return 2
        matched = (
            k * classes // clusters == c if clusters >= classes else c * clusters // classes == k
        )
        return 0 if matched else 1

    kinds = [
        [kind(c, k) for k in range(clusters + noise_clusters)]
        for c in range(classes + noise_classes)
    ]
    number = Counter(one for row in kinds for one in row)
    shares = {one: Fraction(e, GRID.parts) if number[one] else 0 for one, e in enumerate(errors, 1)}
    shares[0] = 1 - sum(shares.values())
    cells = {one: shares[one] / number[one] * GRID.objects for one in shares if number[one]}
    assert all(Fraction(count).denominator == 1 for count in cells.values())
    return [[int(cells.get(one, 0)) for one in row] for row in kinds]


def expected_rates(name):
    sign = -1 if name in DISTANCES else 1
    known = {at: sign * MEASURES[name](clustering(*at)) for at in product(*GRID.axes)}
    held, asked = Counter(), Counter()
    for at, before in known.items():
        clusters, noise_clusters, noise_classes, _, e2, e3 = at
        for axis, parameters in enumerate(GRID.axes):
            later = parameters.index(at[axis]) + 1
            if later == len(parameters):
                continue
            after = known[(*at[:axis], parameters[later], *at[axis + 1 :])]
            few = clusters < GRID.classes
            prop, speaks = [
                ("P1" if few else "P2", True),
                ("P3", noise_clusters > 0 and e2 > 0),
                ("P6", noise_classes > 0 and e3 > 0),
                ("P4", True),
                ("P5", noise_clusters > 0),
                ("P7", noise_classes > 0),
            ][axis]
            asked[prop] += speaks
            held[prop] += speaks and (after > before if prop == "P1" else after < before)
    return {prop: held[prop] / asked[prop] for prop in asked}


@pytest.mark.parametrize("name", MEASURES)
def test_rates_of_p1_to_p7(name):
    assert rates(values([subject(name)], GRID)[0], GRID) == expected_rates(name)


def partitions(objects):
    found = [[0]]
    for _ in range(objects - 1):
        found = [[*row, group] for row in found for group in range(max(row) + 2)]
    return found


@pytest.mark.parametrize("name", MEASURES)
def test_metric_axioms_on_all_partitions_of_four_objects(name):
    def distance(a, b):
        table = [[0] * (max(b) + 1) for _ in range(max(a) + 1)]
        for c, k in zip(a, b, strict=True):
            table[c][k] += 1
        try:
            value = MEASURES[name](table)
        except ZeroDivisionError:  # Jaccard of single objects
            return Fraction(0)
        return value if name in DISTANCES else 1 - value

    every = partitions(4)
    d = {(i, j): distance(a, b) for i, a in enumerate(every) for j, b in enumerate(every)}
    places = range(len(every))
    separate = all(d[pair] for pair in combinations(places, 2))
    symmetric = all(d[i, j] == d[j, i] for i, j in combinations(places, 2))
    direct = all(d[i, k] <= d[i, j] + d[j, k] for i, j, k in product(places, repeat=3))
    found = {one.name: one for one in metric_axioms(subject(name))}
    assert found["identity"].holds is not any(d[i, i] for i in places)
    assert found["separation"].holds is separate
    assert found["symmetry of the distance"].holds is symmetric
    assert found["triangle inequality"].holds is direct
