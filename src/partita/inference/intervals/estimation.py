"""From draws and the jackknife to the record of an interval."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ...base.draws import draws_of_objects
from ...chance.batch import largest_value
from ...results import Estimate
from ..sampling.bootstrap_intervals import (
    Bootstrap,
    Ends,
    basic,
    bca,
    calibrated,
    including,
    is_constant,
    is_degenerate,
    normal,
    percentile,
    percentile_of_both_centers,
    with_t_tails,
)
from ..sampling.populations import bias_between, without_error
from ..sampling.samples import GroupSample, evaluate
from ..widening.cautions import cautions
from ..widening.resampled_measures import has_bias
from ..widening.rule_of_three import unseen, worst_scores
from ..widening.widening import NEAR_TIES, Widening, widenings

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ...base.arrays import Floats
    from ...measures.chosen import Chosen
    from ..sampling.bootstrap_intervals import Settings
    from ..sampling.jackknife import Influence
    from ..sampling.samples import ObjectSample

_DEGENERATE = "jackknife degenerate: percentiles of the draws"


class _Given(NamedTuple):
    """What an interval is made from."""

    value: float
    center: float  # the value without its bias
    draws: Floats
    jackknife: Influence
    freedom: int | None  # degrees of freedom if groups are drawn


def estimate_all(
    chosen: Sequence[Chosen],
    sample: ObjectSample | GroupSample,
    draws: Floats,
    settings: Settings,
    *,
    widen: Sequence[bool] | None = None,
) -> list[Estimate]:
    """Make the intervals of several measures from their draws, one column for each.

    `widen` says which of them may be wider than the draws show: all by default.
    """
    wider: list[Widening | None] = [None] * len(chosen)
    if settings.method == "calibrated":
        places = [k for k in range(len(chosen)) if widen is None or widen[k]]
        own = [chosen[k] for k in places]
        found = widenings(own, sample, len(draws), settings.seed, settings.threads)
        for place, one in zip(places, found, strict=True):
            wider[place] = one
    pulls = sample.influences(chosen, settings.threads)
    return [
        _estimate(
            s, sample, draws[:, place], pulls[place], settings,
            wider=wider[place],
        )
        for place, s in enumerate(chosen)
    ]  # fmt: skip


def _estimate(
    s: Chosen,
    sample: ObjectSample | GroupSample,
    draws: Floats,
    found: Influence,
    settings: Settings,
    *,
    wider: Widening | None,
) -> Estimate:
    value, level = s.of(sample.table), settings.level
    if found.standard_error == 0 and not len(draws):  # the jackknife sees the first order only
        size = draws_of_objects(sample.cells, level)
        draws = evaluate([s], sample, size, settings.seed, settings.threads)[:, 0]
    if len(draws) and is_constant(draws):
        return _rule_of_three(s, sample, value, level)
    bias = found.bias if has_bias(s.measure) else 0.0
    if wider is not None and wider.reason == NEAR_TIES:
        bias = bias_between(draws - value)
    center = value - bias
    freedom = sample.size - 1 if isinstance(sample, GroupSample) else None
    given = _Given(value, center, draws, found, freedom)
    (low, high), bias, notes = _bounded(s, given, settings)
    if wider is not None:
        (low, high), more = _widened(s, (low, high), value, wider, level)
        notes += more
    most = max(value, largest_value(s.measure, sample.table.n))
    return Estimate(
        measure=s.label,
        value=value,
        low=min(low, most),
        high=min(high, most),
        standard_error=found.standard_error,
        confidence=level,
        method=settings.method,
        notes=(*notes, *cautions(s.measure, sample, widened=bool(wider))),
        draws=len(draws),
        rng=settings.seed if len(draws) else None,
        bias=bias,
    )


def _bounded(s: Chosen, given: _Given, settings: Settings) -> tuple[Ends, float, list[str]]:
    """Return an interval that includes the value and has a width, the removed bias, and notes."""
    (value, center, draws, found, _), (method, level, *_) = given, settings
    by_jackknife = method in {"calibrated", "jackknife"} and len(draws) > 0
    notes = []
    if by_jackknife and is_degenerate(draws, found.standard_error):
        notes.append(_DEGENERATE)
        ends = percentile_of_both_centers(draws, center, level)
    else:
        ends = _ends(method, given)(level)
    inside = _clipped(ends, s)
    low, high = including(inside, value)
    if low == high and len(draws):  # clipped to a point at a bound of the measure
        drawn = _clipped(percentile(Bootstrap(draws, value, 0.0), level), s)
        return including(drawn, value), 0.0, [_DEGENERATE]
    if method != "calibrated" and (bias := _bias_left(given)):
        notes.append(f"bias of {bias:+.2g} not removed: prefer calibrated")
    if (low, high) != inside:
        notes.append("widened to include the value")
    return (low, high), value - center if method == "calibrated" else 0.0, notes


def _bias_left(given: _Given) -> float:
    """Return the bias that other methods do not remove, 0 if within a quarter of the spread.

    Percentiles are off by twice the bias: by half a spread, 95% become P(|Z + 0.5| ≤ 1.96) = 92%.
    """
    value, center, draws, found, _ = given
    bias = float(draws.mean()) - value if len(draws) else value - center
    spread = float(draws.std(ddof=1)) if len(draws) else found.standard_error
    return bias if abs(bias) > spread / 4 else 0.0


def _widened(
    s: Chosen, ends: Ends, value: float, wider: Widening, level: float
) -> tuple[Ends, list[str]]:
    """Let an interval include another, with a note if that widens it by a tenth or more."""
    low, high = _clipped(without_error(value, wider.errors, level), s)
    more = min(ends[0], low), max(ends[1], high)
    grown = (more[1] - more[0]) - (ends[1] - ends[0])
    noted = 10 * grown >= ends[1] - ends[0] and grown > 0
    return more, [f"widened for {wider.reason}"] if noted else []


def _clipped(ends: Ends, s: Chosen) -> Ends:
    return float(np.clip(ends[0], *s.measure.bounds)), float(np.clip(ends[1], *s.measure.bounds))


def _ends(method: str, given: _Given) -> Callable[[float], Ends]:
    """Return the interval as a function of its level."""
    value, center, draws, found, freedom = given
    if method == "jackknife":
        return partial(normal, value, found.standard_error)
    if method == "calibrated":
        spread = calibrated(draws, center, found.standard_error, found.acceleration)
        return partial(bca, spread if freedom is None else with_t_tails(spread, freedom))
    ends = {"bca": bca, "percentile": percentile, "basic": basic}[method]
    return partial(ends, Bootstrap(draws, value, found.acceleration))


def _rule_of_three(
    s: Chosen, sample: ObjectSample | GroupSample, value: float, level: float
) -> Estimate:
    """No draw differs: a kind that none of n units showed has a share below 3/n (at 95%)."""
    table, units = sample.table, sample.size
    moved = unseen(table.n, units, level)
    one = max(1, round(table.n / units))
    ends = worst_scores(s, table, moved)
    step = worst_scores(s, table, one)
    return Estimate(
        measure=s.label,
        value=value,
        low=min(value, *ends),
        high=max(value, *ends),
        standard_error=max(abs(end - value) for end in step),
        confidence=level,
        method="rule of three",
        notes=(f"no draw differs, up to {moved} of {table.n} objects may be wrong",),
        draws=0,
        rng=None,
    )
