"""Small evidential problems: every selection of focal sets is listed, and nothing is drawn.

The expected ends go through all 3^8 pairs of selections and, in each, through all labelings.
"""

from __future__ import annotations

import numpy as np
import pytest
from soft_worlds import NAMES, Case, Side

import partita
from partita import InputError, expectation, law
from partita.soft import Evidential
from partita.soft.means.focal_selections import FocalSelections
from partita.soft.means.plan import Plan
from partita.soft.two_sides.sides import levels_of, read_sides

SETS = [frozenset({0}), frozenset({1}), frozenset({0, 1})]
MEASURES = (
    *("rand", "adjusted_rand", "partition_distance", "v_measure", "f_measure", "purity"),
    *("normalized_mutual_information", "adjusted_mutual_information", "jaccard", "dom_q0"),
)


def evidential_side(rng: np.random.Generator, n: int) -> Side:
    rows = rng.dirichlet(np.ones(len(SETS)), n)
    options = [list(zip(row.tolist(), SETS, strict=True)) for row in rows]
    return Side("evidential", Evidential(rows, SETS), 2, None, options)


def two_sides(seed: int, n: int = 4) -> tuple[Side, Side]:
    rng = np.random.default_rng(seed)
    return evidential_side(rng, n), evidential_side(rng, n)


@pytest.mark.parametrize("seed", range(3))
def test_four_objects_with_two_evidential_sides_are_exact_by_default(seed):
    """495 = C(12, 4) ways to put four objects on nine pairs of sets."""
    case = Case(*two_sides(seed))
    parts = case.intervals()
    lower = sum(mass * low for mass, low, _ in parts)
    upper = sum(mass * high for mass, _, high in parts)
    mean = case.mean()
    for name in MEASURES:
        at = NAMES.index(name)
        found = expectation(name, case.truth.given, case.prediction.given)
        assert (found.method, found.ends_method) == ("exact", "exact"), (name, found)
        assert found.ends_notes == ("ends of 495 selections of focal sets",)
        assert found.value == pytest.approx(mean[at], abs=1e-12)
        assert found.low == pytest.approx(lower[at], abs=1e-12), name
        assert found.high == pytest.approx(upper[at], abs=1e-12), name
        assert found.ends_error == 0.0
        assert law(name, case.truth.given, case.prediction.given).certified


def test_every_measure_with_a_value_is_exact_by_default():
    truth, prediction = (side.given for side in two_sides(5))
    inexact = []
    for name in NAMES:
        try:
            found = expectation(name, truth, prediction)
        except partita.UndefinedError:
            continue
        if found.ends_method != "exact":
            inexact.append(name)
    assert inexact == []


def test_fewer_selections_than_asked_for_are_listed():
    """Six objects: C(14, 6) = 3,003 selections, fewer than the selections asked for."""
    truth, prediction = (side.given for side in two_sides(6, n=6))
    found = expectation("v_measure", truth, prediction, selections=4000)
    assert found.ends_notes == ("ends of 3,003 selections of focal sets",)
    drawn = expectation("v_measure", truth, prediction, method="sample", selections=4000)
    assert drawn.ends_method == "sampled"
    assert abs(drawn.low - found.low) <= drawn.ends_error
    assert abs(drawn.high - found.high) <= drawn.ends_error


def test_a_budget_limits_the_list():
    truth, prediction = (side.given for side in two_sides(7))
    with pytest.raises(InputError, match="more than 100 different selections of focal sets"):
        expectation("rand", truth, prediction, method="exact", budget=100)
    assert expectation("rand", truth, prediction, method="exact", budget=495).ends_error == 0.0


@pytest.mark.parametrize("name", ["rand", "v_measure", "partition_distance", "f_measure"])
def test_ends_from_few_tables_are_those_of_the_programs(name):
    """The same selections, each optimized on its own."""
    sides = tuple(side.given for side in two_sides(8))
    plan = Plan.of(name, {}, method="auto", rng=0, draws=None, budget=None)
    selections = FocalSelections.of(levels_of(read_sides(*sides))[0])
    rng = np.random.default_rng(9)
    tables = rng.multinomial(4, np.full(9, 1 / 9), size=30).reshape(-1, 3, 3)
    low, high = selections.ends(tables, plan.chosen)
    for at, table in enumerate(tables):
        ends = partita.extremes(name, *selections.rough_sides(table))
        assert (low[at], high[at]) == pytest.approx((ends.low.inner, ends.high.inner), abs=1e-12)
