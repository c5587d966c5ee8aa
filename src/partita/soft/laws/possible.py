"""Values of a measure with their possibilities: rough sides, and possibilistic ones."""

from __future__ import annotations

import numpy as np

from ... import _soft
from ...base.errors import InputError
from ..kinds.base import Soft
from ..kinds.clusterings import Possibilistic
from ..kinds.results import Method
from ..means.enumeration import LEAST, PRODUCT, joint_tables
from ..means.level_ends import ends_by_level
from ..means.margin_means import run
from ..means.plan import Plan, out_of_reach
from ..means.readings import read_squares
from ..means.sampling import draw_cells, sampled_values
from ..two_sides.pair import Floats
from ..two_sides.problem import HardSoft, SoftSoft
from ..two_sides.sides import Level, Sides
from .probable import Spread


def possible_values(sides: Sides, levels: list[Level], plan: Plan) -> Spread:
    """The possibility of every value; where that is out of reach, the ends at every level."""
    product = _multiplies(sides)
    if plan.sample:
        return _ends(levels, plan, product=product)
    reasons = []
    for way in (_by_margins, _by_tables):
        try:
            found = way(sides, plan, product=product)
        except InputError as refusal:
            reasons.append(str(refusal))
        else:
            if found is not None:
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


def _multiplies(sides: Sides) -> bool:
    """Whether possibilities of objects are multiplied; otherwise the least counts."""
    couplings = {side.coupling for side in sides.both if isinstance(side, Possibilistic)}
    if len(couplings) > 1:
        raise InputError(
            "the two sides have different couplings, so their possibilities have no common law: "
            "give both the same, or ask partita.expectation"
        )
    return couplings == {"independent"}


def _by_margins(sides: Sides, plan: Plan, *, product: bool) -> Spread | None:
    hard = [_is_certain(side) for side in sides.both]
    if plan.measure.reads != "pairs" or not any(hard):
        return None
    problem = HardSoft.of(sides.truth, sides.prediction)
    tnorm = "product" if product else "min"
    squares, cells, mass = run(_soft.margin_possibility, problem, plan.programme, tnorm)
    values = read_squares(problem, plan.measure, plan.options, squares, cells)
    method = Method("exact", f"margin programme, {len(values):,} states")
    return Spread(values, np.asarray(mass, dtype=np.float64), True, method, 0.0)


def _by_tables(sides: Sides, plan: Plan, *, product: bool) -> Spread:
    problem = SoftSoft.of(sides.truth, sides.prediction)
    found = joint_tables(problem, PRODUCT if product else LEAST, plan.tables)
    values = found.read(plan.measure, plan.options)
    return Spread(values, found.weight, True, Method("exact", f"all {len(values):,} tables"), 0.0)


def _ends(levels: list[Level], plan: Plan, *, product: bool) -> Spread:
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
    return Spread(*every, False, Method("bounds", note), 0.0)


def _between(level: Level, plan: Plan) -> Floats:
    cells = level.pair().cells
    draws = plan.worlds(cells.objects)
    tables = list(draw_cells(cells, np.random.default_rng(plan.seed), draws))
    return sampled_values(tables, plan.measure, plan.options)


def _is_certain(side: Soft) -> bool:
    return bool((side.possible.sum(axis=1) == 1).all())
