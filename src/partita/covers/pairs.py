"""Measures by the numbers of clusters that pairs of elements share in the two covers."""

from __future__ import annotations

from math import fsum

import numpy as np

from ..base.arithmetic import ZeroOverZero, ratio, share
from ..base.arrays import Codes, Floats
from ..base.checks import beta_of
from .pairing import CoverPair
from .registry import cover_measure


@cover_measure(
    symbol="Ω",
    formula="(ω_u - ω_e) / (1 - ω_e), ω_u = share of pairs with t_a = t_b, ω_e by chance",
    hard="adjusted_rand",
    bounds=(-1.0, 1.0),
    undefined=1.0,
    references=("collins1988",),
)
def omega(p: CoverPair) -> float:
    """Share of pairs that are together equally often in both covers, corrected for chance.

    A pair agrees if it shares exactly as many clusters in one cover as in the other. Under chance
    the numbers in the two covers are independent: ω_e = Σ_k N_a(k) N_b(k) / M². On partitions this
    is the adjusted Rand index. If no pair can disagree it is 1.

    Beware: a pair that shares two clusters in one cover and three in the other counts as a full
    disagreement, and in large covers nearly all pairs share no cluster on both sides.

    >>> from partita import Cover
    >>> a = Cover.from_clusters([[0, 1, 2], [2, 3, 4]])
    >>> b = Cover.from_clusters([[0, 1, 2], [3, 4]])
    >>> omega(a, b)
    0.6153846153846154
    """
    first, second, pairs = _shared(p)
    every = p.n * (p.n - 1)
    alike = int(pairs[first == second].sum())
    sides = (_by_number(first, pairs), _by_number(second, pairs))
    chance = sum(count * sides[1].get(number, 0) for number, count in sides[0].items())
    return ratio(alike * every - chance, every * every - chance)


def _shared(p: CoverPair) -> tuple[Codes, Codes, Codes]:
    """Numbers of clusters shared on the two sides, with the number of ordered pairs of each."""
    table, groups = p.profiles, p.groups
    width = int(table.second.max()) + 1
    key = table.first * width + table.second
    own = p.a.degrees * width + p.b.degrees  # an element with itself is not a pair
    key, start = np.unique(np.concatenate((key, own)), return_inverse=True)
    ordered = np.argsort(start, kind="stable")
    times = np.concatenate((groups.size[table.group] * table.objects, np.full(p.n, -1)))[ordered]
    pairs = np.add.reduceat(times, np.searchsorted(start[ordered], np.arange(len(key))))
    if key[0] == 0:  # elements in no cluster on either side share only with themselves
        pairs[0] = 0
    else:
        key, pairs = np.concatenate(([0], key)), np.concatenate(([0], pairs))
    pairs[0] = p.n * (p.n - 1) - int(pairs.sum())
    return key // width, key % width, pairs


def _by_number(shared: Codes, pairs: Codes) -> dict[int, int]:
    total: dict[int, int] = {}
    for number, count in zip(shared.tolist(), pairs.tolist(), strict=True):
        total[number] = total.get(number, 0) + count
    return total


@cover_measure(
    symbol="B³P_x",
    formula="mean over e of the mean over e' with t_b > 0 of min(t_a, t_b) / t_b",
    hard="b_cubed_precision",
    symmetric=False,
    references=("amigo2009",),
)
def b_cubed_precision(p: CoverPair) -> float:
    """Extended B-cubed precision: the share of common clusters that are common classes too.

    The first cover is the truth. For each element and each element that shares a cluster with it,
    including itself, the common clusters count up to the number of common classes. Elements in no
    cluster of the second cover are left out of the mean.

    Beware: clusters of single elements score 1, and different covers may score 1 too, because only
    the numbers of shared clusters are compared.

    Examples
    --------
    >>> from partita import Cover
    >>> a = Cover.from_clusters([[0, 1, 2], [2, 3, 4]])
    >>> round(b_cubed_precision(a, Cover.from_clusters([[0, 1, 2], [3, 4]])), 4)
    1.0
    """
    return _mean(_inner_means(p, of_second=True), p.groups.size)


@cover_measure(
    symbol="B³R_x",
    formula="mean over e of the mean over e' with t_a > 0 of min(t_a, t_b) / t_a",
    hard="b_cubed_recall",
    symmetric=False,
    references=("amigo2009",),
)
def b_cubed_recall(p: CoverPair) -> float:
    """Extended B-cubed recall: the share of common classes that are common clusters too.

    It is the precision with truth and prediction exchanged.

    Beware: a single cluster of all elements scores 1 if classes do not overlap.

    Examples
    --------
    >>> from partita import Cover
    >>> a = Cover.from_clusters([[0, 1, 2], [2, 3, 4]])
    >>> round(b_cubed_recall(a, Cover.from_clusters([[0, 1, 2], [3, 4]])), 4)
    0.7667
    """
    return _mean(_inner_means(p, of_second=False), p.groups.size)


@cover_measure(
    symbol="B³_x",
    formula="(1 + β²) B³P_x · B³R_x / (β² B³P_x + B³R_x)",
    hard="b_cubed_f",
    references=("amigo2009",),
)
def b_cubed_f(p: CoverPair, *, beta: float = 1.0) -> float:
    """Weighted harmonic mean of extended B-cubed precision and recall; beta > 1 favors recall.

    Beware: not corrected for chance, and 1 does not prove that the covers are equal. The formula
    uses the square of beta.

    >>> from partita import Cover
    >>> truth = Cover.from_clusters([[0, 1, 2], [2, 3, 4]])
    >>> b_cubed_f(truth, Cover.from_clusters([[0, 1, 2], [3, 4]]))
    0.8679245283018867
    """
    recall = float(share(beta_of(beta), power=2))
    found = [_mean(_inner_means(p, of_second=second), p.groups.size) for second in (True, False)]
    return ratio(found[0] * found[1], recall * found[0] + (1 - recall) * found[1])


def _inner_means(p: CoverPair, *, of_second: bool) -> Floats:
    """Mean over the elements that share a cluster of one side with each group, or NaN."""
    table = p.profiles
    shared = table.second if of_second else table.first
    related = shared > 0
    group, objects = table.group[related], table.objects[related].astype(np.float64)
    agreed = np.minimum(table.first, table.second)[related] / shared[related]
    size = len(p.groups.size)
    total = np.bincount(group, weights=objects, minlength=size)
    inside = np.bincount(group, weights=objects * agreed, minlength=size)
    means: Floats = np.divide(inside, total, out=np.full(size, np.nan), where=total > 0)
    return means


def _mean(values: Floats, size: Codes) -> float:
    known = ~np.isnan(values)
    if not known.any():
        raise ZeroOverZero
    return fsum(values[known] * size[known]) / int(size[known].sum())
