"""Standard errors of CV₀ and DCV: how much the variation of sizes depends on the objects."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ...inference.sampling.jackknife import summarize
from ...inference.sampling.samples import GroupSample
from ..counting.counting import can_be_drawn
from ..draws.samples import sample_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ...base.arrays import Floats
    from ...inference.sampling.samples import ObjectSample
    from ..counting.counting import Counted


def dcv_error(one: Counted) -> float | None:
    """The jackknife standard error of DCV; None without DCV, and for fractional weights.

    It leaves out one object at a time, or one group of objects if groups were given.
    """
    if not can_be_drawn(one.table) or one.table.size_variation.dcv is None:
        return None
    (cv0, cv1), kinds = _jackknife(sample_of(one))
    return summarize(0.0, cv1 - cv0, kinds, float(kinds.sum())).standard_error


def cv0_error(one: Counted) -> float | None:
    """The same for CV₀, the variation of class sizes."""
    if not can_be_drawn(one.table) or one.table.size_variation.cv0 is None:
        return None
    (cv0, _), kinds = _jackknife(sample_of(one))
    return summarize(0.0, cv0, kinds, float(kinds.sum())).standard_error


def _jackknife(sample: ObjectSample | GroupSample) -> tuple[list[Floats], NDArray[Any]]:
    """CV₀ and CV₁ without one unit of each kind, and the number of units of each kind."""
    table, (cell, unit, taken, kinds) = sample.table, _units(sample)
    sizes = table.class_sizes, table.cluster_sizes
    without = [
        _without(own.astype(np.float64), named, places[cell], unit, taken)
        for own, named, places in zip(sizes, table.named, (table.rows, table.cols), strict=True)
    ]
    return without, kinds


def _units(sample: ObjectSample | GroupSample) -> tuple[NDArray[Any], ...]:
    """The cell, unit and count of each part of a unit, and the number of units of each kind."""
    if isinstance(sample, GroupSample):
        parts = sample.shares.tocoo()
        return parts.col, parts.row, parts.data, np.ones(sample.size)
    cells = np.arange(sample.table.nnz)
    return cells, cells, np.ones(len(cells)), sample.table.counts


def _without(
    sizes: Floats,
    named: NDArray[np.bool_],
    group: NDArray[Any],
    unit: NDArray[Any],
    taken: NDArray[Any],
) -> Floats:
    """CV without each unit, of the groups that are left.

    With k groups, n objects and S = Σ a², CV² = k/(k-1) · (k S/n² - 1).
    """
    units = int(unit.max()) + 1
    kept = named[group]
    place, back = np.unique(unit[kept] * np.int64(len(sizes)) + group[kept], return_inverse=True)
    own, size = place // len(sizes), sizes[place % len(sizes)]
    part = np.bincount(back, taken[kept], len(place))  # objects of a unit in one group
    lost, emptied = np.bincount(own, part, units), np.bincount(own, part == size, units)
    squares = (sizes[named] ** 2).sum() + np.bincount(own, part * (part - 2 * size), units)
    n = np.maximum(sizes[named].sum() - lost, 1)
    k = np.maximum(named.sum() - emptied, 2)
    found: Floats = np.sqrt(np.maximum(k / (k - 1) * (k * squares / n**2 - 1), 0))
    return found
