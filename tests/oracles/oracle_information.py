"""Definitions of rarer information measures and of measures with moments; see `oracle`."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import comb, isinf

from oracle import (
    Pairs,
    Table,
    class_entropy,
    classes_given_clusters,
    cluster_entropy_of_sizes,
    clusters_given_classes,
    definition,
    expected,
    homogeneous,
    in_base,
    log,
    mp,
    mpf,
    mutual,
    pairs_of,
    real,
    root,
    total,
    variation,
)


@definition()
def conditional_entropy_of_clusters(t: Table, base: float | None = None) -> mpf:
    return in_base(clusters_given_classes(t), base)


@definition()
def information_distance(t: Table, base: float | None = None) -> mpf:
    return in_base(max(classes_given_clusters(t), clusters_given_classes(t)), base)


@definition(best=0)
def normalized_information_distance(t: Table) -> mpf:
    larger = max(class_entropy(t), cluster_entropy_of_sizes(t))
    return max(classes_given_clusters(t), clusters_given_classes(t)) / larger


@definition(best=0)
def variation_of_information_by_joint_entropy(t: Table) -> mpf:
    return variation(t) / (mutual(t) + variation(t))


def one_less(part: mpf, whole: mpf) -> mpf:
    """1 - part/whole, and 0 if only the rounding of 120 digits is left."""
    value = 1 - part / whole
    return value if abs(value) > mpf(10) ** -90 else mpf(0)


@definition(best=1, otherwise=1)
def nce_over(t: Table) -> mpf:
    return one_less(clusters_given_classes(t), mp.log(len(t.b)))


@definition(best=1, otherwise=1)
def nce_under(t: Table) -> mpf:
    return one_less(classes_given_clusters(t), mp.log(len(t.a)))


def parsimonious(t: Table) -> mpf:
    if max(t.a.values()) == 1:
        return mpf(1)
    return one_less(clusters_given_classes(t), mp.log(t.n) - class_entropy(t))


@definition()
def parsimony(t: Table) -> mpf:
    return parsimonious(t)


@definition(best=1, otherwise=0)
def q_measure(t: Table, beta: float = 1.0) -> mpf:
    h, p = homogeneous(t), parsimonious(t)
    if isinf(beta):
        return p * h / h
    return (1 + mpf(beta)) * h * p / (mpf(beta) * h + p)


# --- minus the cost of the table ------------------------------------------------------------------


def log_factorial(m: int) -> mpf:
    return mp.loggamma(mpf(m) + 1)


def log_tables(a: list[int], b: list[int]) -> mpf:
    """As printed by Jerdee, Kirkley and Newman (2022), from both sides; some need no formula."""
    n, r, s = sum(a), len(a), len(b)
    if r == 1 or s == 1:
        return mpf(0)
    if n in (r, s):
        others = b if r == n else a
        return log_factorial(n) - total(map(log_factorial, others))
    return (effective_columns(a, b) + effective_columns(b, a)) / 2


def effective_columns(r: list[int], c: list[int]) -> mpf:
    n, m, squares = sum(r), len(r), sum(x * x for x in c)
    alpha = (n * n - n + mpf(n * n - squares) / m) / (squares - n)

    def ways(objects: int, places: mpf) -> mpf:
        return mp.log(mp.binomial(objects + places - 1, objects))

    every = total(ways(x, mpf(m)) for x in c) + total(ways(x, alpha) for x in r)
    return every - ways(n, m * alpha)


def reduced(cells: list[int], a: list[int], b: list[int]) -> mpf:
    n = sum(a)
    groups = total(map(log_factorial, a)) + total(map(log_factorial, b))
    saved = log_factorial(n) + total(map(log_factorial, cells)) - groups
    value = saved - log_tables(a, b)
    return value if abs(value) > mpf(10) ** -80 else mpf(0)


@definition()
def reduced_mutual_information(
    t: Table, base: float | None = None, count: str = "approximate"
) -> mpf:
    assert count == "approximate"
    a, b = list(t.a.values()), list(t.b.values())
    return in_base(reduced(list(t.cells.values()), a, b) / t.n, base)


@definition(best=1, otherwise=0)
def normalized_reduced_mutual_information(t: Table, count: str = "approximate") -> mpf:
    assert count == "approximate"
    a, b = list(t.a.values()), list(t.b.values())
    own = (reduced(a, a, a) + reduced(b, b, b)) / 2
    if own <= 0:
        raise ZeroDivisionError
    return reduced(list(t.cells.values()), a, b) / own


# --- the table compared with independence ---------------------------------------------------------


@definition()
def chi_squared(t: Table) -> Fraction:
    """Σ (observed - expected)²/expected over all cells, including empty ones."""
    value = Fraction(0)
    for i, j in product(t.a, t.b):
        chance = Fraction(t.a[i] * t.b[j], t.n)
        value += (t.count(i, j) - chance) ** 2 / chance
    return value


@definition()
def frobenius(t: Table) -> Fraction:
    shared = sum(Fraction(m * m, t.a[i] * t.b[j]) for (i, j), m in t.cells.items())
    return len(t.a) + len(t.b) - 2 * shared


# --- moments under chance -------------------------------------------------------------------------


@definition(best=1, otherwise=0)
def modified_adjusted_rand(t: Table) -> Fraction:
    """θ: two pairs without a common object, each together in its own partition."""
    c = pairs_of(t)
    touching = sum(m * (t.a[i] - 1) * (t.b[j] - 1) for (i, j), m in t.cells.items()) - 2 * c.both
    theta = (c.p * c.q - c.both - touching) / (6 * comb(t.n, 4))
    return (c.both / c.m - theta) / ((c.p + c.q) / (2 * c.m) - theta)


def together_variance(n: int, first: list[int], second: list[int]) -> Fraction:
    """Var[N11] as printed by Hubert and Arabie and others, from v1, v2, v3 of both sides."""
    v = []
    for sizes in (first, second):
        v1 = sum(a * (a - 1) for a in sizes)
        v2 = sum(a * (a - 1) * (a - 2) for a in sizes)
        v.append((v1, v2, v1**2 - 2 * sum(a * (a - 1) * (2 * a - 3) for a in sizes)))
    (x1, x2, x3), (y1, y2, y3) = v
    value = Fraction(x1 * y1, 2 * n * (n - 1)) - Fraction(x1 * y1, 2 * n * (n - 1)) ** 2
    if n > 2:
        value += Fraction(x2 * y2, n * (n - 1) * (n - 2))
    if n > 3:
        value += Fraction(x3 * y3, 4 * n * (n - 1) * (n - 2) * (n - 3))
    return value


def lerman(c: Pairs, p: Fraction, q: Fraction, both: Fraction, variance: Fraction) -> mpf:
    if variance == 0:
        raise ZeroDivisionError
    return real(both - p * q / c.m) / root(variance)


@definition(best=0, otherwise=0)
def standardized_rand(t: Table) -> mpf:
    c, a, b = pairs_of(t), list(t.a.values()), list(t.b.values())
    return lerman(c, c.p, c.q, c.both, together_variance(t.n, a, b))


@definition(best=0, otherwise=0)
def normalized_lerman(t: Table) -> mpf:
    c, a, b = pairs_of(t), list(t.a.values()), list(t.b.values())
    z = lerman(c, c.p, c.q, c.both, together_variance(t.n, a, b))
    first = lerman(c, c.p, c.p, c.p, together_variance(t.n, a, a))
    second = lerman(c, c.q, c.q, c.q, together_variance(t.n, b, b))
    return z / mp.sqrt(first * second)


def part(k: int, a: int, b: int, n: int) -> mpf:
    return real(Fraction(k, n)) * log(Fraction(n * k, a * b)) if k else mpf(0)


@lru_cache(maxsize=4096)
def product_in_row(a: int, b: int, other: int, n: int) -> mpf:
    """Mean of the product of two cells of a class of size a."""
    return total(
        part(x, a, b, n)
        * part(y, a, other, n)
        * comb(b, x)
        * comb(other, y)
        * comb(n - b - other, a - x - y)
        / mpf(comb(n, a))
        for x in range(min(a, b) + 1)
        for y in range(min(a - x, other) + 1)
    )


@lru_cache(maxsize=4096)
def product_apart(a: int, c: int, b: int, d: int, n: int) -> mpf:
    """Mean of the product of the cells (a, b) and (c, d), summed over the overlap of a and d."""
    terms = []
    for x, z in product(range(min(a, b) + 1), range(min(a, d) + 1)):
        if x + z > a:
            continue
        ways = comb(b, x) * comb(d, z) * comb(n - b - d, a - x - z)
        rest = n - a
        inner = total(
            part(y, c, d, n) * comb(d - z, y) * comb(rest - d + z, c - y)
            for y in range(min(c, d - z) + 1)
            if c - y <= rest - d + z
        )
        terms.append(part(x, a, b, n) * ways * inner / mpf(comb(n, a)) / mpf(comb(rest, c)))
    return total(terms)


def information_variance(t: Table) -> mpf:
    a, b, n = list(t.a.values()), list(t.b.values()), t.n
    square = mpf(0)
    for (i, x), (j, y) in product(product(range(len(a)), range(len(b))), repeat=2):
        if i == j and x == y:
            chances = ((k, comb(b[x], k) * comb(n - b[x], a[i] - k)) for k in range(a[i] + 1))
            square += total(part(k, a[i], b[x], n) ** 2 * w for k, w in chances) / comb(n, a[i])
        elif i == j:
            square += product_in_row(a[i], b[x], b[y], n)
        elif x == y:
            square += product_in_row(b[x], a[i], a[j], n)
        else:
            square += product_apart(a[i], a[j], b[x], b[y], n)
    return square - expected(t) ** 2


@definition(best=0, otherwise=0)
def standardized_mutual_information(t: Table) -> mpf:
    variance = information_variance(t)
    if variance < mpf(10) ** -80:  # rounding of an exact zero
        raise ZeroDivisionError
    return (mutual(t) - expected(t)) / mp.sqrt(variance)
