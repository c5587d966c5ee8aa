"""Methods over several data sets: Friedman's test, and which methods differ (Demšar 2006)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from math import isfinite
from typing import TYPE_CHECKING, Any

import numpy as np

from ...base.checks import confidence_of, one_of, real
from ...base.errors import InputError
from ...base.keywords import explain_keywords
from ...base.shown import Shown, drawn
from ...base.wording import level_text
from ...measures.chosen import Asked, choose
from ..comparison import Comparison
from ..counting.columns import Columns
from ..ranking.letters import letters
from .rank_tests import critical_difference, friedman_p, nemenyi, wilcoxon_signed_ranks

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from pandas import DataFrame

    from ...base.arrays import Floats

METHODS = ("nemenyi", "wilcoxon")


@dataclass(frozen=True, eq=False)
class RankSummary(Shown):
    """Mean ranks of methods over data sets, 1 the best, and whether they differ.

    `table` has the columns method, mean_rank and group, the best first: methods with a common
    letter cannot be told apart. `statistic` is Friedman's χ², `p_value` exact for few
    methods and data sets, else that of its F form (Iman and Davenport). `differences` has a row
    per pair: first, second, value (difference of their mean ranks), p_value, and p_adjusted, its p
    for the whole family of comparisons. By Nemenyi methods differ when their mean ranks do by more
    than `critical_difference`; signed ranks have no such number, and it is None.
    """

    _layout = "rows_html"

    table: Columns
    differences: Columns
    statistic: float
    p_value: float
    critical_difference: float | None
    confidence: float
    datasets: int
    method: str

    def to_frame(self) -> DataFrame:
        """Return a pandas DataFrame, a row per method."""
        return self.table.to_frame()

    def plot(self, ax: Axes | None = None) -> Axes:
        """Draw the mean ranks with the critical difference by matplotlib; `table` has them."""
        return drawn("critical", ax, self)

    def __str__(self) -> str:
        told = "Wilcoxon's signed ranks, corrected by Holm's method"
        if self.critical_difference is not None:
            told = f"critical difference {self.critical_difference:.2f} (Nemenyi)"
        return (
            f"{self.table}\n{self.datasets} data sets; Friedman χ² = {self.statistic:.2f}, "
            f"p = {self.p_value:.2g}; letters at the {level_text(self.confidence)} level: {told}"
        )


@explain_keywords
def rank_datasets(
    results: Mapping[str, Comparison | Mapping[str, float]],
    measure: Asked = "adjusted_rand",
    *,
    better: str = "higher",
    confidence: float = 0.95,
    method: str = "nemenyi",
) -> RankSummary:
    """Rank methods over data sets.

    Parameters
    ----------
    results
        A `Comparison` for each data set, all with the same predictions, and the `measure` to rank
        by; or for each data set the scores by method, and which direction is `better`.
    method
        How two methods are compared. ``"nemenyi"``: by their mean ranks, for the diagram of
        critical differences. ``"wilcoxon"``: by the signed ranks of their differences, corrected
        by Holm's method; more powerful, and independent of which other methods take part.

    Examples
    --------
    >>> scores = {"iris": {"a": 0.9, "b": 0.7}, "wine": {"a": 0.8, "b": 0.6}}
    >>> rank_datasets(scores).table["mean_rank"]
    array([1., 2.])
    """
    from scipy.stats import rankdata

    one_of("method", method, METHODS)
    number = confidence_of(confidence)
    names, values = _read(results, measure, better)
    datasets, methods = values.shape
    ranks = rankdata(-values, axis=1)
    means = ranks.mean(axis=0)
    order = np.argsort(means, kind="stable")
    values, ranked = values[:, order], means[order]
    names = [names[place] for place in order.tolist()]
    found = nemenyi(ranked, datasets) if method == "nemenyi" else wilcoxon_signed_ranks(values)
    pairs = list(combinations(range(methods), 2))
    different = [pair for pair, p in zip(pairs, found[1], strict=True) if p < 1 - number]
    # Friedman's χ²: Demšar (2006), section 3.2.2
    spread = float((means**2).sum()) - methods * (methods + 1) ** 2 / 4
    statistic = 12 * datasets / (methods * (methods + 1)) * spread
    return RankSummary(
        _table(names, ranked, letters(methods, different)),
        _differences(names, ranked, pairs, *found),
        statistic,
        friedman_p(statistic, ranks),
        critical_difference(methods, datasets, number) if method == "nemenyi" else None,
        number,
        datasets,
        method,
    )


def _table(names: list[str], ranked: Floats, groups: list[str]) -> Columns:
    heads = np.array(names, dtype=object)
    return Columns({"method": heads, "mean_rank": ranked, "group": np.array(groups, dtype=object)})


def _differences(
    names: list[str],
    ranked: Floats,
    pairs: list[tuple[int, int]],
    p_values: list[float],
    adjusted: list[float],
) -> Columns:
    first, second = (list(side) for side in zip(*pairs, strict=True))
    heads = np.array(names, dtype=object)
    return Columns(
        {
            "first": heads[first],
            "second": heads[second],
            "value": ranked[second] - ranked[first],
            "p_value": np.array(p_values),
            "p_adjusted": np.array(adjusted),
        }
    )


def _read(results: Mapping[str, Any], measure: Asked, better: str) -> tuple[list[str], Floats]:
    """Names of the methods and a row of goodness per data set."""
    if not isinstance(results, Mapping):
        raise InputError(
            "results must map data sets to comparisons or to scores by method, such as "
            f"{{'iris': {{'kmeans': 0.7, 'ward': 0.8}}}}; got {type(results).__name__}"
        )
    if len(results) < 2:
        raise InputError("results needs at least two data sets; for one use Comparison.ranks")
    sign = 1 if one_of("better", better, ("higher", "lower")) == "higher" else -1
    rows: dict[str, dict[str, Any]] = {}
    for name, found in results.items():
        if isinstance(found, Comparison):
            sign = choose(measure).sign
            rows[name] = {one: found[one, measure].value for one in found.predictions}
        elif isinstance(found, Mapping):
            rows[name] = {str(one): value for one, value in found.items()}
        else:
            raise InputError(
                f"data set {name!r} must hold a Comparison or scores by method; got "
                f"{type(found).__name__}"
            )
    names = list(next(iter(rows.values())))
    for name, row in rows.items():
        if set(row) != set(names) or not all(map(_is_finite, row.values())):
            raise InputError(
                f"data set {name!r} has scores of {', '.join(map(repr, row))}; every data set "
                f"needs a finite number for each of {', '.join(map(repr, names))}"
            )
    if len(names) < 2:
        raise InputError("results needs at least two methods")
    values = np.array([[row[name] for name in names] for row in rows.values()], dtype=np.float64)
    return names, sign * values


def _is_finite(value: object) -> bool:
    number = real(value)
    return number is not None and isfinite(number)
