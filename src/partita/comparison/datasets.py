"""Methods over several data sets: Friedman's test and Nemenyi's critical difference."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import inf, sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from ..arithmetic import one_of
from ..errors import InputError
from .columns import Columns
from .comparison import Comparison
from .letters import letters
from .requests import Asked, request

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class RankSummary:
    """Mean ranks of methods over data sets, 1 the best, and whether they differ.

    `statistic` is Friedman's χ², `p_value` that of its F form (Iman and Davenport). Methods whose
    mean ranks differ by less than `critical_difference` share a letter (Nemenyi).
    """

    table: Columns  # method, mean_rank, group; the best first
    statistic: float
    p_value: float
    critical_difference: float
    level: float
    datasets: int

    def __str__(self) -> str:
        return (
            f"{self.table}\n{self.datasets} data sets; Friedman χ² = {self.statistic:.2f}, "
            f"p = {self.p_value:.2g}; critical difference {self.critical_difference:.2f} at the "
            f"{100 * self.level:g} % level (Nemenyi)"
        )

    def _repr_html_(self) -> str:
        return self.table._repr_html_()


def rank_datasets(
    results: Mapping[str, Comparison | Mapping[str, float]],
    measure: Asked = "adjusted_rand",
    *,
    better: str = "higher",
    level: float = 0.95,
) -> RankSummary:
    """Rank methods over data sets.

    Parameters
    ----------
    results
        A `Comparison` for each data set, all with the same predictions, and the `measure` to rank
        by; or for each data set the scores by method, and which direction is `better`.

    Examples
    --------
    >>> scores = {"iris": {"a": 0.9, "b": 0.7}, "wine": {"a": 0.8, "b": 0.6}}
    >>> rank_datasets(scores).table["mean_rank"]
    array([1., 2.])
    """
    names, values = _read(results, measure, better)
    datasets, methods = values.shape
    from scipy.stats import rankdata, studentized_range

    means = rankdata(-values, axis=1).mean(axis=0)
    # Friedman's χ² and Nemenyi's critical difference: Demšar (2006), section 3.2.2
    spread = float((means**2).sum()) - methods * (methods + 1) ** 2 / 4
    statistic = 12 * datasets / (methods * (methods + 1)) * spread
    quantile = float(studentized_range.ppf(level, methods, inf)) / sqrt(2)
    critical = quantile * sqrt(methods * (methods + 1) / (6 * datasets))
    order = np.argsort(means, kind="stable")
    ranked = means[order]
    different = [
        (i, j)
        for i in range(methods)
        for j in range(i + 1, methods)
        if ranked[j] - ranked[i] > critical
    ]
    table = Columns(
        {
            "method": np.array(names, dtype=object)[order],
            "mean_rank": ranked,
            "group": np.array(letters(methods, different), dtype=object),
        }
    )
    p = _p_value(statistic, datasets, methods)
    return RankSummary(table, statistic, p, critical, level, datasets)


def _p_value(statistic: float, datasets: int, methods: int) -> float:
    """P-value of Iman and Davenport's F = (N-1)χ² / (N(k-1) - χ²)."""
    from scipy.stats import f

    rest = datasets * (methods - 1) - statistic
    if rest <= 0:
        return 0.0  # every data set has the same order
    ratio = (datasets - 1) * statistic / rest
    return float(f.sf(ratio, methods - 1, (methods - 1) * (datasets - 1)))


def _read(
    results: Mapping[str, Any], measure: Asked, better: str
) -> tuple[list[str], NDArray[np.float64]]:
    """Names of the methods and a row of goodness per data set."""
    if len(results) < 2:
        raise InputError("results needs at least two data sets; for one use Comparison.ranks")
    sign = 1 if one_of("better", better, ("higher", "lower")) == "higher" else -1
    rows = {}
    for name, found in results.items():
        if isinstance(found, Comparison):
            sign = request(measure).sign
            rows[name] = {one: found[one, measure].value for one in found.predictions}
        else:
            rows[name] = dict(found)
    names = list(next(iter(rows.values())))
    for name, row in rows.items():
        if set(row) != set(names) or any(value is None for value in row.values()):
            raise InputError(
                f"data set {name!r} has scores of {', '.join(map(repr, row))}; every data set "
                f"needs one for each of {', '.join(map(repr, names))}"
            )
    if len(names) < 2:
        raise InputError("results needs at least two methods")
    values = np.array([[row[name] for name in names] for row in rows.values()], dtype=np.float64)
    return names, sign * values
