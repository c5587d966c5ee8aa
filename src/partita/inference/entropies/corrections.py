"""Corrections of entropies: what to add to the entropy of a sample.

Each is a sum over the groups of a side (classes, clusters or cells) plus a rest that depends on n,
f₁ and f₂: the numbers of objects, of groups of one object and of groups of two. The entropy itself
is such a sum too, so thousands of samples are corrected by looking up the terms of their sizes.

- **Miller and Madow** (Miller 1955) add (m - 1)/2n for m groups.
- **Chao, Wang and Jost** (2013) estimate the entropy of the population:

      H = Σ (x/n) (ψ(n) - ψ(x)) + (f₁/n) Σ_{r≥n} (1 - A)^(r-n+1) / r,   A = 2f₂ / ((n-1)f₁ + 2f₂)

  The first sum is the unbiased estimate of the part of the entropy that n objects can show (Zhang
  2012). The second is the expected rest, where 1 - A is about the probability that a further object
  is in an unseen group. If f₂ = 0, A is 2 / ((n-1)(f₁-1) + 2).
- **More objects**: m > n objects have the mean entropy w H_n + (1 - w) H, where w is the share of
  the bias that m objects still have. Chao et al. (2014) take n/m, which is right if all groups are
  seen; here w is that of a population from which the sample is likely.
- **Fewer objects**: the mean entropy of m of the n objects, over all subsets, is a sum over the
  hypergeometric distribution of the size of each group.
"""

from __future__ import annotations

from functools import lru_cache, partial
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...base.arrays import Floats, Int64

_NODES = 64  # terms of the rest, by a series or by Gauss-Laguerre quadrature: 15 digits
_KNOTS = 400
_DEVIATIONS = 12.0  # of a hypergeometric size, beyond which its probability is below 1e-30


class Correction(NamedTuple):
    """What to add to the entropy of n objects."""

    per_group: Callable[[Floats, float], Floats]  # of sizes and n, summed over the groups
    rest: Callable[[float, int, int], float]  # of n, f₁ and f₂


def added(correction: Correction, sizes: Floats) -> float:
    """Return what to add to the entropy of groups with these sizes."""
    x, times = np.unique(sizes, return_counts=True)
    n = float(x @ times)
    once, twice = (int(times[x == size].sum()) for size in (1, 2))
    return float(times @ correction.per_group(x, n)) + correction.rest(n, once, twice)


def corrected_entropies(correction: Correction, sizes: Int64) -> Floats:
    """Return the corrected entropies of samples of as many objects, a row of sizes for each."""
    x, place = _distinct(sizes)
    n = float(sizes[0].sum())
    terms = _entropy(x, n) + np.where(x > 0, correction.per_group(x, n), 0.0)
    rare = np.column_stack([np.count_nonzero(sizes == size, axis=1) for size in (1, 2)])
    kinds, which = np.unique(rare, axis=0, return_inverse=True)
    rests = np.array([correction.rest(n, *kind) for kind in kinds.tolist()])
    return np.asarray(terms[place].sum(axis=1) + rests[which.ravel()])


def _distinct(sizes: Int64) -> tuple[Floats, Int64]:
    """Return the distinct sizes and the place of each size among them."""
    top = int(sizes.max(initial=0))
    if top > sizes.size:
        x, place = np.unique(sizes, return_inverse=True)
        return x.astype(np.float64), place.reshape(sizes.shape)
    present = np.flatnonzero(np.bincount(sizes.ravel()))
    places = np.zeros(top + 1, dtype=np.int64)
    places[present] = np.arange(len(present))
    return present.astype(np.float64), places[sizes]


def _entropy(x: Floats, n: float) -> Floats:
    share = x / n
    return np.asarray(-share * np.log(np.where(share > 0, share, 1.0)))


def _no_rest(_n: float, _once: int, _twice: int) -> float:
    return 0.0


def _miller_madow_rest(n: float, _once: int, _twice: int) -> float:
    return -1 / (2 * n)


def _miller_madow(x: Floats, n: float) -> Floats:
    return np.full(len(x), 1 / (2 * n))


def _chao_wang_jost(x: Floats, n: float) -> Floats:
    """Return (x/n) (log x - ψ(x)); ψ(n) - log n is in the rest."""
    from scipy.special import digamma

    kept = np.maximum(x, 1)
    return np.asarray(x / n * (np.log(kept) - digamma(kept)))


def _chao_wang_jost_rest(n: float, once: int, twice: int) -> float:
    from scipy.special import digamma

    seen = float(digamma(n)) - float(np.log(n))
    if once == 0 or (once, twice) == (1, 0) or n < 2:
        return seen
    ones, twos = (once, twice) if twice else (once - 1, 1)
    return seen + once / n * _unseen(n, 2 * twos / ((n - 1) * ones + 2 * twos))


@lru_cache(maxsize=1)
def _quadrature() -> tuple[Floats, Floats]:
    nodes, weights = np.polynomial.laguerre.laggauss(_NODES)
    return nodes, weights


def _unseen(n: float, share: float) -> float:
    """Return Σ_{r≥n} (1 - A)^(r-n+1) / r.

    With z = 1 - A it is the integral of z e^-s / (n (1 - z e^(-s/n))) over s > 0.
    """
    from scipy.special import digamma

    z = 1 - share
    if n * share > 1:
        nodes, weights = _quadrature()
        return float((weights * z / (-np.expm1(-nodes / n) + share * np.exp(-nodes / n))).sum() / n)
    # the hypergeometric series at 1: Σ_k (n)_k A^k / k! (ψ(k+1) - ψ(n+k) - log A)
    k = np.arange(_NODES)
    powers = np.cumprod(np.concatenate(([1.0], share * (n + k[:-1]) / (k[:-1] + 1))))
    return float(z * (powers * (digamma(k + 1) - digamma(n + k) - np.log(share))).sum())


class Corrections(NamedTuple):
    """The corrections of H(C), H(K) and H(C,K)."""

    classes: Correction
    clusters: Correction
    cells: Correction


def alike(correction: Correction) -> Corrections:
    """Return the same correction of all three entropies."""
    return Corrections(correction, correction, correction)


NONE = Correction(lambda x, _: np.zeros(len(x)), _no_rest)
MILLER_MADOW = Correction(_miller_madow, _miller_madow_rest)
CHAO_WANG_JOST = Correction(_chao_wang_jost, _chao_wang_jost_rest)
CORRECTIONS = {"miller-madow": MILLER_MADOW, "chao-wang-jost": CHAO_WANG_JOST}


def partly(share: float) -> Correction:
    """Return a share of the correction of Chao, Wang and Jost."""
    return Correction(partial(_part, share), partial(_part_of_rest, share))


def _part(share: float, x: Floats, n: float) -> Floats:
    return share * _chao_wang_jost(x, n)


def _part_of_rest(share: float, n: float, once: int, twice: int) -> float:
    return share * _chao_wang_jost_rest(n, once, twice)


def fewer_objects(objects: int) -> Correction:
    """Return what turns the entropy of n objects into the mean entropy of fewer of them."""
    return Correction(partial(_rarefied, objects), _no_rest)


def approximate(correction: Correction) -> Correction:
    """Return the correction with terms of thousands of sizes interpolated, to 5 digits."""
    return correction._replace(per_group=partial(_interpolated, correction))


def _interpolated(correction: Correction, x: Floats, n: float) -> Floats:
    """Interpolate the terms, divided by the sizes, between sizes in equal ratios."""
    if len(x) <= _KNOTS:
        return correction.per_group(x, n)
    from scipy.interpolate import CubicSpline

    kept = np.maximum(x, 1.0)
    spaced = np.geomspace(float(kept.min()), float(kept.max()), _KNOTS)
    knots = np.unique(np.round(spaced).astype(np.float64))
    line = CubicSpline(np.log(knots), correction.per_group(knots, n) / knots)
    return np.asarray(np.where(x > 0, x * line(np.log(kept)), 0.0))


def _rarefied(objects: int, x: Floats, n: float) -> Floats:
    """Return the mean entropy term of a group of x objects in subsets, less its own term."""
    return np.array([_mean_term(size, n, objects) for size in x.tolist()]) - _entropy(x, n)


def _mean_term(x: float, n: float, m: int) -> float:
    """Return Σ_k P(k) (-(k/m) log(k/m)) for the hypergeometric number k of m objects."""
    from scipy.special import gammaln

    mean = m * x / n
    reach = _DEVIATIONS * np.sqrt(mean * (1 - x / n)) + 60
    least, most = max(0.0, m - (n - x), np.floor(mean - reach)), min(x, m, np.ceil(mean + reach))
    k = np.arange(least, most + 1)

    def choose(a: float, b: Floats | float) -> Floats:
        return np.asarray(gammaln(a + 1) - gammaln(b + 1) - gammaln(a - np.asarray(b) + 1))

    weight = np.exp(choose(x, k) + choose(n - x, m - k) - choose(n, float(m)))
    return float(weight @ _entropy(k, m) / weight.sum())
