"""Distributions of maxima over selections of cells: purity, and one-to-one matchings.

S_w counts the objects in the cells of a selection w, a sum of independent Bernoulli variables. With
w* the selection of largest mean, max_w S_w is S_w* unless another selection wins, which has at most
the probability δ = Σ_w Pr(S_w > S_w*). So F* - δ <= F <= F*, with F* the distribution function of
S_w*. If clusters are well separated, δ is negligible.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import exp

import numpy as np

from ... import measures
from ..._soft import poisson_binomial
from ...base.arrays import Floats, Mask
from ...measures.chosen import Chosen
from ...statistics.matching import Matching
from ..kinds.results import Method
from ..means.cell_laws import LOSS, open_trials
from ..means.matching_means import (
    Rival,
    certain_lead,
    dominant,
    few_matchings,
    log_moments,
    max_groups,
    mean_table,
    rival_matchings,
)
from ..means.plan import Plan
from ..two_sides.fuzzy_pair import FuzzyPair
from .bounded_functions import BoundedValues

_USEFUL = 0.02  # more δ than this is worse than draws
_EXACT = 1e-11

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
    for rival in rivals:
        delta += _wins(pair, rival)
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


def _selections(pair: FuzzyPair, chosen: Chosen) -> tuple[Mask, Iterator[Rival], _Read] | None:
    name, n = chosen.measure.name, pair.n
    if name in _PURITIES:
        sign = 1 if chosen.measure.better == "higher" else -1
        best = _largest_of_columns(pair)
        return best, _other_rows(best), lambda t: t / n if sign > 0 else 1 - t / n
    if name == measures.inverse_purity.name:
        best = _largest_of_columns(pair.swapped)
        rivals = ((gains.T, losses.T) for gains, losses in _other_rows(best))
        return best.T, rivals, lambda t: t / n
    if name not in _MATCHED or not few_matchings(pair):
        return None
    groups = max_groups(pair)
    if groups is None and name == measures.normalized_classification_error.name:
        return None  # its scale, the number of groups, is random
    best = dominant(pair)[1] > 0
    k = groups or 1
    return best, rival_matchings(best), lambda t: chosen.read(Matching(n, k, k, t, ()))


def _largest_of_columns(pair: FuzzyPair) -> Mask:
    best = np.zeros(pair.shape, dtype=bool)
    best[mean_table(pair).argmax(axis=0), np.arange(pair.shape[1])] = True
    return best


def _other_rows(best: Mask) -> Iterator[Rival]:
    """One cell of a column against its best cell, for all of them."""
    for i, j in np.argwhere(~best):
        gains, losses = np.zeros_like(best), np.zeros_like(best)
        gains[i, j], losses[:, j] = True, best[:, j]
        yield gains, losses


def _wins(pair: FuzzyPair, rival: Rival) -> float:
    """Bound Pr(D > 0) for D = gains - losses, by min_s E exp(s(D - 1))."""
    size = pair.groups.group_size
    up, down = (_probability(pair, part) for part in rival)
    constant = certain_lead(pair, rival)
    if constant + int(size[up > 0].sum()) < 1:
        return 0.0
    return exp(min(0.0, float(log_moments(constant - 1, up, down, size).min())))


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
