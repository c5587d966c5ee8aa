"""Draws of a distribution, weighted so that their mean is the mean that is known."""

from __future__ import annotations

from math import floor, log, sqrt

import numpy as np

from ...base.arrays import Floats
from ..kinds.results import Method
from ..means.closed_forms import Mean
from ..means.concentration import DOUBT
from .bounded_functions import BoundedValues

MIDDLE = 0.95  # share of the draws between the ends that are shown
_ROUNDS = 60  # of Newton's method
_SETTLED = 1e-13


def weighted_draws(
    values: Floats, share: Floats, draws: int, mean: Mean, method: Method
) -> tuple[Floats, BoundedValues]:
    """Return the weight of each value, and bounds of the distribution function.

    The weights are the closest to the shares of the draws, by the Kullback-Leibler divergence,
    with the mean and, if known, the variance of the distribution. The bounds hold with a
    probability of 95%, by the inequality of Dvoretzky, Kiefer and Wolfowitz with the constant of
    Massart. They are about the draws, so weights cannot make them wrong.
    """
    reached = np.append(0.0, np.cumsum(share))
    step = sqrt(log(2 / DOUBT) / (2 * draws))
    bounds = np.clip([reached - step, reached + step], 0.0, 1.0)
    weight = tilted(values, share, mean.value, mean.variance)
    apart = float(np.abs(np.cumsum(weight) - reached[1:]).max())
    # a quantile of the weighted draws may be off by both
    held = max(0, floor(100 * (MIDDLE - 2 * (step + apart))))
    note = (
        f"{method.note}, weighted to the mean, distribution function within {step + apart:.2g}: "
        f"{100 * MIDDLE:g}% of the draws are at least {held}% of the clusterings"
    )
    return weight, BoundedValues(values, bounds, Method("sampled", note))


def tilted(values: Floats, share: Floats, mean: float, variance: float | None) -> Floats:
    """Return weights share·exp(a z + b z²) with this mean and variance, z the standard value.

    Without such weights, those with the mean, or the shares if the mean lies outside the values.
    """
    spread = sqrt(float(share @ (values - mean) ** 2))
    if not spread > 0 or not values[0] < mean < values[-1]:
        return share
    z = (values - mean) / spread
    goals = [z] if variance is None else [z, z * z - variance / spread**2]
    for features in (np.array(goals), z[None, :]):
        found = _solved(features, share)
        if found is not None:
            return found
    return share


def _solved(features: Floats, share: Floats) -> Floats | None:
    """Weights under which all features have the mean 0, by Newton's method with halved steps."""
    rates = np.zeros(len(features))
    weight, level = _weights(features, share, rates)
    for _ in range(_ROUNDS):
        slope = features @ weight
        if np.abs(slope).max() <= _SETTLED:
            return weight
        centered = features - slope[:, None]
        curve = (centered * weight) @ centered.T
        step = np.linalg.lstsq(curve, slope, rcond=1e-12)[0]
        for _ in range(_ROUNDS):
            tried, lower = _weights(features, share, rates - step)
            if lower <= level:
                break
            step = step / 2
        else:
            break
        rates, weight, level = rates - step, tried, lower
    return weight if np.abs(features @ weight).max() <= 1e-9 else None


def _weights(features: Floats, share: Floats, rates: Floats) -> tuple[Floats, float]:
    """The weights, and log Σ share·exp(rates·features), which is least at the solution."""
    powers = rates @ features
    top = float(powers.max())
    weight = share * np.exp(powers - top)
    total = float(weight.sum())
    return weight / total, top + log(total)
