"""Intervals of the mean of several scores of the same objects, and of the best of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ...inference.sampling.bootstrap_intervals import Ends, bca, calibrated, including
from ...inference.sampling.jackknife import summarize

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...base.arrays import Floats
    from ..runs.pulls import Pulls


class Scored(NamedTuple):
    """Scores of one clustering against several references."""

    values: Floats
    drawn: Floats  # draws × references
    pulls: Pulls
    ends: Sequence[Ends]  # of each score alone


def mean_ends(found: Scored, level: float) -> Ends:
    """The calibrated interval of the mean: draws of the mean, with the width of its jackknife.

    If nothing varies, the mean is between the means of the ends.
    """
    values, drawn, pulls, ends = found
    value, means = float(values.mean()), drawn.mean(axis=1)
    counts = pulls.weights * pulls.units
    pull = summarize(0.0, -pulls.pull.mean(axis=1), counts, float(pulls.units))
    if not pull.standard_error or not np.ptp(means):
        low, high = np.mean(ends, axis=0).tolist()
        return low, high
    center = value - float(pulls.bias.mean())
    moved = calibrated(means, center, pull.standard_error, pull.acceleration)
    return including(bca(moved, level), value)


def best_ends(sign: int, found: Scored, level: float) -> Ends:
    """The interval of the largest true score; `sign` is -1 if lower is better.

    The largest of several scores is too high on average. So its lower end is the highest of the
    lower ends that hold for all scores at once: by the largest standardized draw. The upper end of
    the truly best score is valid alone, and the highest of all upper ends is no lower.
    """
    values, drawn, pulls, ends = found
    goodness, centers = sign * drawn, sign * (values - pulls.bias)
    errors = np.sqrt(np.diag(pulls.covariance))
    spread = goodness.std(axis=0, ddof=1)
    outer = [max(sign * low, sign * high) for low, high in ends]
    inner = [min(sign * low, sign * high) for low, high in ends]
    known = (errors > 0) & (spread > 0)
    if known.any():
        z = (goodness[:, known] - goodness[:, known].mean(axis=0)) / spread[known]
        reach = float(np.quantile(z.max(axis=1), (1 + level) / 2))
        joint = np.array(inner)
        joint[known] = np.minimum(joint[known], centers[known] - reach * errors[known])
        inner = joint.tolist()
    low, high = sign * max(inner), sign * max(outer)
    return including((min(low, high), max(low, high)), sign * float((sign * values).max()))
