"""Read a measure at many sums or group sizes: the arithmetic in arrays, the formula one by one."""

from __future__ import annotations

from math import log
from typing import Any

import numpy as np

from ... import _kernel
from ...base.arrays import Counts, Floats
from ...base.errors import InputError
from ...measures.chosen import Chosen
from ...statistics.information import ExpectedInformation, Information
from ...statistics.pairs import PairCounts
from ..two_sides.from_sums import x_log_x
from ..two_sides.margin_problem import MarginProblem

_READINGS = 1_000_000  # evaluations of a formula in Python, about a microsecond each
_EXPECTED_READINGS = 20_000  # the same with E[I], a sum over all pairs of a class and a cluster


def read_squares(problem: MarginProblem, chosen: Chosen, squares: Counts, cells: Any) -> Floats:
    """Read a pair-counting measure at many Σ b_j² and Σ n_ij², integers or means."""
    _check(chosen, len(squares), _READINGS)
    n, sizes = problem.objects, problem.class_sizes
    columns = _pair_columns(n, int((sizes * sizes).sum()), squares, cells)
    if problem.swapped:
        columns[1], columns[2] = columns[2], columns[1]
    groups = np.where(squares == n * n, 1, np.where(squares == n, n, 0))
    same = (groups == len(sizes)).tolist()  # these sizes are only of identical partitions
    listed = zip(*(column.tolist() for column in columns), same, strict=True)
    return np.array(
        [
            chosen.read(PairCounts(a, b, c, d, n), perfect=identical)
            for a, b, c, d, identical in listed
        ]
    )


def read_sizes(problem: MarginProblem, chosen: Chosen, sizes: Counts, cells: Floats) -> Floats:
    """Read an information measure at many vectors of cluster sizes and Σ n_ij log n_ij."""
    expects = chosen.statistic == "expected_information"
    _check(chosen, len(sizes), _EXPECTED_READINGS if expects else _READINGS)
    n, hard = problem.objects, problem.class_sizes
    groups = (sizes > 0).sum(axis=1)
    mutual, mine, theirs = _information_columns(n, hard, sizes, groups, cells)
    if problem.swapped:
        mine, theirs = theirs, mine
    values = np.empty(len(sizes))
    for at, parts in enumerate(zip(mutual.tolist(), mine.tolist(), theirs.tolist(), strict=True)):
        counts = len(hard), int(groups[at])
        h = Information(*parts, n, *(counts[::-1] if problem.swapped else counts))
        same = counts[0] == counts[1] and counts[0] in (1, n)
        statistic: Any = _expected_information(h, hard, sizes[at]) if expects else h
        values[at] = chosen.read(statistic, perfect=same)
    return values


def _expected_information(
    h: Information, class_sizes: Counts, cluster_sizes: Counts
) -> ExpectedInformation:
    """Add the mean of the mutual information over all tables with the same group sizes.

    It needs only the sizes, so any table that has them will do: fill it from one corner.
    """
    if {1, h.objects}.intersection((h.classes, h.clusters)):
        return ExpectedInformation(h, h.mutual)  # there is only one such table
    classes, clusters = (np.cumsum(sizes[sizes > 0]) for sizes in (class_sizes, cluster_sizes))
    ends = np.union1d(classes, clusters)
    rows, columns = np.searchsorted(classes, ends), np.searchsorted(clusters, ends)
    cells = rows.astype(np.int32), columns.astype(np.int32), np.diff(ends, prepend=0)
    expected = _kernel.expected_information(*cells, len(classes), len(clusters))
    return ExpectedInformation(h, float(expected))


def _pair_columns(n: int, mine: int, squares: Counts, cells: Any) -> list[Any]:
    """N11, N10, N01 and N00, kept within what the group sizes allow."""
    whole = np.asarray(cells).dtype.kind == "i"
    pairs = n * (n - 1) // 2
    truth, prediction = (mine - n) // 2, (squares - n) // 2
    together = (cells - n) // 2 if whole else (cells - n) / 2
    least = np.maximum(0, truth + prediction - pairs)
    together = np.maximum(least, np.minimum(together, np.minimum(truth, prediction)))
    apart = np.maximum(0, pairs - truth - prediction + together)
    return [together, truth - together, prediction - together, apart]


def _information_columns(
    n: int, hard: Counts, sizes: Counts, groups: Counts, cells: Floats
) -> tuple[Floats, Floats, Floats]:
    """I(C;K), H(C|K) and H(K|C) with C the hard side, kept within their ranges."""
    whole = n * log(n)
    mine = whole if len(hard) == 1 else x_log_x(hard)
    theirs = (sizes * np.log(np.maximum(sizes, 1))).sum(axis=1)
    theirs = np.where(groups == 1, whole, theirs)
    cells = np.where(groups == 1, mine, theirs if len(hard) == 1 else cells)  # to the last bit
    cells = np.minimum(np.maximum(cells, mine + theirs - whole), np.minimum(mine, theirs))
    residual, other = (theirs - cells) / n, (mine - cells) / n
    return np.maximum(0.0, (whole - mine) / n - residual), residual, other


def _check(chosen: Chosen, count: int, most: int) -> None:
    if count > most:
        name = chosen.measure.name
        raise InputError(
            f"{name} would be read at {count:,} combinations of sums, more than {most:,}"
        )
