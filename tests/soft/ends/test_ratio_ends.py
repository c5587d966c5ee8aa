"""Ends of measures of two sums: against lists of all tables, and on clusterings of real size."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
import random_soft
from looping import in_turn

import partita
from partita.measures.chosen import choose
from partita.soft import Rough
from partita.soft.ends import extremes as module
from partita.soft.ends.classes import least_by_classes
from partita.soft.ends.columns import least_by_columns
from partita.soft.ends.convex_sums import ConvexSums
from partita.soft.ends.grid import few_tables, grid_of, hard_side, rough_side
from partita.soft.ends.pieces import chords_above, most_above, square, t_log_t
from partita.soft.ends.reaches import boxed, chains, most_even, reach_of
from partita.soft.ends.two_sums import Levels, Point, TwoSums
from partita.soft.ends.values import Value
from partita.soft.ends.witness import flows_of

AVERAGES = [{"average": name} for name in ("geometric", "min", "max", "joint")]
CURVES = ["fowlkes_mallows", "hubert_gamma", "normalized_information_distance",
          "normalized_fowlkes_mallows"]  # fmt: skip
LINES = ["adjusted_rand", "jaccard", "pair_f_measure", "pair_precision", "pair_recall",
         "v_measure", "homogeneity", "completeness", "normalized_variation_of_information",
         "jaccard_distance_prime", "normalized_jaccard", "normalized_minkowski"]  # fmt: skip
MEASURES = [
    *((name, {}) for name in ["rand", "mutual_information", "normalized_van_dongen"]),
    *((name, {}) for name in [*LINES, *CURVES]),
    *(("normalized_mutual_information", option) for option in AVERAGES),
]


def drawn(rng, *, swap=False):
    """A grid with hard rows, or with hard columns, and all of its tables."""
    while True:
        n, r, k = int(rng.integers(4, 12)), int(rng.integers(1, 5)), int(rng.integers(2, 6))
        truth = rng.integers(r, size=n)
        sets = rng.random((n, k)) < rng.choice([0.3, 0.5, 0.8])
        sets[np.arange(n), rng.integers(k, size=n)] = True
        if rng.random() < 0.3:
            sets[np.arange(n), truth % k] = True
        hard = hard_side(truth, np.arange(r))
        soft = rough_side(sets, np.arange(n), np.arange(k))
        grid = grid_of(soft, hard) if swap else grid_of(hard, soft)
        tables = few_tables(grid, 2_000) if grid.cells else None
        if tables is not None and not soft.hard:
            return grid, tables


@in_turn("case", range(30))
def test_programs_bound_and_attain(case):
    rng = random_soft.generator(41, case)
    grid, tables = drawn(rng)
    start = [flows_of(grid, tables[int(rng.integers(len(tables)))])]
    for convex, (sign, solver) in product(
        (square, t_log_t), ((-1, least_by_classes), (1, least_by_columns))
    ):
        cells = sign * rng.uniform(0.2, 2, size=(len(grid.base), 1)) * np.ones(grid.shape)
        columns = -sign * rng.choice([0.0, rng.uniform(0.1, 2)])
        total = ConvexSums.uniform(convex, grid.shape, cells, 0.7, columns)
        true = min(total.of(t) for t in tables)
        found = solver(grid, total, start)
        assert found.bound <= true + 1e-9 * (1 + abs(true))
        assert total.of(grid.table(found.flows)) >= true - 1e-9
        assert found.bound >= true - 0.5  # of sums of several units


@in_turn("case", range(3 * len(MEASURES)))
def test_ends_against_all_tables(case):
    """As in a large problem: neither the margin program nor the list of tables is used."""
    rng = random_soft.generator(42, case)
    grid, tables = drawn(rng, swap=case % 3 == 0)
    value = Value(choose(MEASURES[case % len(MEASURES)]))
    values = [v for v in map(value.of, tables) if v is not None]
    if not values:
        return
    found = module._bounded(grid, value, 1)
    for end, true, side in ((found.low, min(values), 1), (found.high, max(values), -1)):
        assert side * (end.inner - true) >= -1e-12
        assert side * (true - end.outer) >= -1e-12
        assert not end.certified or end.inner == pytest.approx(true, abs=1e-8)


@pytest.mark.parametrize(
    ("name", "options"), [*((name, {}) for name in [*LINES, *CURVES]), *MEASURES[-4:]]
)
def test_levels_bend_as_declared(name, options):
    """A on a level, at the middle of two values of B, against the mean of A at these values."""
    rng = random_soft.generator(43)
    value = Value(choose((name, options)))
    convex = name == "normalized_information_distance" or options.get("average") == "max"
    lines = name in LINES or options.get("average") == "joint"
    checked = 0
    for _ in range(200):
        grid, tables = drawn(rng)
        plane = TwoSums(grid, value)
        assert plane.levels is (Levels.LINES if lines else Levels.CURVES)
        level = plane.agreement(plane.point(tables[len(tables) // 2]))
        ends = np.sort(rng.uniform(*plane.range, size=2))
        if level is None:
            continue
        left, middle, right = (plane._cells(b, level) for b in (ends[0], ends.mean(), ends[1]))
        if not np.isfinite([left, middle, right]).all():
            continue
        bend = (middle - (left + right) / 2) / plane.whole
        if lines:
            assert bend == pytest.approx(0, abs=1e-9)
        else:
            assert (-bend if convex or (level < 0 and plane.sign > 0) else bend) >= -1e-9
        assert plane.agreement(Point(ends.mean(), middle)) == pytest.approx(level, abs=1e-9)
        checked += 1
        if checked == 10:
            return
    assert checked


@pytest.mark.parametrize("case", range(10))
def test_reaches_count_the_objects_that_a_set_of_clusters_can_have(case):
    rng = random_soft.generator(44, case)
    grid, tables = drawn(rng)
    r, k = grid.shape
    reach = reach_of(grid)
    members = (np.arange(2**k)[:, None] >> np.arange(k)) & 1
    counts = tables - grid.base
    assert np.array_equal(reach, (counts @ members.T).max(axis=0))
    row, limit = 0, rng.integers(0, 4, size=(2, k))
    low, high = np.minimum(*limit), np.maximum(*limit)
    rows = np.unique(counts[:, row], axis=0)
    rows = rows[(rows >= low).all(axis=1) & (rows <= high).all(axis=1)]
    inside = boxed(reach[row], low, high)
    assert (inside is None) == (len(rows) == 0)
    if inside is not None:
        assert np.array_equal(inside, (rows @ members.T).max(axis=0))
    sums = most_even(reach.sum(axis=0), grid.base.sum(axis=0))
    assert sums.sum() == pytest.approx(grid.objects)
    assert np.sum(sums**2) <= np.square(tables.sum(axis=1)).sum(axis=1).min() + 1e-9
    steps = chains(k)
    costs = rng.normal(size=(r, len(steps.after)))
    lowest, last = steps.least(costs)
    assert steps.corners(last, reach[:, steps.after] - reach[:, steps.before]).sum() == (
        reach[:, -1].sum()
    )
    assert (lowest <= costs[:, :k].sum(axis=1) + np.abs(costs).sum()).all()


@pytest.mark.parametrize("convex", [square, t_log_t])
@pytest.mark.parametrize(("base", "room", "most"), [(0, 40, 7), (9, 300, 16), (5, 6, 9)])
def test_chords_exceed_by_no_more_than_stated(convex, base, room, most):
    chords = chords_above(convex, base, room, most)
    ends = np.concatenate(([0.0], np.cumsum(chords.lengths)))
    heights = chords.start + np.concatenate(([0.0], np.cumsum(chords.lengths * chords.slopes)))
    counts = np.arange(room + 1.0)
    excess = np.interp(counts, ends, heights) - convex(base + counts)
    assert excess.max() <= most_above(convex, base, chords) + 1e-9


def ring(n, k):
    """Classes on a circle, 2.2 standard deviations apart, and the clusters that are likely."""
    rng = np.random.default_rng(n + k)
    angle = 2 * np.pi * np.arange(k) / k
    centers = 1.1 / np.sin(np.pi / k) * np.column_stack((np.cos(angle), np.sin(angle)))
    truth = rng.integers(k, size=n)
    points = centers[truth] + rng.normal(size=(n, 2))
    log = -((points[:, None] - centers) ** 2).sum(axis=2) / 2
    return truth, Rough(log >= log.max(axis=1, keepdims=True) + np.log(0.1))


@pytest.mark.parametrize(
    ("name", "n", "k", "width"),
    [
        ("adjusted_rand", 1_000, 5, 0.01),
        pytest.param("v_measure", 10_000, 10, 0.01, marks=pytest.mark.long),
    ],
)
def test_no_end_is_vacuous(name, n, k, width):
    truth, soft = ring(n, k)
    found = partita.extremes(name, truth, soft)
    for end in (found.low, found.high):
        assert abs(end.inner - end.outer) < width
    assert found.high.certified
