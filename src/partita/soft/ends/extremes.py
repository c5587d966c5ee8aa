"""`extremes`: the smallest and the largest value of a measure over all possible worlds.

Methods are tried in this order: a single world; the margin program (pairs, information, coding
against a hard side); a list of all tables, if there are few; a program that pushes the one
statistic on which the measure depends; a local search, with the best outer ends that are known.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np

from ...base.checks import whole_from
from ...base.errors import UndefinedError
from ...base.keywords import explain_keywords
from ...base.progress import long_work
from ...labels.alignment import check_order
from ...measures.chosen import choose
from ..kinds.checks import check_same_objects
from ..kinds.conversions import likely_clusters
from ..kinds.couplings import refuse_norm
from ..kinds.fuzzy import Fuzzy
from ..kinds.hard_clusterings import hard_codes
from ..kinds.results import End, Extremes
from .grid import Flows, Grid, SideSets, few_tables, grid_of, hard_side, rough_side
from .local_search import VISITS, search
from .margin_ends import margin_ends, margin_steps
from .measure_targets import disagreements, shared_information, target_of
from .objectives import Objective, ReadObjective, TableObjective
from .pairwise import mirkin_bounds
from .programs import TOLERANCE
from .ratio_ends import bounded_end
from .targets import Target, solve
from .values import Attained, Value
from .witness import flows_of, labels_of

if TYPE_CHECKING:
    from ...base.arrays import Counts
    from ...measures.measure import Measure

BUDGET = 1_000_000_000
_STEPS_PER_TABLE = 50_000  # that take as long as reading the measure from a table
_STEPS_PER_VISIT = 250_000
_STEPS_PER_STATE = {"pairs": 100, "information": 1000}  # for reading; equal sizes share it
_FEW_TABLES = 200
_LIKELY = 0.95  # the level of the sets of likely clusters


@long_work("searching for extremes")
@explain_keywords
def extremes(
    measure: Measure | str,
    truth: Any,
    prediction: Any,
    *,
    budget: int | None = None,
    **options: Any,
) -> Extremes:
    """Find the smallest and the largest value of a measure over the allowed hard clusterings.

    Parameters
    ----------
    measure
        A measure, or its name.
    truth, prediction : array_like or Soft
        Hard labels or a soft clustering. A fuzzy, possibilistic or evidential side allows every
        cluster with a membership, a possibility, or a focal set of mass above 0.
    budget
        The number of steps that an exact program may take; the default takes a few seconds at
        most. Beyond it, programs and a local search give attained ends, and bounds for them.
    **options
        Options of the measure.

    Returns
    -------
    Extremes
        `low` and `high`. `labels` attain `inner`, no value lies beyond `outer`, and `certified`
        means that the two are equal. Clusterings for which the measure is undefined are skipped.

    Raises
    ------
    UndefinedError
        If the measure is undefined for every allowed clustering.

    Examples
    --------
    >>> from partita import Rough, extremes
    >>> found = extremes("rand", [0, 0, 1, 1], Rough([{0}, {0, 1}, {1}, {1}]))
    >>> found.low.inner, found.high.inner, found.low.certified
    (0.5, 1.0, True)
    """
    value = Value(choose((measure, options)))
    grid = grid_of(*_sides(truth, prediction))
    steps = BUDGET if budget is None else whole_from("budget", budget, 1)
    exact = _exact_ends(grid, value, steps)
    if exact is None:
        found = _bounded(grid, value, steps)
    else:
        low, high = (_end(grid, value, inner, flows_of(grid, table)) for inner, table in exact)
        found = Extremes(low, high)
    sides = {"truth": truth, "prediction": prediction}
    return replace(found, notes=tuple(chain.from_iterable(map(_unlikely, sides, sides.values()))))


def _unlikely(name: str, side: Any) -> Iterator[str]:
    """A note if a fuzzy side allows clusters that are far less likely than others."""
    if isinstance(side, Fuzzy):
        rows = side.rows
        left_out = (rows > 0) & ~likely_clusters(rows, _LIKELY)
        if left_out.any():
            yield (
                f"{name} allows memberships as small as {rows[left_out].min():.1g}; "
                "partita.soft.credible_sets leaves out unlikely clusters"
            )


def _sides(truth: Any, prediction: Any) -> tuple[SideSets, SideSets]:
    first, second = _side(truth, "truth"), _side(prediction, "prediction")
    check_same_objects(first.number, second.number)
    check_order({"truth": truth, "prediction": prediction})
    return first, second


def _side(given: Any, name: str) -> SideSets:
    refuse_norm(given)  # some clusterings may have a joint possibility of 0
    hard = hard_codes(given, name)
    if hard is None:
        return rough_side(given.possible, given.index, given.clusters)
    return hard_side(*hard)


def _exact_ends(grid: Grid, value: Value, steps: int) -> tuple[Attained, Attained] | None:
    """The two ends by an exact method, or None if none is affordable."""
    if not grid.cells:
        only = value.of(grid.base), grid.base
        return only, only
    if value.reads_sums and (grid.truth.hard or grid.prediction.hard):
        rows_hard = grid if grid.truth.hard else grid.T
        if margin_steps(rows_hard, _STEPS_PER_STATE.get(value.source, 4000)) <= steps:
            ends = margin_ends(grid, value, steps)
            if ends is not None:
                return ends
    known = target_of(value, grid) is not None
    most = min(_FEW_TABLES, steps) if known else max(1, steps // _STEPS_PER_TABLE)
    tables = few_tables(grid, most)
    return None if tables is None else _ends_of(value, tables)


def _ends_of(value: Value, tables: Counts) -> tuple[Attained, Attained]:
    values = [value.of(table) for table in tables]
    defined = [at for at, v in enumerate(values) if v is not None]
    if not defined:
        raise UndefinedError(f"{value.measure.name} is undefined in every possible world")
    low = min(defined, key=lambda at: values[at])  # type: ignore[arg-type, return-value]
    high = max(defined, key=lambda at: values[at])  # type: ignore[arg-type, return-value]
    return (values[low], tables[low]), (values[high], tables[high])


def _end(grid: Grid, value: Value, inner: float | None, flows: Flows) -> End:
    """An exact end from its value and the flows that attain it."""
    if inner is None:
        raise UndefinedError(f"{value.measure.name} is undefined in the worlds that were found")
    return End(inner, inner, certified=True, labels=labels_of(grid, flows))


def _bounded(grid: Grid, value: Value, steps: int) -> Extremes:
    target = target_of(value, grid)
    if target is not None:
        low, high = (_target_end(grid, value, target, side) for side in (1.0, -1.0))
        return Extremes(low, high)
    visits = min(VISITS, max(50, steps // _STEPS_PER_VISIT))
    low, high = (_searched_end(grid, value, side, visits) for side in (1.0, -1.0))
    return Extremes(low, high)


def _searched_end(grid: Grid, value: Value, side: float, visits: int) -> End:
    """The low (side 1) or high (-1) end: the best table that is found, and what bounds it."""
    higher = value.measure.better == "higher"
    flows = _searched(grid, value, side, visits)
    found = bounded_end(grid, value, flows, most=higher == (side < 0))
    if found is None:
        end = _end(grid, value, value.of(grid.table(flows)), flows)
        return _clamped(end, value.measure.bounds[side < 0], side)
    flows, agreement = found
    end = _end(grid, value, value.of(grid.table(flows)), flows)
    return _clamped(end, agreement if higher else -agreement, side)


def _searched(grid: Grid, value: Value, side: float, visits: int) -> Flows:
    """Search from the tables where the sides agree most or least, and from others."""
    sign = -side if value.measure.better == "higher" else side  # 1: towards agreement
    if value.measure.family in ("information", "coding"):
        starts = [search(grid, shared_information(grid).score(-sign))]
    else:
        starts = [search(grid, disagreements(grid).score(sign))]
    goal = value.measure.bounds[0] if side > 0 else -value.measure.bounds[1]
    if value.source == "expected_information":  # costly to compute
        visits = max(50, visits // 4)
    return search(grid, _score(value, side), visits=visits, starts=starts, goal=goal)


def _score(value: Value, side: float) -> Objective:
    if value.source in ("pairs", "information"):
        return ReadObjective(value, side)
    return TableObjective(value.of, side)


def _target_end(grid: Grid, value: Value, target: Target, side: float) -> End:
    """The low (side 1) or high (-1) end of a measure that rises or falls with its target."""
    sign = side if target.rising else -side
    flows, bound = solve(grid, target, sign)
    table = grid.table(flows)
    end = _end(grid, value, value.of(table), flows)
    if value.measure.reads == "pairs":
        bound = _with_pairs(grid, bound, sign)
    if target.integer and bound == target.of(table):
        return end
    low, high = value.measure.bounds
    outer = value.read(target.read(bound)) if np.isfinite(bound) else None
    worst = low if side > 0 else high
    return _clamped(end, worst if outer is None else outer, side)


def _with_pairs(grid: Grid, bound: float, sign: float) -> float:
    known = mirkin_bounds(grid)
    if known is None:
        return bound
    return max(bound, known[0]) if sign > 0 else min(bound, known[1])


def _clamped(end: End, outer: float, side: float) -> End:
    """An end with its outer value, unless it is as good as the inner one."""
    if side * (outer - end.inner) >= -TOLERANCE:
        return end
    return replace(end, outer=outer, certified=False)
