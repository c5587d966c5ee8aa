"""Entropies with less bias in sparse tables, where most cells hold few objects.

An entropy of observed shares is too low, because it knows nothing of groups that the sample missed.
With f₁ groups of one object and f₂ groups of two, Chao, Wang and Jost (2013) estimate

    H = Σ (x/n) (ψ(n) - ψ(x)) + (f₁/n) Σ_{r≥n} (1 - A)^(r-n+1) / r,   A = 2f₂ / ((n-1)f₁ + 2f₂)

The first sum over group sizes x is the unbiased estimate of the part of the entropy that n objects
can show (Zhang 2012); the second is the expected rest, and 1 - A the share of unseen groups of a
further object. If f₂ = 0, A is 2 / ((n-1)(f₁-1) + 2).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from scipy.special import digamma

from ...statistics.information import Information
from ..sampling.jackknife import summarize
from ..widening.resampled_measures import has_bias
from ..widening.unseen_cells import is_sparse

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ...base.arrays import Floats, Int64
    from ...measures.chosen import Chosen
    from ...table.contingency import Contingency
    from ..sampling.jackknife import Influence

_RARE = 2  # objects of a cell that is left out as a whole
_NODES = 64  # terms of the rest, by a series or by Gauss-Laguerre quadrature: 15 digits


class Reduced(NamedTuple):
    """A score of entropies with less bias, and its jackknife."""

    center: float
    jackknife: Influence


def reduced_bias(s: Chosen, table: Contingency) -> Reduced | None:
    """Return a score of entropies with less bias.

    None if the table is not sparse, or if the score is not a function of the information alone.
    """
    if s.statistic != "information" or not has_bias(s.measure) or not is_sparse(table):
        return None
    counts, ones = table.counts, np.ones_like(table.counts)
    whole = _parts(table, 0 * ones[:1])
    cells = np.where(counts <= _RARE, counts, 1)
    by_object, by_cell = (whole - _parts(table, removed) for removed in (ones, cells))
    # Moved inside the bounds, so that a part of 0 varies as much as one above 0.
    base = np.maximum(whole, np.maximum(by_object.max(axis=0), by_cell.max(axis=0)))
    center, start = (float(_read(s, one, table)[0]) for one in (np.maximum(whole, 0), base))
    found = summarize(start, _read(s, base - by_object, table), counts, float(table.n))
    # Both errors are too large: an object of a rare cell counts twice, or such a cell has one kind.
    change = _read(s, base - by_cell, table) - start
    own = np.sqrt(
        np.where(cells == counts, 1, counts) @ (change - cells * found.bias / table.n) ** 2
    )
    return Reduced(center, found._replace(standard_error=min(found.standard_error, float(own))))


def entropies_without(sizes: Int64, place: NDArray[Any], removed: Int64) -> Floats:
    """Return the entropy after removing objects from one group, for each place and number."""
    n, own = int(sizes.sum()), sizes[place]
    rest, left = own - removed, n - removed
    seen = digamma(left) - (_terms(sizes).sum() - _terms(own) + _terms(rest)) / left
    once, twice = (np.count_nonzero(sizes == x) - (own == x) + (rest == x) for x in (1, 2))
    kinds, which = np.unique(np.column_stack((left, once, twice)), axis=0, return_inverse=True)
    unseen = np.array([_unseen(*kind) for kind in kinds.tolist()])
    return np.asarray(seen + unseen[which.ravel()])


def _unseen(n: int, once: int, twice: int) -> float:
    """Return the expected rest of the entropy, given the groups of one and of two objects."""
    if once == 0 or (once, twice) == (1, 0) or n < 2:
        return 0.0
    ones, twos = (once, twice) if twice else (once - 1, 1)
    return once / n * _tail(n, 2 * twos / ((n - 1) * ones + 2 * twos))


def _tail(n: int, share: float) -> float:
    """Return Σ_{r≥n} (1 - A)^(r-n+1) / r.

    With z = 1 - A it is the integral of z e^-s / (n (1 - z e^(-s/n))) over s > 0.
    """
    z = 1 - share
    if n * share > 1:
        nodes, weights = np.polynomial.laguerre.laggauss(_NODES)
        return float((weights * z / (-np.expm1(-nodes / n) + share * np.exp(-nodes / n))).sum() / n)
    # the hypergeometric series at 1: Σ_k (n)_k A^k / k! (ψ(k+1) - ψ(n+k) - log A)
    k = np.arange(_NODES)
    powers = np.cumprod(np.concatenate(([1.0], share * (n + k[:-1]) / (k[:-1] + 1))))
    return float(z * (powers * (digamma(k + 1) - digamma(n + k) - np.log(share))).sum())


def _terms(sizes: Int64) -> Floats:
    """Return x ψ(x), which is 0 for no objects."""
    return np.asarray(np.where(sizes > 0, sizes * digamma(np.maximum(sizes, 1)), 0.0))


def _parts(table: Contingency, removed: Int64) -> Floats:
    """Return I, H(C|K) and H(K|C) after removing objects from each cell: a row for each."""
    k = np.arange(len(removed))
    sides = (table.class_sizes, table.rows), (table.cluster_sizes, table.cols), (table.counts, k)
    classes, clusters, cells = (entropies_without(own, at[k], removed) for own, at in sides)
    return np.column_stack((classes + clusters - cells, cells - clusters, cells - classes))


def _read(s: Chosen, parts: Floats, table: Contingency) -> Floats:
    """Evaluate a measure on information, a row for each."""
    distinct, which = np.unique(parts, axis=0, return_inverse=True)
    values = [
        s.read(Information(mutual, of_classes, of_clusters, table.n, *table.shape))
        for mutual, of_classes, of_clusters in distinct.tolist()
    ]
    return np.array(values)[which.ravel()]
