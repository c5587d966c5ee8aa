"""The interval of a difference as a function of its level, and the notes on it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from ...base.wording import number_of
from ...chance.batch import largest_value
from ...chance.null_values import TIE
from ..sampling.bootstrap_intervals import (
    Bootstrap,
    Ends,
    bca,
    calibrated,
    is_constant,
    is_degenerate,
    percentile,
    with_t_tails,
)
from ..sampling.pairing import PairedGroups, Pairing
from ..sampling.populations import without_error
from ..sampling.samples import FEW_GROUPS, ObjectSample
from ..widening.cautions import cautions, nearly_ties
from ..widening.resampled_measures import has_bias, is_smooth
from ..widening.rule_of_three import unseen, worst_scores
from .paired_populations import FEW, widenings_of_pair

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...base.arrays import Floats
    from ...measures.chosen import Chosen
    from ...measures.measure import Measure
    from ..sampling.bootstrap_intervals import Settings
    from ..sampling.jackknife import Influence


def interval_by_level(
    s: Chosen, pair: Pairing, draws: Floats, found: Influence, settings: Settings
) -> tuple[Callable[[float], Ends], list[str]]:
    """Return the interval as a function of its level, and notes on how it is made."""
    value, level = pair.value(s), settings.level
    if pair.same or is_constant(draws):
        may = "differ" if pair.same else "be wrong"
        moved = unseen(pair.a.n, pair.size, level)
        text = f"rule of three: no draw differs, up to {moved} of {pair.a.n} objects may {may}"
        return partial(_by_rule_of_three, s, pair), [text]
    found_draws, own, notes = _bootstraps(s, pair, draws, found, settings.method)
    calibrated_one = settings.method == "calibrated"
    wider = widenings_of_pair(s, pair, len(draws), settings.seed) if calibrated_one else []
    bound = largest_difference(s.measure, pair.a.n)

    def drawn(level: float) -> Ends:
        return hull([(value, value), *(own(one, level) for one in found_draws)])

    def ends(level: float) -> Ends:
        further = [without_error(value, one.errors, level) for one in wider]
        low, high = hull([drawn(level), *further])
        return max(low, -bound), min(high, bound)

    plain = drawn(level)
    for reason in dict.fromkeys(one.reason for one in wider):
        alike = [without_error(value, one.errors, level) for one in wider if one.reason == reason]
        low, high = hull([plain, *alike])
        if 10 * (high - low) >= 11 * (plain[1] - plain[0]):
            notes.append(f"widened for {reason}")
    return ends, notes


def largest_difference(measure: Measure, n: int) -> float:
    """Return a value that no difference of two clusterings of n objects exceeds."""
    return largest_value(measure, n) - measure.bounds[0]


def hull(every: list[Ends]) -> Ends:
    """Return the smallest interval that holds all of these; an end within rounding of 0 is 0."""
    low, high = min(low for low, _ in every), max(high for _, high in every)
    return 0.0 if abs(low) <= TIE else low, 0.0 if abs(high) <= TIE else high


def least_p(pair: Pairing) -> float:
    """Return the p of the sign test if all units in which a and b differ favored the same one."""
    return float(min(1.0, 2.0 ** (1 - min(pair.differing, 1000))))


def sign_ends(pair: Pairing, value: float, level: float) -> Ends:
    """Return the interval by the sign test if all differing units favor the same side.

    Among m units that all favor one side, that side's true share θ may be as low as (α/2)^(1/m)
    by the test of Clopper and Pearson, and the difference is about 2θ - 1 times its value. So it
    includes 0 exactly if the p of the sign test, 2^(1 - m), is above α.
    """
    share = ((1 - level) / 2) ** (1 / max(pair.differing, 1))
    end = value * (2 * share - 1)
    return min(end, value), max(end, value)


def notes_on_units(s: Chosen, pair: Pairing) -> list[str]:
    """Return notes on the number of units that differ, and on when the interval may be wrong."""
    if isinstance(pair, PairedGroups):
        few = ": too few for a reliable interval" if pair.size < FEW_GROUPS else ""
        differ = f"differ in {pair.differing} of " if pair.differing < min(FEW, pair.size) else ""
        return [f"{differ}{pair.size} groups{few}"]
    notes = []
    if 0 < pair.differing < FEW:
        for_a, for_b = pair.favoring
        objects = number_of(pair.differing, "object", "objects")
        notes.append(f"differ in {objects}: {for_a} for a, {for_b} for b")
    doubts = [cautions(s.measure, ObjectSample(t), widened=True) for t in pair.tables]
    texts = sorted({text for own in doubts for text in own}, key=lambda text: (len(text), text))
    if not is_smooth(s.measure) and nearly_ties(pair.a) and nearly_ties(pair.b):
        notes.append("largest overlaps of both nearly tie: may be too narrow")
    return notes + texts[-1:]


def _bootstraps(
    s: Chosen, pair: Pairing, draws: Floats, found: Influence, method: str
) -> tuple[list[Bootstrap], Callable[[Bootstrap, float], Ends], list[str]]:
    """Return the draws as the method needs them, the function that makes an interval, and notes.

    The bias that the jackknife estimates for a difference varies with it. So the difference
    without this bias varies more than the jackknife says, and the interval covers both centers.
    """
    value = pair.value(s)
    plain = Bootstrap(draws, float(np.median(draws)), 0.0)  # z0 and acceleration are 0
    if method == "percentile":
        return [plain], percentile, []
    if method == "bca":
        return [Bootstrap(draws, value, found.acceleration)], bca, []
    if is_degenerate(draws, found.standard_error):
        return [plain], percentile, ["jackknife degenerate: percentiles of the draws"]
    centers = {value, value - found.bias} if has_bias(s.measure) else {value}
    return [_centered(center, pair, draws, found) for center in sorted(centers)], bca, []


def _centered(center: float, pair: Pairing, draws: Floats, found: Influence) -> Bootstrap:
    """Move the draws to a center, with the width of the jackknife."""
    moved = calibrated(draws, center, found.standard_error, found.acceleration)
    moved = with_t_tails(moved, pair.size - 1) if pair.unit == "groups" else moved
    # A draw in which both score alike means "no difference", and stays at 0.
    return moved._replace(draws=np.where(np.abs(draws) <= TIE, 0.0, moved.draws))


def _by_rule_of_three(s: Chosen, pair: Pairing, level: float) -> Ends:
    """No draw differs: objects of unseen kinds may be wrong in a, in b or in both."""
    return ends_of_unseen(s, pair, unseen(pair.a.n, pair.size, level))


def ends_of_unseen(s: Chosen, pair: Pairing, moved: int) -> Ends:
    """Return the lowest and the highest difference if this many objects of unseen kinds are wrong.

    If a and b are the same partition, such objects may be wrong in one of them.
    """
    (a_low, a_high), (b_low, b_high) = (worst_scores(s, t, moved) for t in pair.tables)
    a, b = s.of(pair.a), s.of(pair.b)
    if pair.same:
        return hull([(a_low - b, a_high - b), (a - b_high, a - b_low), (a - b, a - b)])
    low, high = min(a, a_low) - max(b, b_high), max(a, a_high) - min(b, b_low)
    return hull([(low, high), (a - b, a - b)])
