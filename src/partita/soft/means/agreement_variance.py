"""The variance of the number of pairs on which two random labelings agree."""

from __future__ import annotations

import numpy as np

from ...base.arrays import Floats
from ..two_sides.fuzzy_pair import FuzzyPair


def agreement_variance(pair: FuzzyPair) -> float:
    """Return the variance of the number of pairs on which the two labelings agree.

    With p_xy the probability that x and y are treated alike, w_x(i,j) = u_xi v_xj and
    h_y(i,j) = 1 - u_yi - v_yj + 2 u_yi v_yj the probability given the groups i, j of x, the
    Hoeffding decomposition is Σ_x Var(Σ_{y≠x} h_y) + Σ_{x<y} (p + p² - <w_x, h_y²> - <w_y, h_x²>).
    """
    joint, agree, squares = _totals(pair)
    first = own = own_p = own_p2 = 0.0
    for u, v in pair.slices():
        w = (u[:, :, None] * v[:, None, :]).reshape(len(u), -1)
        h = _agreement(u, v)
        rest = agree - h
        mean = (w * rest).sum(axis=1)
        first += float((w * (rest - mean[:, None]) ** 2).sum())
        own += float((w * h * h).sum())
        p = (w * h).sum(axis=1)
        own_p += float(p.sum())
        own_p2 += float((p * p).sum())
    total_p = float(joint @ agree) - own_p
    total_p2 = _squared_agreement(pair) - own_p2
    second = (total_p + total_p2) / 2 - (float(joint @ squares) - own)
    return max(0.0, first + second)


def variance_cost(pair: FuzzyPair) -> int:
    """Return the number of multiplications of `agreement_variance`."""
    features = (1 + pair.truth.k) * (1 + pair.prediction.k)
    return pair.n * features * features


def _totals(pair: FuzzyPair) -> tuple[Floats, Floats, Floats]:
    """Σ_x w_x, Σ_y h_y and Σ_y h_y², each over the cells."""
    cells = pair.truth.k * pair.prediction.k
    joint, agree, squares = np.zeros(cells), np.zeros(cells), np.zeros(cells)
    for u, v in pair.slices():
        joint += (u.T @ v).ravel()
        h = _agreement(u, v)
        agree += h.sum(axis=0)
        squares += (h * h).sum(axis=0)
    return joint, agree, squares


def _squared_agreement(pair: FuzzyPair) -> float:
    """Σ_xy p_xy² over ordered pairs, including x = y.

    p = 1 - <u,u'> - <v,v'> + 2 <w,w'> is a signed inner product of the features (1, u, v, w), so
    the sum of its squares is the signed sum of squares of their Gram matrix.
    """
    k1, k2 = pair.shape
    signs = np.concatenate(([1.0], -np.ones(k1 + k2), np.full(k1 * k2, 2.0)))
    gram = np.zeros((len(signs), len(signs)))
    for u, v in pair.slices():
        w = (u[:, :, None] * v[:, None, :]).reshape(len(u), -1)
        features = np.concatenate((np.ones((len(u), 1)), u, v, w), axis=1)
        gram += features.T @ features
    return float(signs @ (gram * gram) @ signs)


def _agreement(u: Floats, v: Floats) -> Floats:
    """h(i,j): the probability that the object is treated like one in class i and cluster j."""
    h = 1 - u[:, :, None] - v[:, None, :] + 2 * u[:, :, None] * v[:, None, :]
    return np.asarray(h.reshape(len(u), -1))
