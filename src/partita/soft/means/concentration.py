"""Bounds of the error of a mean of draws, valid with a probability of 95%.

Two kinds of knowledge bound what the draws did not show:

- If one of m independent objects can change a value by at most c, McDiarmid's inequality bounds
  the error of a mean of s draws: Pr(error >= ε) <= 2 exp(-2 s ε² / (m c²)). If most objects hardly
  ever leave their most probable cell, Bernstein's inequality does better (Freedman 1975, with the
  variance c² Σ_x Pr(x leaves it)).
- If the values have a range, the bets of Waudby-Smith and Ramdas (2024) bound the mean by the
  spread of the draws and that range.

The choice between them never looks at the draws, so it costs no probability.
"""

from __future__ import annotations

from math import ceil, e, inf, isfinite, log, sqrt
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ...base.arrays import Floats
from ...base.errors import InputError
from ...measures.chosen import Chosen
from ..two_sides.object_groups import ObjectGroups

if TYPE_CHECKING:
    from .plan import Plan

DOUBT = 0.05  # errors are valid with probability 95%

_UNKNOWN = "the measure has no known range"
_STEP = 1e-9  # of the range: the precision of the bounds
_STAKE = 0.75  # most of the capital that one draw can lose


class Bound(NamedTuple):
    """How far a mean may be off, and by which inequality."""

    error: float
    by: str


def range_of(chosen: Chosen, n: int, groups: tuple[int, int]) -> tuple[float, float]:
    """Return the range of the values of n objects in these groups; infinite if not known.

    These are the declared bounds, or what n objects in these numbers of groups can reach. A group
    of b objects can be spread over c classes in C(b+c-1, c-1) <= min((b+1)^(c-1), c^b) ways, so
    1 <= Ω <= n^n tables have given margins; the formula for log Ω is off by about 0.2 at most.
    Splitting all groups, or merging them, costs at most n(n-1)/2 pairs, n parts or n log2 n bits.
    """
    measure, options = chosen
    low, high = measure.bounds
    if isfinite(high - low) or not measure.ours:
        return low, high
    unit = 1 / log(options.get("base") or e)
    most, (r, k) = log(max(n, 2)), (min(n, g) for g in groups)
    spread = min(most, k * (r - 1) * log(1 + n / k) / n)
    reduced = unit * (most + 1 / n)
    known: dict[str, tuple[float, float]] = {
        "basic_merge_distance": (0.0, 2.0 * n),
        "chi_squared": (0.0, float(n * min(r, k))),
        "conditional_entropy": (0.0, unit * log(r)),
        "conditional_entropy_of_clusters": (0.0, unit * log(k)),
        "dom_q0": (0.0, unit * (log(r) + spread)),
        "expected_mutual_information": (0.0, unit * log(min(r, k))),
        "frobenius": (0.0, float(r + k)),
        "generalized_merge_distance": (0.0, float(n * n + 2 * n)),
        "information_distance": (0.0, unit * log(max(r, k))),
        "minkowski_score": (0.0, float(n)),
        "mirkin": (0.0, float(n * n)),
        "mutual_information": (0.0, unit * log(min(r, k))),
        "partition_distance": (0.0, float(n) if options.get("normalize") == "count" else 1.0),
        "reduced_mutual_information": (-reduced, reduced),
        "split_join": (0.0, 2.0 * n),
        "transfer_distance": (0.0, float(n)),
        "variation_of_information": (0.0, unit * min(most, log(r) + log(k))),
    }
    return known.get(measure.name, (low, high))


def effect_of_one(chosen: Chosen, n: int) -> float | None:
    """Return the largest change by moving one object on both sides; None if not known."""
    effect = chosen.measure.effect_of_one
    return None if effect is None else effect(n, **{**chosen.measure.options, **chosen.options})


def mean_error(
    plan: Plan, groups: ObjectGroups, values: Floats, ends: tuple[float, float]
) -> Bound:
    """Bound the error of the mean of plain draws whose values all lie between two ends."""
    best = known_error(plan, groups, len(values))
    if isfinite(best.error) and best.error <= range_error(plan, len(values), ends):
        return best
    return spread_error(plan, values, ends)


def known_error(plan: Plan, groups: ObjectGroups, draws: int) -> Bound:
    """Bound the error of the mean of plain draws by what one object can change."""
    effect = effect_of_one(plan.chosen, groups.objects)
    if effect is None:
        return Bound(inf, "")
    moving, moves, doubt = groups.uncertain, groups.expected_moves, plan.doubt
    return min(
        Bound(mcdiarmid_error(draws, moving, effect, doubt), "95% by McDiarmid"),
        Bound(bernstein_error(draws, moves, effect, doubt), "95% by Bernstein"),
    )


def range_error(plan: Plan, draws: int, ends: tuple[float, float]) -> float:
    """Return about what `spread_error` will be at a moderate spread, before drawing."""
    return 4 * log(2 / plan.doubt) / draws * (ends[1] - ends[0])


def spread_error(plan: Plan, values: Floats, ends: tuple[float, float]) -> Bound:
    """Bound the error of the mean of independent draws by their spread and the range of values.

    If no range is known, the range of the draws is used, which says nothing of what was not drawn.
    """
    by = "95% by Waudby-Smith and Ramdas"
    if not isfinite(ends[1] - ends[0]):
        ends = float(values.min()), float(values.max())
        if not ends[0] < ends[1]:
            return Bound(inf, f"no error known, as all draws agree and {_UNKNOWN}")
        by = f"error over the range drawn and not 95%, as {_UNKNOWN}"
    low, high = betting_bounds(values, ends, plan.doubt)
    mean = float(values.mean())
    return Bound(max(high - mean, mean - low), by)


def betting_bounds(
    values: Floats, ends: tuple[float, float], doubt: float = DOUBT
) -> tuple[float, float]:
    """Bound the mean of independent values between two ends (Waudby-Smith and Ramdas 2024).

    Bet on values above m, with each stake chosen by the values before it. If the mean is m, the
    capital grows by a factor of 2/doubt with a probability of at most doubt/2 (Ville's
    inequality). So the largest m at which it grows this much is a lower bound; the upper bound
    follows in the same way.
    """
    width = ends[1] - ends[0]
    x = np.clip((values - ends[0]) / width, 0.0, 1.0)
    seen = np.arange(2, len(x) + 2)
    apart = (x - (0.5 + np.cumsum(x)) / seen) ** 2
    variance = np.concatenate(([0.25], ((0.25 + np.cumsum(apart)) / seen)[:-1]))
    stakes = np.sqrt(2 * log(2 / doubt) / (len(x) * variance))
    below, above = _least_mean(x, stakes, doubt), _least_mean(1 - x, stakes, doubt)
    return ends[0] + width * below, ends[1] - width * above


def _least_mean(x: Floats, stakes: Floats, doubt: float) -> float:
    """The largest m at which the capital grows enough, up to rounding on the safe side."""
    low, high = 0.0, float(x.mean())
    while high - low > _STEP:
        m = (low + high) / 2
        grown = np.log1p(np.minimum(stakes, _STAKE / m) * (x - m))
        low, high = (m, high) if np.cumsum(grown).max() >= log(2 / doubt) else (low, m)
    return low


def mcdiarmid_error(draws: int, moving: int, effect: float, doubt: float = DOUBT) -> float:
    """Return ε with 2 exp(-2 s ε² / (m c²)) = doubt."""
    return effect * sqrt(moving * log(2 / doubt) / (2 * draws))


def bernstein_error(draws: int, moves: float, effect: float, doubt: float = DOUBT) -> float:
    """Return ε with 2 exp(-s ε² / (2 c² r + 2 c ε/3)) <= doubt, r the mean number of moves."""
    logarithm = log(2 / doubt) / draws
    return effect * (sqrt(2 * moves * logarithm) + 2 * logarithm / 3)


def mcdiarmid_draws(error: float, moving: int, effect: float) -> int:
    """Return the number of draws that bounds the error of the mean with probability 95%.

    >>> mcdiarmid_draws(0.01, 150, 2 / 150)
    492
    """
    if not 0 < error < inf:
        raise InputError(f"error must be a positive number; got {error!r}")
    return max(1, ceil(moving * effect * effect * log(2 / DOUBT) / (2 * error * error)))
