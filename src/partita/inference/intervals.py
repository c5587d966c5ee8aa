"""How certain is a score? Objects are a sample; draw them anew and see how the score varies."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np

from ..arithmetic import one_of
from ..contingency import Contingency
from ..errors import InputError
from ..measure import Measure
from ..results import Estimate
from ..table import Table
from .corrections import miller_madow
from .doubts import is_smooth, warnings
from .ends import (
    Ends,
    Spread,
    basic,
    bca,
    calibrated,
    holding,
    is_constant,
    is_degenerate,
    normal,
    percentile,
    widest,
)
from .jackknife import Influence
from .reading import level_of, seed_of, table_from, thread_count, whole_from
from .samples import GroupSample, ObjectSample, evaluate, group_sample
from .scores import Float64, Request, Scorer, scorer
from .worst import unseen, worst_scores

METHODS = ("calibrated", "bca", "percentile", "basic", "jackknife")
_FALLBACK = 1999  # draws where the jackknife, asked alone, has nothing to say


def confidence_interval(
    measure: Measure | str,
    truth: Any = None,
    prediction: Any = None,
    *,
    table: Table | None = None,
    level: float = 0.95,
    method: str = "calibrated",
    draws: int = 1999,
    seed: int = 0,
    groups: Any = None,
    bias_correction: str | None = None,
    weights: Any = None,
    missing: str = "error",
    noise: Any = None,
    noise_as: str | None = None,
    align: str = "error",
    threads: int | None = None,
    **options: Any,
) -> Estimate:
    """Estimate how far the score would vary, had other objects been drawn.

    The interval is for the score of all objects there are, of which these are a sample. It always
    holds the value too; `method` of the result says where it was widened for that, where a bias
    was removed, and where the interval is not to be trusted.

    Parameters
    ----------
    measure, truth, prediction, table
        The measure, and two labelings of the same objects or their table.
    level
        Share of repetitions in which the interval should hold the true score.
    method
        ``"calibrated"``: the shape of the bootstrap with the centre and width of the jackknife,
        the method whose coverage holds in the widest range. ``"bca"``, ``"percentile"``,
        ``"basic"``: the textbook bootstrap intervals. ``"jackknife"``: no draws, symmetric.
    draws, seed, threads
        Bootstrap draws and their seed; the number of threads changes no digit.
    groups
        Donor, document or patient of each object: whole groups are drawn, not objects.
    bias_correction
        ``"miller-madow"`` for information measures: value and interval are centred at the score
        corrected for the number of cells.
    **options
        Options of the measure.

    >>> print(confidence_interval("rand", [0, 0, 0, 1, 1, 1] * 30, [0, 0, 1, 1, 1, 1] * 30))
    rand is 0.7207, 95 % interval 0.6493 to 0.7903 (calibrated, 1999 draws, seed 0)
    """
    s = scorer((measure, options))
    labels = {
        "weights": weights, "missing": missing, "noise": noise, "noise_as": noise_as,
        "align": align,
    }  # fmt: skip
    if groups is None:
        counted = table_from(truth, prediction, table, labels)
        sample: ObjectSample | GroupSample = ObjectSample(counted)
    elif table is not None:
        raise InputError("groups needs truth and prediction: a table has forgotten its objects")
    else:
        sample = group_sample(truth, prediction, groups, labels)
    one_of("method", method, METHODS)
    size = 0 if method == "jackknife" else whole_from("draws", draws, 2)
    workers, share, seeded = thread_count(threads), level_of(level), seed_of(seed)
    values = evaluate([s], sample, size, seeded, workers)[:, 0] if size else np.empty(0)
    return estimate(
        s, sample, values, method=method, level=share, bias_correction=bias_correction,
        seed=seeded, threads=workers,
    )  # fmt: skip


def estimates(
    measures: Sequence[Request],
    table: Contingency,
    *,
    level: float = 0.95,
    method: str = "calibrated",
    draws: int = 1999,
    seed: int = 0,
    threads: int | None = None,
) -> list[Estimate]:
    """Make the intervals of several measures of one table from the same draws.

    Each is what `confidence_interval` returns for it; the draws are made once.
    """
    scorers, sample = [scorer(request) for request in measures], ObjectSample(table)
    one_of("method", method, METHODS)
    size = 0 if method == "jackknife" else whole_from("draws", draws, 2)
    workers, share, seeded = thread_count(threads), level_of(level), seed_of(seed)
    values = (
        evaluate(scorers, sample, size, seeded, workers) if size else np.empty((0, len(scorers)))
    )
    return [
        estimate(s, sample, values[:, k], method=method, level=share, seed=seeded, threads=workers)
        for k, s in enumerate(scorers)
    ]


def estimate(
    s: Scorer,
    sample: ObjectSample | GroupSample,
    draws: Float64,
    *,
    method: str,
    level: float,
    bias_correction: str | None = None,
    seed: int = 0,
    threads: int = 0,
) -> Estimate:
    """Make the interval of one measure from its draws; these may be shared between measures."""
    value = s.of(sample.table)
    found = sample.influence(s, threads)
    if found.standard_error == 0 and not len(draws):  # the first order of the jackknife is not all
        draws = evaluate([s], sample, _FALLBACK, seed, threads)[:, 0]
    if len(draws) and is_constant(draws):
        return _rule_of_three(s, sample, value, level)
    centre, notes = value - found.bias if is_smooth(s.measure) else value, []
    if bias_correction is not None:
        value = centre = miller_madow(s, sample.table, bias_correction)
        notes.append("Miller-Madow")
    if bias_correction is not None:  # the draws repeat the bias, which the centre no longer has
        draws = draws - draws.mean() + centre if len(draws) else draws
    (low, high), said = _bounded(
        s, draws, found, method=method, level=level, value=value, centre=centre
    )
    notes += said + warnings(s.measure, sample)
    return Estimate(
        measure=s.measure.name,
        value=value,
        low=low,
        high=high,
        standard_error=found.standard_error,
        level=level,
        method="; ".join([method, *notes]),
        draws=len(draws),
        seed=seed if len(draws) else None,
    )


def _bounded(
    s: Scorer,
    draws: Float64,
    found: Influence,
    *,
    method: str,
    level: float,
    value: float,
    centre: float,
) -> tuple[Ends, list[str]]:
    """Return an interval that holds the value and is no point, and how it came about."""
    notes = []
    own = method in {"calibrated", "jackknife"} and len(draws) > 0
    if own and is_degenerate(draws, found.standard_error):
        notes.append("jackknife degenerate: percentiles of the draws")
        ends = widest(draws, centre, level)
    else:
        ends = _ends(method, draws, value, centre, found)(level)
    inside = _clipped(ends, s)
    low, high = holding(inside, value)
    if low == high and len(draws):  # clipped to a point at a bound of the measure
        drawn = _clipped(percentile(Spread(draws, value, 0.0), level), s)
        return holding(drawn, value), ["jackknife degenerate: percentiles of the draws"]
    if method == "calibrated" and abs(value - centre) > found.standard_error / 2:
        notes.append(f"bias of {value - centre:+.2g} removed")
    if (low, high) != inside:
        notes.append("widened to hold the value")
    return (low, high), notes


def _clipped(ends: Ends, s: Scorer) -> Ends:
    return float(np.clip(ends[0], *s.measure.bounds)), float(np.clip(ends[1], *s.measure.bounds))


def _ends(
    method: str, draws: Float64, value: float, centre: float, found: Influence
) -> Callable[[float], Ends]:
    """Return the interval as a function of its level."""
    if method == "jackknife":
        return partial(normal, value, found.standard_error)
    if method == "calibrated":
        spread = calibrated(draws, centre, found.standard_error, found.acceleration)
        return partial(bca, spread)
    ends = {"bca": bca, "percentile": percentile, "basic": basic}[method]
    return partial(ends, Spread(draws, value, found.acceleration))


def _rule_of_three(
    s: Scorer, sample: ObjectSample | GroupSample, value: float, level: float
) -> Estimate:
    """No draw differs: what was never seen among n units has a share below 3/n (at 95 %)."""
    table, units = sample.table, sample.size
    moved = unseen(table.n, units, level)
    one = max(1, round(table.n / units))
    ends = worst_scores(s, table, moved)
    step = worst_scores(s, table, one)
    return Estimate(
        measure=s.measure.name,
        value=value,
        low=min(value, *ends),
        high=max(value, *ends),
        standard_error=max(abs(end - value) for end in step),
        level=level,
        method=f"rule of three: no draw differs, up to {moved} of {table.n} objects may be wrong",
        draws=0,
        seed=None,
    )
