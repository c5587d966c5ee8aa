"""Distributions of maxima over selections of cells: purity, and one-to-one matchings.

S_w counts the objects in the cells of a selection w, a sum of independent Bernoulli variables. With
w* the selection of largest mean, max_w S_w is S_w* unless another selection wins, which has at most
the probability δ = Σ_w Pr(S_w > S_w*). So F* - δ <= F <= F*, with F* the distribution function of
S_w*. If clusters are well separated, δ is negligible.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import permutations
from math import exp, perm

import numpy as np

from ... import measures
from ..._soft import poisson_binomial
from ...base.arrays import Floats, Mask
from ...measures.chosen import Chosen
from ...statistics.matching import Matching
from ..kinds.results import Method
from ..means.cell_laws import LOSS, open_trials
from ..means.matching_means import dominant, max_groups
from ..means.plan import Plan
from ..two_sides.fuzzy_pair import FuzzyPair
from .bounded_functions import BoundedValues

_MATCHINGS = 5040
_WORK = 100_000_000  # numbers for the bounds of all differences, some seconds
_RATES = np.geomspace(1e-3, 40.0, 60)
_USEFUL = 0.02  # more δ than this is worse than draws
_EXACT = 1e-11

_Rivals = Iterator[
    tuple[Mask, Mask]
]  # cells that a rival has and the best selection lacks, and v.v.
_Read = Callable[[int], float]  # the measure for a number of objects

_PURITIES = ("purity", "micro_averaged_precision", "goodman_kruskal")
_MATCHED = (
    "maximum_matching",
    "classification_error",
    "normalized_classification_error",
    "partition_distance",
    "transfer_distance",
)


def selected_values(pair: FuzzyPair, plan: Plan) -> BoundedValues | None:
    """Bound the distribution of a measure that is the best of several selections of cells."""
    found = _selections(pair, plan.chosen)
    if found is None:
        return None
    best, rivals, read = found
    delta = 0.0
    for gains, losses in rivals:
        delta += _wins(pair, gains, losses)
        if delta > _USEFUL:
            return None
    start, mass, lost = _count_law(pair, best)
    counts = np.arange(start, start + len(mass))
    values = np.array([read(int(count)) for count in counts])
    reached = np.cumsum(mass)
    below, above = np.append(0.0, reached - delta), np.append(0.0, reached) + lost
    if values[-1] < values[0]:  # at most this value means at least this count
        values = values[::-1]
        below, above = 1 - above[::-1], 1 - below[::-1]
    bounds = np.clip([below, above], 0.0, 1.0)
    bounds[:, -1] = bounds[0, -1], 1.0
    text = f"the cells that are best on average, others win with a probability below {delta:.1g}"
    method = Method("exact" if delta + lost <= _EXACT else "bounds", text)
    return BoundedValues(values, bounds, method)


def _selections(pair: FuzzyPair, chosen: Chosen) -> tuple[Mask, _Rivals, _Read] | None:
    name, n = chosen.measure.name, pair.n
    if name in _PURITIES:
        sign = 1 if chosen.measure.better == "higher" else -1
        best = _largest_of_columns(pair)
        return best, _other_rows(best), lambda t: t / n if sign > 0 else 1 - t / n
    if name == measures.inverse_purity.name:
        best = _largest_of_columns(pair.swapped)
        rivals = ((gains.T, losses.T) for gains, losses in _other_rows(best))
        return best.T, rivals, lambda t: t / n
    if name not in _MATCHED:
        return None
    groups = max_groups(pair)
    many = perm(max(pair.shape), min(pair.shape))
    if many > _MATCHINGS or many * len(pair.groups.group_size) * len(_RATES) > _WORK:
        return None
    if groups is None and name == measures.normalized_classification_error.name:
        return None  # its scale, the number of groups, is random
    best = dominant(pair)[1] > 0
    k = groups or 1
    return best, _other_matchings(best), lambda t: chosen.read(Matching(n, k, k, t, ()))


def _largest_of_columns(pair: FuzzyPair) -> Mask:
    groups = pair.groups
    mean = groups.base + (groups.group_first * groups.group_size[:, None]).T @ groups.group_second
    best = np.zeros(pair.shape, dtype=bool)
    best[mean.argmax(axis=0), np.arange(pair.shape[1])] = True
    return best


def _other_rows(best: Mask) -> _Rivals:
    """One cell of a column against its best cell, for all of them."""
    for i, j in np.argwhere(~best):
        gains, losses = np.zeros_like(best), np.zeros_like(best)
        gains[i, j], losses[:, j] = True, best[:, j]
        yield gains, losses


def _other_matchings(best: Mask) -> _Rivals:
    """Every matching with the most pairs, without the cells that it shares with the best."""
    wide = best if best.shape[0] <= best.shape[1] else best.T
    few, many = wide.shape
    for chosen in permutations(range(many), few):
        other = np.zeros_like(wide)
        other[np.arange(few), chosen] = True
        gains, losses = other & ~wide, wide & ~other
        if gains.any():
            yield (gains, losses) if wide is best else (gains.T, losses.T)


def _wins(pair: FuzzyPair, gains: Mask, losses: Mask) -> float:
    """Bound Pr(D > 0) for D = gains - losses, by min_s E exp(s(D - 1))."""
    groups = pair.groups
    up, down = (_probability(pair, part) for part in (gains, losses))
    constant = int(groups.base[gains].sum() - groups.base[losses].sum())
    if constant + int(groups.group_size[up > 0].sum()) < 1:
        return 0.0
    rest = np.maximum(0.0, 1 - up - down)
    grow = up * np.exp(_RATES[:, None]) + down * np.exp(-_RATES[:, None]) + rest
    logs = (constant - 1) * _RATES + np.log(grow) @ groups.group_size
    return exp(min(0.0, float(logs.min())))


def _count_law(pair: FuzzyPair, cells: Mask) -> tuple[int, Floats, float]:
    groups = pair.groups
    p = np.minimum(_probability(pair, cells), 1.0)
    p, size, base = open_trials(p, groups.group_size, int(groups.base[cells].sum()))
    start, mass, lost = poisson_binomial(p, size, LOSS)
    return base + start, mass, lost


def _probability(pair: FuzzyPair, cells: Mask) -> Floats:
    """The probability that an object of each group is in one of these cells."""
    groups = pair.groups
    table = cells.astype(np.float64)
    return np.asarray(((groups.group_first @ table) * groups.group_second).sum(axis=1))
