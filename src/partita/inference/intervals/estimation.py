"""From draws and jackknife to the record of an interval."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from ...base.draws import OBJECTS
from ...results import Estimate
from ..sampling.ends import (
    BootstrapLaw,
    Ends,
    basic,
    bca,
    calibrated,
    heavier,
    holding,
    is_constant,
    is_degenerate,
    most,
    normal,
    percentile,
    widest,
)
from ..sampling.populations import without_error
from ..sampling.samples import GroupSample, ObjectSample, evaluate
from ..widening.corrections import miller_madow
from ..widening.doubts import has_bias, warnings
from ..widening.widening import Widening, widenings
from ..widening.worst import unseen, worst_scores

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ...base.arrays import Floats
    from ...measures.chosen import Chosen
    from ..sampling.jackknife import Influence

METHODS = ("calibrated", "bca", "percentile", "basic", "jackknife")


def estimate_all(
    chosen: Sequence[Chosen],
    sample: ObjectSample | GroupSample,
    draws: Floats,
    *,
    method: str,
    level: float,
    seed: int = 0,
    threads: int = 0,
    widen: Sequence[bool] | None = None,
) -> list[Estimate]:
    """Make the intervals of several measures from their draws, one column for each.

    `widen` tells for which of them what the draws cannot show shall count; all, unless told.
    """
    wider: list[Widening | None] = [None] * len(chosen)
    if method == "calibrated":
        places = [k for k in range(len(chosen)) if widen is None or widen[k]]
        found = widenings([chosen[k] for k in places], sample, len(draws), seed, threads)
        for place, one in zip(places, found, strict=True):
            wider[place] = one
    return [
        _estimate(
            s, sample, draws[:, place], wider[place],
            method=method, level=level, seed=seed, threads=threads,
        )
        for place, s in enumerate(chosen)
    ]  # fmt: skip


def estimate(
    s: Chosen,
    sample: ObjectSample | GroupSample,
    draws: Floats,
    *,
    method: str,
    level: float,
    bias_correction: str | None = None,
    seed: int = 0,
    threads: int = 0,
) -> Estimate:
    """Make the interval of one measure from its draws."""
    wider = None
    if method == "calibrated" and bias_correction is None:
        (wider,) = widenings([s], sample, len(draws), seed, threads)
    return _estimate(
        s, sample, draws, wider, method=method, level=level, bias_correction=bias_correction,
        seed=seed, threads=threads,
    )  # fmt: skip


def _estimate(
    s: Chosen,
    sample: ObjectSample | GroupSample,
    draws: Floats,
    wider: Widening | None,
    *,
    method: str,
    level: float,
    bias_correction: str | None = None,
    seed: int,
    threads: int,
) -> Estimate:
    value = s.of(sample.table)
    found = sample.influence(s, threads)
    if found.standard_error == 0 and not len(draws):  # the first order of the jackknife is not all
        draws = evaluate([s], sample, OBJECTS, seed, threads)[:, 0]
    if len(draws) and is_constant(draws):
        return _rule_of_three(s, sample, value, level)
    center, notes = value - found.bias if has_bias(s.measure) else value, []
    if bias_correction is not None:
        value = center = miller_madow(s, sample.table, bias_correction)
        notes.append("Miller-Madow")
        # the draws repeat the bias, which the center no longer has
        draws = draws - draws.mean() + center if len(draws) else draws
    (low, high), bias, said = _bounded(
        s, draws, found, method=method, level=level, value=value, center=center,
        freedom=sample.size - 1 if isinstance(sample, GroupSample) else None,
    )  # fmt: skip
    notes += said
    if wider is not None:
        (low, high), said = _widened(s, (low, high), value, wider, level)
        notes += said
    low, high = (min(end, max(value, most(s.measure, sample.table.n))) for end in (low, high))
    return Estimate(
        measure=s.label,
        value=value,
        low=low,
        high=high,
        standard_error=found.standard_error,
        confidence=level,
        method=method,
        notes=(*notes, *warnings(s.measure, sample, widened=bool(wider))),
        draws=len(draws),
        rng=seed if len(draws) else None,
        bias=bias,
    )


def _bounded(
    s: Chosen,
    draws: Floats,
    found: Influence,
    *,
    method: str,
    level: float,
    value: float,
    center: float,
    freedom: int | None,
) -> tuple[Ends, float, list[str]]:
    """Return an interval that holds the value and is no point, the bias removed, and notes."""
    notes = []
    own = method in {"calibrated", "jackknife"} and len(draws) > 0
    if own and is_degenerate(draws, found.standard_error):
        notes.append("jackknife degenerate: percentiles of the draws")
        ends = widest(draws, center, level)
    else:
        ends = _ends(method, draws, value, center, found, freedom=freedom)(level)
    inside = _clipped(ends, s)
    low, high = holding(inside, value)
    if low == high and len(draws):  # clipped to a point at a bound of the measure
        drawn = _clipped(percentile(BootstrapLaw(draws, value, 0.0), level), s)
        return holding(drawn, value), 0.0, ["jackknife degenerate: percentiles of the draws"]
    if method != "calibrated" and (bias := _bias_kept(draws, found, value, center)):
        notes.append(f"bias of {bias:+.2g} not removed: prefer calibrated")
    if (low, high) != inside:
        notes.append("widened to hold the value")
    return (low, high), value - center if method == "calibrated" else 0.0, notes


def _bias_kept(draws: Floats, found: Influence, value: float, center: float) -> float:
    """Return the bias that other methods leave in, 0 where it is within a quarter of the spread.

    Percentiles lie off by twice the bias: by half a spread, 95% become P(|Z + 0.5| ≤ 1.96) = 92%.
    """
    bias = float(draws.mean()) - value if len(draws) else value - center
    spread = float(draws.std(ddof=1)) if len(draws) else found.standard_error
    return bias if abs(bias) > spread / 4 else 0.0


def _widened(
    s: Chosen, ends: Ends, value: float, wider: Widening, level: float
) -> tuple[Ends, list[str]]:
    """Let an interval hold another too, and say so where that changes it by a tenth or more."""
    low, high = _clipped(without_error(value, wider.errors, level), s)
    more = min(ends[0], low), max(ends[1], high)
    grown = (more[1] - more[0]) - (ends[1] - ends[0])
    said = 10 * grown >= ends[1] - ends[0] and grown > 0
    return more, [f"widened for {wider.reason}"] if said else []


def _clipped(ends: Ends, s: Chosen) -> Ends:
    return float(np.clip(ends[0], *s.measure.bounds)), float(np.clip(ends[1], *s.measure.bounds))


def _ends(
    method: str,
    draws: Floats,
    value: float,
    center: float,
    found: Influence,
    *,
    freedom: int | None,
) -> Callable[[float], Ends]:
    """Return the interval as a function of its level; `freedom` is that of few groups."""
    if method == "jackknife":
        return partial(normal, value, found.standard_error)
    if method == "calibrated":
        spread = calibrated(draws, center, found.standard_error, found.acceleration)
        return partial(bca, spread if freedom is None else heavier(spread, freedom))
    ends = {"bca": bca, "percentile": percentile, "basic": basic}[method]
    return partial(ends, BootstrapLaw(draws, value, found.acceleration))


def _rule_of_three(
    s: Chosen, sample: ObjectSample | GroupSample, value: float, level: float
) -> Estimate:
    """No draw differs: what was never seen among n units has a share below 3/n (at 95%)."""
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
