"""Mean and standard deviation of any measure by chance: by formula, by listing, or by sampling."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import isfinite, sqrt
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..contingency import Contingency
from ..errors import UndefinedError
from ..measure import Measure, measure
from ..statistics import ExpectedInformation
from .affine import is_information_affine, pair_plane
from .enumeration import all_tables
from .information import information_variance, mean_information
from .law import together_law
from .models import Model, model_of
from .pairs import Plane, deviation, mean_counts, mean_pairs, with_together
from .sampling import full_table, random_tables

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..table import Table

    Values = NDArray[np.float64]

_FEWEST = 16  # draws before sampling may stop
_SETTLED = 1e-4  # standard error, as a share of the room between chance and perfection


class Chance(NamedTuple):
    """The mean of a measure over random labelings."""

    value: float
    error: float  # standard error of the mean; 0 where it is exact
    method: str


class Spread(NamedTuple):
    """Mean and standard deviation of a measure over random labelings."""

    value: float
    deviation: float
    error: float  # standard error of the mean; 0 where it is exact
    method: str


def chance(
    measured: Measure | str,
    table: Table,
    *,
    model: str | Model = "permutation",
    draws: int = 999,
    seed: int = 0,
    options: Mapping[str, Any] | None = None,
) -> Chance:
    """Return the mean of a measure over random labelings.

    By formula where there is one; else over all tables or all values of N11 if these are few;
    else over random tables, at most `draws` of them, fewer where the mean is known sooner.

    >>> from partita.contingency import Contingency
    >>> table = Contingency.from_matrix([[3, 1], [1, 3]])
    >>> chance("rand", table)
    Chance(value=0.5102040816326531, error=0.0, method='exact')
    >>> round(chance("rand", table, model="fixed_number").value, 12)
    0.500031000062
    """
    own, chosen, kind = measure(measured), dict(options or {}), model_of(model)
    mean = exact_mean(own, table, chosen, kind)
    if mean is not None:
        return Chance(mean, 0.0, "exact")
    found = _examined(own, _counted(table), chosen, kind, draws, seed)
    return Chance(found.value, found.error, found.method)


def spread(
    measured: Measure | str,
    table: Table,
    *,
    model: str | Model = "permutation",
    draws: int = 999,
    seed: int = 0,
    options: Mapping[str, Any] | None = None,
) -> Spread:
    """Return mean and standard deviation of a measure over random labelings; see `chance`.

    >>> from partita.contingency import Contingency
    >>> found = spread("rand", Contingency.from_matrix([[3, 1], [1, 3]]))
    >>> round(found.value, 6), round(found.deviation, 6), found.method
    (0.510204, 0.115455, 'exact')
    """
    own, chosen, kind = measure(measured), dict(options or {}), model_of(model)
    counts = _counted(table)
    mean, wide = exact_mean(own, counts, chosen, kind), exact_deviation(own, counts, chosen, kind)
    if mean is not None and wide is not None:
        return Spread(mean, wide, 0.0, "exact")
    found = _examined(own, counts, chosen, kind, draws, seed)
    if mean is not None:
        found = found._replace(value=mean, error=0.0)
    return found


def exact_mean(
    own: Measure, table: Table, options: Mapping[str, Any], model: str | Model = "permutation"
) -> float | None:
    """Return the mean where it has a formula, None where it does not."""
    kind = model_of(model)
    if kind.keeps_sizes:
        statistic = mean_statistic(own, table, options)
    elif own.family not in ("pairs", "information") or table.n < 2:
        return None
    else:
        statistic = _mean_elsewhere(own, _counted(table), options, kind)
    return None if statistic is None else own.read(statistic, **options)


def mean_statistic(own: Measure, table: Table, options: Mapping[str, Any]) -> Any:
    """Return the statistic with its mean over permutations in it, where that gives the mean."""
    if not own.is_margin_affine(**options):
        return None
    if own.family == "pairs":
        return mean_pairs(table.pairs)
    if own.family == "information":
        e = table.expected_information
        mean = _with_mutual(e, e.expected)
        return mean.information if own._source == "information" else mean
    return None


def _with_mutual(e: ExpectedInformation, mutual: float) -> ExpectedInformation:
    """Return the information of tables with the same margins and another I."""
    information = e.information._replace(
        mutual=mutual,
        class_residual=max(0.0, e.information.truth_entropy - mutual),
        cluster_residual=max(0.0, e.information.prediction_entropy - mutual),
    )
    return ExpectedInformation(information, e.expected)


def _mean_elsewhere(
    own: Measure, table: Contingency, options: Mapping[str, Any], model: Model
) -> Any:
    if own._source == "pairs" and pair_plane(own, options, table, model) is not None:
        return mean_counts(table, model)
    if own._source == "information" and is_information_affine(own, options, table, model):
        return mean_information(table, model)
    return None


def exact_deviation(
    own: Measure,
    table: Contingency,
    options: Mapping[str, Any],
    model: str | Model = "permutation",
) -> float | None:
    """Return the standard deviation where it has a formula, None where it does not."""
    kind = model_of(model)
    if table.n < 2:
        return None
    if not kind.keeps_sizes:
        plane = pair_plane(own, options, table, kind) if own._source == "pairs" else None
        return None if plane is None else deviation(table, kind, plane)
    if not own.is_margin_affine(**options):
        return None
    if own.family == "pairs":
        p = table.pairs
        low, high = (own.read(with_together(p, x), **options) for x in (0, p.truth_pairs))
        slope = (high - low) / max(1, p.truth_pairs)
        return deviation(table, kind, Plane(slope, 0.0, 0.0))
    if own.family == "information":
        return _information_deviation(own, table, options)
    return None


def _information_deviation(
    own: Measure, table: Contingency, options: Mapping[str, Any]
) -> float | None:
    variance = information_variance(table)
    if variance is None:
        return None
    e = table.expected_information
    most = min(e.information.truth_entropy, e.information.prediction_entropy)
    if variance == 0.0 or most == 0.0:
        return 0.0
    ends = (_with_mutual(e, mutual) for mutual in (0.0, most))
    low, high = (
        own.read(end.information if own._source == "information" else end, **options)
        for end in ends
    )
    return abs(high - low) / most * sqrt(variance)


def _counted(table: Table) -> Contingency:
    if not isinstance(table, Contingency):
        raise UndefinedError("chance pairs objects at random: use whole weights")
    return table


def _examined(
    own: Measure,
    table: Contingency,
    options: Mapping[str, Any],
    model: Model,
    draws: int,
    seed: int,
) -> Spread:
    """Score tables: all that there are, or random ones."""
    listed = _listed(own, table, options, model)
    if listed is not None:
        values, mass, method = listed
        mean = float(mass @ values)
        return Spread(mean, sqrt(float(mass @ (values - mean) ** 2)), 0.0, method)
    sampled: list[float] = []
    total = squares = 0.0
    for drawn in random_tables(table, model, draws, seed):
        sampled.append(own.of(drawn, **options))
        step = sampled[-1] - total
        total += step / len(sampled)  # Welford's running mean and sum of squares
        squares += step * (sampled[-1] - total)
        if len(sampled) >= _FEWEST and _settled(own, total, squares, len(sampled)):
            break
    size = len(sampled)
    deviated = sqrt(squares / max(1, size - 1))
    return Spread(total, deviated, deviated / sqrt(size), f"{size} sampled tables, seed {seed}")


def _settled(own: Measure, mean: float, squares: float, size: int) -> bool:
    room = abs(mean if own.perfect is None else own.perfect - mean)
    return isfinite(room) and sqrt(squares / (size - 1) / size) <= _SETTLED * room


def _listed(
    own: Measure, table: Contingency, options: Mapping[str, Any], model: Model
) -> tuple[Values, Values, str] | None:
    found = all_tables(table, model)
    if found is not None:
        tables: Iterator[Contingency] = (full_table(x, found.shape) for x in found.counts)
        values = np.array([own.of(each, **options) for each in tables])
        return values, found.probabilities, f"all {len(values)} tables"
    if not model.keeps_sizes or own._source != "pairs":
        return None
    law = together_law(table)
    if law is None:
        return None
    return values_of_law(own, table, options, law.together), law.probabilities, "all values of N11"


def values_of_law(
    own: Measure, table: Contingency, options: Mapping[str, Any], together: NDArray[np.int64]
) -> Values:
    """Return a pair measure for each N11 that tables with these margins may have."""
    p = table.pairs
    values = []
    for both in together.tolist():
        perfect = both == p.truth_pairs == p.prediction_pairs
        values.append(own.read(with_together(p, both), perfect=perfect, **options))
    return np.array(values)
