"""Values of a measure with their possibilities: rough sides, and possibilistic ones."""

from __future__ import annotations

from functools import partial

import numpy as np

from ... import _soft
from ...base.arrays import Floats
from ...base.errors import InputError
from ..kinds.clusterings import Possibilistic
from ..kinds.results import Method
from ..means.enumeration import LEAST, PRODUCT, joint_tables
from ..means.level_ends import ends_by_level
from ..means.margin_means import run_program
from ..means.plan import Plan, attempts, out_of_reach
from ..means.readings import read_squares
from ..means.sampling import draw_cells, sampled_values
from ..two_sides.problem import HardSoft, SoftSoft
from ..two_sides.sides import Level, SoftSides
from .probabilities import WeightedValues


def possible_values(sides: SoftSides, levels: list[Level], plan: Plan) -> WeightedValues:
    """The possibility of every value; where that is out of reach, the ends at every level."""
    product = _multiplies(sides)
    if plan.sample:
        return _ends(levels, plan, product=product)
    reasons: list[str] = []
    ways = (partial(way, sides, plan, product=product) for way in (_by_margins, _by_tables))
    for found in attempts(ways, reasons):
        return found
    if product:
        raise _no_law(out_of_reach(reasons))
    if plan.exact:
        raise plan.refuse(*reasons)
    return _ends(levels, plan, product=product)


def _no_law(reason: str) -> InputError:
    return InputError(
        f"{reason}; partita.expectation gives the lower and upper mean of independent "
        'possibilities, partita.extremes their ends, and coupling="comonotone" a law by levels'
    )


def _multiplies(sides: SoftSides) -> bool:
    """Whether possibilities of objects are multiplied; otherwise the least counts."""
    couplings = {side.coupling for side in sides if isinstance(side, Possibilistic)}
    if len(couplings) > 1:
        raise InputError(
            "the two sides have different couplings, so their possibilities have no common law: "
            "give both the same, or ask partita.expectation"
        )
    return couplings == {"independent"}


def _by_margins(sides: SoftSides, plan: Plan, *, product: bool) -> WeightedValues | None:
    if plan.measure.reads != "pairs" or not any(side.is_hard for side in sides):
        return None
    problem = HardSoft.of(*sides)
    tnorm = "product" if product else "min"
    squares, cells, mass = run_program(_soft.margin_possibility, problem, plan.program, tnorm)
    values = read_squares(problem, plan.measure, plan.options, squares, cells)
    method = Method("exact", f"margin program, {len(values):,} states")
    return WeightedValues(values, np.asarray(mass, dtype=np.float64), True, method, 0.0)


def _by_tables(sides: SoftSides, plan: Plan, *, product: bool) -> WeightedValues:
    problem = SoftSoft.of(*sides)
    found = joint_tables(problem, PRODUCT if product else LEAST, plan.tables)
    values = found.read(plan.measure, plan.options)
    method = Method("exact", f"all {len(values):,} tables")
    return WeightedValues(values, found.weight, True, method, 0.0)


def _ends(levels: list[Level], plan: Plan, *, product: bool) -> WeightedValues:
    """The least and the greatest value at every level, and a sample of those between."""
    if product:
        raise _no_law("possibilities that multiply have no levels to sample")
    values: list[Floats] = [_between(levels[-1], plan)]
    mass: list[Floats] = [np.ones(len(values[0]))]
    reached, certified = 0.0, True
    parts = ends_by_level(levels, plan)
    for weight, ends in parts:
        reached = min(1.0, reached + weight)
        certified &= ends.certified
        values.append(np.array([ends.low[0], ends.high[0]]))
        mass.append(np.full(2, reached))
    sort = "exact" if certified else "certified outer"
    note = (
        f"{sort} ends of {len(parts):,} levels and values drawn at the highest of them, "
        f"seed {plan.seed}"
    )
    every = np.concatenate(values), np.concatenate(mass)
    return WeightedValues(*every, False, Method("bounds", note), 0.0)


def _between(level: Level, plan: Plan) -> Floats:
    cells = level.pair().cells
    draws = plan.worlds(cells.objects)
    tables = list(draw_cells(cells, np.random.default_rng(plan.seed), draws))
    return sampled_values(tables, plan.measure, plan.options)
