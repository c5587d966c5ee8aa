"""The mean of a ratio of two affine functions of sums over the table, one side hard.

For f = U/D and θ = EU/ED, E f - θ = E (U - θD)(1/D - 1/ED), as U - θD has the mean 0. With D >= d
it is at most sd(U - θD) sd(D) / (d ED), by the inequality of Cauchy and Schwarz. Both deviations
follow from the inequality of Efron and Stein (1981): the variance of a function of independent
labels is at most the sum over the objects of the mean variance in the label of one, given the
others. So θ is the mean for many objects, up to a small error that is certain.
"""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING

import numpy as np

from ...base.arrays import Floats
from ..ends.affine_ratios import Affine, ratio_of
from ..kinds.results import Method
from ..two_sides.fuzzy_pair import FuzzyPair
from ..two_sides.sides import masses_of
from .cell_laws import mean_information
from .class_masses import ClassMasses
from .closed_forms import Mean
from .concentration import range_of
from .convex_shapes import Shape, sum_range

if TYPE_CHECKING:
    from .plan import Plan

_ROUNDING = 1e-11


def ratio_mean(pair: FuzzyPair, plan: Plan) -> Mean | None:
    """Return θ with the bound of its error; None if the measure is no known ratio."""
    masses = ClassMasses.of(masses_of(pair.truth), masses_of(pair.prediction))
    if masses is None:
        return None
    ratio = ratio_of(plan.chosen, masses.sizes, truth_hard=masses.truth_hard)
    low, high = range_of(plan.chosen, pair.n, pair.shape)
    if ratio is None or ratio.below.constant or not np.isfinite(high - low):
        return None  # a constant denominator needs a closed form only
    shape = Shape(ratio.squares)
    least, _ = form_range(ratio.below, shape, masses)
    if not least > 0:
        return None
    cells, sizes, rounding = _mean_sums(pair, squares=ratio.squares, truth_hard=masses.truth_hard)
    theta, below = ratio.of(cells, sizes), ratio.below.of(cells, sizes)
    difference = ratio.above - ratio.below * theta
    spread = deviation(difference, shape, masses)
    outside = 2 * masses.ranges[0].size * masses.outside
    error = spread * deviation(ratio.below, shape, masses) / (least * below)
    error += spread * sqrt(outside) / below + outside * (high - low)
    error += (abs(difference.cells) + abs(difference.sizes)) * rounding / below
    error = float(error) + _ROUNDING * (1 + abs(theta))
    return Mean(theta, error, Method("bounds", "ratio of means"))


def _mean_sums(pair: FuzzyPair, *, squares: bool, truth_hard: bool) -> tuple[float, float, float]:
    """The means of A and B, and their error."""
    if squares:
        classes, clusters, cells = pair.gram_sums.squares
        return cells, clusters if truth_hard else classes, 0.0
    h, error = mean_information(pair)
    joint = h.mutual + h.variation
    entropy = h.prediction_entropy if truth_hard else h.truth_entropy
    whole = float(np.log(pair.n))
    return pair.n * (whole - joint), pair.n * (whole - entropy), pair.n * error


def form_range(form: Affine, shape: Shape, masses: ClassMasses) -> tuple[float, float]:
    """Return bounds of an affine form while the counts are in their ranges."""
    low, high = masses.ranges
    sizes = masses.sizes
    rows = [sum_range(shape, *row) for row in zip(low[:-1], high[:-1], sizes, strict=True)]
    cells = sum(row[0] for row in rows), sum(row[1] for row in rows)
    columns = sum_range(shape, low[-1], high[-1], float(sizes.sum()))
    ends = [form.rest, form.rest]
    for weight, parts in ((form.cells, cells), (form.sizes, columns)):
        for at in (0, 1):
            ends[at] += weight * parts[at if weight > 0 else 1 - at]
    slack = _ROUNDING * (1 + abs(ends[0]) + abs(ends[1]))
    return float(ends[0] - slack), float(ends[1] + slack)


def deviation(form: Affine, shape: Shape, masses: ClassMasses) -> float:
    """Bound the standard deviation of an affine form of sums over random labels.

    An object that joins a cell and a column changes the form by g = u ψ(n') + v ψ(b'), with
    ψ(t) = φ(t+1) - φ(t) and counts without the object. The mean of Var g over its label is at most
    (sd of g at the mean counts + root mean square of the rest)².
    """
    mean, spread = masses.mean, masses.mean - masses.squares
    cells = form.cells * _step(shape, mean)
    columns = form.sizes * _step(shape, mean.sum(axis=0))
    known = float(masses.variance(cells + columns).sum())
    top = float(_step(shape, np.array(float(masses.sizes.sum()))))
    rest = 2 * form.cells**2 * _error_of_step(shape, mean, spread, top)
    rest += 2 * form.sizes**2 * _error_of_step(shape, mean.sum(axis=0), spread.sum(axis=0), top)
    return sqrt(known) + sqrt(float((mean * rest).sum()))


def _step(shape: Shape, count: Floats) -> Floats:
    return shape.of(count + 1) - shape.of(count)


def _error_of_step(shape: Shape, mean: Floats, spread: Floats, top: float) -> Floats:
    """A bound of E (ψ(n') - ψ(mean))² for a count n' of this mean and variance, less one object.

    ψ has the slope 2 for squares. For t log t it is at most 2/mean above mean/2, and below, which
    has a probability of at most 4 (variance + 1)/mean², ψ is between 0 and ψ(mean). It is never
    above `top`.
    """
    if shape.squares:
        return 4 * (spread + 1)
    away = 4 * (spread + 1) / np.maximum(mean, 1e-12) ** 2
    return np.asarray(np.minimum(top**2, away * (1 + _step(shape, mean) ** 2)))
