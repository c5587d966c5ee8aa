"""Lower and upper means of one level by bounds that hold for all selections of focal sets."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Protocol

import numpy as np

from ...base.arrays import Floats
from ..kinds.results import Method
from .class_masses import ClassMasses
from .concentration import mean_error, range_of
from .draws import draw_cells, number_of_draws
from .focal_selections import FocalSelections
from .matching_ends import MatchingEnds
from .plan import Plan
from .policy_ends import MeanEnd, PolicyEnds


class SelectionEnds(Protocol):
    """Bounds of the mean ends over selections, and of the ends of each selection."""

    def end(self, sign: int) -> MeanEnd:
        """Return the lower (sign 1) or the upper (-1) mean."""

    def of_selections(self, numbers: Floats, sign: int) -> Floats:
        """Return a bound of the smallest (sign 1) or largest (-1) value of each selection."""


@dataclass(frozen=True, eq=False)
class KnownIntervals:
    """Means of ends between `means` and `reached`; intervals of drawn selections for a law."""

    selections: FocalSelections
    masses: ClassMasses
    ends: SelectionEnds
    plan: Plan
    means: tuple[float, float]
    reached: tuple[float, float]
    method: Method
    error: float = 0.0

    @classmethod
    def of(cls, selections: FocalSelections, plan: Plan) -> KnownIntervals | None:
        """Bound the means; None if no bounds are known for the measure and these sides."""
        masses = ClassMasses.of(*selections.sides)
        ends = PolicyEnds.of(masses, plan) or MatchingEnds.of(masses, plan)
        if ends is None or masses is None:
            return None
        low, high = ends.end(1), ends.end(-1)
        means, reached = (low.outer, high.outer), (low.reached, high.reached)
        method = Method("bounds", "policies of focal sets and prices of clusters")
        return cls(selections, masses, ends, plan, means, reached, method)

    @property
    def gap(self) -> float:
        """The larger distance between a bound and what a policy reaches."""
        return max(self.reached[0] - self.means[0], self.means[1] - self.reached[1]) + self.error

    def or_drawn(self, close: float) -> KnownIntervals:
        """Return these bounds, or means of bounds of drawn selections if they are much closer."""
        if self.gap <= close:
            return self
        means = float(self.low.mean()), float(self.high.mean())
        groups = self.selections.groups
        shape = self.selections.truth.k, self.selections.prediction.k
        known = range_of(self.plan.chosen, groups.objects, shape)
        error, by = max(mean_error(self.plan, groups, end, known) for end in (self.low, self.high))
        note = f"outer ends of {self._drawn} within {error:.2g}, {by}, or on the safe side"
        found = replace(self, means=means, error=error, method=Method("sampled", note))
        return found if found.gap < self.gap / 2 else self

    @property
    def _drawn(self) -> str:
        return f"{len(self.low):,} selections of focal sets, seed {self.plan.seed},"

    @property
    def listed(self) -> Method:
        """How `low` and `high` were found."""
        return Method("sampled", f"outer ends of {self._drawn[:-1]}")

    @cached_property
    def _numbers(self) -> Floats:
        groups = self.selections.groups
        count = number_of_draws(self.plan.selections, groups.objects, self.plan.parts)
        rng = np.random.default_rng(self.plan.seed)
        tables = np.array(list(draw_cells(groups, rng, count)), dtype=np.float64)
        return tables if self.masses.truth_hard else tables.transpose(0, 2, 1)

    @cached_property
    def low(self) -> Floats:
        """A lower bound of the values of each drawn selection."""
        return self.ends.of_selections(self._numbers, 1)

    @cached_property
    def high(self) -> Floats:
        """An upper bound of them."""
        return self.ends.of_selections(self._numbers, -1)

    @property
    def mass(self) -> Floats:
        """Equal masses of the drawn selections."""
        return np.full(len(self._numbers), 1 / len(self._numbers))
