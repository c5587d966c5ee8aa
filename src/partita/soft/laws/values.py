"""Values of a measure with their probabilities or possibilities, and how they were found."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np

from ... import _soft
from ...base.arrays import Floats
from ...base.errors import InputError
from ..kinds.couplings import Coupling
from ..kinds.possibilistic import Possibilistic
from ..kinds.results import Method
from ..means.draws import draw_cells, drawn_values
from ..means.enumeration import LEAST, PROBABILITY, PRODUCT, Semiring, joint_tables
from ..means.intervals import Ends
from ..means.margin_means import pair_values, run_program
from ..means.mean_value import mean_value
from ..means.mixtures import ends_by_level
from ..means.plan import Plan, attempts, out_of_reach
from ..means.readings import read_squares
from ..two_sides.fuzzy_pair import FuzzyPair
from ..two_sides.object_groups import ObjectGroups
from ..two_sides.sides import Level, SoftSides
from .bounded_functions import BoundedValues, binned_values
from .selected_cells import selected_values


@dataclass(frozen=True, eq=False)
class WeightedValues:
    """Values with masses, in any order, and how they were found."""

    values: Floats
    mass: Floats
    method: Method
    error: float = 0.0
    bounds: Floats | None = None  # of the distribution function, as in `BoundedValues`
    draws: int = 0  # if the values are draws
    by_level: list[tuple[float, Ends]] | None = None  # if the values are ends of levels

    @property
    def certified(self) -> bool:
        """Whether values and masses are exact up to rounding and omitted probability."""
        return self.method.name == "exact"


def probable_values(pair: FuzzyPair, plan: Plan) -> WeightedValues:
    """Return the values with their probabilities: exact ones, certified bounds, or draws."""
    if pair.certain or pair.n == 1:
        only = mean_value(pair, plan)
        return WeightedValues(np.array([only.value]), np.ones(1), only.method)
    if plan.sample:
        return _drawn(pair, plan)
    reasons: list[str] = []
    ways = (
        partial(_probable_by_margins, pair, plan),
        partial(_by_tables, pair.groups, PROBABILITY, plan),
        partial(_bounded, selected_values, pair, plan),
        partial(_bounded, binned_values, pair, plan),
    )
    for found in attempts(ways, reasons):
        if found.certified or not plan.exact:
            return found
    if plan.exact:
        raise plan.refuse(*reasons or ["no exact method is known"])
    return _drawn(pair, plan)


def possible_values(sides: SoftSides, levels: list[Level], plan: Plan) -> WeightedValues:
    """Return the values with their possibilities, or else the ends of every level."""
    product = has_product(sides)
    if plan.sample and product:
        raise _no_law("possibilities that multiply have no levels to sample")
    if plan.sample:
        return _ends(levels, plan)
    groups = ObjectGroups.of(*sides)
    reasons: list[str] = []
    ways = (
        partial(_possible_by_margins, groups, plan, product=product),
        partial(_by_tables, groups, PRODUCT if product else LEAST, plan),
    )
    for found in attempts(ways, reasons):
        return found
    if product:
        raise _no_law(out_of_reach(reasons))
    if plan.exact:
        raise plan.refuse(*reasons)
    return _ends(levels, plan)


def has_product(sides: SoftSides) -> bool:
    """Whether possibilities of objects are multiplied; otherwise their minimum counts."""
    return coupling_of(sides) == "independent"


def coupling_of(sides: SoftSides) -> Coupling:
    """Return the one coupling of all possibilities."""
    found = [side.coupling for side in sides if isinstance(side, Possibilistic)]
    if any(coupling != found[0] for coupling in found):
        raise InputError(
            "the two sides have different couplings, so their possibilities have no common law: "
            "give both the same, or use partita.expectation"
        )
    return found[0] if found else "comonotone"


def _no_law(reason: str) -> InputError:
    return InputError(
        f"{reason}; partita.expectation gives the lower and upper mean of independent "
        'possibilities, partita.extremes their ends, and coupling="comonotone" a law by levels'
    )


def _probable_by_margins(pair: FuzzyPair, plan: Plan) -> WeightedValues | None:
    problem = pair.margin_problem
    if plan.measure.reads != "pairs" or problem is None:
        return None
    found = pair_values(problem, plan.chosen, plan.program)
    note = f"margin program, {found.states:,} states, probability left out {found.lost:.1g}"
    return WeightedValues(found.values, found.mass, Method("exact", note), found.lost)


def _possible_by_margins(
    groups: ObjectGroups, plan: Plan, *, product: bool
) -> WeightedValues | None:
    problem = groups.margin_problem()
    if plan.measure.reads != "pairs" or problem is None:
        return None
    tnorm = "product" if product else "min"
    squares, cells, mass = run_program(_soft.margin_possibility, problem, plan.program, tnorm)
    values = read_squares(problem, plan.chosen, squares, cells)
    method = Method("exact", f"margin program, {len(values):,} states")
    return WeightedValues(values, np.asarray(mass, dtype=np.float64), method)


def _by_tables(groups: ObjectGroups, semiring: Semiring, plan: Plan) -> WeightedValues:
    found = joint_tables(groups, semiring, plan.tables)
    values = found.read(plan.chosen)
    return WeightedValues(values, found.weight, Method("exact", f"all {len(values):,} tables"))


def _bounded(
    way: Callable[[FuzzyPair, Plan], BoundedValues | None], pair: FuzzyPair, plan: Plan
) -> WeightedValues | None:
    found = way(pair, plan)
    if found is None:
        return None
    bounds = None if found.method.name == "exact" else found.bounds
    return WeightedValues(found.values, found.mass, found.method, bounds=bounds)


def _drawn(pair: FuzzyPair, plan: Plan) -> WeightedValues:
    draws = plan.worlds(pair.effort)
    values = _drawn_values(pair, plan, draws)
    method = Method("sampled", f"{draws:,} draws, seed {plan.seed}")
    return WeightedValues(values, np.full(draws, 1 / draws), method, draws=draws)


def _drawn_values(pair: FuzzyPair, plan: Plan, draws: int) -> Floats:
    tables = list(draw_cells(pair.groups, np.random.default_rng(plan.seed), draws))
    return drawn_values(tables, plan.chosen)


def _ends(levels: list[Level], plan: Plan) -> WeightedValues:
    """The least and the greatest value of every level, and drawn values between them."""
    pair = levels[-1].pair()
    values = [_drawn_values(pair, plan, plan.worlds(pair.n))]
    mass = [np.ones(len(values[0]))]
    reached, certified = 0.0, True
    parts = ends_by_level(levels, plan)
    for weight, ends in parts:
        reached = min(1.0, reached + weight)
        certified &= ends.method.name == "exact"
        values.append(np.array([ends.low[0], ends.high[0]]))
        mass.append(np.full(2, reached))
    sort = "exact" if certified else "certified outer"
    note = (
        f"{sort} ends of {len(parts):,} levels and values drawn at the highest of them, "
        f"seed {plan.seed}"
    )
    method = Method("bounds", note)
    return WeightedValues(np.concatenate(values), np.concatenate(mass), method, by_level=parts)
