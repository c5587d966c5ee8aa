"""Mean of the best one-to-one matching, by the matching that is best on average.

S_w counts the objects that the matching w of classes and clusters puts right. With w* the matching
of largest mean, E S_w* <= E max_w S_w <= E S_w* + Σ_w E(S_w - S_w*)₊, and each of these terms is
the mean of a sum of independent steps -1, 0, 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from math import e, exp, perm
from typing import Any

import numpy as np
from scipy.optimize import linear_sum_assignment

from ...base.arrays import Floats
from ...measures import matching
from ...measures.measure import Measure
from ...statistics.matching import Matching
from ..kinds.results import Method
from ..two_sides.pair import Pair
from .closed_forms import Mean, mean_of

_MATCHINGS = 5040
_NEGLIGIBLE = 1e-15  # per object
_POOR = 0.005  # bounds further apart than this, per object, will not be used
_EXACT_WORK = 50_000_000  # complex numbers for the laws of all S_w - S_w*, some seconds
_BOUND_WORK = 100_000_000  # numbers for the bounds of all of them, the same
_RATES = np.geomspace(1e-3, 40.0, 60)


@mean_of(
    matching.maximum_matching,
    matching.classification_error,
    matching.normalized_classification_error,
    matching.partition_distance,
    matching.transfer_distance,
)
def expected_matching(pair: Pair, measure: Measure, options: dict[str, Any]) -> Mean | None:
    """Bounds from the dominant matching: their middle, and half of their distance as the error."""
    groups = max_groups(pair)
    if measure.name == matching.normalized_classification_error.name and groups is None:
        return None  # its scale, the number of groups, is random
    found = matched_bounds(pair)
    if found is None:
        return None
    ends = [
        measure.read(Matching(pair.n, groups or 1, groups or 1, matched, ()), **options)
        for matched in found
    ]
    value, error = sum(ends) / 2, abs(ends[1] - ends[0]) / 2
    # `value` is the mean itself when no other matching can ever be better
    certain = error <= 1e-12 * (1 + abs(value))
    return Mean(value, error, Method("exact" if certain else "bounds", "dominant matching"))


def matched_bounds(pair: Pair) -> tuple[float, float] | None:
    """Return a lower and an upper bound of the mean number of matched objects."""
    if perm(max(pair.shape), min(pair.shape)) > _MATCHINGS:
        return None
    others = perm(max(pair.shape), min(pair.shape))
    if others * len(pair.cells.group_size) * len(_RATES) > _BOUND_WORK:
        return None
    agreement, _ = dominant(pair)
    steps = _Steps(pair)
    tables = (w for w in _matchings(pair.shape) if not np.array_equal(w & steps.best, w))
    bounds = sorted(((steps.bound(w), at, w) for at, w in enumerate(tables)), key=lambda b: b[:2])
    surplus, work = 0.0, 0
    while bounds:  # the largest first: where they leave too much, exact laws are not worth it
        bound, _, other = bounds.pop()
        work += steps.cost(other)
        if bound > _NEGLIGIBLE * pair.n and work <= _EXACT_WORK and surplus <= _POOR * pair.n:
            bound = min(bound, steps.surplus(other))
        surplus += bound
    return agreement, min(agreement + surplus, float(pair.n))


def dominant(pair: Pair) -> tuple[float, Floats]:
    """Return the largest mean agreement of a matching, and the matching as a 0-1 table."""
    cells = pair.cells
    mean = cells.base + (cells.group_first * cells.group_size[:, None]).T @ cells.group_second
    rows, columns = linear_sum_assignment(mean, maximize=True)
    best = np.zeros(pair.shape)
    best[rows, columns] = 1.0
    return float(mean[rows, columns].sum()), best


def max_groups(pair: Pair) -> int | None:
    """max(|C|, |K|) where it is the same for every table, else None."""
    base = pair.cells.base
    counts = [(base.sum(axis=1 - axis) > 0).sum() for axis in (0, 1)]
    sides = zip(pair.shape, counts, (pair.truth_hard, pair.prediction_hard), strict=True)
    least = [k if hard else c for k, c, hard in sides]
    return max(pair.shape) if max(least) == max(pair.shape) else None


class _Steps:
    """The differences S_w - S_w* of a pair."""

    def __init__(self, pair: Pair) -> None:
        self.pair = pair
        self.best = dominant(pair)[1] > 0

    def surplus(self, other: np.ndarray[Any, Any]) -> float:
        """E(S_w - S_w*)₊ of another matching."""
        return _mean_excess(*self._steps(other))

    def bound(self, other: np.ndarray[Any, Any]) -> float:
        """A bound of the surplus."""
        return _exponential_bound(*self._steps(other))

    def cost(self, other: np.ndarray[Any, Any]) -> int:
        """Complex numbers that the law of the difference takes."""
        _, up, _, size = self._steps(other)
        return len(up) * (int(size.sum()) + 1)

    def _steps(self, other: np.ndarray[Any, Any]) -> tuple[int, Floats, Floats, Floats]:
        """What is certain of the difference, and how probably each group steps up or down."""
        cells = self.pair.cells
        gains, losses = other & ~self.best, self.best & ~other
        up, down = (
            np.einsum("gi,gj,ij->g", cells.group_first, cells.group_second, part.astype(float))
            for part in (gains, losses)
        )
        constant = int(cells.base[gains].sum() - cells.base[losses].sum())
        moving = up + down > 0
        return constant, up[moving], down[moving], cells.group_size[moving]


def _exponential_bound(constant: int, up: Floats, down: Floats, size: Any) -> float:
    """E(D)₊ <= E exp(sD) / (e s) for every s > 0, since x <= exp(sx - 1)/s."""
    rest = 1 - up - down
    grow = up * np.exp(_RATES[:, None]) + down * np.exp(-_RATES[:, None]) + rest
    logs = constant * _RATES + np.log(grow) @ size - np.log(e * _RATES)
    least = float(logs.min())
    return exp(least) if least < 700 else float("inf")


def _mean_excess(constant: int, up: Floats, down: Floats, size: Any) -> float:
    """E(c + D)₊ from the law of D, by its characteristic function on a grid that holds D."""
    reach = int(size.sum())
    points = 2 * reach + 1
    turn = np.exp(2j * np.pi * np.arange(reach + 1) / points)
    transform = np.ones(reach + 1, dtype=complex)
    for p, q, s in zip(up, down, size, strict=True):
        transform *= ((1 - p - q) + p * turn + q * turn.conj()) ** int(s)
    law = np.fft.irfft(transform.conj(), points)
    values = np.concatenate((np.arange(reach + 1), np.arange(-reach, 0))) + constant
    rounding = 1e-16 * reach * reach  # of the transform: some 1e-17 for each probability
    return float((np.maximum(values, 0) * np.maximum(law, 0.0)).sum()) + rounding


def _matchings(shape: tuple[int, int]) -> Iterator[np.ndarray[Any, Any]]:
    """Every matching that pairs as many as possible, as a table of bools."""
    few, many = min(shape), max(shape)
    for chosen in permutations(range(many), few):
        table = np.zeros((few, many), dtype=bool)
        table[np.arange(few), chosen] = True
        yield table if shape[0] <= shape[1] else table.T
