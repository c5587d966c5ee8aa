"""The grid of clusterings: every cell is an integer, and values are those of single tables."""

from dataclasses import replace

import pytest

from partita import Contingency, measure
from partita.behavior.grid import COARSE, FULL, SMALL, ClusteringGrid, values
from partita.behavior.subject import subject


def test_the_grid_has_31360_configurations_of_integer_cells():
    assert len(FULL) == 31_360  # 10·7·7·4·4·4, section 4 of Rosenberg and Hirschberg 2007
    tables = next(iter(FULL.tables()))
    assert (tables.counts.sum(axis=1) == FULL.objects).all()


def test_the_smaller_grids_are_of_the_stated_size():
    assert (len(COARSE), len(SMALL)) == (2430, 288)
    assert SMALL.objects == 240
    assert COARSE.objects == FULL.objects  # a part of the full grid


def test_values_are_those_of_single_tables():
    grid = ClusteringGrid((4, 5, 6), (0, 1), (0, 1), (0, 33), (0, 66), (0, 66))
    grid = replace(grid, matching="rest")
    tables = [Contingency.from_matrix(counts.reshape(some.shape))
              for some in grid.tables() for counts in some.counts]  # fmt: skip
    for name in ("v_measure", "mirkin", "dom_q2"):
        sign = 1 if measure(name).better == "higher" else -1
        single = [sign * measure(name).of(table) for table in tables]
        (found,) = values([subject(name)], grid)
        assert found.ravel() == pytest.approx(single, rel=1e-12)
