"""The interval of a difference as a function of its level; p is the inversion of the same."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from ...chance.null_values import TIE
from ..sampling.ends import (
    BootstrapLaw,
    Ends,
    bca,
    calibrated,
    heavier,
    is_constant,
    is_degenerate,
    most,
    percentile,
)
from ..sampling.pairing import PairedGroups, Pairing
from ..sampling.populations import without_error
from ..sampling.samples import FEW_GROUPS, ObjectSample
from ..widening.doubts import has_bias, is_smooth, nearly_ties, warnings
from ..widening.worst import unseen, worst_scores
from .discordance import FEW, errors

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...base.arrays import Floats
    from ...measures.chosen import Chosen
    from ..sampling.jackknife import Influence


def law(
    s: Chosen,
    pair: Pairing,
    draws: Floats,
    found: Influence,
    *,
    method: str,
    level: float,
    seed: int,
) -> tuple[Callable[[float], Ends], list[str]]:
    """Return the interval as a function of its level, and notes on how it is made."""
    value = s.of(pair.a) - s.of(pair.b)
    if pair.same or is_constant(draws):
        may = "differ" if pair.same else "be wrong"
        moved = unseen(pair.a.n, pair.size, level)
        text = f"rule of three: no draw differs, up to {moved} of {pair.a.n} objects may {may}"
        return partial(_never_seen, s, pair, value), [text]
    spreads, own, notes = _spreads(s, pair, draws, found, method)
    wider = errors(s, pair, len(draws), seed) if method == "calibrated" else {}
    bound = most(s.measure, pair.a.n) - s.measure.bounds[0]

    def drawn(level: float) -> Ends:
        return hull([(value, value), *(own(spread, level) for spread in spreads)])

    def ends(level: float) -> Ends:
        further = [without_error(value, one, level) for one in wider.values()]
        low, high = hull([drawn(level), *further])
        return max(low, -bound), min(high, bound)

    plain = drawn(level)
    for reason, one in wider.items():
        low, high = hull([plain, without_error(value, one, level)])
        if 10 * (high - low) >= 11 * (plain[1] - plain[0]):
            notes.append(f"widened for {reason}")
    return ends, notes


def hull(every: list[Ends]) -> Ends:
    """Return the interval that holds all of these; an end within rounding of 0 is 0."""
    low, high = min(low for low, _ in every), max(high for _, high in every)
    return 0.0 if abs(low) <= TIE else low, 0.0 if abs(high) <= TIE else high


def least_p(pair: Pairing) -> float:
    """Return the p of the sign test if all units that tell a from b favored the same one."""
    return float(min(1.0, 2.0 ** (1 - min(pair.deciding, 1000))))


def sign_ends(pair: Pairing, value: float, level: float) -> Ends:
    """Return how far the sign test lets the difference reach if all units favor the same side.

    Among m units that all favor one side, that side's true share θ may be as low as (α/2)^(1/m)
    (Clopper and Pearson 1934). Where the others favor the other side, the difference is 2θ - 1
    times its value. So 0 is within reach exactly where the sign test's p, 2^(1 - m), is above α.
    """
    share = ((1 - level) / 2) ** (1 / max(pair.deciding, 1))
    end = value * (2 * share - 1)
    return min(end, value), max(end, value)


def said(s: Chosen, pair: Pairing) -> list[str]:
    """Say in how few units the clusterings differ, and where the interval may lie."""
    if isinstance(pair, PairedGroups):
        few = ": too few to be sure of an interval" if pair.size < FEW_GROUPS else ""
        differ = f"differ in {pair.deciding} of " if pair.deciding < min(FEW, pair.size) else ""
        return [f"{differ}{pair.size} groups{few}"]
    notes = []
    if 0 < pair.deciding < FEW:
        for_a, for_b = pair.sides
        objects = "1 object" if pair.deciding == 1 else f"{pair.deciding} objects"
        notes.append(f"differ in {objects}, {for_a} : {for_b}")
    doubts = [warnings(s.measure, ObjectSample(t), widened=True) for t in (pair.a, pair.b)]
    texts = sorted({text for own in doubts for text in own}, key=lambda text: (len(text), text))
    if not is_smooth(s.measure) and nearly_ties(pair.a) and nearly_ties(pair.b):
        notes.append("largest overlaps of both nearly tie: may be too narrow")
    return notes + texts[-1:]


def _spreads(
    s: Chosen, pair: Pairing, draws: Floats, found: Influence, method: str
) -> tuple[list[BootstrapLaw], Callable[[BootstrapLaw, float], Ends], list[str]]:
    """Return the draws as the method wants them, what makes an interval of them, and notes.

    The bias that the jackknife finds in a difference varies with it, so that the difference
    without it varies more than the jackknife says. The interval holds those about both centers.
    """
    value = s.of(pair.a) - s.of(pair.b)
    plain = BootstrapLaw(draws, float(np.median(draws)), 0.0)  # z0 and acceleration are 0
    if method == "percentile":
        return [plain], percentile, []
    if method == "bca":
        return [BootstrapLaw(draws, value, found.acceleration)], bca, []
    if is_degenerate(draws, found.standard_error):
        return [plain], percentile, ["jackknife degenerate: percentiles of the draws"]
    centers = {value, value - found.bias} if has_bias(s.measure) else {value}
    return [_about(center, pair, draws, found) for center in sorted(centers)], bca, []


def _about(center: float, pair: Pairing, draws: Floats, found: Influence) -> BootstrapLaw:
    """Move the draws to a center, with the width of the jackknife."""
    spread = calibrated(draws, center, found.standard_error, found.acceleration)
    spread = heavier(spread, pair.size - 1) if pair.unit == "groups" else spread
    # A draw on which both score alike says "no difference", and keeps saying so.
    return spread._replace(draws=np.where(np.abs(draws) <= TIE, 0.0, spread.draws))


def _never_seen(s: Chosen, pair: Pairing, value: float, level: float) -> Ends:
    """No draw differs: kinds of objects never seen may be wrong in a, in b or in both.

    Where a and b are the same on all objects, those never seen may be wrong in one of them.
    """
    moved = unseen(pair.a.n, pair.size, level)
    (a_low, a_high), (b_low, b_high) = (worst_scores(s, t, moved) for t in (pair.a, pair.b))
    a, b = s.of(pair.a), s.of(pair.b)
    if pair.same:
        return hull([(a_low - b, a_high - b), (a - b_high, a - b_low), (value, value)])
    low, high = min(a, a_low) - max(b, b_high), max(a, a_high) - min(b, b_low)
    return hull([(low, high), (value, value)])
