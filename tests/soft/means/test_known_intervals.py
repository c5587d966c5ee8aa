"""Bounds of lower and upper means against all selections of focal sets, and all labelings in each.

The expected ends go through every selection; the bounds use sums over the objects only.
"""

from __future__ import annotations

import numpy as np
import pytest
from scipy.special import xlogy
from soft_worlds import NAMES, Case, Side

import partita
from partita.measures.chosen import choose
from partita.soft import Evidential, Fuzzy
from partita.soft.ends.affine_ratios import ratio_of
from partita.soft.means.class_masses import ClassMasses
from partita.soft.means.focal_selections import FocalSelections
from partita.soft.means.known_intervals import KnownIntervals
from partita.soft.means.plan import Plan
from partita.soft.means.ratio_means import ratio_mean
from partita.soft.two_sides.from_sums import table_of
from partita.soft.two_sides.sides import levels_of, read_sides

RATIOS = (
    *("rand", "mirkin", "normalized_mirkin", "hubert_gamma_prime", "adjusted_rand", "jaccard"),
    *("pair_f_measure", "pair_precision", "pair_recall", "russell_rao", "v_measure"),
    *("normalized_mutual_information", "homogeneity", "completeness", "mutual_information"),
    "variation_of_information",
)
MATCHED = ("maximum_matching", "classification_error", "partition_distance", "transfer_distance")


def plan_of(name: str, **options) -> Plan:
    return Plan.of(name, options, method="auto", rng=0, draws=None, budget=None)


def hard_side(labels: np.ndarray) -> Side:
    options = [[(1.0, frozenset({int(one)}))] for one in labels]
    return Side("hard", labels, int(labels.max()) + 1, None, options)


def evidential_side(rng: np.random.Generator, n: int, k: int) -> Side:
    every = [frozenset(np.flatnonzero(bits).tolist()) for bits in np.ndindex(*[2] * k)][1:]
    sets = [every[at] for at in np.sort(rng.permutation(len(every))[: int(rng.integers(2, 5))])]
    masses = rng.dirichlet(np.full(len(sets), rng.choice([0.3, 1.0])), n)
    masses[rng.random(n) < 0.3] = np.eye(len(sets))[0]
    options = [
        [(float(m), one) for m, one in zip(row, sets, strict=True) if m > 0] for row in masses
    ]
    return Side("evidential", Evidential(masses, sets, clusters=range(k)), k, None, options)


def two_sides(seed: int) -> tuple[Side, Side]:
    rng = np.random.default_rng(seed)
    n, k = int(rng.integers(3, 6)), int(rng.integers(2, 4))
    labels = np.unique(rng.integers(3, size=n), return_inverse=True)[1]
    sides = hard_side(labels), evidential_side(rng, n, k)
    return sides if seed % 2 else sides[::-1]


@pytest.mark.parametrize("seed", range(8))
def test_bounds_contain_the_means_of_all_selections(seed):
    case = Case(*two_sides(seed))
    sides = case.truth.given, case.prediction.given
    parts = case.intervals()
    lower, upper = (sum(part[0] * part[at] for part in parts) for at in (1, 2))
    selections = FocalSelections.of(levels_of(read_sides(*sides))[0])
    known = 0
    chosen = np.random.default_rng(seed).permutation([*RATIOS, *MATCHED])[:7].tolist()
    for name in chosen:
        at = NAMES.index(name)
        found = KnownIntervals.of(selections, plan_of(name))
        if found is None or np.isnan(lower[at]):
            continue
        known += 1
        assert found.means[0] <= lower[at] + 1e-9, name
        assert lower[at] <= found.reached[0] + 1e-9, name
        assert found.reached[1] <= upper[at] + 1e-9, name
        assert upper[at] <= found.means[1] + 1e-9, name
    assert known >= 3


@pytest.mark.parametrize("seed", range(2))
def test_bounds_hold_for_each_drawn_selection(seed):
    """`extremes` of the two rough sides of a selection, by other programs."""
    sides = tuple(side.given for side in two_sides(seed + 100))
    selections = FocalSelections.of(levels_of(read_sides(*sides))[0])
    rng = np.random.default_rng(seed)
    for name in ("adjusted_rand", "v_measure", "partition_distance"):
        found = KnownIntervals.of(selections, plan_of(name))
        if found is None:
            continue
        for at in rng.permutation(len(found.low))[:12]:
            numbers = found._numbers[at]
            table = numbers if found.masses.truth_hard else numbers.T
            ends = partita.extremes(name, *selections.rough_sides(table.astype(int)))
            assert found.low[at] <= ends.low.inner + 1e-9
            assert ends.high.inner <= found.high[at] + 1e-9


def ecm(n: int, k: int) -> tuple[np.ndarray, Evidential]:
    """Evidential c-means memberships (alpha 1, beta 2) of Gaussian clusters on a circle."""
    rng = np.random.default_rng(0)
    angle = 2 * np.pi * np.arange(k) / k
    centers = 1.1 / np.sin(np.pi / k) * np.column_stack((np.cos(angle), np.sin(angle)))
    truth = np.arange(n) % k
    points = centers[truth] + rng.normal(size=(n, 2))
    sets = [{j} for j in range(k)] + [{i, j} for i in range(k) for j in range(i)] + [set(range(k))]
    middles = np.array([centers[list(one)].mean(axis=0) for one in sets])
    distance = ((points[:, None] - middles) ** 2).sum(axis=2) + 1e-9
    masses = 1 / (distance * [len(one) for one in sets])
    return truth, Evidential(masses / masses.sum(axis=1, keepdims=True), sets)


@pytest.mark.parametrize("name", ["rand", "v_measure"])
def test_ends_of_ten_thousand_objects_are_known_within_two_hundredths(name):
    found = partita.expectation(name, *ecm(10_000, 5))
    assert found.ends_method == "bounds"
    assert 0 < found.ends_error < 0.02
    assert found.low < found.value < found.high


def test_bounds_agree_with_drawn_selections():
    """150 objects: exact ends of drawn selections, and bounds without draws."""
    sides = ecm(150, 3)
    selections = FocalSelections.of(levels_of(read_sides(*sides))[0])
    for name in ("adjusted_rand", "partition_distance"):
        drawn = partita.expectation(name, *sides, selections=100)
        assert drawn.ends_method == "sampled"
        assert "100 selections" in drawn.ends_notes[0]
        found = KnownIntervals.of(selections, plan_of(name))
        assert found.means[0] - drawn.ends_error <= drawn.low <= found.reached[0] + drawn.ends_error
        assert found.reached[1] - drawn.ends_error <= drawn.high
        assert drawn.high <= found.means[1] + drawn.ends_error


def test_the_mean_of_a_ratio_is_within_its_stated_error():
    """The margin program gives the same means without an error."""
    rng = np.random.default_rng(3)
    checked = 0
    for seed in range(20):
        n, k = int(rng.integers(8, 60)), int(rng.integers(2, 4))
        truth, rows = rng.integers(3, size=n), rng.dirichlet(np.full(k, 0.5), n)
        sides = (truth, Fuzzy(rows)) if seed % 2 else (Fuzzy(rows), truth)
        pair = levels_of(read_sides(*sides))[0].pair()
        for name in ("adjusted_rand", "jaccard", "v_measure", "pair_f_measure", "completeness"):
            found = ratio_mean(pair, plan_of(name))
            if found is not None:
                exact = partita.expectation(name, *sides, method="exact")
                assert abs(found.value - exact.value) <= found.error + exact.error
                checked += 1
    assert checked > 60


def sums_of(table: np.ndarray, *, squares: bool, hard: bool) -> tuple[float, float]:
    """A and B of a table; the sizes of the side that is not hard count for B."""
    parts = table.ravel(), table.sum(axis=0 if hard else 1)
    cells, sizes = (float(np.sum(x * x if squares else xlogy(x, x))) for x in parts)
    return cells, sizes


def test_ratios_are_the_measures():
    rng = np.random.default_rng(4)
    for name in RATIOS:
        for hard in (True, False):
            options = {"pair_f_measure": {"beta": 0.5}, "v_measure": {"beta": 3.0}}.get(name, {})
            chosen = choose((name, options))
            for _ in range(10):
                table = rng.integers(6, size=(3, 4)) + 1
                ratio = ratio_of(chosen, table.sum(axis=1 if hard else 0), truth_hard=hard)
                value = ratio.of(*sums_of(table, squares=ratio.squares, hard=hard))
                assert value == pytest.approx(chosen.of(table_of(table)), abs=1e-12), name


def test_counts_rarely_leave_their_ranges():
    truth, soft = ecm(300, 3)
    selections = FocalSelections.of(levels_of(read_sides(truth, soft))[0])
    masses = ClassMasses.of(*selections.sides)
    found = KnownIntervals.of(selections, plan_of("rand"))
    assert masses.typical(found._numbers).all()
    assert not masses.typical(found._numbers + 1e3).any()
