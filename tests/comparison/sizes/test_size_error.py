"""The jackknife error of DCV, compared with leaving out every object or group in turn."""

import numpy as np
import pytest

import partita
from partita.comparison.sizes.size_error import dcv_error

RNG = np.random.default_rng(5)
TRUTH = RNG.choice(4, 60, p=[0.6, 0.2, 0.15, 0.05])
LABELS = (TRUTH + RNG.integers(0, 2, 60)) % 5
DONORS = RNG.integers(0, 9, 60)


def counted(truth, labels, **options):
    (found,) = partita.compare(truth, labels, measures="rand", **options).counted.values()
    return found


def dcv(truth, labels):
    first, second = (np.unique(one, return_counts=True)[1] for one in (truth, labels))
    return second.std(ddof=1) / second.mean() - first.std(ddof=1) / first.mean()


def jackknife(parts):
    """The standard error by Efron's formula, sqrt((m - 1)/m Σ (v - mean)²), without m parts."""
    values = np.array([dcv(TRUTH[~part], LABELS[~part]) for part in parts])
    return ((len(values) - 1) / len(values) * ((values - values.mean()) ** 2).sum()) ** 0.5


def test_leaving_out_each_object():
    each = [np.arange(60) == place for place in range(60)]
    assert dcv_error(counted(TRUTH, LABELS)) == pytest.approx(jackknife(each), rel=1e-10)


def test_leaving_out_each_group():
    each = [donor == DONORS for donor in np.unique(DONORS)]
    found = dcv_error(counted(TRUTH, LABELS, groups=DONORS))
    assert found == pytest.approx(jackknife(each), rel=1e-10)


def test_what_has_no_dcv_has_no_error():
    assert dcv_error(counted([0, 0, 1], [0, 0, 0])) is None
    assert dcv_error(counted([0, 0, 1], [0, 1, 1], weights=[0.5, 1.5, 1.0])) is None
