"""Homogeneity against completeness, with the confidence region of both."""

from __future__ import annotations

from math import log, sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from ..base.arithmetic import weighted_sum
from ..base.checks import confidence_of
from ..inference.intervals.intervals import estimates
from ..inference.sampling.samples import GroupSample, ObjectSample
from ..measures.chosen import choose
from ..measures.measure import measure
from ..table.contingency import AnyTable, Contingency
from ..table.weighted import WeightedContingency
from .counting.columns import Columns
from .counting.counting import can_be_drawn

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..base.arrays import Floats

CELLS = 10_000  # cells of a table, up to which drawing intervals takes a second
_BOTH = ("homogeneity", "completeness")
_COLUMNS = (
    *(f"{name}_{part}" for part in ("error", "center", "reach") for name in _BOTH),
    "correlation",
    "tilt",
)


def plane(
    tables: Mapping[str, AnyTable | ObjectSample | GroupSample],
    confidence: float = 0.95,
    draws: int | None = None,
) -> Columns:
    """A row per clustering: homogeneity, completeness, v_measure, and their confidence region.

    `homogeneity_error` and `completeness_error` are jackknife standard errors, and `correlation`
    is their correlation. `homogeneity_center` and `completeness_center` are the values without the
    jackknife's estimate of their bias: with few objects per cell both values are too high. The
    confidence region is an ellipse around this center: `homogeneity_reach` and
    `completeness_reach` are half its width and height, `tilt` is its correlation. It contains the
    ellipse of the jackknife, which reaches `radius` errors from the center, and the values
    themselves. It is as wide and as high as the intervals of both values, which are left out for
    tables of more than 10,000 cells. benchmarks/results/coverage.md says how often it contains
    both true values. For fractional weights, all columns except the values and `radius` are NaN.
    """
    share = confidence_of(confidence)
    radius = sqrt(-2 * log(1 - share))  # quantile of χ with two degrees of freedom
    samples = [ObjectSample(t) if isinstance(t, Contingency) else t for t in tables.values()]
    rows = [_region(one, share, radius, draws) for one in samples]
    counted = [one if isinstance(one, WeightedContingency) else one.table for one in samples]
    values = {
        name: np.array([measure(name).of(table) for table in counted])
        for name in (*_BOTH, "v_measure")
    }
    regions = {name: np.array([row[name] for row in rows], dtype=np.float64) for name in _COLUMNS}
    heads = np.array(list(tables), dtype=object)
    return Columns({"prediction": heads, **values, **regions, "radius": np.full(len(rows), radius)})


def inside(row: Mapping[str, float], homogeneity: float, completeness: float) -> bool:
    """Whether the confidence region of a row of `plane` contains these two values."""
    reach, rho = (row["homogeneity_reach"], row["completeness_reach"]), row["tilt"]
    off = homogeneity - row["homogeneity_center"], completeness - row["completeness_center"]
    if not all(reach):
        return all(abs(x) <= most for x, most in zip(off, reach, strict=True))
    u, v = (x / most for x, most in zip(off, reach, strict=True))
    return u * u - 2 * rho * u * v + v * v <= 1 - rho * rho


def _region(sample: Any, level: float, radius: float, draws: int | None) -> dict[str, float]:
    """Jackknife errors and correlation of both values, and the ellipse of their region."""
    if not isinstance(sample, ObjectSample | GroupSample):
        return dict.fromkeys(_COLUMNS, np.nan)
    both = [sample.influence(choose(name), 0) for name in _BOTH]
    errors = np.array([one.standard_error for one in both])
    times = sample.table.counts if isinstance(sample, ObjectSample) else np.ones(sample.size)
    correlation = _correlation([one.change for one in both], times / times.sum(dtype=np.float64))
    values = np.array([measure(name).of(sample.table) for name in _BOTH])
    bias = np.array([one.bias for one in both])
    reached = np.abs(bias)
    if can_be_drawn(sample.table) and sample.table.nnz <= CELLS:
        for k, one in enumerate(estimates(_BOTH, sample, confidence=level, draws=draws)):
            reached[k] = np.abs(np.array([one.low, one.high]) - values[k] + bias[k]).max()
    reach, tilt = _widen(radius * errors, correlation, bias, reached)
    numbers = (*errors, *(values - bias), *reach, correlation, tilt)
    return dict(zip(_COLUMNS, numbers, strict=True))


def _correlation(changes: list[Floats], weights: Floats) -> float:
    """The correlation of the changes by the loss of a unit; 0 if one of them does not vary."""
    pulls = [change - weighted_sum(weights, change) for change in changes]
    shared = weighted_sum(weights, pulls[0] * pulls[1])
    spread = sqrt(weighted_sum(weights, pulls[0] ** 2) * weighted_sum(weights, pulls[1] ** 2))
    return min(1.0, max(-1.0, shared / spread)) if spread else 0.0


def _widen(
    reach: Floats, correlation: float, point: Floats, reached: Floats
) -> tuple[Floats, float]:
    """Widen an ellipse until it contains a point and is as wide and as high as `reached`.

    Adding a positive semidefinite matrix to the matrix of an ellipse gives an ellipse that
    contains it; adding p pᵀ gives one that also contains the point p.
    """
    matrix = np.outer(reach, reach) * np.array([[1.0, correlation], [correlation, 1.0]])
    matrix = matrix + np.diag(np.maximum(reached**2 - reach**2, 0.0))
    (across, slope), (_, up) = matrix
    x, y = point
    if x * x * up - 2 * x * y * slope + y * y * across > across * up - slope * slope:
        matrix = matrix + np.outer(point, point)
    wide = np.sqrt(np.diag(matrix))
    return wide, float(np.clip(matrix[0, 1] / wide.prod(), -1.0, 1.0)) if wide.all() else 0.0
