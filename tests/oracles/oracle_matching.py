"""Definitions of rarer matching measures, as their sources print them; see `oracle`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import comb, isinf
from typing import Any

from oracle import (
    Number,
    Table,
    best_matching,
    class_maxima,
    classes_given_clusters,
    cluster_maxima,
    clusters_given_classes,
    cubed_precision,
    cubed_recall,
    definition,
    mpf,
    pairs_of,
    real,
    root,
    sum_of_squares,
)

ZERO = Fraction(0)


def f_of(precision: Fraction, recall: Fraction, beta: float) -> Fraction:
    if isinf(beta):
        return precision * recall / precision
    square = Fraction(beta) ** 2
    return (1 + square) * precision * recall / (square * precision + recall)


def swapped(t: Table) -> Table:
    return Table({(j, i): m for (i, j), m in t.cells.items()}, t.b, t.a, t.n)


# --- purities -------------------------------------------------------------------------------------


@definition(best=1, otherwise=1)
def normalized_purity(t: Table) -> Fraction:
    least = Fraction(max(t.a.values()), t.n)  # the value of one cluster for everything
    return (Fraction(cluster_maxima(t), t.n) - least) / (1 - least)


@definition(best=1, otherwise=1)
def normalized_inverse_purity(t: Table) -> Fraction:
    least = Fraction(len(t.a), t.n)  # the value of clusters of single objects
    return (Fraction(class_maxima(t), t.n) - least) / (1 - least)


@definition()
def purity_f(t: Table, beta: float = 1.0) -> Fraction:
    return f_of(Fraction(cluster_maxima(t), t.n), Fraction(class_maxima(t), t.n), beta)


@definition()
def geometric_accuracy(t: Table) -> mpf:
    return root(Fraction(cluster_maxima(t), t.n) * Fraction(class_maxima(t), t.n))


@definition()
def edit_pantel_lin(t: Table) -> Fraction:
    edits = sum(1 + size - max(t.count(i, j) for i in t.a) for j, size in t.b.items())
    return 1 - Fraction(edits, t.n)


# --- Gini -----------------------------------------------------------------------------------------


def mean_squared_share(t: Table) -> Fraction:
    """The mean of Σ_i (n_ij/b_j)² over the clusters, weighted by size."""
    squares = {j: sum(Fraction(t.count(i, j), t.b[j]) ** 2 for i in t.a) for j in t.b}
    return sum((Fraction(t.b[j], t.n) * squares[j] for j in t.b), ZERO)


def tau(t: Table) -> Fraction:
    at_large = Fraction(sum_of_squares(t.a), t.n**2)
    return (mean_squared_share(t) - at_large) / (1 - at_large)


@definition()
def symmetric_gini(t: Table) -> Fraction:
    return (mean_squared_share(t) + mean_squared_share(swapped(t))) / 2


@definition(best=1, otherwise=0)
def adjusted_symmetric_gini(t: Table) -> Fraction:
    return (tau(t) + tau(swapped(t))) / 2


@definition(best=1, otherwise=1)
def goodman_kruskal_tau(t: Table) -> Fraction:
    return tau(t)


# --- best matches ---------------------------------------------------------------------------------


def dice(t: Table, i: Any, j: Any) -> Fraction:
    return Fraction(2 * t.count(i, j), t.a[i] + t.b[j])


def jaccard_of(t: Table, i: Any, j: Any) -> Fraction:
    return Fraction(t.count(i, j), t.a[i] + t.b[j] - t.count(i, j))


def product_of(t: Table, i: Any, j: Any) -> Fraction:
    return Fraction(t.count(i, j), t.a[i]) * Fraction(t.count(i, j), t.b[j])


Share = Callable[[Table, Any, Any], Fraction]


def best_of_classes(t: Table, share: Share) -> Mapping[Any, Fraction]:
    return {i: max(share(t, i, j) for j in t.b) for i in t.a}


def macro(best: Mapping[Any, Fraction], _: Mapping[Any, int]) -> Fraction:
    return sum(best.values(), ZERO) / len(best)


def micro(best: Mapping[Any, Fraction], sizes: Mapping[Any, int]) -> Fraction:
    return sum((best[i] * sizes[i] for i in best), ZERO) / sum(sizes.values())


def harmonic(x: Fraction, y: Fraction) -> Fraction:
    return 2 / (1 / x + 1 / y)


def both_sides(t: Table, share: Share, mean: Any, weighting: str) -> Number:
    if weighting == "combined":
        parts = [both_sides(t, share, mean, kind) for kind in ("macro", "micro")]
        return root(parts[0] * parts[1])
    average = {"macro": macro, "micro": micro}[weighting]
    return mean(
        average(best_of_classes(t, share), t.a), average(best_of_classes(swapped(t), share), t.b)
    )


@definition()
def macro_f_measure(t: Table) -> Fraction:
    return macro(best_of_classes(t, dice), t.a)


@definition()
def cluster_weighted_f_measure(t: Table) -> Fraction:
    return micro(best_of_classes(swapped(t), dice), t.b)


@definition()
def mean_f1(t: Table, mean: str = "arithmetic", weighting: str = "macro") -> Number:
    means = {"arithmetic": lambda x, y: (x + y) / 2, "harmonic": harmonic}
    return both_sides(t, dice, means[mean], weighting)


@definition()
def mean_partial_probability(t: Table, weighting: str = "macro") -> Number:
    return both_sides(t, product_of, harmonic, weighting)


@definition()
def closest_cluster_precision(t: Table) -> Fraction:
    return macro(best_of_classes(swapped(t), jaccard_of), t.b)


@definition()
def closest_cluster_recall(t: Table) -> Fraction:
    return macro(best_of_classes(t, jaccard_of), t.a)


@definition()
def closest_cluster_f(t: Table, beta: float = 1.0) -> Fraction:
    return f_of(closest_cluster_precision(t.cells), closest_cluster_recall(t.cells), beta)


# --- one-to-one matchings by shares ---------------------------------------------------------------


def best_total(t: Table, share: Share) -> Fraction:
    weights = {(i, j): share(t, i, j) for i, j in t.cells}
    return best_matching(Table(weights, t.a, t.b, t.n)) + ZERO


@definition(best=1)
def normalized_clustering_accuracy(t: Table) -> Fraction:
    """Mean over the classes of (n_iσ(i) - a_i/m)/(a_i - a_i/m), m groups on the padded side."""
    m = max(len(t.a), len(t.b))
    mean = best_total(t, lambda t, i, j: Fraction(t.count(i, j), t.a[i])) / len(t.a)
    return (mean - Fraction(1, m)) / (1 - Fraction(1, m))


@definition(best=1)
def normalized_pivoted_accuracy(t: Table) -> Fraction:
    m = max(len(t.a), len(t.b))
    return (Fraction(best_matching(t), t.n) - Fraction(1, m)) / (1 - Fraction(1, m))


def set_similarity(t: Table) -> Fraction:
    return best_total(t, lambda t, i, j: Fraction(t.count(i, j), max(t.a[i], t.b[j])))


@definition(best=1)
def pair_sets_index(t: Table) -> Fraction:
    """Equation 18 of Rezaei and Fränti: E = Σ_k (a_k b_k / n) / max(a_k, b_k), sizes sorted."""
    s, most = set_similarity(t), max(len(t.a), len(t.b))
    sizes = zip(*(sorted(x.values(), reverse=True) for x in (t.a, t.b)), strict=False)
    e = sum((Fraction(a * b, t.n) / max(a, b) for a, b in sizes), ZERO)
    return max((s - e) / (most - e), ZERO)


@definition(best=1)
def simplified_pair_sets_index(t: Table) -> Fraction:
    return max((set_similarity(t) - 1) / (max(len(t.a), len(t.b)) - 1), ZERO)


@definition()
def transfer_distance(t: Table) -> Fraction:
    return Fraction(t.n - best_matching(t))


@definition()
def ceaf_e_precision(t: Table) -> Fraction:
    return best_total(t, dice) / len(t.b)


@definition()
def ceaf_e_recall(t: Table) -> Fraction:
    return best_total(t, dice) / len(t.a)


@definition()
def ceaf_e_f(t: Table, beta: float = 1.0) -> Fraction:
    return f_of(ceaf_e_precision(t.cells), ceaf_e_recall(t.cells), beta)


# --- links ----------------------------------------------------------------------------------------


def pieces_of_classes(t: Table) -> Mapping[Any, list[int]]:
    return {i: [m for (row, _), m in t.cells.items() if row == i] for i in t.a}


def links_kept(t: Table) -> tuple[int, int]:
    """Vilain et al.: links in spanning trees of the classes, and links left within pieces."""
    there = sum(size - 1 for size in t.a.values())
    return sum(t.a[i] - len(found) for i, found in pieces_of_classes(t).items()), there


@definition(best=1, otherwise=1)
def muc_recall(t: Table) -> Fraction:
    return Fraction(*links_kept(t))


@definition(best=1, otherwise=1)
def muc_precision(t: Table) -> Fraction:
    return Fraction(*links_kept(swapped(t)))


@definition(best=1, otherwise=0)
def muc_f(t: Table, beta: float = 1.0) -> Fraction:
    return f_of(Fraction(*links_kept(swapped(t))), Fraction(*links_kept(t)), beta)


def resolution(t: Table) -> Fraction:
    """Moosavi and Strube: Σ |e| resolution(e) / Σ |e|; a single object has a link with itself."""
    total = ZERO
    for i, found in pieces_of_classes(t).items():
        if t.a[i] > 1:
            links = sum(comb(m, 2) for m in found)
            total += t.a[i] * Fraction(links, comb(t.a[i], 2))
        else:
            (j,) = (col for row, col in t.cells if row == i)
            total += t.b[j] == 1
    return total / t.n


@definition()
def lea_recall(t: Table) -> Fraction:
    return resolution(t)


@definition()
def lea_precision(t: Table) -> Fraction:
    return resolution(swapped(t))


@definition(best=1, otherwise=0)
def lea_f(t: Table, beta: float = 1.0) -> Fraction:
    return f_of(resolution(swapped(t)), resolution(t), beta)


def met_again(t: Table) -> Fraction:
    """Mean, over the objects, of the share of the others of their class in their cluster, or 1."""
    shares = (
        m * (Fraction(m - 1, t.a[i] - 1) if t.a[i] > 1 else 1) for (i, _), m in t.cells.items()
    )
    return sum(shares, ZERO) / t.n


@definition()
def b_cubed_recall_of_others(t: Table) -> Fraction:
    return met_again(t)


@definition()
def b_cubed_precision_of_others(t: Table) -> Fraction:
    return met_again(swapped(t))


@definition(best=1, otherwise=0)
def b_cubed_f_of_others(t: Table, beta: float = 1.0) -> Fraction:
    return f_of(met_again(swapped(t)), met_again(t), beta)


# --- B-cubed by class, and its relatives ----------------------------------------------------------


def mean_over_classes(t: Table, share: Callable[[Any, Any, int], Fraction]) -> Fraction:
    """The mean of a cell's number over the objects of each class, averaged over classes."""
    means = dict.fromkeys(t.a, ZERO)
    for (i, j), m in t.cells.items():
        means[i] += Fraction(m, t.a[i]) * share(i, j, m)
    return sum(means.values(), ZERO) / len(means)


@definition()
def b_cubed_precision_by_class(t: Table) -> Fraction:
    return mean_over_classes(t, lambda _, j, m: Fraction(m, t.b[j]))


@definition()
def b_cubed_recall_by_class(t: Table) -> Fraction:
    return mean_over_classes(t, lambda i, _, m: Fraction(m, t.a[i]))


@definition()
def b_cubed_f_by_class(t: Table, beta: float = 1.0) -> Fraction:
    return f_of(b_cubed_precision_by_class(t.cells), b_cubed_recall_by_class(t.cells), beta)


@definition()
def k_measure(t: Table) -> mpf:
    return root(cubed_precision(t) * cubed_recall(t))


@definition()
def mapcurves(t: Table) -> Fraction:
    """The better of the two directions: for each group Σ n²/(a b), averaged over the groups."""

    def fit(t: Table) -> Fraction:
        return sum((product_of(t, i, j) for i, j in t.cells), ZERO) / len(t.a)

    return max(fit(t), fit(swapped(t)))


# --- records --------------------------------------------------------------------------------------


def found_exactly(t: Table) -> int:
    return sum(m == t.a[i] == t.b[j] for (i, j), m in t.cells.items())


@definition()
def cluster_exact_precision(t: Table) -> Fraction:
    return Fraction(found_exactly(t), len(t.b))


@definition()
def cluster_exact_recall(t: Table) -> Fraction:
    return Fraction(found_exactly(t), len(t.a))


@definition(best=1, otherwise=0)
def cluster_exact_f(t: Table, beta: float = 1.0) -> Fraction:
    return f_of(Fraction(found_exactly(t), len(t.b)), Fraction(found_exactly(t), len(t.a)), beta)


def cuts(t: Table) -> int:
    return sum(len(found) - 1 for found in pieces_of_classes(t).values())


@definition()
def basic_merge_distance(t: Table) -> Fraction:
    merges = sum(len(found) - 1 for found in pieces_of_classes(t).values())
    return Fraction(
        merges + sum(len(found) - 1 for found in pieces_of_classes(swapped(t)).values())
    )


@definition()
def generalized_merge_distance(t: Table, split: str = "product", merge: str = "product") -> Number:
    p = pairs_of(t)
    splits = {
        "count": cuts(swapped(t)),
        "product": p.prediction_only,
        "entropy": classes_given_clusters(t),
    }
    merges = {
        "count": cuts(t),
        "product": p.truth_only,
        "entropy": clusters_given_classes(t),
    }
    parts = splits[split], merges[merge]
    return sum(map(real, parts)) if "entropy" in (split, merge) else sum(map(Fraction, parts))
