"""Homogeneity against completeness, with how certain both are together."""

from __future__ import annotations

from collections.abc import Mapping
from math import log, sqrt

import numpy as np

from ..arithmetic import weighted_sum
from ..contingency import Contingency
from ..inference.jackknife import influence
from ..inference.reading import level_of
from ..inference.scores import scorer
from ..measure import measure
from .columns import Columns
from .counting import AnyTable


def plane(tables: Mapping[str, AnyTable], level: float = 0.95) -> Columns:
    """A row per clustering: homogeneity, completeness, v_measure, and the ellipse around them.

    `homogeneity_error` and `completeness_error` are jackknife standard errors, `correlation` that
    of the two. `homogeneity_center` and `completeness_center` are the values without the bias that
    the jackknife finds: with few objects per cell both values are too high. The points
    center + `radius` · L u, with u on the unit circle and L Lᵀ the covariance, are the confidence
    region of both at this level; benchmarks/results/coverage.md says how often it holds them.
    Without any error it is a point. Tables of fractional weights have no errors: the columns of
    errors, correlation and center hold NaN there.
    """
    radius = sqrt(-2 * log(1 - level_of(level)))  # the quantile of χ with two degrees of freedom
    rows = [_errors(table) for table in tables.values()]
    names = ("homogeneity", "completeness", "v_measure")
    values = {
        name: np.array([measure(name).of(table) for table in tables.values()]) for name in names
    }
    errors = np.array(rows, dtype=np.float64).reshape(len(rows), 5)
    return Columns(
        {
            "prediction": np.array(list(tables), dtype=object),
            **values,
            "homogeneity_error": errors[:, 0],
            "completeness_error": errors[:, 1],
            "correlation": errors[:, 2],
            "homogeneity_center": values["homogeneity"] - errors[:, 3],
            "completeness_center": values["completeness"] - errors[:, 4],
            "radius": np.full(len(rows), radius),
        }
    )


def inside(row: Mapping[str, float], homogeneity: float, completeness: float) -> bool:
    """Tell whether the confidence region of a row of `plane` holds these two values."""
    errors, rho = (row["homogeneity_error"], row["completeness_error"]), row["correlation"]
    off = homogeneity - row["homogeneity_center"], completeness - row["completeness_center"]
    if not all(errors):
        return all(abs(x) <= row["radius"] * error for x, error in zip(off, errors, strict=True))
    u, v = (x / error for x, error in zip(off, errors, strict=True))
    return u * u - 2 * rho * u * v + v * v <= row["radius"] ** 2 * (1 - rho * rho)


def _errors(table: AnyTable) -> tuple[float, float, float, float, float]:
    """Standard errors of both, their correlation (0 where one does not vary), and their biases."""
    if not isinstance(table, Contingency):
        return np.nan, np.nan, np.nan, np.nan, np.nan
    both = [influence(scorer(name), table) for name in ("homogeneity", "completeness")]
    first, second = (one.standard_error for one in both)
    biases = both[0].bias, both[1].bias
    if not first or not second:
        return first, second, 0.0, *biases
    weights = table.counts.astype(np.float64) / float(table.n)
    pulls = [one.change - weighted_sum(weights, one.change) for one in both]
    shared = weighted_sum(weights, pulls[0] * pulls[1])
    spread = sqrt(weighted_sum(weights, pulls[0] ** 2) * weighted_sum(weights, pulls[1] ** 2))
    return first, second, min(1.0, max(-1.0, shared / spread)), *biases
