"""From the scores of random labelings to mean, standard deviation and p."""

from __future__ import annotations

from math import sqrt
from sys import float_info
from typing import TYPE_CHECKING, Any, NamedTuple

from ...base.arithmetic import weighted_sum
from ...chance.expectation import DRAWS, sampled_mean
from .random_tables import deviation_by_formula, mean_by_formula

if TYPE_CHECKING:
    import numpy as np

    from ...table.contingency import Contingency
    from ..sampling.batch import Float64, Scorer

TIE = 1e-12  # scores closer than this are equal: they differ by rounding
_LEAST = float_info.min  # what was seen is possible: smaller probabilities round to 0, p does not


class NullLaw(NamedTuple):
    """What a null says about a score."""

    mean: float
    deviation: float
    p_value: float
    note: str  # which tables were looked at
    draws: int
    at_floor: bool  # p is the least that could come out, so only a bound
    p_error: float | None = None  # standard error of a sampled p; a bound has none


def exact_law(s: Scorer, values: Float64, mass: Float64, observed: float, note: str) -> NullLaw:
    """Sum up all values that a measure may take."""
    hits = as_extreme(s, values, observed)
    mean = weighted_sum(mass, values)
    mean = mean if abs(mean) > TIE * float(abs(values).max()) else 0.0  # rounding
    deviation = sqrt(weighted_sum(mass, (values - mean) ** 2))
    p = min(1.0, max(_LEAST, float(mass[hits].sum())))
    return NullLaw(mean, deviation, p, note, 0, p <= _LEAST)


def summary(
    s: Scorer, table: Contingency, values: Float64, hits: int, null: str, *, sequential: bool
) -> NullLaw:
    """Sum up sampled values; sequential where sampling stopped at a wanted number of hits."""
    size = len(values)
    p = hits / size if sequential else (hits + 1) / (size + 1)
    spread = p / sqrt(hits) if sequential else sqrt(p * (1 - p) / size)
    mean, deviation = mean_by_formula(s, table, null), deviation_by_formula(s, table, null)
    if mean is None:
        mean, _, _ = sampled_mean(s.measure, values[:DRAWS].tolist())
    if deviation is None:
        deviation = float(values.std(ddof=1)) if size > 1 else 0.0
    note, error = f"{size} sampled tables", spread if hits else None
    return NullLaw(mean, deviation, min(1.0, p), note, size, hits == 0, error)


def as_extreme(s: Scorer, values: Float64, observed: float) -> np.ndarray[Any, np.dtype[np.bool_]]:
    """Tell which values show at least the agreement observed."""
    slack = TIE * max(1.0, abs(observed))
    if s.measure.better == "higher":
        return values >= observed - slack
    return values <= observed + slack
