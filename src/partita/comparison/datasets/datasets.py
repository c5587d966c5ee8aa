"""Rank methods over several data sets: Friedman's test, and pairwise tests (Demšar 2006)."""

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
from ...base.shown import Framed, Plotted, Published
from ...base.wording import level_text
from ...measures.chosen import Asked, choose
from ..comparison import Comparison
from ..counting.columns import Columns
from ..ranking.letters import letters
from .rank_tests import critical_difference, friedman_p, nemenyi, wilcoxon_signed_ranks

if TYPE_CHECKING:
    from ...base.arrays import Floats

METHODS = ("nemenyi", "wilcoxon")


@dataclass(frozen=True, eq=False, repr=False)
class RankSummary(Published, Plotted, Framed):
    """Mean ranks of methods over data sets, 1 the best, and which of them differ significantly.

    `table` has the columns method, mean_rank and group, the best first: methods that share a
    letter are not significantly different. `statistic` is Friedman's χ²; `p_value` is exact for
    few methods and data sets, otherwise the p of its F form (Iman and Davenport). `differences`
    has a row per pair: first, second, value (difference of their mean ranks), p_value, and
    p_adjusted, corrected for all comparisons. By Nemenyi, methods differ if their mean ranks
    differ by more than `critical_difference`; signed ranks have no such number, and it is None.

    `plot` draws the mean ranks and the critical difference.
    """

    _figure = "critical"

    _grid = "datasets_grid"

    table: Columns  #: a row per method
    differences: Columns  #: a row per pair of methods
    statistic: float  #: Friedman's χ²
    p_value: float  #: of no difference between the methods
    critical_difference: float | None  #: of mean ranks, by Nemenyi
    confidence: float  #: level of the tests
    datasets: int  #: number of data sets
    method: str  #: nemenyi or wilcoxon
    p_method: str  #: exact, or the approximation that gave the p-value
    measure: str  #: what the methods are ranked by; "score" if scores were given
    better: str  #: which direction of the scores is better
    scores: Mapping[str, Mapping[str, float]]  #: by data set and method, as given
    comparisons: Mapping[str, Comparison]  #: by data set; empty if scores were given

    def __str__(self) -> str:
        how = "Wilcoxon's signed ranks, corrected by Holm's method"
        if self.critical_difference is not None:
            how = f"critical difference {self.critical_difference:.2f} (Nemenyi)"
        return (
            f"{self.table}\n{self.datasets} data sets; Friedman χ² = {self.statistic:.2f}, "
            f"p = {self.p_value:.2g}; letters at the {level_text(self.confidence)} level: {how}"
        )

    __repr__ = __str__


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
        A `Comparison` for each data set, all with the same predictions; or for each data set the
        scores by method.
    measure
        The measure to rank by, if `results` are comparisons.
    better
        Which direction is better, if `results` are scores: "higher" or "lower".
    confidence
        Level of the tests: methods share a letter unless they differ significantly at it.
    method
        How two methods are compared. ``"nemenyi"``: by their mean ranks, as in diagrams of
        critical differences. ``"wilcoxon"``: by the signed ranks of their differences, corrected
        by Holm's method, which is more powerful and does not depend on the other methods.

    Returns
    -------
    RankSummary
        Mean ranks, and which methods differ.

    Raises
    ------
    InputError
        If an argument cannot be used. The message says what to write instead.

    Examples
    --------
    >>> scores = {"iris": {"a": 0.9, "b": 0.7}, "wine": {"a": 0.8, "b": 0.6}}
    >>> rank_datasets(scores).table["mean_rank"]
    array([1., 2.])
    """
    from scipy.stats import rankdata

    one_of("method", method, METHODS)
    level = confidence_of(confidence)
    scores, direction = _read(results, measure, better)
    names = list(next(iter(scores.values())))
    values = np.array([[row[name] for name in names] for row in scores.values()], dtype=np.float64)
    values *= 1 if direction == "higher" else -1
    datasets, methods = values.shape
    ranks = rankdata(-values, axis=1)
    means = ranks.mean(axis=0)
    order = np.argsort(means, kind="stable")
    values, ranked = values[:, order], means[order]
    heads = np.array(names, dtype=object)[order]
    tested = nemenyi(ranked, datasets) if method == "nemenyi" else wilcoxon_signed_ranks(values)
    pairs = list(combinations(range(methods), 2))
    different = [pair for pair, p in zip(pairs, tested[1], strict=True) if p < 1 - level]
    groups = np.array(letters(methods, different), dtype=object)
    # Friedman's χ²: Demšar (2006), section 3.2.2
    spread = float((means**2).sum()) - methods * (methods + 1) ** 2 / 4
    statistic = 12 * datasets / (methods * (methods + 1)) * spread
    compared = {str(name): one for name, one in results.items() if isinstance(one, Comparison)}
    p_value, p_method = friedman_p(statistic, ranks)
    return RankSummary(
        Columns({"method": heads, "mean_rank": ranked, "group": groups}),
        _differences(heads, ranked, pairs, *tested),
        statistic,
        p_value,
        critical_difference(methods, datasets, level) if method == "nemenyi" else None,
        level,
        datasets,
        method,
        p_method,
        choose(measure).label if compared else "score",
        direction,
        scores,
        compared,
    )


def _differences(
    heads: Any,
    ranked: Floats,
    pairs: list[tuple[int, int]],
    p_values: list[float],
    adjusted: list[float],
) -> Columns:
    first, second = (list(side) for side in zip(*pairs, strict=True))
    return Columns(
        {
            "first": heads[first],
            "second": heads[second],
            "value": ranked[second] - ranked[first],
            "p_value": np.array(p_values),
            "p_adjusted": np.array(adjusted),
        }
    )


def _read(
    results: Mapping[str, Any], measure: Asked, better: str
) -> tuple[dict[str, dict[str, float]], str]:
    """The scores by data set and method, and which direction is better."""
    if not isinstance(results, Mapping):
        raise InputError(
            "results must map data sets to comparisons or to scores by method, such as "
            f"{{'iris': {{'kmeans': 0.7, 'ward': 0.8}}}}; got {type(results).__name__}"
        )
    if len(results) < 2:
        raise InputError("results needs at least two data sets; for one use Comparison.ranks")
    direction = one_of("better", better, ("higher", "lower"))
    rows: dict[str, dict[str, Any]] = {}
    for name, found in results.items():
        if str(name) in rows:
            raise InputError(f"results has two data sets that read {str(name)!r}: rename one")
        if isinstance(found, Comparison):
            direction = choose(measure).measure.better
            rows[str(name)] = {one: found[one, measure].value for one in found.predictions}
        elif isinstance(found, Mapping):
            rows[str(name)] = {str(one): value for one, value in found.items()}
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
    return {name: {one: float(row[one]) for one in names} for name, row in rows.items()}, direction


def _is_finite(value: object) -> bool:
    number = real(value)
    return number is not None and isfinite(number)
