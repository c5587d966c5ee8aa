"""`value_sets`: the sets of values that the evidence supports, each with its mass."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...base.arrays import Array, Counts, Floats
from ...base.errors import InputError
from ...base.keywords import explain_keywords
from ...measures.measure import Measure
from ..kinds.rough import Rough
from ..means.enumeration import PROBABILITY, WeightedTables, joint_tables, merged_values
from ..means.focal_selections import FocalSelections
from ..means.plan import Plan
from ..means.selection_tables import allowed_values
from ..two_sides.object_groups import ObjectGroups
from ..two_sides.sides import Level, levels_of, read_sides
from .value_sets_record import ValueSets

_TABLES = 5000
_SELECTIONS = 20_000


@explain_keywords
def value_sets(
    measure: Measure | str,
    truth: Any,
    prediction: Any,
    *,
    budget: int | None = None,
    **options: Any,
) -> ValueSets:
    """Return the sets of values that two soft clusterings support, each with its mass.

    Every selection of focal sets, one for each object and side, allows a set V of values. Its mass
    goes to V (equation 8 of Campagner, Ciucci and Denœux). `law` keeps only the smallest and the
    largest value of each V, which is enough for lower and upper means, but says nothing about the
    values in between.

    Parameters
    ----------
    measure
        The measure, or its name.
    truth, prediction : array_like or Soft
        Hard labels or soft clusterings of the same objects.
    budget
        The largest number of selections, and of tables, at each level of possibilities. By default
        20,000 selections and 5,000 tables.
    **options
        Options of the measure.

    Returns
    -------
    ValueSets
        The sets with their masses.

    Raises
    ------
    InputError
        If an argument cannot be used, or if there are too many selections or tables; the message
        says how many.
    UndefinedError
        If the measure has no value for some clustering that is allowed.

    Examples
    --------
    >>> from partita.soft import Evidential, value_sets
    >>> masses = Evidential([[1, 0, 0], [0.6, 0, 0.4], [0, 1, 0]], [{0}, {1}, {0, 1}])
    >>> found = value_sets("rand", [0, 0, 1], masses)
    >>> [values.round(3).tolist() for values in found.sets], found.mass.round(3).tolist()
    ([[0.333, 1.0], [1.0]], [0.4, 0.6])
    """
    plan = Plan.of(measure, options, method="exact", rng=0, draws=None, budget=budget)
    parts = [_Part.of(level, plan) for level in levels_of(read_sides(truth, prediction))]
    known = _Values.of(parts, plan)
    masses: dict[tuple[int, ...], float] = defaultdict(float)
    for part in parts:
        for mass, places in part.allowed(known):
            masses[tuple(np.unique(places).tolist())] += mass
    ordered = sorted(masses)
    return ValueSets(
        sets=tuple(known.distinct[list(places)] for places in ordered),
        mass=np.array([masses[places] for places in ordered]),
    )


@dataclass(frozen=True, eq=False)
class _Part:
    """One level: its selections of focal sets with their masses, and all tables they allow."""

    selections: FocalSelections
    listed: WeightedTables  # numbers of objects for each pair of focal sets
    tables: Counts

    @classmethod
    def of(cls, level: Level, plan: Plan) -> _Part:
        selections = FocalSelections.of(level)
        rough = (
            Rough._make(rows=side.possible, index=side.index, clusters=side.clusters)
            for side in selections.sides
        )
        most = (_SELECTIONS, _TABLES) if plan.budget is None else (plan.budget, plan.budget)
        try:
            listed = joint_tables(selections.groups, PROBABILITY, most[0], "selections of sets")
            tables = joint_tables(ObjectGroups.of(*rough), PROBABILITY, most[1]).tables
        except InputError as refusal:
            raise InputError(
                f"the sets of values are out of reach: {refusal}; partita.law gives their smallest "
                "and largest values, and a larger budget allows more selections and tables"
            ) from None
        weight = level.weight * listed.weight / listed.weight.sum()
        return cls(selections, WeightedTables(listed.tables, weight), tables)

    def allowed(self, known: _Values) -> Iterator[tuple[float, Array]]:
        """Yield the mass of each selection, and the places of the values that it allows."""
        places = known.places(self.tables)
        found = allowed_values(self.listed.tables, self.selections.sets, self.tables, places)
        for at, allowed in found:
            yield float(self.listed.weight[at]), allowed


@dataclass(frozen=True, eq=False)
class _Values:
    """The distinct values of all tables, ascending, and the place of the value of each table."""

    distinct: Floats
    of_table: dict[bytes, int]

    @classmethod
    def of(cls, parts: list[_Part], plan: Plan) -> _Values:
        tables = {table.tobytes(): table for part in parts for table in part.tables}
        listed = np.array(list(tables.values()))
        values = WeightedTables(listed, np.ones(len(listed))).read(plan.chosen)
        distinct, _ = merged_values(values, np.ones(len(values)))
        middles = (distinct[1:] + distinct[:-1]) / 2
        places = np.searchsorted(middles, values).tolist()
        return cls(distinct, dict(zip(tables, places, strict=True)))

    def places(self, tables: Counts) -> list[int]:
        return [self.of_table[table.tobytes()] for table in tables]
