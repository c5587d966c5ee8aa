"""How far the mean of draws may be off, with the probability that is stated.

Three kinds of knowledge bound what the draws did not show. Where one of m independent objects can
change a value by at most c, McDiarmid's inequality bounds the error of a mean of s draws,
Pr(error >= ε) <= 2 exp(-2 s ε² / (m c²)); where most objects hardly ever leave their most probable
cell, Bernstein's does better (Freedman 1975, with the variance c² Σ_x Pr(x leaves it)). Bounds of
the measure give Hoeffding's inequality, or an empirical Bernstein bound (Maurer and Pontil 2009),
whose main term is the spread of the draws. The choice never looks at the draws, so it costs no
probability.
"""

from __future__ import annotations

from math import ceil, inf, isfinite, log, sqrt
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ...errors import InputError
from ...measure import Measure
from ..problem import SoftSoft
from .pair import Floats

if TYPE_CHECKING:
    from .plan import Plan

DOUBT = 0.05  # errors hold with probability 95 %

_SMOOTH_SOURCES = frozenset(
    {
        "association",
        "coding",
        "element_overlaps",
        "evenness",
        "expected_information",
        "gini_gains",
        "information",
        "information_moments",
        "other_shares",
        "pair_moments",
        "pairs",
        "redundancy",
    }
)
_SMOOTH_NAMES = frozenset(
    {
        "b_cubed_f",
        "b_cubed_f_by_class",
        "b_cubed_precision",
        "b_cubed_precision_by_class",
        "b_cubed_recall",
        "b_cubed_recall_by_class",
        "symmetric_gini",
    }
)


class Bound(NamedTuple):
    """How far a mean may be off, and by which inequality."""

    error: float
    by: str


def is_smooth(measure: Measure) -> bool:
    """Whether it is a smooth function of sums over the table: no maximum, no best match.

    What the controls leave of such a measure grows little by little with the distance from the
    mean, so that worlds that were not drawn are not far from those that were.
    """
    ours = measure.__module__.startswith("partita.")
    return ours and (measure._source in _SMOOTH_SOURCES or measure.name in _SMOOTH_NAMES)


def effect_of_one(measure: Measure, n: int, options: dict[str, Any]) -> float | None:
    """How much one object, moved anywhere on both sides, can change the measure; None: unknown."""
    if measure.name == "partition_distance":
        return {"n-1": 1 / max(1, n - 1), "n": 1 / n, "count": 1.0}[options.get("normalize", "n-1")]
    if measure.name == "purity_f" and options.get("beta", 1.0) != 1.0:
        return None
    known = {
        # n·F = Σ_i a_i max_j 2 n_ij / (a_i + b_j): one more object changes the term of its own
        # class by 0 to 2 and those of the others by -1/2 to 0 in all
        "f_measure": 2.5 / n,
        "hubert_gamma_prime": 4 / n,
        "mirkin": 2.0 * (n - 1),
        "normalized_mirkin": 2 * (n - 1) / (n * n),
        "purity_f": 2 / n,  # a harmonic mean changes by 2 max(|ΔP|, |ΔIP|) at most
        "rand": 2 / n,  # it is in n - 1 of the n(n-1)/2 pairs
        "split_join": 2.0,
    }
    shares = (  # sums of largest overlaps change by at most 1
        "classification_error",
        "goodman_kruskal",
        "inverse_purity",
        "maximum_matching",
        "micro_averaged_precision",
        "purity",
        "van_dongen",
    )
    known.update(dict.fromkeys(shares, 1 / n))
    return known.get(measure.name)


def mean_error(plan: Plan, problem: SoftSoft, values: Floats) -> Bound:
    """How far the plain mean of draws of a problem may be off."""
    draws, doubt, width = len(values), plan.doubt, _width(plan.measure)
    known = [Bound(mcdiarmid_error(draws, 1, width, doubt), "Hoeffding")]
    effect = effect_of_one(plan.measure, problem.objects, plan.options)
    if effect is not None:
        moving = problem.uncertain, problem.restless
        known.append(Bound(mcdiarmid_error(draws, moving[0], effect, doubt), "McDiarmid"))
        known.append(Bound(bernstein_error(draws, moving[1], effect, doubt), "Bernstein"))
    best = min(known)
    if isfinite(best.error) and 2 * _range_share(draws, doubt) * width >= best.error:
        return best
    if isfinite(width):
        return Bound(empirical_bernstein(values, width, doubt), "empirical Bernstein")
    return drawn_range_error(values, doubt)


def drawn_range_error(values: Floats, doubt: float = DOUBT) -> Bound:
    """The empirical Bernstein bound where nothing but the draws says how far values can go."""
    span = float(np.ptp(values))
    return Bound(
        empirical_bernstein(values, span, doubt), "empirical Bernstein over the range drawn"
    )


def unseen_error(plan: Plan, problem: SoftSoft, draws: int) -> Bound:
    """How far off a mean may be whose draws all have the same value.

    Worlds that give another one have a probability of log(1/doubt)/s at most, or s draws would
    have shown one; and it is no more probable than that some object leaves its most probable cell.
    """
    rare = min(problem.restless, log(1 / plan.doubt) / draws)
    width = _width(plan.measure)
    error = rare * width if isfinite(width) else 0.0
    return Bound(error, "the rule of three, as all draws agree")


def mcdiarmid_error(draws: int, moving: int, effect: float, doubt: float = DOUBT) -> float:
    """ε with 2 exp(-2 s ε² / (m c²)) = doubt."""
    return effect * sqrt(moving * log(2 / doubt) / (2 * draws))


def bernstein_error(draws: int, restless: float, effect: float, doubt: float = DOUBT) -> float:
    """ε with 2 exp(-s ε² / (2 c² r + 2 c ε/3)) <= doubt, r the mean number of objects that move."""
    logarithm = log(2 / doubt) / draws
    return effect * (sqrt(2 * restless * logarithm) + 2 * logarithm / 3)


def empirical_bernstein(values: Floats, width: float, doubt: float = DOUBT) -> float:
    """Maurer and Pontil's bound, Theorem 4, on both sides: sqrt(2 V L/s) + 7 w L/(3 (s - 1))."""
    draws = len(values)
    spread = float(values.var(ddof=1))
    return sqrt(2 * spread * log(4 / doubt) / draws) + width * _range_share(draws, doubt)


def mcdiarmid_draws(error: float, moving: int, effect: float) -> int:
    """Draws that keep the error of the mean within `error` with probability 95 %.

    >>> mcdiarmid_draws(0.01, 150, 2 / 150)
    492
    """
    if not 0 < error < inf:
        raise InputError(f"error must be a positive number; got {error!r}")
    return max(1, ceil(moving * effect * effect * log(2 / DOUBT) / (2 * error * error)))


def _range_share(draws: int, doubt: float) -> float:
    return 7 * log(4 / doubt) / (3 * (draws - 1))


def _width(measure: Measure) -> float:
    return measure.bounds[1] - measure.bounds[0]
