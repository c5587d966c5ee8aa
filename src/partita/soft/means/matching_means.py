"""Bounds of the mean of the best one-to-one matching, from the matching that is best on average.

S_w counts the objects that the matching w of classes and clusters puts right. With w* the matching
of largest mean, the dominant one, E S_w* <= E max_w S_w <= E S_w* + Σ_w E(S_w - S_w*)₊. Each
difference is a sum of independent steps -1, 0, 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from math import e, exp, perm
from typing import TypeAlias

import numpy as np
from scipy.optimize import linear_sum_assignment

from ... import measures
from ...base.arrays import Counts, Floats, Mask
from ...measures.chosen import Chosen
from ...statistics.matching import Matching
from ..kinds.results import Method
from ..two_sides.fuzzy_pair import FuzzyPair
from .closed_forms import Mean, mean_of

MOST_MATCHINGS = 5040
_NEGLIGIBLE = 1e-15  # per object
_POOR = 0.005  # bounds further apart than this, per object, will not be used
_EXACT_WORK = 50_000_000  # complex numbers for the distributions of all S_w - S_w*, some seconds
_BOUND_WORK = 100_000_000  # numbers for the bounds of all of them, some seconds too
_RATES = np.geomspace(1e-3, 40.0, 60)

Rival: TypeAlias = tuple[Mask, Mask]
"""The cells that another selection has and the best one lacks, and the other way round."""

_Steps = tuple[int, Floats, Floats, Counts]
"""S_w - S_w*: its certain part, and for each group of objects Pr(+1), Pr(-1) and the size."""


@mean_of(
    measures.maximum_matching,
    measures.classification_error,
    measures.normalized_classification_error,
    measures.partition_distance,
    measures.transfer_distance,
)
def expected_matching(pair: FuzzyPair, chosen: Chosen) -> Mean | None:
    """The middle of the bounds, and half of their distance as the error."""
    groups = max_groups(pair)
    if chosen.measure.name == measures.normalized_classification_error.name and groups is None:
        return None  # its scale, the number of groups, is random
    found = matched_bounds(pair)
    if found is None:
        return None
    ends = [
        chosen.read(Matching(pair.n, groups or 1, groups or 1, matched, ())) for matched in found
    ]
    value, error = sum(ends) / 2, abs(ends[1] - ends[0]) / 2
    # if no other matching can ever be better, `value` is the mean itself
    certain = error <= 1e-12 * (1 + abs(value))
    return Mean(value, error, Method("exact" if certain else "bounds", "dominant matching"))


def matched_bounds(pair: FuzzyPair) -> tuple[float, float] | None:
    """Return a lower and an upper bound of the mean number of matched objects."""
    if not few_matchings(pair):
        return None
    agreement, best = dominant(pair)
    steps = [_steps(pair, rival) for rival in rival_matchings(best > 0)]
    bounds = sorted(((_exponential_bound(one), at) for at, one in enumerate(steps)))
    surplus, work = 0.0, 0
    while bounds:  # the largest first: if they leave too much, exact values are not worth it
        bound, at = bounds.pop()
        work += len(steps[at][1]) * (int(steps[at][3].sum()) + 1)
        if bound > _NEGLIGIBLE * pair.n and work <= _EXACT_WORK and surplus <= _POOR * pair.n:
            bound = min(bound, _mean_excess(*steps[at]))
        surplus += bound
    return agreement, min(agreement + surplus, float(pair.n))


def few_matchings(pair: FuzzyPair) -> bool:
    """Return whether all differences from the dominant matching can be bounded."""
    many = perm(max(pair.shape), min(pair.shape))
    numbers = many * len(pair.groups.group_size) * len(_RATES)
    return many <= MOST_MATCHINGS and numbers <= _BOUND_WORK


def mean_table(pair: FuzzyPair) -> Floats:
    """Return the mean number of objects in each cell."""
    groups = pair.groups
    return np.asarray(
        groups.base + (groups.group_first * groups.group_size[:, None]).T @ groups.group_second
    )


def dominant(pair: FuzzyPair) -> tuple[float, Floats]:
    """Return the largest mean agreement of a matching, and the matching as a 0-1 table."""
    mean = mean_table(pair)
    rows, columns = linear_sum_assignment(mean, maximize=True)
    best = np.zeros(pair.shape)
    best[rows, columns] = 1.0
    return float(mean[rows, columns].sum()), best


def max_groups(pair: FuzzyPair) -> int | None:
    """Return max(|C|, |K|) if it is the same for every table, else None."""
    base = pair.groups.base
    counts = [(base.sum(axis=1 - axis) > 0).sum() for axis in (0, 1)]
    sides = zip(pair.shape, counts, (pair.truth_hard, pair.prediction_hard), strict=True)
    least = [k if hard else c for k, c, hard in sides]
    return max(pair.shape) if max(least) == max(pair.shape) else None


def _steps(pair: FuzzyPair, rival: Rival) -> _Steps:
    groups = pair.groups
    up, down = (
        np.einsum("gi,gj,ij->g", groups.group_first, groups.group_second, part.astype(float))
        for part in rival
    )
    moving = up + down > 0
    return certain_lead(pair, rival), up[moving], down[moving], groups.group_size[moving]


def certain_lead(pair: FuzzyPair, rival: Rival) -> int:
    """Return how many certain objects a rival has more than the best selection."""
    gains, losses = (int(pair.groups.base[part].sum()) for part in rival)
    return gains - losses


def log_moments(constant: int, up: Floats, down: Floats, size: Counts) -> Floats:
    """Return log E exp(s (constant + D)) for each rate s, D a sum of steps -1, 0, 1."""
    rest = np.maximum(0.0, 1 - up - down)
    grow = up * np.exp(_RATES[:, None]) + down * np.exp(-_RATES[:, None]) + rest
    return np.asarray(constant * _RATES + np.log(grow) @ size)


def _exponential_bound(steps: _Steps) -> float:
    """A bound of the mean excess: E(D)₊ <= E exp(sD)/(es) for s > 0, as x <= exp(sx - 1)/s."""
    least = float((log_moments(*steps) - np.log(e * _RATES)).min())
    return exp(least) if least < 700 else float("inf")


def _mean_excess(constant: int, up: Floats, down: Floats, size: Counts) -> float:
    """E(c + D)₊ from the distribution of D, by its characteristic function on a grid."""
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


def matchings(shape: tuple[int, int]) -> Iterator[Mask]:
    """Every matching with the most pairs, as a table of bools."""
    few, many = min(shape), max(shape)
    for chosen in permutations(range(many), few):
        table = np.zeros((few, many), dtype=bool)
        table[np.arange(few), chosen] = True
        yield table if shape[0] <= shape[1] else table.T


def rival_matchings(best: Mask) -> Iterator[Rival]:
    """Every other matching with the most pairs, without the cells that it shares with the best."""
    for other in matchings((best.shape[0], best.shape[1])):
        gains, losses = other & ~best, best & ~other
        if gains.any():
            yield gains, losses
