"""Is there more agreement than chance? Group sizes are given, the pairing is random."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, sqrt
from typing import Any, NamedTuple

import numpy as np

from ..arithmetic import real
from ..contingency import Contingency
from ..errors import InputError
from ..measure import Measure
from ..results import Significance
from ..table import Table
from .null import all_tables, deviation_by_formula, mean_by_formula, random_chunks
from .reading import null_of, seed_of, table_from, thread_count, whole_from
from .resampling import CHUNK
from .scores import Float64, Scorer, Tables, scorer, scores

_ENUMERATED = 2000  # tables listed one by one rather than sampled
_TIE = 1e-12  # scores closer than this are equal: they differ by rounding


def significance(
    measure: Measure | str,
    truth: Any = None,
    prediction: Any = None,
    *,
    table: Table | None = None,
    null: str = "permutation",
    draws: int = 9999,
    seed: int = 0,
    error: float | None = None,
    weights: Any = None,
    missing: str = "error",
    noise: Any = None,
    noise_as: str | None = None,
    align: str = "error",
    threads: int | None = None,
    **options: Any,
) -> Significance:
    """Compare a score with those of random labels that have the same group sizes.

    Parameters
    ----------
    measure, truth, prediction, table
        The measure, and two labelings of the same objects or their table.
    null
        ``"permutation"``: both labelings keep their group sizes and are paired at random. When
        few tables are possible all of them are weighed and p is exact.
    draws, seed, threads
        Random tables and their seed; the number of threads changes no digit.
    error
        Relative error wanted of p, such as 0.1: sampling stops once 1/error² tables agreed as
        well (Besag and Clifford 1991). p remains valid, and needs few draws when it is large.
    **options
        Options of the measure.

    >>> print(significance("rand", [0, 0, 0, 1, 1, 1], [0, 0, 0, 1, 1, 1]))
    rand is 1.0000; chance gives 0.5200 ± 0.1600, z = 3.00, p = 0.1 (permutation: all 4 tables)
    """
    null_of(null)
    s = scorer((measure, options))
    labels = {
        "weights": weights, "missing": missing, "noise": noise, "noise_as": noise_as,
        "align": align,
    }  # fmt: skip
    counted = table_from(truth, prediction, table, labels)
    workers, size, seeded = thread_count(threads), whole_from("draws", draws, 1), seed_of(seed)
    stop = _wanted(error)
    return against_chance(s, counted, draws=size, seed=seeded, stop=stop, threads=workers)


def against_chance(
    s: Scorer,
    table: Contingency,
    *,
    draws: int,
    seed: int,
    stop: int | None = None,
    threads: int = 0,
) -> Significance:
    """Test one score against the permutation null; `stop` ends sampling after so many hits."""
    if stop is None or all_tables(table, _ENUMERATED) is not None:
        return all_against_chance([s], table, draws=draws, seed=seed, threads=threads)[0]
    found = _stopped(s, table, draws=draws, seed=seed, stop=stop, threads=threads)
    return _record(s, table, found, seed)


def all_against_chance(
    scorers: Sequence[Scorer], table: Contingency, *, draws: int, seed: int, threads: int = 0
) -> list[Significance]:
    """Test several scores of one table against the same tables, all that there are or drawn."""
    listed = all_tables(table, _ENUMERATED)
    observed = _observed(scorers, table, threads)
    found = []
    if listed is not None:
        tables, mass = listed
        values = scores(scorers, tables, threads)
        for k, s in enumerate(scorers):  # a column apart: strides would change the last digit
            found.append(_exact(s, np.ascontiguousarray(values[:, k]), mass, float(observed[k])))
    else:
        chunks = random_chunks(table, draws, seed, threads)
        values = np.concatenate([scores(scorers, chunk, threads) for chunk in chunks])
        for k, s in enumerate(scorers):
            own = np.ascontiguousarray(values[:, k])
            hits = int(_as_extreme(s, own, float(observed[k])).sum())
            found.append(_summary(s, table, own, hits, sequential=False))
    return [_record(s, table, null, seed) for s, null in zip(scorers, found, strict=True)]


class _Null(NamedTuple):
    mean: float
    deviation: float
    p_value: float
    method: str
    draws: int


def _record(s: Scorer, table: Contingency, found: _Null, seed: int) -> Significance:
    value = s.of(table)
    z = (value - found.mean) / found.deviation if found.deviation > _TIE else None
    return Significance(
        measure=s.measure.name,
        value=value,
        expected=found.mean,
        standard_error=found.deviation,
        z=z,
        p_value=found.p_value,
        method=found.method,
        draws=found.draws,
        seed=seed if found.draws else None,
    )


def _exact(s: Scorer, values: Float64, mass: Float64, observed: float) -> _Null:
    hits = _as_extreme(s, values, observed)
    mean = float(mass @ values)
    deviation = sqrt(float(mass @ (values - mean) ** 2))
    p_value = min(1.0, float(mass[hits].sum()))
    return _Null(mean, deviation, p_value, f"permutation: all {len(values)} tables", 0)


def _stopped(
    s: Scorer, table: Contingency, *, draws: int, seed: int, stop: int, threads: int
) -> _Null:
    observed = float(_observed([s], table, threads)[0])
    kept: list[Float64] = []
    hits = 0
    # Tables come in small portions, so that few are made in vain.
    portion = 4 * stop * min(table.n, table.shape[0] * table.shape[1])
    for chunk in random_chunks(table, draws, seed, threads, most=min(portion, CHUNK)):
        values = scores([s], chunk, threads)[:, 0]
        extreme = _as_extreme(s, values, observed)
        if hits + int(extreme.sum()) >= stop:
            last = int(np.flatnonzero(extreme)[stop - hits - 1])
            kept.append(values[: last + 1])
            return _summary(s, table, np.concatenate(kept), stop, sequential=True)
        hits += int(extreme.sum())
        kept.append(values)
    return _summary(s, table, np.concatenate(kept), hits, sequential=False)


def _summary(
    s: Scorer, table: Contingency, values: Float64, hits: int, *, sequential: bool
) -> _Null:
    size = len(values)
    p = hits / size if sequential else (hits + 1) / (size + 1)
    spread = p / sqrt(hits) if sequential else sqrt(p * (1 - p) / size)
    mean, deviation = mean_by_formula(s, table), deviation_by_formula(s, table)
    if mean is None:
        mean = float(values.mean())
    if deviation is None:
        deviation = float(values.std(ddof=1)) if size > 1 else 0.0
    method = f"permutation: {size} sampled tables, p ± {spread:.1g}"
    return _Null(mean, deviation, min(1.0, p), method, size)


def _observed(scorers: Sequence[Scorer], table: Contingency, threads: int) -> Float64:
    """Score the table as the replicates are scored, so that equal tables have equal scores."""
    one = Tables(table.rows, table.cols, table.counts[np.newaxis], table.shape)
    return np.asarray(scores(scorers, one, threads)[0])


def _as_extreme(s: Scorer, values: Float64, observed: float) -> np.ndarray[Any, np.dtype[np.bool_]]:
    slack = _TIE * max(1.0, abs(observed))
    if s.measure.better == "higher":
        return values >= observed - slack
    return values <= observed + slack


def _wanted(error: Any) -> int | None:
    """Return the number of hits that brings the relative error of p down to `error`."""
    if error is None:
        return None
    number = real(error)
    if number is None or not 0 < number < 1:
        raise InputError(f"error must be a number between 0 and 1, such as 0.1; got {error!r}")
    return ceil(1 / number**2)
