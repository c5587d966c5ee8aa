"""The desirable properties P1 to P7 of Table 1, and how often a measure has them on the grid.

A property says how the measure moves when one parameter grows. Its rate is the share of the steps
from one value of that parameter to the next, with all others fixed, in which the measure moves so.
Signs are turned so that more is better for every measure.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from partita.base.arrays import Floats, Int64

from .grid import CLASSES, FULL, Grid

_CLUSTERS, _NOISE_CLUSTERS, _NOISE_CLASSES, _USEFUL, _IN_CLUSTERS, _IN_CLASSES = range(6)  # axes
_TIE = 1e-12  # relative, since Mirkin's values grow with n²: smaller differences are rounding


@dataclass(frozen=True, slots=True)
class Reading:
    """What "rates of satisfaction" leaves open; the default follows the conditions of Table 1."""

    pairs: bool = False  # every pair of values of the parameter, not only neighbors
    first: bool = False  # P3 and P6 also count the step from no noise group to the first one


@dataclass(frozen=True, slots=True)
class Desirable:
    """A property: which parameter grows, and how the measure should move."""

    name: str
    statement: str
    axis: int
    sign: int  # 1 where the measure should rise


PROPERTIES = (
    Desirable("P1", "rises with useful clusters, up to the number of classes", _CLUSTERS, 1),
    Desirable("P2", "falls with useful clusters beyond that", _CLUSTERS, -1),
    Desirable("P3", "falls with noise clusters, where ε2 > 0", _NOISE_CLUSTERS, -1),
    Desirable("P4", "falls with ε1, the error among useful groups", _USEFUL, -1),
    Desirable("P5", "falls with ε2, the error in noise clusters", _IN_CLUSTERS, -1),
    Desirable("P6", "falls with noise classes, where ε3 > 0", _NOISE_CLASSES, -1),
    Desirable("P7", "falls with ε3, the error in noise classes", _IN_CLASSES, -1),
)


def rates(values: Floats, grid: Grid = FULL, reading: Reading | None = None) -> dict[str, float]:
    """The share of the steps in which each property holds; a tie does not count.

    The share is 0 if the measure has no value anywhere.
    """
    found = {one.name: changes(values, one, grid, reading) == one.sign for one in PROPERTIES}
    return {name: float(held.mean()) if held.size else 0.0 for name, held in found.items()}


def changes(
    values: Floats, one: Desirable, grid: Grid = FULL, reading: Reading | None = None
) -> Int64:
    """The sign of the change in every step to which the property applies.

    The first axis has the steps, the other axes have the remaining parameters. Steps without a
    value of the measure are left out.
    """
    asked = np.moveaxis(_where(values, one, grid, reading or Reading()), one.axis, 0)
    signs = []
    for before, after in _steps(len(asked), reading or Reading()):
        change = asked[after] - asked[before]
        size = np.maximum(abs(asked[after]), abs(asked[before]))
        signs.append(np.where(abs(change) <= _TIE * size, 0, np.sign(change)))
    found = np.array(signs)
    return found[np.isfinite(found)] if np.isnan(found).any() else found.astype(np.int64)


def _where(values: Floats, one: Desirable, grid: Grid, reading: Reading) -> Floats:
    """The part of the grid to which a property applies."""
    clusters = np.array(grid.useful_clusters)
    part = [np.arange(size) for size in values.shape]
    if one.name == "P1":
        part[_CLUSTERS] = np.flatnonzero(clusters <= CLASSES)
    elif one.name == "P2":
        part[_CLUSTERS] = np.flatnonzero(clusters >= CLASSES)
    for groups, error in ((_NOISE_CLUSTERS, _IN_CLUSTERS), (_NOISE_CLASSES, _IN_CLASSES)):
        # Without noise groups their error is 0: nothing grows for P5 and P7, and P3 and P6, which
        # require a positive error, do not apply to the step to the first group.
        if one.axis == error or (one.axis == groups and not reading.first):
            part[groups] = part[groups][1:]
        if one.axis == groups:
            part[error] = part[error][1:]
    return values[np.ix_(*part)]


def _steps(size: int, reading: Reading) -> Iterator[tuple[int, int]]:
    for before in range(size - 1):
        for after in range(before + 1, size if reading.pairs else before + 2):
            yield before, after
