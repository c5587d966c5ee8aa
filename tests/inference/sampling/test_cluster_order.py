"""Neither the names of clusters nor the order of objects changes a draw."""

import numpy as np
import pytest

import partita


@pytest.mark.parametrize("seed", range(4))
def test_clusters_with_equal_cells_are_ordered_by_what_they_hold(seed):
    """Single objects of noise have equal cells: in a they differ by their clusters in b."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, 3, 60)
    a, b = (np.where(rng.random(60) < 0.8, truth, rng.integers(0, 3, 60)) for _ in "ab")
    a[rng.random(60) < 0.3], b[rng.random(60) < 0.2] = -1, -1
    order = rng.permutation(60)
    for measure in ("v_measure", "adjusted_rand", "van_dongen"):
        options = {"draws": 49, "noise": -1}
        found = partita.difference(measure, truth, a, b, **options)
        assert partita.difference(measure, truth[order], a[order], b[order], **options) == found
    given = partita.compare(truth, {"a": a, "b": b}, noise=-1).ranks(draws=49)
    moved = partita.compare(truth[order], {"a": a[order], "b": b[order]}, noise=-1).ranks(draws=49)
    assert str(moved.differences) == str(given.differences)
