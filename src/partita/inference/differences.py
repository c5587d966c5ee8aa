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
from .ends import Spread, bca, bca_p_value, calibrated, percentile
from .intervals import is_smooth
from .jackknife import Influence, influence, summarize
from .reading import level_of, seed_of, thread_count, whole_from
from .resampling import CHUNK
from .samples import three_way
from .scores import Float64, Int64, Scorer, Tables, scorer, scores

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
    threads: int | None = None,
    **options: Any,
) -> Difference:
    """Compare the scores of two clusterings of the same objects against one truth.

    The value is the score of `a` minus that of `b`. Objects are drawn with both their labels, so
    what makes an object hard for both cancels, and the interval is narrower than those of two
    separate scores. The p-value is the level at which the interval just holds 0.

    >>> truth = [0, 0, 0, 1, 1, 1] * 20
    >>> a, b = [0, 0, 0, 1, 1, 0] * 20, [0, 0, 1, 1, 1, 0] * 20
    >>> print(difference("rand", truth, a, b, draws=999))
    rand differs by +0.1681, 95 % interval +0.1039 to +0.2427, p = 0.0017 (calibrated, 999 draws, seed 0)
    """  # noqa: E501 - a sentence is one line
    s = scorer((measure, options))
    one_of("method", method, ("calibrated", "bca", "percentile"))
    labels = {"weights": weights, "missing": missing, "noise": noise, "noise_as": noise_as}
    pair = Paired(*three_way(truth, a, b, labels))
    size, seeded = whole_from("draws", draws, 2), seed_of(seed)
    workers, share = thread_count(threads), level_of(level)
    values = pair.draws([s], size, seeded, workers)[:, 0]
    return contrast(s, pair, values, method=method, level=share, seed=seeded, threads=workers)


class Paired(NamedTuple):
    """The three-way table truth × a × b through its two two-way tables."""

    a: Contingency
    b: Contingency
    counts: Int64  # of the occupied cells of the three-way table
    cell_a: NDArray[Any]  # where each of them lies in table a
    cell_b: NDArray[Any]

    def draws(self, scorers: list[Scorer], draws: int, seed: int, threads: int) -> Float64:
        """Return score of a minus score of b on every draw, one column per measure."""
        return np.concatenate(
            [
                scores(scorers, one, threads) - scores(scorers, other, threads)
                for one, other in self.chunks(draws, seed, threads)
            ]
        )

    def chunks(self, draws: int, seed: int, threads: int) -> Iterator[tuple[Tables, Tables]]:
        """Draw objects with both labels, and count each draw twice."""
        step = max(1, CHUNK // len(self.counts))
        for start in range(0, draws, step):
            size = min(step, draws - start)
            joint = _resample.bootstrap_counts(self.counts, size, seed, start, threads)
            yield _marginal(joint, self.a, self.cell_a), _marginal(joint, self.b, self.cell_b)

    def influence(self, s: Scorer, threads: int) -> Influence:
        """Return the jackknife of the difference: an object leaves both tables at once."""
        one, other = influence(s, self.a, threads), influence(s, self.b, threads)
        change = one.change[self.cell_a] - other.change[self.cell_b]
        found = summarize(0.0, change, self.counts, float(self.a.n))
        return found._replace(bias=one.bias - other.bias)


def _marginal(joint: Int64, table: Contingency, cells: NDArray[Any]) -> Tables:
    from scipy.sparse import csr_array

    ones = np.ones(len(cells), dtype=np.int64)
    shape = table.nnz, len(cells)
    add = csr_array((ones, (cells, np.arange(len(cells)))), shape=shape)
    counts = np.ascontiguousarray((add @ joint.T).T)
    return Tables(table.rows, table.cols, counts, table.shape)


def contrast(
    s: Scorer,
    pair: Paired,
    draws: Float64,
    *,
    method: str,
    level: float,
    seed: int,
    threads: int = 0,
) -> Difference:
    """Make the record of one measure from its draws; these may be shared between measures."""
    value = s.of(pair.a) - s.of(pair.b)
    found = pair.influence(s, threads)
    note = ""
    if np.ptp(draws) <= 1e-12:  # the same groups under other names, or both without error
        low = high = value
        p_value, note = 1.0, "; no draw differs"
    else:
        spread = Spread(draws, value, found.acceleration)
        if method == "calibrated":
            centre = value - found.bias if is_smooth(s.measure) else value
            spread = calibrated(draws, centre, found.standard_error, found.acceleration)
        low, high = (percentile if method == "percentile" else bca)(spread, level)
        plain = spread._replace(acceleration=0.0, centre=float(np.median(spread.draws)))
        p_value = bca_p_value(plain if method == "percentile" else spread, 0.0)
    return Difference(
        measure=s.measure.name,
        value=value,
        low=low,
        high=high,
        p_value=p_value,
        standard_error=found.standard_error,
        level=level,
        method=method + note,
        draws=len(draws),
        seed=seed,
    )
