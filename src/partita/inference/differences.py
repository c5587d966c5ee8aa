"""Is one clustering better than another? Both are scored on the same draws of the same objects."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from .. import _resample
from ..arithmetic import one_of
from ..contingency import Contingency
from ..measure import Measure
from ..results import Difference
from .doubts import is_smooth
from .ends import (
    Ends,
    Spread,
    bca,
    bca_p_value,
    calibrated,
    holding,
    is_constant,
    is_degenerate,
    percentile,
)
from .jackknife import Influence, influence, summarize
from .reading import level_of, seed_of, thread_count, whole_from
from .resampling import CHUNK
from .samples import three_way
from .scores import Float64, Int64, Scorer, Tables, scorer, scores
from .worst import unseen, worst_scores

if TYPE_CHECKING:
    from numpy.typing import NDArray


def difference(
    measure: Measure | str,
    truth: Any,
    a: Any,
    b: Any,
    *,
    level: float = 0.95,
    method: str = "calibrated",
    draws: int = 1999,
    seed: int = 0,
    weights: Any = None,
    missing: str = "error",
    noise: Any = None,
    noise_as: str | None = None,
    align: str = "error",
    threads: int | None = None,
    **options: Any,
) -> Difference:
    """Compare the scores of two clusterings of the same objects against one truth.

    The value is the score of `a` minus that of `b`. Objects are drawn with both their labels, so
    what makes an object hard for both cancels, and the interval is narrower than those of two
    separate scores. The p-value is the level at which the interval just holds 0, and not below
    2/(draws + 1), the least that the draws can tell.

    >>> truth = [0, 0, 0, 1, 1, 1] * 20
    >>> a, b = [0, 0, 0, 1, 1, 0] * 20, [0, 0, 1, 1, 1, 0] * 20
    >>> print(difference("rand", truth, a, b, draws=999))
    rand differs by +0.1681, 95 % interval +0.1039 to +0.2427, p = 0.002 (calibrated, 999 draws, seed 0)
    """  # noqa: E501 - a sentence is one line
    s = scorer((measure, options))
    one_of("method", method, ("calibrated", "bca", "percentile"))
    labels = {
        "weights": weights, "missing": missing, "noise": noise, "noise_as": noise_as,
        "align": align,
    }  # fmt: skip
    pair = Paired(*three_way(truth, a, b, labels))
    size, seeded = whole_from("draws", draws, 2), seed_of(seed)
    workers, share = thread_count(threads), level_of(level)
    values = pair.draws([s], size, seeded, workers)[:, 0]
    found = pair.influence(s, workers)
    return contrast(s, pair, values, found, method=method, level=share, seed=seeded)


def contrast(
    s: Scorer,
    pair: Paired,
    draws: Float64,
    found: Influence,
    *,
    method: str,
    level: float,
    seed: int,
) -> Difference:
    """Make the record of one measure from its draws and its jackknife; both may be shared."""
    value = s.of(pair.a) - s.of(pair.b)
    least = 2 / (len(draws) + 1)
    if is_constant(draws):
        (low, high), note = _never_seen(s, pair, value, level)
        p_value = least if abs(value) > 1e-12 else 1.0
    else:
        spread, note = _spread(s, draws, value, found, method)
        ends = (percentile if note or method == "percentile" else bca)(spread, level)
        low, high = holding(ends, value)
        if (low, high) != ends:
            note += "; widened to hold the value"
        p_value = bca_p_value(spread, 0.0)
    if low <= 0 <= high and p_value < 1 - level and note:
        p_value = 1 - level  # what was widened up to 0 is not told apart from it
    return Difference(
        measure=s.measure.name,
        value=value,
        low=low,
        high=high,
        p_value=min(1.0, p_value),
        standard_error=found.standard_error,
        level=level,
        method=method + note,
        draws=len(draws),
        seed=seed,
    )


def _spread(
    s: Scorer, draws: Float64, value: float, found: Influence, method: str
) -> tuple[Spread, str]:
    """Return the draws as the method wants them, and a note where it cannot have them so."""
    plain = Spread(draws, float(np.median(draws)), 0.0)  # z0 = a = 0: percentiles
    if method == "percentile":
        return plain, ""
    if method == "bca":
        return Spread(draws, value, found.acceleration), ""
    centre = value - found.bias if is_smooth(s.measure) else value
    if is_degenerate(draws, found.standard_error):
        return plain, "; jackknife degenerate: percentiles of the draws"
    return calibrated(draws, centre, found.standard_error, found.acceleration), ""


def _never_seen(s: Scorer, pair: Paired, value: float, level: float) -> tuple[Ends, str]:
    """No draw differs: kinds of objects never seen may be wrong in a, in b or in both."""
    if pair.same:
        return (value, value), "; no draw differs: the clusterings are the same"
    n = pair.a.n
    moved = unseen(n, n, level)
    (a_low, a_high), (b_low, b_high) = (worst_scores(s, t, moved) for t in (pair.a, pair.b))
    a, b = s.of(pair.a), s.of(pair.b)
    low, high = min(a, a_low) - max(b, b_high), max(a, a_high) - min(b, b_low)
    text = f"; rule of three: no draw differs, up to {moved} of {n} objects may be wrong"
    return (min(low, value), max(high, value)), text
