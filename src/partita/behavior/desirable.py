"""The desirable properties P1 to P7 of Rosenberg and Hirschberg (2007), Table 1.

A property says how a measure moves when one parameter of the generator grows. It is tried on the
steps from each value of that parameter to the next, with all others kept. A tie does not count as
a move. More is better here for every measure.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from .finding import Answer, Example, PropertyFinding
from .generator import Shape, counts
from .grid import FULL, ClusteringGrid

if TYPE_CHECKING:
    from ..base.arrays import Floats, Int64

_CLUSTERS, _NOISE_CLUSTERS, _NOISE_CLASSES, _USEFUL, _IN_CLUSTERS, _IN_CLASSES = range(6)  # axes
_TIE = 1e-12  # relative, since Mirkin's values are of the order of n²: a smaller step is rounding


@dataclass(frozen=True, slots=True)
class Steps:
    """What "rates of satisfaction" leaves open; by default the conditions as Table 1 words them."""

    pairs: bool = False  # every pair of values of the parameter, not only neighbors
    first: bool = False  # P3 and P6 also count the step from no noise group to the first one


@dataclass(frozen=True, slots=True)
class Desirable:
    """A property: which parameter grows, and what the measure should do."""

    name: str
    statement: str
    axis: int
    sign: int  # 1 where the measure should rise


DESIRABLE = (
    Desirable("P1", "Rises with useful clusters, up to the number of classes.", _CLUSTERS, 1),
    Desirable("P2", "Falls with useful clusters beyond the number of classes.", _CLUSTERS, -1),
    Desirable("P3", "Falls with noise clusters, if ε2 > 0.", _NOISE_CLUSTERS, -1),
    Desirable("P4", "Falls with ε1, the error among useful groups.", _USEFUL, -1),
    Desirable("P5", "Falls with ε2, the error in noise clusters.", _IN_CLUSTERS, -1),
    Desirable("P6", "Falls with noise classes, if ε3 > 0.", _NOISE_CLASSES, -1),
    Desirable("P7", "Falls with ε3, the error in noise classes.", _IN_CLASSES, -1),
)


def findings(values: Floats, sign: int, grid: ClusteringGrid = FULL) -> tuple[PropertyFinding, ...]:
    """Return what was found for P1 to P7, from the values of a measure on the grid."""
    return tuple(_finding(values, sign, one, grid) for one in DESIRABLE)


def rates(
    values: Floats, grid: ClusteringGrid = FULL, steps: Steps | None = None
) -> dict[str, float]:
    """Return the share of the steps in which each property holds; 0 where nothing has a value."""
    found = {one.name: changes(values, one, grid, steps) == one.sign for one in DESIRABLE}
    return {name: float(held.mean()) if held.size else 0.0 for name, held in found.items()}


def changes(
    values: Floats, one: Desirable, grid: ClusteringGrid = FULL, steps: Steps | None = None
) -> Int64:
    """Return the sign of the change in every step of a property where the measure has values."""
    signs = _signs(*_steps(values, one, grid, steps or Steps()))
    return signs[np.isfinite(signs)].astype(np.int64)


def _steps(
    values: Floats, one: Desirable, grid: ClusteringGrid, counted: Steps
) -> tuple[Floats, Floats]:
    """The values before and after each step; the first axis are the steps."""
    asked = np.moveaxis(values[np.ix_(*_asked(one, grid, counted))], one.axis, 0)
    size = len(asked)
    steps = [
        (before, after)
        for before in range(size - 1)
        for after in range(before + 1, size if counted.pairs else before + 2)
    ]
    return tuple(asked[[step[side] for step in steps]] for side in (0, 1))  # type: ignore[return-value]


def _signs(before: Floats, after: Floats) -> Floats:
    change = after - before
    size = np.maximum(abs(after), abs(before))
    found: Floats = np.where(abs(change) <= _TIE * size, 0, np.sign(change))
    return found


def _asked(one: Desirable, grid: ClusteringGrid, counted: Steps) -> list[Int64]:
    """The places on each axis of the grid that a property speaks of."""
    clusters = np.array(grid.useful_clusters)
    part = [np.arange(size) for size in grid.size]
    if one.name == "P1":
        part[_CLUSTERS] = np.flatnonzero(clusters <= grid.classes)
    elif one.name == "P2":
        part[_CLUSTERS] = np.flatnonzero(clusters >= grid.classes)
    for groups, error in ((_NOISE_CLUSTERS, _IN_CLUSTERS), (_NOISE_CLASSES, _IN_CLASSES)):
        # Without noise groups their error is 0. So P5 and P7 have nothing that could grow, and P3
        # and P6, which ask for a positive error, do not speak of the step to the first group.
        if one.axis == error or (one.axis == groups and not counted.first):
            part[groups] = part[groups][1:]
        if one.axis == groups:
            part[error] = part[error][1:]
    return part


def _finding(values: Floats, sign: int, one: Desirable, grid: ClusteringGrid) -> PropertyFinding:
    places = _asked(one, grid, Steps())
    before, after = _steps(values, one, grid, Steps())
    signs = _signs(before, after)
    known = np.isfinite(signs)
    trials, held = int(known.sum()), int((signs == one.sign).sum())
    answer: Answer = "no value" if not trials else "yes" if held == trials else "no"
    example = None
    if trials:
        wanted = known & ((signs != one.sign) if held < trials else (signs == one.sign))
        at = tuple(int(place) for place in np.argwhere(wanted)[0])
        numbers = sign * float(before[at]), sign * float(after[at])
        example = _example(one, grid, places, at, numbers)
    rate = held / trials if trials else 0.0
    return PropertyFinding(
        one.name, one.statement, "rosenberg2007", answer, rate, trials, False, example
    )


def _example(
    one: Desirable, grid: ClusteringGrid, places: list[Int64], at: tuple[int, ...],
    numbers: tuple[float, float],
) -> Example:  # fmt: skip
    """The two tables of a step, with as many objects as they need."""
    others = [axis for axis in range(6) if axis != one.axis]
    place = {axis: int(places[axis][k]) for axis, k in zip(others, at[1:], strict=True)}
    found = []
    for step in (at[0], at[0] + 1):
        place[one.axis] = int(places[one.axis][step])
        found.append([values[place[axis]] for axis, values in enumerate(grid.axes)])
    tables = _smallest(grid, found)
    first, second = numbers
    verb = "stays at" if first == second else f"goes from {first:.4g} to"
    return Example(tables, numbers, f"the value {verb} {second:.4g}")


def _smallest(
    grid: ClusteringGrid, parameters: list[list[int]]
) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """The tables with these parameters, divided by the common divisor of their counts."""
    tables = [
        counts(
            Shape(clusters, grid.classes, noise_clusters, noise_classes, grid.matching),
            np.array(errors),
            of=grid.parts,
            objects=grid.objects,
        )
        for clusters, noise_clusters, noise_classes, *errors in parameters
    ]
    shared = np.gcd.reduce([np.gcd.reduce(matrix, axis=None) for matrix in tables])
    return tuple(tuple(tuple(map(int, row)) for row in matrix // shared) for matrix in tables)
