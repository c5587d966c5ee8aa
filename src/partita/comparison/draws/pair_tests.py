"""Test pairs of clusterings on the same draws of the same objects.

The p of one pair is computed as in `difference`, from draws of all clusterings together. It is
corrected for all pairs by the largest standardized difference on each draw, so the smallest
possible corrected p does not depend on the number of pairs.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ...base.progress import step_through
from ...inference.differences.differences import contrast, least_p
from ...inference.multiple import step_down
from ...inference.sampling.bootstrap_intervals import Settings, is_constant

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...base.arrays import Floats
    from ...inference.sampling.jackknife import Influence
    from ...inference.sampling.pairing import Pairing
    from ...measures.chosen import Chosen
    from ...results import Difference
    from .joint import Joint

Places = tuple[int, int]


class PairTest(NamedTuple):
    """How much better the first of two clusterings is than the second."""

    difference: Difference
    p_adjusted: float  # over all pairs

    @property
    def at_floor(self) -> bool:
        """Whether the corrected p is an upper bound, which more draws could make smaller."""
        return self.difference.at_floor and self.p_adjusted <= self.difference.p_value


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
        found = contrast(s, pair, drawn, pull, Settings("calibrated", level, seed))
        largest = _z(least_p(pair))  # of a sign test with all objects on one side
        return _Evidence(found, min(largest, _z_of(found, pair, drawn, pull)), largest)

    tests = {places: test(*places) for places in step_through(tested, "pairs")}
    p_adjusted = _adjust(tests, goodness)
    return [PairTest(one.difference, p_adjusted[places]) for places, one in tests.items()]


def _adjust(tests: dict[Places, _Evidence], goodness: Floats) -> dict[Places, float]:
    """Correct each p for all pairs; it never falls below the p of the pair alone."""
    pairs = list(combinations(range(goodness.shape[1]), 2))
    alone = {places: one.difference.p_value for places, one in tests.items()}
    if len(pairs) == 1:
        return alone

    def drawn(number: int) -> Floats:
        first, second = pairs[number]
        largest = tests[pairs[number]].largest if pairs[number] in tests else np.inf
        return np.minimum(_standardize(goodness[:, first] - goodness[:, second]), largest)

    evidence = [tests[places].z if places in tests else 0.0 for places in pairs]
    together = dict(zip(pairs, step_down(evidence, drawn), strict=True))
    return {places: max(p, together[places]) for places, p in alone.items()}


def _standardize(draws: Floats) -> Floats:
    """The distance of each draw from their mean, in standard deviations."""
    if is_constant(draws):
        return np.zeros(len(draws))
    return np.asarray(np.abs(draws - draws.mean()) / draws.std(ddof=1))


def _z_of(found: Difference, pair: Pairing, draws: Floats, pull: Influence) -> float:
    """The |z| of a difference: from its p, or from its standard error if p is at its floor."""
    z = _z(found.p_value)
    if not found.at_floor:
        return z
    if is_constant(draws):
        return np.inf
    size = min(abs(found.value), abs(found.value - pull.bias))
    spread = max(found.standard_error, float(draws.std(ddof=1)))
    return max(z, _z_of_t(size / spread, max(pair.differing - 1, 1)))


def _z_of_t(t: float, freedom: int) -> float:
    """The z that is as improbable as a Student's t."""
    from scipy.special import ndtri, stdtr

    return float(-ndtri(stdtr(freedom, -t)))


def _z(p: float) -> float:
    """The |z| of a two-sided p."""
    from scipy.special import ndtri

    return float(-ndtri(min(p, 1.0) / 2))
