"""Bounds of the number of disagreements, from what each pair of objects can do alone.

The bounds are valid, but may be loose, because they treat pairs as independent.
"""

from __future__ import annotations

import numpy as np

from ...base.arrays import Counts, Mask
from ..kinds.grouping import crossed
from .grid import Grid, SideSets

_MOST_KINDS = 3_000


def mirkin_bounds(grid: Grid) -> tuple[float, float] | None:
    """Return bounds of Σ a² + Σ b² - 2 Σ n², or None for too many kinds of objects."""
    kinds = crossed(grid.truth.number, grid.prediction.number)
    if len(kinds.size) > _MOST_KINDS:
        return None
    same, apart = _forced(grid.truth, kinds.first)
    same_too, apart_too = _forced(grid.prediction, kinds.second)
    differ = (same & apart_too) | (apart & same_too)
    agree = (same & same_too) | (apart & apart_too)
    low = _pairs(differ, kinds.size)
    high = grid.objects * (grid.objects - 1) - _pairs(agree, kinds.size)
    return float(low), float(high)


def _forced(side: SideSets, kinds: Counts) -> tuple[Mask, Mask]:
    """Whether two kinds of objects are always together, and whether they are always apart."""
    if side.sets is None:
        equal: Mask = kinds[:, None] == kinds
        return equal, ~equal
    sets = side.sets[kinds].astype(np.float64)
    meet = sets @ sets.T > 0
    single = sets.sum(axis=1) == 1
    return meet & single[:, None] & single, ~meet


def _pairs(flags: Mask, sizes: Counts) -> int:
    """The number of ordered pairs of two objects that the flags select."""
    weights = sizes.astype(np.int64)
    alone = int(np.sum(weights[np.diag(flags)]))
    return int(weights @ flags.astype(np.int64) @ weights) - alone
