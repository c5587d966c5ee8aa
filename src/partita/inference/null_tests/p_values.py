"""How often random labelings agree at least as well as observed: exactly, or from drawn tables."""

from __future__ import annotations

from math import sqrt
from sys import float_info
from typing import TYPE_CHECKING, Any, NamedTuple

from ...chance.null_values import TIE

if TYPE_CHECKING:
    import numpy as np

    from ...base.arrays import Floats
    from ...measures.chosen import Chosen

_LEAST = float_info.min  # what was seen is possible: smaller probabilities round to 0, p does not


class PValue(NamedTuple):
    """How often random labelings agree at least as well."""

    p: float
    note: str  # which tables were looked at
    draws: int
    at_floor: bool  # p is the least that could come out, so only a bound
    error: float | None = None  # standard error of a sampled p; a bound has none


def exact_p(mass: Floats, hits: np.ndarray[Any, np.dtype[np.bool_]], note: str) -> PValue:
    """Sum up the probabilities of all values that are as extreme."""
    p = min(1.0, max(_LEAST, float(mass[hits].sum())))
    return PValue(p, note, 0, p <= _LEAST)


def sampled_p(hits: int, size: int, *, stopped: bool) -> PValue:
    """Estimate p from drawn tables; stopped where sampling ended at a wanted number of hits."""
    p = hits / size if stopped else (hits + 1) / (size + 1)
    spread = p / sqrt(hits) if stopped else sqrt(p * (1 - p) / size)
    error = spread if hits else None
    return PValue(min(1.0, p), f"{size} sampled tables", size, hits == 0, error)


def as_extreme(s: Chosen, values: Floats, observed: float) -> np.ndarray[Any, np.dtype[np.bool_]]:
    """Tell which values show at least the agreement observed."""
    slack = TIE * max(1.0, abs(observed))
    if s.measure.better == "higher":
        return values >= observed - slack
    return values <= observed + slack
