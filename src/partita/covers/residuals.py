"""Entropies of the clusters of one cover, and what remains of them given the other cover."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..base.arrays import Array, Codes, Floats
from .pairing import CoverPair

_CLOSE = 1e-13  # rounding of two entropies, as a share of n


class SideResiduals(NamedTuple):
    """Entropies of each cluster, alone and given the other cover, and 1 if it has no copy there."""

    entropy: Floats
    left: Floats
    unmatched: Floats


class _Met(NamedTuple):
    """Clusters of one cover, and the clusters of the other that share elements with them."""

    n: int
    own: Codes  # sizes
    other: Codes
    rows: Codes
    cols: Codes
    both: Codes  # shared elements

    @property
    def reverse(self) -> _Met:
        """The same with the covers exchanged."""
        return _Met(self.n, self.other, self.own, self.cols, self.rows, self.both)


def residuals(p: CoverPair) -> tuple[SideResiduals, SideResiduals]:
    """Return the residuals of the clusters of both covers."""
    cells = p.table.tocoo()
    met = _Met(p.n, p.a.sizes, p.b.sizes, cells.row, cells.col, cells.data)
    return _side(met), _side(met.reverse)


def _side(met: _Met) -> SideResiduals:
    """Find the best counterpart of each cluster, among overlapping and disjoint clusters."""
    entropy = _split(met.own, met.n - met.own)
    left = np.minimum(entropy, _disjoint(met))
    own, other = met.own[met.rows], met.other[met.cols]
    np.minimum.at(left, met.rows, _given(met.n, own, other, met.both))
    unmatched = np.ones(len(entropy))
    unmatched[met.rows[(met.both == own) & (met.both == other)]] = 0.0
    return SideResiduals(entropy, left, unmatched)


def _disjoint(met: _Met) -> Floats:
    """The smallest residual given a disjoint cluster, which depends only on its size."""
    kinds, kind_of = np.unique(met.own, return_inverse=True)
    sizes, size_of, copies = np.unique(met.other, return_inverse=True, return_counts=True)
    best = np.full(len(met.own), np.inf)
    kind, size = np.nonzero(kinds[:, None] + sizes <= met.n)
    value = _given(met.n, kinds[kind], sizes[size], np.zeros(len(kind), dtype=np.int64))
    useful = value < _split(kinds, met.n - kinds)[kind]  # rare: one has more than n/2 elements
    for one in np.unique(size[useful]):
        seen = np.bincount(met.rows[size_of[met.cols] == one], minlength=len(met.own))
        gain = np.full(len(kinds), np.inf)
        chosen = useful & (size == one)
        gain[kind[chosen]] = value[chosen]
        # Some cluster of this size is disjoint from it.
        np.minimum(best, gain[kind_of], out=best, where=seen < copies[one])
    return best


def _given(n: int, own: Codes, other: Codes, both: Codes) -> Floats:
    """H(X|Y) in units of 1/n if X and Y agree more than they differ, else infinity."""
    only, instead = own - both, other - both
    neither = n - own - instead
    agree = _more(n, (neither, both), (only, instead))
    return np.where(agree, _split(both, instead) + _split(neither, only), np.inf)


def _more(n: int, one: tuple[Codes, Codes], two: tuple[Codes, Codes]) -> Array:
    """Whether h(one) > h(two), summed over two parts; close cases are decided in integers."""
    left, right = (_term(side[0], n) + _term(side[1], n) for side in (one, two))
    more: Array = left > right
    close = np.abs(left - right) <= _CLOSE * n
    # Equal parts on both sides mean independence, so False loses nothing.
    same = (np.minimum(*one) == np.minimum(*two)) & (np.maximum(*one) == np.maximum(*two))
    more[same] = False
    for at in np.flatnonzero(close & ~same):
        (a, d), (b, c) = ((int(side[0][at]), int(side[1][at])) for side in (one, two))
        more[at] = n ** (a + d) * b**b * c**c > n ** (b + c) * a**a * d**d
    return more


def _split(p: Codes, q: Codes) -> Floats:
    """(p + q) times the entropy of a choice between p and q, by non-negative terms."""
    return _term(p, p + q) + _term(q, p + q)


def _term(part: Codes, whole: Array | int) -> Floats:
    """-part · log(part / whole), 0 for no part; by the remainder if the part is almost all."""
    share: Floats = np.divide(part, whole, out=np.ones(len(part)), where=part > 0)
    rest: Floats = np.divide(whole - part, whole, out=np.zeros(len(part)), where=part > 0)
    near = share > 0.5
    logs = np.where(near, np.log1p(-np.where(near, rest, 0.0)), np.log(share))
    return np.asarray(part * -logs + 0.0, dtype=np.float64)
