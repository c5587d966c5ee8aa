"""`pool_datasets`: mean differences of methods over data sets, by the standard error on each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from ...base.checks import confidence_of, one_of
from ...base.errors import InputError
from ...base.keywords import explain_keywords
from ...base.progress import long_work, step_through
from ...inference.multiple import holm
from ..counting.columns import Columns
from .gaps_by_dataset import common_pairs, gaps_of, label_of, largest_gap
from .pooled_differences import PooledDifferences
from .random_effects import ESTIMATES, Effects, random_effects

if TYPE_CHECKING:
    from ...base.arrays import Floats
    from ...measures.chosen import Asked
    from ...results import Difference
    from ..comparison import Comparison
    from ..runs.run_summary import RunSummary
    from .gaps_by_dataset import Gap, Pair


@long_work("pooling data sets")
@explain_keywords
def pool_datasets(
    results: Mapping[str, Comparison | RunSummary | Difference | tuple[float, float]],
    measure: Asked = "adjusted_rand",
    *,
    method: str = "paule-mandel",
    confidence: float = 0.95,
) -> PooledDifferences:
    """Estimate how much better one method is than another on data sets in general.

    `rank_datasets` ranks the methods on each data set, so that a difference of 0.001 on a hundred
    objects counts as much as one of 0.2 on a million. This function takes the size of each
    difference and its standard error. The true differences may vary between data sets (random
    effects): their mean and their standard deviation are estimated, and the difference to expect on
    a new data set.

    Parameters
    ----------
    results
        For each data set a `Comparison`, all with the same predictions; or a `RunSummary` of the
        same methods, whose errors contain the seeds; or a `Difference`; or the difference and its
        standard error as two numbers.
    measure
        The measure, if `results` are comparisons.
    method
        How the variance between data sets is estimated: ``"paule-mandel"`` or
        ``"dersimonian-laird"``, which is too small if data sets differ much in size.
    confidence
        Level of the intervals.

    Returns
    -------
    PooledDifferences
        The mean difference of every two methods, and how much it varies between data sets.

    Raises
    ------
    InputError
        If an argument cannot be used, or a difference has no standard error. The message says what
        to write instead.

    Examples
    --------
    >>> found = pool_datasets({"iris": (0.06, 0.02), "wine": (0.10, 0.03), "digits": (0.02, 0.01)})
    >>> print(found.table["value"].round(4), found.table["between"].round(4))
    [0.0535] [0.0337]
    """
    one_of("method", method, tuple(ESTIMATES))
    level = confidence_of(confidence)
    given_results: object = results
    if not isinstance(given_results, Mapping) or len(given_results) < 2:
        raise InputError(
            "results must map two or more data sets to comparisons or differences, such as "
            "{'iris': partita.compare(truth, clusterings), 'wine': ...}"
        )
    every = {
        str(name): gaps_of(str(name), one, measure)
        for name, one in step_through(results.items(), "data sets")
    }
    pairs = common_pairs(every)
    pooled: dict[Pair, Effects] = {}
    given: dict[Pair, list[Gap]] = {}
    for first, second in pairs:
        own = [gaps[first, second] for gaps in every.values()]
        numbers = np.array(own, dtype=np.float64)
        found = random_effects(numbers[:, 0], numbers[:, 1], method)
        pair = first, second
        if found.value < 0:
            pair, found = (second, first), found._replace(value=-found.value)
            own = [gap.turned for gap in own]
        pooled[pair], given[pair] = found, own
    label = label_of(results, measure)
    return PooledDifferences(
        label, _table(pooled, level, largest_gap(label)), _rows(list(every), given, pooled),
        level, len(every), method,
    )  # fmt: skip


def _table(pooled: Mapping[Pair, Effects], level: float, largest: float) -> Columns:
    """A row per pair of methods; no interval exceeds the largest difference of the measure."""
    from scipy.special import stdtr, stdtrit

    every = list(pooled.values())
    count = every[0].freedom + 1
    value, error, between = (
        np.array([getattr(one, key) for one in every]) for key in ("value", "error", "between")
    )
    reach = stdtrit(count - 1, (1 + level) / 2) * error
    p_value = 2 * stdtr(count - 1, -np.abs(value) / error)
    # Higgins, Thompson and Spiegelhalter (2009): k - 2 degrees of freedom, so at least 3 data sets
    quantile = stdtrit(count - 2, (1 + level) / 2) if count > 2 else np.nan
    new = quantile * np.sqrt(error**2 + between**2)

    def within(ends: Floats) -> Floats:
        return np.clip(ends, -largest, largest)

    return Columns(
        {
            "first": np.array([first for first, _ in pooled], dtype=object),
            "second": np.array([second for _, second in pooled], dtype=object),
            "value": value,
            "low": within(value - reach),
            "high": within(value + reach),
            "error": error,
            "freedom": np.array([one.freedom for one in every]),
            "p_value": p_value,
            "p_adjusted": np.array(holm(p_value.tolist())),
            "between": between,
            "homogeneity_p": np.array([one.homogeneity_p for one in every]),
            "new_low": within(value - new),
            "new_high": within(value + new),
        }
    )


def _rows(
    names: Sequence[str], given: Mapping[Pair, list[Gap]], pooled: Mapping[Pair, Effects]
) -> Columns:
    """A row per pair of methods and data set."""
    rows = [
        (first, second, name, *gap, weight)
        for (first, second), own in given.items()
        for name, gap, weight in zip(names, own, pooled[first, second].weights, strict=True)
    ]
    keys = ("first", "second", "dataset", "value", "error", "weight")
    columns = zip(*rows, strict=True)
    return Columns(
        {
            key: np.array(column, dtype=object if key in keys[:3] else np.float64)
            for key, column in zip(keys, columns, strict=True)
        }
    )
