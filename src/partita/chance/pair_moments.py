"""Pair counts under chance: their means and variances under every null model.

X and Y indicate for each pair of objects whether it is together in the truth and in the prediction.
The sides are independent and objects are exchangeable, so a few moments of each side suffice: the
probability of a pair, and the covariances of two pairs that are the same, share one object, or are
disjoint.
"""

from __future__ import annotations

from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING, NamedTuple

from ..statistics.pairs import PairCounts
from .blocks import together

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..base.arithmetic import Number
    from ..table.contingency import Contingency
    from .models import Kept, Model

_ROUNDING = 1e-12  # a variance below this share of its terms is 0


class Plane(NamedTuple):
    """A measure that is affine in the pair counts: its slopes."""

    together: float  # per pair N11
    truth: float  # per pair P inside classes
    prediction: float  # per pair Q inside clusters


class Side(NamedTuple):
    """Moments of one random partition: the probability of a pair, covariances of two pairs."""

    pair: Number
    same: Number
    touching: Number
    disjoint: Number
    variance: float  # of the number of pairs that are together


def mean_pairs(p: PairCounts) -> PairCounts:
    """Return pair counts with E[N11] = PQ/M in place of N11."""
    return p.with_together(Fraction(p.truth_pairs) * p.prediction_pairs / p.pairs)


def mean_counts(table: Contingency, model: Model) -> PairCounts:
    """Return the mean pair counts under a model that leaves a side random."""
    p, q = (Fraction(side.pair) for side in _sides(table, model))
    whole = table.pairs.pairs
    return PairCounts.of_totals(p * q * whole, p * whole, q * whole, whole, table.n)


def deviation(table: Contingency, model: Model, plane: Plane) -> float:
    """Return the standard deviation of a measure that is affine in the pair counts.

    With p, q the probabilities of a pair and W = Σ (X - p)(Y - q) over all pairs,
    N11 = pqM + q (P - pM) + p (Q - qM) + W, and the covariances of the three terms are 0.
    """
    truth, prediction = _sides(table, model)
    n = table.n
    kinds = (n * (n - 1) // 2, n * (n - 1) * (n - 2), n * (n - 1) * (n - 2) * (n - 3) // 4)
    moments = zip(kinds, truth[1:4], prediction[1:4], strict=True)
    terms = [number * x * y for number, x, y in moments]
    product = _variance(terms)
    by_truth = plane.truth + plane.together * float(prediction.pair)
    by_prediction = plane.prediction + plane.together * float(truth.pair)
    total = plane.together**2 * product
    total += by_truth**2 * truth.variance + by_prediction**2 * prediction.variance
    return sqrt(total)


def _variance(terms: Sequence[Number]) -> float:
    total = float(sum(terms))
    exact = not any(isinstance(term, float) for term in terms)
    rounding = 0.0 if exact else _ROUNDING * sum(abs(float(term)) for term in terms)
    return total if total > rounding else 0.0


def _sides(table: Contingency, model: Model) -> tuple[Side, Side]:
    return (
        _side(model.classes, table.class_sizes.tolist(), table.n),
        _side(model.clusters, table.cluster_sizes.tolist(), table.n),
    )


def _side(kept: Kept, sizes: list[int], n: int) -> Side:
    if kept == "sizes":
        return _given(sizes, n)
    pair, excess = together(n, len(sizes) if kept == "number" else None)
    whole = n * (n - 1) / 2
    same = pair * (1 - pair)
    return Side(pair, same, excess, excess, _variance((whole * same, whole * (whole - 1) * excess)))


def _given(sizes: list[int], n: int) -> Side:
    """Objects assigned to groups of given sizes: exact fractions (Fowlkes and Mallows 1983)."""
    twos = sum(a * (a - 1) for a in sizes)
    threes = sum(a * (a - 1) * (a - 2) for a in sizes)
    pair = Fraction(twos, max(1, n * (n - 1)))
    triple = Fraction(threes, max(1, n * (n - 1) * (n - 2)))
    apart = Fraction(twos * twos - 4 * threes - 2 * twos, max(1, n * (n - 1) * (n - 2) * (n - 3)))
    square = pair * pair
    return Side(pair, pair - square, triple - square, apart - square, 0.0)
