"""Bounds of lower and upper means of evidential clusterings, without drawing selections.

A policy says how the objects of each class divide the mass of each focal set among its clusters.
It turns masses into a fuzzy clustering whose mean is known, and no policy has a mean below the
lower mean or above the upper one. The other side comes from lower bounds of the measure that are
linear in the number of objects that pick each set (`branching`), whose smallest has a mean that is
bounded (`least_lines`).

For a ratio f = U/D and a number θ near the lower mean, X = U - θD has f = θ + X/D, so with D
between d and D', E f >= θ + E X/D' - E max(0, -X) (1/d - 1/D').
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from ...base.arrays import Floats
from ..ends.affine_ratios import Affine, AffineRatio, ratio_of
from .branching import branch
from .class_masses import ClassMasses
from .concentration import range_of
from .convex_shapes import Shape
from .corners import MOST_CLUSTERS, Corners
from .least_lines import mean_of_least
from .mean_value import mean_value
from .plan import Plan
from .ratio_means import form_range
from .relaxations import Bounds, Lines, Relaxation

_CLOSE = 0.001  # of the measure: how far bounds at the mean may be below the best policy
_ROUGHLY = 0.01  # the same while θ is not settled
_SETTLED = 0.002
_TRIES = 4  # of θ
_NUMBERS = 40_000_000  # that all relaxations may go through: some seconds
_MOST_BOXES = 3000
_STEPS = 15
_ROUNDING = 1e-11


@dataclass(frozen=True)
class MeanEnd:
    """An end of the mean: a bound that it does not pass, and the mean of a policy."""

    outer: float
    reached: float


class _Settled(NamedTuple):
    theta: float
    bounds: Bounds


@dataclass(frozen=True, eq=False)
class PolicyEnds:
    """The lower and upper mean of a ratio over the selections of one level."""

    masses: ClassMasses
    ratio: AffineRatio
    plan: Plan

    @classmethod
    def of(cls, masses: ClassMasses | None, plan: Plan) -> PolicyEnds | None:
        """Prepare the bounds; None if the measure is no known ratio or can be undefined."""
        if masses is None:
            return None
        ratio = ratio_of(plan.chosen, masses.sizes, truth_hard=masses.truth_hard)
        if ratio is None:
            return None
        found = cls(masses, ratio, plan)
        return found if found.below[0] > 0 and found._boxes >= 1 else None

    def end(self, sign: int) -> MeanEnd:
        """Return the lower (sign 1) or the upper (-1) mean."""
        theta, bounds = self._settled(sign)
        mean = mean_value(self.masses.under(bounds.policy), self.plan)
        reached = mean.value + sign * mean.error
        outer = self._within(sign * self._outer(theta, sign, bounds))
        return MeanEnd(min(outer, reached) if sign > 0 else max(outer, reached), float(reached))

    def of_selections(self, numbers: Floats, sign: int) -> Floats:
        """Return a bound of the smallest (sign 1) or largest (-1) value of each selection.

        `numbers` are tables of how many objects of each class pick each set.
        """
        theta, bounds = self._settled(sign)
        rest = self._difference(theta, sign).rest
        found = bounds.of_selections(numbers) + rest
        found -= _ROUNDING * (1 + np.abs(found) + abs(rest))
        least, most = self.below
        ends = sign * (sign * theta + np.minimum(found / least, found / most))
        return np.where(self.masses.typical(numbers), ends, self._range[0 if sign > 0 else 1])

    def _settled(self, sign: int) -> _Settled:
        return self._lower if sign > 0 else self._upper

    @cached_property
    def _lower(self) -> _Settled:
        return self._settle(1)

    @cached_property
    def _upper(self) -> _Settled:
        return self._settle(-1)

    def _settle(self, sign: int) -> _Settled:
        theta = self._start
        for _ in range(_TRIES):
            bounds = self._bounds(theta, sign, _ROUGHLY, self._boxes // 10)
            found = self.ratio.of(*self._sums(bounds.policy))
            found = min(found, theta) if sign > 0 else max(found, theta)
            settled, theta = abs(found - theta) <= _SETTLED, found
            if settled or self.ratio.below.constant:
                break
        return _Settled(theta, self._bounds(theta, sign, _CLOSE, self._boxes))

    def _within(self, value: float) -> float:
        low, high = self._range
        return float(min(max(value, low), high))

    @cached_property
    def shape(self) -> Shape:
        """The function whose sums the measure reads."""
        return Shape(self.ratio.squares)

    @cached_property
    def below(self) -> tuple[float, float]:
        """The smallest and the largest denominator while the counts are in their ranges."""
        return form_range(self.ratio.below, self.shape, self.masses)

    @cached_property
    def _boxes(self) -> int:
        numbers = self.masses.mean.size * self.masses.sets.shape[1] * _STEPS
        return min(_MOST_BOXES, _NUMBERS // int(numbers))

    @cached_property
    def _range(self) -> tuple[float, float]:
        groups = len(self.masses.sizes), self.masses.sets.shape[1]
        return range_of(self.plan.chosen, int(self.masses.sizes.sum()), groups)

    @property
    def _start(self) -> float:
        """The measure at the mean table if every mass is divided equally."""
        sets = self.masses.sets / self.masses.sets.sum(axis=1, keepdims=True)
        return self.ratio.of(*self._sums(np.tile(sets, (len(self.masses.sizes), 1, 1))))

    def _sums(self, policy: Floats) -> tuple[float, float]:
        cells = np.einsum("rs,rsk->rk", self.masses.mean, policy)
        return float(self.shape.of(cells).sum()), float(self.shape.of(cells.sum(axis=0)).sum())

    def _difference(self, theta: float, sign: int) -> Affine:
        return (self.ratio.above - self.ratio.below * theta) * sign

    def _bounds(self, theta: float, sign: int, close: float, most: int) -> Bounds:
        form, masses = self._difference(theta, sign), self.masses
        clusters = masses.sets.shape[1]
        if form.cells <= 0 <= form.sizes and clusters <= MOST_CLUSTERS:
            return Corners(self.shape, masses, form.cells, form.sizes).bound()
        weights = np.full((len(masses.sizes) + 1, clusters), form.cells)
        weights[-1] = form.sizes
        relaxation = Relaxation(self.shape, masses.mean, masses.sets, weights)
        scale = sum(self.below) / 2
        return branch(relaxation, *masses.ranges, close * scale, max(most, 1))

    def _outer(self, theta: float, sign: int, bounds: Bounds) -> float:
        """A lower bound of the mean of sign·f's smallest value."""
        first, *others = bounds.parts
        first = first._replace(rest=first.rest + self._difference(theta, sign).rest)
        parts = [first, *others]
        size = sum(float(np.abs(part.rest).max()) for part in parts)
        found, slack = mean_of_least(parts, self.masses), _ROUNDING * (1 + size)
        least, most = self.below
        mean = sign * theta + (found.mean - slack) / most
        mean -= (found.below + slack) * (1 / least - 1 / most)
        return mean - self._outside(theta, parts)

    def _outside(self, theta: float, parts: list[Lines]) -> float:
        """What selections whose counts leave their ranges can change."""
        counts = self.masses.ranges[0].size + sum(part.costs.size for part in parts)
        largest = sum(
            float((np.abs(part.rest) + np.abs(part.costs).max(axis=2) @ self.masses.sizes).min())
            for part in parts
        )
        low, high = self._range
        change = largest / self.below[0] + abs(theta - low) + abs(high - theta)
        return counts * self.masses.outside * change
