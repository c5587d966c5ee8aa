"""Claims on how a measure changes: with its sums, with the scale of counts, smoothly."""

from itertools import pairwise, product

import numpy as np
import pytest
from looping import for_each

import partita
from partita import Contingency, UndefinedError
from partita.chance.batch import largest_value
from partita.statistics import STATISTICS, Coding, Information, PairCounts

OURS = [m for m in partita.MEASURES.values() if m.ours]
SUMS = [m for m in OURS if m.statistic in ("pairs", "information", "coding")]


def read(measure, statistic):
    try:
        return measure.read(statistic)
    except UndefinedError:
        return None


def along_the_sum(measure, margins):
    """Statistics of given margins, in the order of the sum over cells."""
    first, second = margins
    if measure.statistic == "pairs":  # of 30 objects
        most, least = min(first, second), max(0, first + second - 435)
        return [PairCounts.of_totals(x, first, second, 435, 30) for x in range(least, most + 1, 3)]
    most = min(first, second) / 150
    steps = [most * part / 20 for part in range(21)]
    entropies = first / 150, second / 150
    if measure.statistic == "coding":
        return [Coding(entropies[0] - i, 0.2, 0.3) for i in steps]
    return [Information(i, entropies[0] - i, entropies[1] - i, 30, 20, 20) for i in steps]


MARGINS = list(product((30, 120, 200, 330, 420), repeat=2))


def turns(measure):
    """Whether the measure rises and falls along its sum, for some margins."""
    for margins in MARGINS:
        values = [read(measure, s) for s in along_the_sum(measure, margins)]
        steps = [b - a for a, b in pairwise(v for v in values if v is not None)]
        if max(steps, default=0) > 1e-12 and min(steps, default=0) < -1e-12:
            return True
    return False


@for_each(SUMS)
def test_margin_monotone_measures_rise_or_fall_with_their_sum(measure):
    assert turns(measure) is not measure.margin_monotone


def agreement(measure, statistic):
    value = read(measure, statistic)
    return None if value is None else value if measure.better == "higher" else -value


def rises(values):
    known = [v for v in values if v is not None]
    return all(b >= a - 1e-12 for a, b in pairwise(known))


@for_each([m for m in SUMS if m.monotone and m.statistic == "pairs"])
@pytest.mark.parametrize("side", [0, 1])
def test_monotone_pair_measures_fall_with_the_pairs_of_the_other_side(measure, side):
    for fixed, together in product((100, 200, 330), (20, 60, 100)):
        sides = ((fixed, q) if side == 0 else (q, fixed) for q in range(together, 336 - fixed, 5))
        counts = [PairCounts.of_totals(together, *both, 435, 30) for both in sides]
        counts = [p for p in counts if p.apart >= 0]
        assert rises([agreement(measure, p) for p in reversed(counts)])


@for_each([m for m in SUMS if m.monotone and m.statistic == "information"])
@pytest.mark.parametrize("side", [0, 1])
def test_monotone_information_measures_rise_with_the_entropy_of_the_other_side(measure, side):
    """If the entropy of the sizes rises, their sum falls; for given cells, I rises with it."""
    for entropy, joint in product((0.5, 1.0, 2.0), (2.0, 2.5)):
        found = []
        for other in np.linspace(joint - entropy, joint, 20).tolist():
            mutual = max(0.0, entropy + other - joint)
            parts = max(0.0, entropy - mutual), max(0.0, other - mutual)
            found.append(Information(mutual, *(parts if side == 0 else parts[::-1]), 30, 20, 20))
        assert rises([agreement(measure, h) for h in found])


# For clusters of one size Var[N11] is of a lower order, and normalized_lerman grows as √n.
TABLES = (np.array([[3, 1, 0], [1, 3, 1], [0, 2, 4]]), np.array([[2, 2], [1, 9], [4, 1]]))


@for_each([m for m in OURS if m.converges])
def test_converging_measures_tend_to_a_limit(measure):
    assert measure.degree is None
    for table in TABLES:
        scaled = (Contingency.from_matrix(table * factor) for factor in (1, 10**4, 10**8))
        few, many, most = map(measure.of, scaled)
        assert abs(many - most) < 1e-3
        assert abs(many - most) <= abs(few - most)


TIED = (
    np.array([[6, 6, 1], [6, 6, 1], [2, 2, 5]]) * 10**9
)  # overlaps tie within lines, but not between class and cluster
MOVES = [(a, b) for a, b in product(np.ndindex(3, 3), repeat=2) if a != b]


def bend(measure, step):
    """The largest second difference when a share of the objects moves between two cells."""
    middle = measure.of(Contingency.from_matrix(TIED))
    found = 0.0
    for taken, given in MOVES:
        there, back = TIED.copy(), TIED.copy()
        for table, sign in ((there, 1), (back, -1)):
            table[taken] -= sign * step
            table[given] += sign * step
        values = (measure.of(Contingency.from_matrix(table)) for table in (there, back))
        found = max(found, abs(sum(values) - 2 * middle))
    return found / max(1.0, abs(middle))


CELLS = {s.attribute for s in STATISTICS.values() if s.counts_cells}  # cells do not change here


@for_each([m for m in OURS if m.statistic and m.statistic not in CELLS])
def test_smooth_measures_have_no_bend_where_largest_overlaps_tie(measure):
    """At a bend the difference shrinks with the step, on a smooth curve with its square."""
    coarse, fine = bend(measure, 10**8), bend(measure, 10**6)
    assert (fine <= coarse / 1000 + 1e-11) is measure.smooth


@for_each([m for m in OURS if m.most is not None])
def test_no_table_of_n_objects_exceeds_the_claimed_most(measure):
    shapes = ((1, 40), (40, 1), (20, 20))
    for table in (Contingency.from_matrix(np.ones(shape, dtype=int)) for shape in shapes):
        assert largest_value(measure, table.n) == measure.most * table.n**measure.degree
        assert measure.of(table) <= largest_value(measure, table.n)
    assert measure.of(table) > 0.9 * largest_value(measure, table.n) or measure.statistic == "pairs"
