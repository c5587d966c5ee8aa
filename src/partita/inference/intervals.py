"""How certain is a score? Objects are a sample; draw them anew and see how the score varies."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from math import ceil, log1p
from typing import Any

import numpy as np

from ..arithmetic import one_of
from ..contingency import Contingency
from ..errors import InputError
from ..measure import Measure
from ..results import Estimate
from ..table import Table
from .corrections import miller_madow
from .ends import Ends, Spread, basic, bca, calibrated, normal, percentile
from .jackknife import Influence
from .reading import level_of, seed_of, table_from, thread_count, whole_from
from .samples import GroupSample, ObjectSample, evaluate, group_sample
from .scores import Float64, Request, Scorer, scorer
from .worst import worst_scores

METHODS = ("calibrated", "bca", "percentile", "basic", "jackknife")
SMOOTH_OVERLAPS = {"b_cubed_precision", "b_cubed_recall", "b_cubed_f"}  # sums, not maxima


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
    if found.standard_error == 0 and (not len(draws) or np.ptp(draws) <= 1e-12 * abs(value)):
        return _rule_of_three(s, sample, value, level)
    centre, notes = value - found.bias if is_smooth(s.measure) else value, []
    if bias_correction is not None:
        value = centre = miller_madow(s, sample.table, bias_correction)
        notes.append("Miller-Madow")
    elif method == "calibrated" and abs(value - centre) > found.standard_error / 2:
        notes.append(f"bias of {value - centre:+.2g} removed")
    if bias_correction is not None:  # the draws repeat the bias, which the centre no longer has
        draws = draws - draws.mean() + centre if len(draws) else draws
    ends = _ends(method, draws, value, centre, found)(level)
    low, high = (float(np.clip(end, *s.measure.bounds)) for end in ends)
    notes += warnings(s.measure, sample)
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


def is_smooth(measure: Measure) -> bool:
    """Whether small changes of a table change the score in proportion: sums do, maxima do not."""
    return measure.family in {"pairs", "information", "coding"} or measure.name in SMOOTH_OVERLAPS


def warnings(measure: Measure, sample: ObjectSample | GroupSample) -> list[str]:
    """Say in a few words when the interval may lie."""
    table, notes = sample.table, []
    if isinstance(sample, GroupSample):
        notes.append(f"{sample.size} groups")
    if table.n < 20 * table.nnz:
        notes.append("fewer than 20 objects per cell")
    if not is_smooth(measure) and _ties(table):
        notes.append("largest overlaps nearly tie")
    return notes


def _ties(table: Contingency) -> bool:
    """Whether in a row or column the two largest cells differ by less than chance may."""
    for lines, size in ((table.rows, len(table.classes)), (table.cols, len(table.clusters))):
        order = np.lexsort((table.counts, lines))
        last = np.searchsorted(lines[order], np.arange(size), side="right") - 1
        sorted_counts = table.counts[order].astype(np.float64)
        alone = np.diff(last, prepend=-1) == 1
        top, second = sorted_counts[last], np.where(alone, 0.0, sorted_counts[last - 1])
        if np.any(top - second < 2 * np.sqrt(top + second)):
            return True
    return False


def _rule_of_three(
    s: Scorer, sample: ObjectSample | GroupSample, value: float, level: float
) -> Estimate:
    """No draw differs: what was never seen among n units has a share below 3/n (at 95 %)."""
    table, units = sample.table, sample.size
    share = -np.expm1(log1p(-level) / units)  # (1 - share)^n = 1 - level
    moved = min(table.n, ceil(share * table.n))
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
