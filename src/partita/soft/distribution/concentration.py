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

from math import ceil, e, inf, isfinite, log, sqrt
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ...errors import InputError
from ...measure import Measure
from ..problem import SoftSoft
from .pair import Floats

if TYPE_CHECKING:
    from .plan import Plan

DOUBT = 0.05  # errors hold with probability 95 %

_UNKNOWN = "the measure has no known range"
_ENTROPIES = (
    "conditional_entropy",
    "conditional_entropy_of_clusters",
    "expected_mutual_information",
    "information_distance",
    "mutual_information",
    "variation_of_information",
)


class Bound(NamedTuple):
    """How far a mean may be off, and by which inequality."""

    error: float
    by: str


def width_of(measure: Measure, n: int, options: dict[str, Any]) -> float:
    """How far apart two values of n objects can be: by the declared bounds, or by n; inf: unknown.

    No entropy of n objects is above log n. Ω tables have given margins, 1 <= Ω <= n^n, and a
    formula for log Ω is at most about 0.2 off. A group is split into single objects at a cost of
    n(n-1)/2 pairs or n log n nats at most, and merging costs as much.
    """
    low, high = measure.bounds
    if isfinite(high - low):
        return high - low
    nats = log(max(n, 2)) / log(options.get("base") or e)
    known: dict[str, float] = {
        **dict.fromkeys(_ENTROPIES, nats),
        "basic_merge_distance": 2.0 * n,
        "chi_squared": float(n * n),
        "dom_q0": 2 * nats,
        "frobenius": 2.0 * n,
        "generalized_merge_distance": float(n * n + 2 * n),
        "minkowski_score": float(n),
        "mirkin": float(n * n),
        "partition_distance": float(n) if options.get("normalize") == "count" else 1.0,
        "reduced_mutual_information": 2 * nats + nats / n,
        "split_join": 2.0 * n,
        "transfer_distance": float(n),
    }
    return known.get(measure.name, inf) if measure.__module__.startswith("partita.") else inf


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
        # an object that leaves an emptied cell takes it off twice, and back for an emptied group
        "basic_merge_distance": 2.0,
        "transfer_distance": 1.0,
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
    """How far the mean of plain draws of a problem may be off."""
    best = known_error(plan, problem, len(values))
    if isfinite(best.error) and best.error <= range_error(plan, problem.objects, len(values)):
        return best
    return spread_error(plan, problem.objects, values)


def known_error(plan: Plan, problem: SoftSoft, draws: int) -> Bound:
    """How far the mean of plain draws may be off, by what is known before them."""
    doubt = plan.doubt
    width = width_of(plan.measure, problem.objects, plan.options)
    known = [Bound(mcdiarmid_error(draws, 1, width, doubt), "95 % by Hoeffding")]
    effect = effect_of_one(plan.measure, problem.objects, plan.options)
    if effect is not None:
        moving = problem.uncertain, problem.restless
        known.append(Bound(mcdiarmid_error(draws, moving[0], effect, doubt), "95 % by McDiarmid"))
        known.append(Bound(bernstein_error(draws, moving[1], effect, doubt), "95 % by Bernstein"))
    return min(known)


def range_error(plan: Plan, n: int, draws: int) -> float:
    """About what `spread_error` will be, as far as that is known before the draws."""
    return 2 * _range_share(draws, plan.doubt) * width_of(plan.measure, n, plan.options)


def spread_error(plan: Plan, n: int, values: Floats) -> Bound:
    """How far the mean of independent draws may be off, by their spread and the range of values.

    Where no range is known, that of the draws says nothing of what was not drawn.
    """
    width = width_of(plan.measure, n, plan.options)
    if isfinite(width):
        return Bound(empirical_bernstein(values, width, plan.doubt), "95 % by empirical Bernstein")
    span = float(np.ptp(values))
    if not span:
        return Bound(inf, f"no error known, as all draws agree and {_UNKNOWN}")
    error = empirical_bernstein(values, span, plan.doubt)
    return Bound(error, f"error over the range drawn and not 95 %, as {_UNKNOWN}")


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
