"""Programs, searches and bounds against lists of all tables of small grids."""

from __future__ import annotations

from pathlib import Path
from time import sleep

import numpy as np
import pytest
import random_soft
import rough_tables

import partita
from partita import InputError
from partita.measures.chosen import choose
from partita.soft import Rough
from partita.soft.ends import class_mixtures, columns, convex_sums
from partita.soft.ends.columns import least_by_columns
from partita.soft.ends.convex_sums import ConvexSums, least_by_rows, least_sum
from partita.soft.ends.grid import few_tables, grid_of, rough_side
from partita.soft.ends.local_search import search
from partita.soft.ends.margin_ends import margin_steps
from partita.soft.ends.objectives import ReadObjective, SumObjective, TableObjective
from partita.soft.ends.pairwise import mirkin_bounds
from partita.soft.ends.pieces import chords_above, lines_below, square, t_log_t
from partita.soft.ends.ratio_ends import bounded_end
from partita.soft.ends.selections import (
    greatest_matching,
    greatest_maxima,
    least_matching,
    least_maxima,
    matched,
)
from partita.soft.ends.values import Value
from partita.soft.ends.witness import flows_of, labels_of

MONOTONE = sorted(m.name for m in partita.MEASURES.values() if m.monotone)


def grid_from(sets):
    sides = [rough_side(s, np.arange(len(s)), np.arange(s.shape[1])) for s in sets]
    return grid_of(*sides)


def drawn(case, *, two):
    """A grid with a choice in it, and all of its tables."""
    rng = random_soft.generator(31, case)
    while True:
        grid = grid_from(rough_tables.supports(rng, two=two))
        if grid.cells:
            return grid, few_tables(grid, 100_000)


def check(grid, tables, solved, statistic, sign=1):
    true = min(sign * statistic(t) for t in tables)
    assert sign * statistic(grid.table(solved.flows)) == pytest.approx(true, abs=1e-7)
    assert solved.bound == pytest.approx(true, abs=1e-5)


@pytest.mark.parametrize("case", range(20))
def test_the_tables_are_those_of_all_worlds(case):
    sets = rough_tables.supports(random_soft.generator(32, case), two=case % 2 == 0)
    grid = grid_from(sets)
    found = {t.tobytes() for t in few_tables(grid, 100_000)}
    used = [s.any(axis=0) if (s.sum(axis=1) == 1).all() else slice(None) for s in sets]
    expected = {
        np.ascontiguousarray(t[used[0]][:, used[1]]).tobytes() for t in rough_tables.tables(*sets)
    }
    assert found == expected
    assert not grid.cells or few_tables(grid, len(found) - 1) is None


@pytest.mark.parametrize("case", range(20))
def test_every_table_has_a_witness(case):
    grid, tables = drawn(case, two=case % 2 == 0)
    for table in tables[:20]:
        truth, prediction = labels_of(grid, flows_of(grid, table))
        counted = np.zeros(grid.shape, dtype=np.int64)
        rows = {name: i for i, name in enumerate(grid.truth.names.tolist())}
        columns = {name: j for j, name in enumerate(grid.prediction.names.tolist())}
        for a, b in zip(truth.tolist(), prediction.tolist(), strict=True):
            counted[rows[a], columns[b]] += 1
        assert np.array_equal(counted, table)


def test_an_unreachable_table_is_refused():
    grid = grid_from((np.eye(2, dtype=bool), np.array([[True, False], [True, True]])))
    with pytest.raises(InputError, match="cannot be reached"):
        flows_of(grid, np.array([[0, 1], [1, 0]]))
    with pytest.raises(InputError, match="cannot be reached"):
        flows_of(grid, np.array([[1, 0], [2, 0]]))


@pytest.mark.parametrize("case", range(25))
def test_programs_attain_the_ends_of_matchings(case):
    grid, tables = drawn(case, two=case % 2 == 0)
    check(grid, tables, least_matching(grid), matched)
    check(grid, tables, greatest_matching(grid), matched, -1)


@pytest.mark.parametrize("case", range(12))
@pytest.mark.parametrize("weights", [(1.0, 0.0), (0.0, 1.0), (1.0, 1.0)])
def test_programs_attain_the_ends_of_sums_of_maxima(weights, case):
    grid, tables = drawn(case, two=case % 2 == 0)

    def maxima(table):
        return weights[0] * table.max(axis=1).sum() + weights[1] * table.max(axis=0).sum()

    check(grid, tables, least_maxima(grid, *weights), maxima)
    check(grid, tables, greatest_maxima(grid, *weights), maxima, -1)


@pytest.mark.parametrize("case", range(8))
@pytest.mark.parametrize("convex", [square, t_log_t])
@pytest.mark.parametrize("weights", [(-2.0, 1.0, 1.0), (2.0, -1.0, -1.0), (1.0, 0.0, -1.0)])
def test_programs_attain_the_ends_of_convex_sums(weights, convex, case):
    grid, tables = drawn(case, two=case % 2 == 0)
    total = ConvexSums.uniform(convex, grid.shape, *weights)
    check(grid, tables, least_sum(grid, total), total.of)


@pytest.mark.parametrize("case", range(8))
@pytest.mark.parametrize("weights", [(-2.0, 1.0, 1.0), (2.0, -1.0, -1.0)])
def test_few_pieces_still_bound(weights, case, monkeypatch):
    monkeypatch.setattr(convex_sums, "_MOST_PIECES", 1)
    monkeypatch.setattr(convex_sums, "_PIECES", 2)
    monkeypatch.setattr(convex_sums, "_BINARIES", 2)
    grid, tables = drawn(case, two=case % 2 == 0)
    total = ConvexSums.uniform(square, grid.shape, *weights)
    assert least_sum(grid, total).bound <= min(total.of(t) for t in tables) + 1e-6


@pytest.mark.parametrize("case", range(25))
@pytest.mark.parametrize("convex", [square, t_log_t])
def test_column_generation_and_single_rows_bound_and_attain(convex, case):
    grid, _ = drawn(case, two=False)
    grid = grid if grid.truth.hard else grid.T
    tables = few_tables(grid, 100_000)
    for weights in ((2.0, 1.0, -1.0), (1.0, 0.0, -1.0)):
        total = ConvexSums.uniform(convex, grid.shape, *weights)
        solved = least_by_columns(grid, total, [search(grid, SumObjective(total))])
        true = min(total.of(t) for t in tables)
        assert solved.bound <= true + 1e-7
        assert total.of(grid.table(solved.flows)) >= true - 1e-7
    for cells in (1.0, -1.0):
        total = ConvexSums.uniform(convex, grid.shape, cells, 1.0, 0.0)
        check(grid, tables, least_by_rows(grid, total), total.of)


@pytest.mark.parametrize("convex", [square, t_log_t])
@pytest.mark.parametrize(("base", "room", "most"), [(0, 7, 7), (3, 40, 5), (1, 100, 9), (0, 2, 1)])
def test_pieces_lie_below_and_above(convex, base, room, most):
    counts = np.arange(room + 1.0)
    true = convex(base + counts)
    for pieces, sign in (
        (lines_below(convex, base, room, most), 1),
        (chords_above(convex, base, room, most), -1),
    ):
        ends = np.concatenate(([0.0], np.cumsum(pieces.lengths)))
        heights = pieces.start + np.concatenate(([0.0], np.cumsum(pieces.lengths * pieces.slopes)))
        drawn_line = np.interp(counts, ends, heights)
        assert ends[-1] == pytest.approx(room)
        assert (sign * (true - drawn_line) >= -1e-9).all()
        if room <= most:
            assert drawn_line == pytest.approx(true)


@pytest.mark.parametrize("case", range(10))
@pytest.mark.parametrize("name", ["rand", "adjusted_rand", "v_measure", "purity"])
def test_scores_after_a_move_are_those_of_the_moved_table(name, case):
    grid, tables = drawn(case, two=case % 2 == 0)
    value = Value(choose(name))
    score = TableObjective(value.of, 1.0) if name == "purity" else ReadObjective(value, 1.0)
    flows = search(grid, score)
    best = value.of(grid.table(flows))
    values = [v for v in map(value.of, tables) if v is not None]
    assert min(values) <= best <= max(values)
    again = search(grid, score)
    assert all(np.array_equal(a, b) for a, b in zip(flows, again, strict=True))
    assert score.of(grid.table(flows)) == pytest.approx(best)


@pytest.mark.parametrize("case", range(30))
def test_pairwise_bounds_are_valid(case):
    grid, tables = drawn(case, two=case % 2 == 0)
    mirkin = ConvexSums.uniform(square, grid.shape, -2.0, 1.0, 1.0)
    values = [mirkin.of(t) for t in tables]
    low, high = mirkin_bounds(grid)
    assert low <= min(values)
    assert max(values) <= high


@pytest.mark.parametrize("turn", range(4))
@pytest.mark.parametrize("name", MONOTONE)
def test_lines_bound_the_ends(name, turn):
    case = 3 * turn + MONOTONE.index(name) % 3  # all twelve cases are used
    grid, tables = drawn(case, two=False)
    value = Value(choose(name))
    values = [v for v in map(value.of, tables) if v is not None]
    start = search(grid, ReadObjective(value, 1.0), visits=20)
    for most in (True, False):
        sign = 1.0 if most == (value.measure.better == "higher") else -1.0
        flows, outer = bounded_end(grid, value, start, most=most)
        end = max(sign * v for v in values)
        reached = sign * value.of(grid.table(flows))
        agreement = outer if most else -outer
        assert reached <= end + 1e-12
        assert end <= agreement + 1e-12


def test_the_cost_of_the_margin_program_is_bounded_from_above():
    full = np.ones((12, 3), dtype=bool)
    grid = grid_from((np.eye(2, dtype=bool)[np.arange(12) % 2], full))
    assert margin_steps(grid) == 28 + 28 * 28


SOFT = Path(partita.soft.__file__).parent


def test_no_time_limit_affects_an_end():
    """A time limit gives other ends on a busy machine; limits of nodes and rounds do not."""
    clocks = ("time_limit", "monotonic", "perf_counter", "import time", "from time")
    texts = {path: path.read_text(encoding="utf-8") for path in SOFT.rglob("*.py")}
    assert not [(path, word) for path, text in texts.items() for word in clocks if word in text]


def test_a_slow_solver_gives_the_same_bits(monkeypatch):
    """The programs for an ARI whose low end is not certified, with a solver that waits."""
    rng = np.random.default_rng(0)
    truth = np.arange(60) % 6
    flags = rng.random((60, 6)) < 0.4
    flags[np.arange(60), truth] = True
    rough = Rough(flags)
    quick = partita.extremes("adjusted_rand", truth, rough, budget=1)
    assert not quick.low.certified
    for program in (columns, class_mixtures):
        real = program.linprog

        def slow(*given, real=real, **named):
            sleep(0.002)
            return real(*given, **named)

        monkeypatch.setattr(program, "linprog", slow)
    assert partita.extremes("adjusted_rand", truth, rough, budget=1) == quick
    assert partita.expectation("adjusted_rand", truth, rough).low <= quick.low.inner


def test_expectation_law_and_extremes_have_the_same_ends():
    rng = np.random.default_rng(3)
    truth = rng.integers(4, size=30)
    flags = rng.random((30, 4)) < 0.5
    flags[np.arange(30), truth] = True
    rough = Rough(flags)
    for name in ("rand", "adjusted_rand", "maximum_matching"):
        ends = partita.extremes(name, truth, rough)
        mean, whole = (f(name, truth, rough) for f in (partita.expectation, partita.law))
        assert mean.low == whole.low == ends.low.outer
        assert mean.high == whole.high == ends.high.outer
        assert mean.value == whole.mean
