"""Selections of focal sets: each object picks one of its focal sets on either side.

A selection is a pair of rough clusterings. Only the number of objects with each pair of sets
matters, so it is written as a table of these numbers.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ...base.arrays import Counts, Floats, Mask
from ...base.errors import UndefinedError
from ...measures.chosen import Chosen
from ..ends.values import Value
from ..kinds.evidential import Evidential
from ..kinds.fuzzy import Fuzzy
from ..kinds.grouping import by_appearance
from ..kinds.rough import Rough
from ..two_sides.object_groups import ObjectGroups
from ..two_sides.sides import Level, masses_of
from .enumeration import TABLES
from .interval_cost import PATIENT_STEPS, listing_steps, optimizing_steps
from .plan import SELECTIONS, Plan
from .selection_tables import allowed_values, tables_of

_FEW_TABLES = 5000  # which are read in about a second


@dataclass(frozen=True, eq=False)
class FocalSelections:
    """The objects grouped by their masses, and how the values of a selection are found."""

    groups: ObjectGroups  # over focal sets in place of clusters
    truth: Evidential
    prediction: Evidential

    @classmethod
    def of(cls, level: Level) -> FocalSelections:
        """Describe the selections of one level."""
        truth, prediction = masses_of(level.truth), masses_of(level.prediction)
        groups = ObjectGroups.of(_over_sets(truth), _over_sets(prediction))
        return cls(groups, truth, prediction)

    @cached_property
    def tables(self) -> Counts | None:
        """All tables that any selection allows, if they are few."""
        if not self.groups.uncertain:  # the ends of a single selection may need one or two
            return None
        return tables_of(self.sides, _FEW_TABLES)

    def steps(self, plan: Plan) -> float:
        """Return about how many steps the two ends of one selection take."""
        if self.tables is None:
            return optimizing_steps(self.groups, *self.sides, plan)
        return listing_steps(len(self.tables))

    @property
    def sides(self) -> tuple[Evidential, Evidential]:
        """Truth and prediction."""
        return self.truth, self.prediction

    @property
    def sets(self) -> tuple[Mask, Mask]:
        """The focal sets of truth and prediction."""
        return self.truth.focal_sets, self.prediction.focal_sets

    def most(self, plan: Plan, affordable: int, draws: int) -> int:
        """Return how many selections to list at most: more than these are drawn."""
        if plan.budget is not None:
            return plan.budget if plan.exact else min(plan.budget, max(affordable, draws))
        listed = SELECTIONS if self.tables is None else TABLES
        if plan.exact:
            return max(listed, min(TABLES, int(PATIENT_STEPS / self.steps(plan))))
        return max(draws, min(listed, affordable))

    def ends(self, selections: Counts, chosen: Chosen) -> Floats:
        """Return the smallest and the largest value of each selection, from the few tables."""
        if self.tables is None:
            raise TypeError("there are no tables to read")
        ends = np.empty((2, len(selections)))
        known = [Value(chosen).of(table) for table in self.tables]
        for at, values in allowed_values(selections, self.sets, self.tables, known):
            if not values.size:
                name = chosen.measure.name
                raise UndefinedError(f"{name} is undefined in every world of some selection")
            ends[:, at] = values.min(), values.max()
        return ends

    def rough_sides(self, selection: Counts) -> tuple[Rough, Rough]:
        """Return the two rough clusterings of a selection, objects ordered by pairs of sets."""
        pairs = np.repeat(np.arange(selection.size), selection.ravel())
        first, second = np.divmod(pairs, selection.shape[1])
        return _rough(self.truth, first), _rough(self.prediction, second)


def _rough(side: Evidential, chosen: Any) -> Rough:
    index, old, _ = by_appearance(chosen)
    rows = np.ascontiguousarray(side.focal_sets[old])
    return Rough._make(rows=rows, index=index, clusters=side.clusters)


def _over_sets(side: Evidential) -> Fuzzy:
    """The masses as memberships in the focal sets."""
    return Fuzzy._make(rows=side.rows, index=side.index, clusters=np.arange(len(side.focal_sets)))
