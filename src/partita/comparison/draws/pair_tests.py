"""Test pairs of clusterings on the same draws of the same objects.

The p of one pair is computed as in `difference`, from draws of all clusterings together. It is
corrected for all pairs by the largest standardized difference on each draw, so the smallest
possible corrected p does not depend on the number of pairs. If no draw reaches a difference, Holm's
correction of the p of the pairs may be smaller still: these reach beyond the draws.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ...base.draws import SMALLEST_P
from ...base.progress import step_through
from ...inference.differences.differences import contrast, least_p
from ...inference.differences.tails import z_of_p
from ...inference.multiple import holm, step_down
from ...inference.sampling.bootstrap_intervals import Settings, is_constant

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...base.arrays import Floats
    from ...measures.chosen import Chosen
    from ...results import Difference
    from .joint import Joint

Places = tuple[int, int]


class PairTest(NamedTuple):
    """How much better the first of two clusterings is than the second."""

    difference: Difference
    p_adjusted: float  # over all pairs
    at_floor: bool  # whether the corrected p is an upper bound


class _Evidence(NamedTuple):
    """A test before correction: |z|, and the largest |z| that this pair could ever have."""

    difference: Difference
    z: float
    largest: float


def compare_pairs(
    s: Chosen,
    joint: Joint,
    order: Sequence[int],
    goodness: Floats,
    tested: Sequence[Places],
    *,
    level: float,
    seed: int,
) -> list[PairTest]:
    """Test pairs of clusterings, corrected for all pairs, tested or not.

    `order` lists the clusterings of the joint sample from the best to the worst. `goodness` holds
    their scores on the draws in this order, times the sign of the measure; `tested` holds places
    in this order.
    """
    pulls = [sample.influence(s, 0) for sample in joint.samples]

    def test(first: int, second: int) -> _Evidence:
        drawn = goodness[:, first] - goodness[:, second]
        a, b = (order[first], order[second]) if s.sign > 0 else (order[second], order[first])
        pair = joint.pair(a, b)
        pull = pair.joined(pulls[a], pulls[b])
        found, z = contrast(s, pair, drawn, pull, Settings("calibrated", level, seed))
        largest = z_of_p(least_p(pair))  # of a sign test with all objects on one side
        return _Evidence(found, min(largest, z), largest)

    tests = {places: test(*places) for places in step_through(tested, "pairs")}
    adjusted, (draws, size) = _adjust(tests, goodness), goodness.shape

    def at_floor(found: Difference, p_value: float) -> bool:
        if p_value == found.p_value:
            return found.at_floor
        return bool(p_value == 1 / (draws + 1) or p_value <= size * (size - 1) // 2 * SMALLEST_P)

    return [
        PairTest(one.difference, adjusted[k], at_floor(one.difference, adjusted[k]))
        for k, one in tests.items()
    ]


def _adjust(tests: dict[Places, _Evidence], goodness: Floats) -> dict[Places, float]:
    """Correct each p for all pairs; it never falls below the p of the pair alone."""
    pairs = list(combinations(range(goodness.shape[1]), 2))
    alone = {places: one.difference.p_value for places, one in tests.items()}
    if len(pairs) == 1:
        return alone
    least = 1 / (len(goodness) + 1)

    def drawn(number: int) -> Floats:
        first, second = pairs[number]
        largest = tests[pairs[number]].largest if pairs[number] in tests else np.inf
        return np.minimum(_standardize(goodness[:, first] - goodness[:, second]), largest)

    evidence = [tests[places].z if places in tests else 0.0 for places in pairs]
    by_draws = dict(zip(pairs, step_down(evidence, drawn), strict=True))
    by_pairs = dict(zip(pairs, holm(alone.get(places, 1.0) for places in pairs), strict=True))

    def together(places: Places) -> float:
        beyond = by_draws[places] <= least
        return min(least, by_pairs[places]) if beyond else by_draws[places]

    return {places: max(p, together(places)) for places, p in alone.items()}


def _standardize(draws: Floats) -> Floats:
    """The distance of each draw from their mean, in standard deviations."""
    if is_constant(draws):
        return np.zeros(len(draws))
    return np.asarray(np.abs(draws - draws.mean()) / draws.std(ddof=1))
