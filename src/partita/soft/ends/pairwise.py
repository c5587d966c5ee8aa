"""Bounds on the number of disagreements, pair by pair: what each pair of objects can do alone.

Pairs are taken for independent, which they are not, so the bounds hold but may be loose.
"""

from __future__ import annotations

import numpy as np

from ...base.arrays import Counts
from ..kinds.grouping import crossed
from .grid import Flags, Grid, SideSets

_MOST_KINDS = 3_000


def mirkin_bounds(grid: Grid) -> tuple[float, float] | None:
    """Least and greatest Σ a² + Σ b² - 2 Σ n² over ordered pairs, or None for too many kinds."""
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


def _forced(side: SideSets, kinds: Counts) -> tuple[Flags, Flags]:
    """Which two kinds of objects are always together, and which are always apart."""
    if side.sets is None:
        equal: Flags = kinds[:, None] == kinds
        return equal, ~equal
    sets = side.sets[kinds].astype(np.float64)
    meet = sets @ sets.T > 0
    single = sets.sum(axis=1) == 1
    return meet & single[:, None] & single, ~meet


def _pairs(flags: Flags, sizes: Counts) -> int:
    """How many ordered pairs of two objects the flags select."""
    weights = sizes.astype(np.int64)
    alone = int(np.sum(weights[np.diag(flags)]))
    return int(weights @ flags.astype(np.int64) @ weights) - alone
