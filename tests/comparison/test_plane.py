"""Homogeneity against completeness, with their errors."""

import numpy as np
import pytest
from printed_tables import IRIS, WU_I, labels

import partita
from partita import Contingency, InputError, WeightedContingency
from partita.comparison import compare
from partita.comparison.plane import inside, plane


def test_plane_has_the_values_of_the_measures():
    truth, prediction = labels(WU_I)
    c = compare(truth, {"a": prediction, "b": truth})
    table = c.plane()
    assert table["homogeneity"][0] == partita.homogeneity(truth, prediction)
    assert table["completeness"][0] == partita.completeness(truth, prediction)
    assert table["v_measure"][0] == partita.v_measure(truth, prediction)
    assert table.row(1)["homogeneity_error"] == table.row(1)["correlation"] == 0.0


def test_errors_and_correlation_are_those_of_the_jackknife():
    truth, prediction = labels(IRIS)
    row = compare(truth, prediction).plane().row(0)
    n, both = len(truth), []
    for k in range(n):  # leave out one object after the other
        keep = np.arange(n) != k
        pair = truth[keep], prediction[keep]
        both.append((partita.homogeneity(*pair), partita.completeness(*pair)))
    spread = np.cov(np.array(both).T, bias=True) * (n - 1)
    assert row["homogeneity_error"] == pytest.approx(spread[0, 0] ** 0.5, rel=1e-9)
    assert row["completeness_error"] == pytest.approx(spread[1, 1] ** 0.5, rel=1e-9)
    correlation = spread[0, 1] / (spread[0, 0] * spread[1, 1]) ** 0.5
    assert row["correlation"] == pytest.approx(correlation, rel=1e-9)


def test_the_center_of_the_region_is_without_bias():
    # 100 objects in 25 cells: both values are too high, and the jackknife estimates by how much
    random = np.random.default_rng(0)
    truth = random.integers(0, 5, 100)
    found = np.where(random.random(100) < 0.3, truth, random.integers(0, 5, 100))
    (row,) = compare(truth, found).plane().rows()
    n, table = 100, Contingency.from_labels(truth, found)
    less = []
    for k in range(n):
        kept = np.arange(n) != k
        less.append(partita.homogeneity(truth[kept], found[kept]))
    bias = (n - 1) * (np.mean(less) - partita.homogeneity.of(table))
    assert bias > 0.02
    assert row["homogeneity_center"] == pytest.approx(row["homogeneity"] - bias, rel=1e-9)
    assert inside(row, row["homogeneity_center"], row["completeness_center"])
    edge = row["homogeneity_center"] + row["radius"] * row["homogeneity_error"]
    beside = row["completeness_center"] + (
        row["correlation"] * row["radius"] * row["completeness_error"]
    )
    assert inside(row, edge - 1e-9, beside)
    assert not inside(row, edge + 1e-9, beside)


def test_the_radius_is_the_quantile_of_two_normals():
    from scipy.stats import chi2

    row = compare([0, 0, 1], [0, 1, 1]).plane(confidence=0.9).row(0)
    assert row["radius"] == pytest.approx(chi2.ppf(0.9, 2) ** 0.5, rel=1e-12)
    with pytest.raises(InputError, match="confidence"):
        compare([0, 0, 1], [0, 1, 1]).plane(confidence=95)


def test_weights_have_values_and_no_errors():
    table = WeightedContingency.from_labels([0, 0, 1], [0, 1, 1], weights=[0.5, 0.25, 1.5])
    found = plane({"w": table})
    assert 0 < found["homogeneity"][0] < 1
    assert np.isnan(found["homogeneity_error"][0])


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("level", [0.5, 0.95, 0.99])
def test_the_region_contains_its_values_and_agrees_with_the_intervals(seed, level):
    # few objects per cell, rare errors, and (seed 5) none: bias and unseen cells matter
    random, n = np.random.default_rng(seed), (60, 120, 300, 800, 200, 50)[seed]
    truth = random.integers(0, 6, n)
    good = (0.3, 0.9, 0.97, 0.99, 0.0, 1.0)[seed]
    found = np.where(random.random(n) < good, truth, random.integers(0, 9, n))
    both = ["homogeneity", "completeness"]
    c = compare(truth, found, measures=both, confidence=level)
    (row,) = c.plane(confidence=level).rows()
    assert inside(row, row["homogeneity"], row["completeness"])
    for score in c.scores:
        center, reach = (row[f"{score.measure}_{part}"] for part in ("center", "reach"))
        assert center - reach - 1e-12 <= score.estimate.low
        assert score.estimate.high <= center + reach + 1e-12
        assert reach >= row["radius"] * row[f"{score.measure}_error"] - 1e-12


def test_groups_widen_the_region_too():
    truth = np.arange(240) % 4
    donor = np.arange(240) // 30
    found = np.where(np.isin(donor, (2, 5)), (truth + 1) % 3, truth)  # two donors are misplaced
    alone, donors = (
        compare(truth, found, groups=groups).plane().row(0) for groups in (None, donor)
    )
    assert donors["homogeneity_reach"] > 2 * alone["homogeneity_reach"]
    assert inside(donors, donors["homogeneity"], donors["completeness"])
