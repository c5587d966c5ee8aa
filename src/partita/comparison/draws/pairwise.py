"""Every two of several clusterings, compared on the same draws of the same objects.

The p of one comparison is computed as in `difference`, from draws of all clusterings together.
Over all comparisons it is corrected by the largest standardized difference on each draw, so its
resolution does not depend on how many comparisons there are.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ...inference.differences.differences import contrast, least_p
from ...inference.multiple import step_down
from ...inference.sampling.ends import is_constant

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...base.arrays import Floats
    from ...inference.sampling.jackknife import Influence
    from ...inference.sampling.pairing import Pairing
    from ...measures.chosen import Chosen
    from ...results import Difference
    from .joint import Joint

Places = tuple[int, int]


class Contrast(NamedTuple):
    """How much better the first of two clusterings is than the second."""

    difference: Difference
    p_adjusted: float  # over all comparisons of two

    @property
    def at_floor(self) -> bool:
        """Whether the corrected p is an upper bound: the least that so many draws can give."""
        return self.difference.at_floor and self.p_adjusted <= self.difference.p_value


class _Test(NamedTuple):
    """A comparison before correction: |z|, and the most that |z| could ever be here."""

    difference: Difference
    evidence: float
    most: float


def contrasts(
    s: Chosen,
    joint: Joint,
    order: Sequence[int],
    goodness: Floats,
    tested: Sequence[Places],
    *,
    sign: int,
    level: float,
    seed: int,
) -> list[Contrast]:
    """Test pairs of clusterings, correcting for all pairs that there are.

    `order` lists the clusterings of the joint sample from the best to the worst; `goodness` holds
    their scores on the draws in this order, more being better, and `tested` places in it.
    """
    pulls = [sample.influence(s, 0) for sample in joint.samples]

    def test(first: int, second: int) -> _Test:
        drawn = goodness[:, first] - goodness[:, second]
        a, b = (order[first], order[second]) if sign > 0 else (order[second], order[first])
        pair = joint.pair(a, b)
        pull = pair.joined(pulls[a], pulls[b])
        found = contrast(s, pair, drawn, pull, method="calibrated", level=level, seed=seed)
        most = _z(least_p(pair))  # of a sign test, all for the same side
        return _Test(found, min(most, _evidence(found, pair, drawn, pull)), most)

    tests = {places: test(*places) for places in tested}
    p_adjusted = _corrected(tests, goodness)
    return [Contrast(one.difference, p_adjusted[places]) for places, one in tests.items()]


def _corrected(tests: dict[Places, _Test], goodness: Floats) -> dict[Places, float]:
    """Correct p for all comparisons of two, tested or not; never below the p of one alone."""
    every = list(combinations(range(goodness.shape[1]), 2))
    alone = {places: one.difference.p_value for places, one in tests.items()}
    if len(every) == 1:
        return alone

    def drawn(number: int) -> Floats:
        first, second = every[number]
        most = tests[every[number]].most if every[number] in tests else np.inf
        return np.minimum(_standardized(goodness[:, first] - goodness[:, second]), most)

    evidence = [tests[places].evidence if places in tests else 0.0 for places in every]
    together = dict(zip(every, step_down(evidence, drawn), strict=True))
    return {places: max(p, together[places]) for places, p in alone.items()}


def _standardized(draws: Floats) -> Floats:
    """How many standard deviations each draw is from their mean."""
    if is_constant(draws):
        return np.zeros(len(draws))
    return np.asarray(np.abs(draws - draws.mean()) / draws.std(ddof=1))


def _evidence(found: Difference, pair: Pairing, draws: Floats, pull: Influence) -> float:
    """The |z| of a difference: from its p, and beyond the last draw from its standard error."""
    z = _z(found.p_value)
    if not found.at_floor:
        return z
    if is_constant(draws):
        return np.inf
    size = min(abs(found.value), abs(found.value - pull.bias))
    spread = max(found.standard_error, float(draws.std(ddof=1)))
    return max(z, _normal(size / spread, pair))


def _normal(t: float, pair: Pairing) -> float:
    """The z as unlikely as a t: the units that tell two apart know their own spread by so many."""
    from scipy.special import ndtri, stdtr

    return float(-ndtri(stdtr(max(pair.deciding - 1, 1), -t)))


def _z(p: float) -> float:
    """The |z| of a two-sided p."""
    from scipy.special import ndtri

    return float(-ndtri(min(p, 1.0) / 2))
