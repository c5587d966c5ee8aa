"""Mean and standard deviation of any measure by chance: by formula, by listing, or by sampling."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from math import isfinite, sqrt
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..base.arithmetic import weighted_sum
from ..base.checks import whole_from
from ..base.keywords import explain_keywords
from ..base.seeds import seed_of
from ..measures.measure import Measure
from ..measures.measure import measure as find
from .enumeration import all_tables
from .exact import counted, exact_deviation, exact_mean, values_of_law
from .law import together_law
from .models import Model, model_of
from .sampling import full_table, random_tables

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..table.contingency import Contingency
    from ..table.table import Table

    Values = NDArray[np.float64]

DRAWS = 999  # random tables for a mean at most, unless told otherwise
_FEWEST = 16  # draws before sampling for a mean may stop
_FEWEST_FOR_SPREAD = 100  # the same for a deviation, which is then known to 7 %
_SETTLED = 1e-4  # standard error, as a share of the room between chance and perfection


class Chance(NamedTuple):
    """The mean of a measure over random labelings."""

    expected: float
    error: float  # standard error of the mean; 0 where it is exact
    method: str


class Spread(NamedTuple):
    """Mean and standard deviation of a measure over random labelings."""

    expected: float
    deviation: float
    error: float  # standard error of the mean; 0 where it is exact
    method: str
    deviation_error: float = 0.0  # relative standard error of the deviation; 0 where it is exact


@explain_keywords
def chance(
    measure: Measure | str,
    table: Table,
    *,
    null: str | Model = "permutation",
    draws: int = DRAWS,
    rng: Any = 0,
    options: Mapping[str, Any] | None = None,
) -> Chance:
    """Return the mean of a measure over random labelings.

    By formula where there is one; else over all tables or all values of N11 if these are few;
    else over random tables, at most `draws` of them, fewer where the mean is known sooner.

    >>> from partita.table.contingency import Contingency
    >>> table = Contingency.from_matrix([[3, 1], [1, 3]])
    >>> chance("rand", table)
    Chance(expected=0.5102040816326531, error=0.0, method='exact')
    >>> round(chance("rand", table, null="fixed_number").expected, 12)
    0.500031000062
    """
    own, chosen, kind = find(measure), dict(options or {}), model_of(null)
    drawing = whole_from("draws", draws, 1), seed_of(rng)
    mean = exact_mean(own, table, chosen, kind)
    if mean is not None:
        return Chance(mean, 0.0, "exact")
    found = _examined(own, counted(table), chosen, kind, (*drawing, _FEWEST))
    return Chance(found.expected, found.error, found.method)


@explain_keywords
def spread(
    measure: Measure | str,
    table: Table,
    *,
    null: str | Model = "permutation",
    draws: int = DRAWS,
    rng: Any = 0,
    options: Mapping[str, Any] | None = None,
) -> Spread:
    """Return mean and standard deviation of a measure over random labelings; see `chance`.

    >>> from partita.table.contingency import Contingency
    >>> found = spread("rand", Contingency.from_matrix([[3, 1], [1, 3]]))
    >>> round(found.expected, 6), round(found.deviation, 6), found.method
    (0.510204, 0.109522, 'exact')
    """
    own, chosen, kind = find(measure), dict(options or {}), model_of(null)
    drawing = whole_from("draws", draws, 2), seed_of(rng)  # one value has no deviation
    counts = counted(table)
    mean, wide = exact_mean(own, counts, chosen, kind), exact_deviation(own, counts, chosen, kind)
    if mean is not None and wide is not None:
        return Spread(mean, wide, 0.0, "exact")
    found = _examined(own, counts, chosen, kind, (*drawing, _FEWEST_FOR_SPREAD))
    if mean is not None:
        found = found._replace(expected=mean, error=0.0)
    if wide is not None:
        found = found._replace(deviation=wide, deviation_error=0.0)
    return found


def _examined(
    own: Measure,
    table: Contingency,
    options: Mapping[str, Any],
    model: Model,
    drawing: tuple[int, int, int],
) -> Spread:
    """Score tables: all that there are, or random ones: at most, with this seed, and at least."""
    listed = _listed(own, table, options, model)
    if listed is not None:
        values, mass, method = listed
        mean = weighted_sum(mass, values)
        return Spread(mean, sqrt(weighted_sum(mass, (values - mean) ** 2)), 0.0, method)
    draws, seed, fewest = drawing
    tables = random_tables(table, model, draws, seed)
    total, wide, size = sampled_mean(own, (own.of(drawn, **options) for drawn in tables), fewest)
    method = f"{size} sampled tables, seed {seed}"
    return Spread(total, wide, wide / sqrt(size), method, 1 / sqrt(2 * max(1, size - 1)))


def sampled_mean(
    own: Measure, values: Iterable[float], fewest: int = _FEWEST
) -> tuple[float, float, int]:
    """Return mean, deviation and number of the values used: as many as the mean takes to settle.

    Whoever asks for the level of chance asks here, with the values of the same random tables, so
    that there is one level for each table, model and seed.
    """
    total = squares = 0.0
    size = 0
    for size, value in enumerate(values, start=1):
        step = value - total
        total += step / size  # Welford's running mean and sum of squares
        squares += step * (value - total)
        if size >= fewest and _settled(own, total, squares, size):
            break
    return total, sqrt(squares / max(1, size - 1)), size


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
    if not model.keeps_sizes or own.statistic != "pairs":
        return None
    law = together_law(table)
    if law is None:
        return None
    return values_of_law(own, table, options, law.together), law.probabilities, "all values of N11"
