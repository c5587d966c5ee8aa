"""Relational measures by their definitions, as loops over pairs of objects, without the package.

A side is a list of rows. Fuzzy rows are memberships, rough rows are sets of cluster numbers, and
evidential rows are mappings from frozensets of cluster numbers to masses.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import combinations, permutations, product
from math import inf, sqrt

Rows = Sequence[Sequence[float]]
Counts = tuple[float, float, float, float]


def pairs_of(rows: Sequence[object]) -> list[tuple[int, int]]:
    return list(combinations(range(len(rows)), 2))


def one_hot(labels: Sequence[int]) -> list[list[float]]:
    return [[float(label == j) for j in range(max(labels) + 1)] for label in labels]


# Indices on soft counts


def rand(counts: Counts) -> float:
    a, b, c, d = counts
    return (a + d) / (a + b + c + d)


def adjusted_rand(counts: Counts) -> float:
    a, b, c, d = counts
    return 2 * (a * d - b * c) / ((a + b) * (b + d) + (a + c) * (c + d))


def jaccard(counts: Counts) -> float:
    a, b, c, _ = counts
    return a / (a + b + c)


def fowlkes_mallows(counts: Counts) -> float:
    a, b, c, _ = counts
    return a / sqrt((a + b) * (a + c))


def hubert(counts: Counts) -> float:
    a, b, c, d = counts
    return (a * d - b * c) / sqrt((a + b) * (a + c) * (b + d) * (c + d))


def campello_counts(u: Rows, v: Rows, t: Callable[[float, float], float]) -> Counts:
    def together(rows: Rows, x: int, y: int) -> float:
        return max(t(p, q) for p, q in zip(rows[x], rows[y], strict=True))

    def apart(rows: Rows, x: int, y: int) -> float:
        options = [
            t(p, q) for (i, p), (j, q) in product(enumerate(rows[x]), enumerate(rows[y])) if i != j
        ]
        return max(options, default=0.0)

    sums = [0.0] * 4
    for x, y in pairs_of(u):
        first = together(u, x, y), apart(u, x, y)
        second = together(v, x, y), apart(v, x, y)
        for place, (one, two) in enumerate(product(first, second)):
            sums[place] += t(one, two)
    return sums[0], sums[1], sums[2], sums[3]


def product_counts(
    u: Rows, v: Rows, likeness: Callable[[Sequence[float], Sequence[float]], float]
) -> Counts:
    sums = [0.0] * 4
    for x, y in pairs_of(u):
        p, q = likeness(u[x], u[y]), likeness(v[x], v[y])
        for place, (one, two) in enumerate(product((p, 1 - p), (q, 1 - q))):
            sums[place] += one * two
    return sums[0], sums[1], sums[2], sums[3]


def inner(p: Sequence[float], q: Sequence[float]) -> float:
    return sum(one * two for one, two in zip(p, q, strict=True))


def cosine(p: Sequence[float], q: Sequence[float]) -> float:
    return inner(p, q) / sqrt(inner(p, p) * inner(q, q))


# Concordance


def likeness(p: Sequence[float], q: Sequence[float]) -> float:
    return 1 - sum(abs(one - two) for one, two in zip(p, q, strict=True)) / 2


def concordance(u: Rows, v: Rows) -> float:
    pairs = pairs_of(u)
    gaps = [abs(likeness(u[x], u[y]) - likeness(v[x], v[y])) for x, y in pairs]
    return 1 - sum(gaps) / len(gaps)


def adjusted(index: Callable[[Rows, Rows], float], u: Rows, v: Rows) -> float:
    """Adjust an index by its mean over all permutations of the objects."""
    shuffles = [index(u, [v[x] for x in order]) for order in permutations(range(len(v)))]
    chance = sum(shuffles) / len(shuffles)
    return (index(u, v) - chance) / (1 - chance)


def frobenius_rand(u: Rows, v: Rows) -> float:
    def scaled(rows: Rows) -> list[list[float]]:
        gram = [[inner(p, q) for q in rows] for p in rows]
        flat = [entry for row in gram for entry in row]
        factor = sum(flat) / sum(entry * entry for entry in flat)
        return [[factor * entry for entry in row] for row in gram]

    n = len(u)
    one, two = scaled(u), scaled(v)
    total = sum(
        one[x][y] * two[x][y] + (1 - one[x][y]) * (1 - two[x][y])
        for x, y in product(range(n), repeat=2)
    )
    return (total - n) / (n * (n - 1))


# Credal


Masses = Sequence[Mapping[frozenset[int], float]]


def pair_mass(
    one: Mapping[frozenset[int], float], two: Mapping[frozenset[int], float]
) -> tuple[float, float, float]:
    """Masses on together, apart and unknown."""
    same = apart = unknown = 0.0
    for (a, p), (b, q) in product(one.items(), two.items()):
        if not a & b:
            apart += p * q
        elif len(a) == 1 and a == b:
            same += p * q
        else:
            unknown += p * q
    return same, apart, unknown


def credal_rand(u: Masses, v: Masses, form: str) -> float:
    matrix = ((1, 0, 0.5), (0, 1, 0.5), (0.5, 0.5, 1))
    total = 0.0
    for x, y in pairs_of(u):
        one, two = pair_mass(u[x], u[y]), pair_mass(v[x], v[y])
        d = [p - q for p, q in zip(one, two, strict=True)]
        if form == "conflict":
            total += one[0] * two[1] + one[1] * two[0]
        elif form == "belief":
            total += (abs(d[0]) + abs(d[1])) / 2
        else:
            total += sqrt(sum(d[i] * matrix[i][j] * d[j] for i in range(3) for j in range(3)) / 2)
    return 1 - total / len(pairs_of(u))


# Matching


def matched_distance(u: Rows, v: Rows) -> float:
    size = max(len(u[0]), len(v[0]))
    wide = [[*row, *[0.0] * (size - len(row))] for row in u]
    tall = [[*row, *[0.0] * (size - len(row))] for row in v]
    best = inf
    for partner in permutations(range(size)):
        gap = sum(
            abs(p[i] - q[j]) for p, q in zip(wide, tall, strict=True) for i, j in enumerate(partner)
        )
        best = min(best, gap)
    return best / 2 / len(u)


# Orthopartitions


def entropy_bounds(sets: Sequence[AbstractSet[object]]) -> tuple[float, float]:
    values = []
    for world in product(*map(sorted, sets)):
        sizes = [world.count(cell) for cell in set(world)]
        values.append(1 - sum((size / len(world)) ** 2 for size in sizes))
    return min(values), max(values)


def shared_information(
    r: Sequence[AbstractSet[int]], s: Sequence[AbstractSet[int]]
) -> tuple[float, float, float]:
    """Shared logical information and the two entropies, each at the middle of its bounds."""
    cells = [set(product(one, two)) for one, two in zip(r, s, strict=True)]
    first, second, both = (sum(entropy_bounds(sets)) / 2 for sets in (r, s, cells))
    return first + second - both, first, second
