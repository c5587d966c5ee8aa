"""Distributions of single cells and group sizes.

Every cell and every group size is a sum of independent Bernoulli variables, a Poisson-binomial
variable, whatever the dependence between cells.
"""

from __future__ import annotations

import numpy as np

from ..._soft import expected_phi, poisson_binomial
from ...base.arrays import Counts, Floats
from ...statistics.information import Information
from ..kinds.results import Method
from ..two_sides.from_sums import information
from ..two_sides.fuzzy_pair import FuzzyPair

LOSS = 1e-15  # probability that the distribution of one cell may leave out
POISSON_BINOMIAL = Method("exact", "Poisson-binomial cells")

_Trials = tuple[Floats, Counts, int]  # probabilities, their multiplicity, certain objects
_Law = tuple[int, Floats, float]  # the smallest count, probabilities from there, what is left out


def size_law(pair: FuzzyPair, j: int) -> _Law:
    """Return the distribution of the size of cluster j."""
    return _law(_size_trials(pair, 1)[j])


def cell_law(pair: FuzzyPair, i: int, j: int) -> _Law:
    """Return the distribution of the cell of class i and cluster j."""
    return _law(_cell_trials(pair, i, j))


def mean_information(pair: FuzzyPair) -> tuple[Information, float]:
    """Return the means of I(C;K), H(C|K) and H(K|C), and their error."""
    k1, k2 = pair.shape
    cells = _mean_t_log_t([_cell_trials(pair, i, j) for i in range(k1) for j in range(k2)])
    classes, clusters = (_mean_t_log_t(_size_trials(pair, side)) for side in (0, 1))
    h = information(pair.n, classes[0], clusters[0], cells[0], k1, k2)
    return h, (cells[1] + classes[1] + clusters[1]) / pair.n


def _law(trials: _Trials) -> _Law:
    p, size, base = trials
    start, mass, lost = poisson_binomial(p, size, LOSS)
    return base + start, mass, lost


def _mean_t_log_t(parts: list[_Trials]) -> tuple[float, float]:
    """Σ E[t log t] over cells or sizes, and its error."""
    value = error = 0.0
    for p, size, base in parts:
        mean, slack = expected_phi(p, size, base, "entropy", LOSS)
        value += mean
        error += slack
    return value, error


def _size_trials(pair: FuzzyPair, side: int) -> list[_Trials]:
    """The trials of the size of each class (side 0) or cluster (side 1)."""
    groups = pair.groups
    rows = (groups.group_first, groups.group_second)[side]
    certain = groups.base.sum(axis=1 - side)
    parts = zip(rows.T, certain, strict=True)
    return [open_trials(p, groups.group_size, int(base)) for p, base in parts]


def _cell_trials(pair: FuzzyPair, i: int, j: int) -> _Trials:
    groups = pair.groups
    p = groups.group_first[:, i] * groups.group_second[:, j]
    return open_trials(p, groups.group_size, int(groups.base[i, j]))


def open_trials(p: Floats, size: Counts, certain: int) -> _Trials:
    """Count the trials that surely succeed, and keep those that are open."""
    open_ = (p > 0) & (p < 1)
    return np.ascontiguousarray(p[open_]), size[open_], certain + int(size[p >= 1].sum())
