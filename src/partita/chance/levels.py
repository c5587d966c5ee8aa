"""Mean and deviation of a measure under chance: by formula, over all tables, or sampled."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ..base.checks import whole_from
from ..base.keywords import explain_keywords
from ..base.seeds import seed_of
from ..measures.chosen import Chosen, choose
from .exact import exact_deviation, exact_mean, require_counts
from .models import Model, model_of
from .null_values import TIE, Moments, Null, all_values, moments_of_all, sampled_moments

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ..measures.measure import Measure
    from ..table.contingency import Contingency
    from ..table.table import Table


CANTELLI = "Cantelli's inequality"


class ChanceLevel(NamedTuple):
    """The mean of a measure over random labelings."""

    expected: float  #: the mean
    error: float  #: standard error of the mean; 0 where it is exact
    method: str  #: how it was computed


class ChanceSpread(NamedTuple):
    """Mean and standard deviation of a measure over random labelings."""

    expected: float  #: the mean
    deviation: float  #: the standard deviation
    error: float  #: standard error of the mean; 0 where it is exact
    method: str  #: how both were computed
    deviation_error: float = 0.0  #: relative standard error of the deviation; 0 where it is exact

    def z(self, value: float) -> float | None:
        """Return a value in standard deviations above the mean; None if there is no spread.

        Parameters
        ----------
        value
            A value of the measure.

        Returns
        -------
        float or None
            How many standard deviations it is above the mean; None if there is no spread.
        """
        return (value - self.expected) / self.deviation if self.deviation > TIE else None

    def bound_p(self, value: float, sign: int) -> float:
        """Return an upper bound on p by Cantelli's inequality, 1 if mean or deviation are sampled.

        Parameters
        ----------
        value
            A value of the measure.
        sign
            1 if a higher value means more agreement, otherwise -1.

        Returns
        -------
        float
            1 / (1 + z²) if the value shows more agreement than the mean, otherwise 1.
        """
        z = self.z(value)
        if z is None or sign * z <= 0 or self.error or self.deviation_error:
            return 1.0
        return 1 / (1 + z * z)


@explain_keywords
def chance(
    measure: Measure | str,
    table: Table,
    *,
    null: str | Model = "permutation",
    draws: int | None = None,
    rng: Any = 0,
    options: Mapping[str, Any] | None = None,
) -> ChanceLevel:
    """Return the mean of a measure over random labelings.

    The mean comes from a formula if there is one; otherwise from all tables or all values of N11
    if there are few; otherwise from random tables: at most `draws` of them (999 by default), and
    fewer for large tables, where the mean is precise sooner.

    Parameters
    ----------
    measure
        The measure, or its name.
    table
        The contingency table, of counts.
    null
        The null model: what random labelings keep. `MODELS` lists the names.
    draws
        Number of random tables, if they are needed; 999 if left out.
    rng
        Seed of the random numbers: an integer, a Generator, a SeedSequence, or None for a new seed.
    options
        Options of the measure.

    Returns
    -------
    ChanceLevel
        The mean, its error, and how it was computed.

    Raises
    ------
    InputError
        If an argument cannot be used. The message says what to write instead.
    UndefinedError
        If the measure has no value for some random labelings.

    Examples
    --------
    >>> from partita.table.contingency import Contingency
    >>> table = Contingency.from_matrix([[3, 1], [1, 3]])
    >>> chance("rand", table)
    ChanceLevel(expected=0.5102040816326531, error=0.0, method='exact')
    >>> round(chance("rand", table, null="fixed_number").expected, 12)
    0.500031000062
    """
    sampled = Null(model_of(null), _draws(draws, 1), seed_of(rng))
    return chance_levels([choose((measure, options or {}))], table, sampled)[0]


@explain_keywords
def spread(
    measure: Measure | str,
    table: Table,
    *,
    null: str | Model = "permutation",
    draws: int | None = None,
    rng: Any = 0,
    options: Mapping[str, Any] | None = None,
) -> ChanceSpread:
    """Return mean and standard deviation of a measure over random labelings; see `chance`.

    Parameters
    ----------
    measure
        The measure, or its name.
    table
        The contingency table, of counts.
    null
        The null model: what random labelings keep. `MODELS` lists the names.
    draws
        Number of random tables, if they are needed; 999 if left out.
    rng
        Seed of the random numbers: an integer, a Generator, a SeedSequence, or None for a new seed.
    options
        Options of the measure.

    Returns
    -------
    ChanceSpread
        Mean, standard deviation, and how they were computed.

    Raises
    ------
    InputError
        If an argument cannot be used. The message says what to write instead.
    UndefinedError
        If the measure has no value for some random labelings.

    Examples
    --------
    >>> from partita.table.contingency import Contingency
    >>> found = spread("rand", Contingency.from_matrix([[3, 1], [1, 3]]))
    >>> round(found.expected, 6), round(found.deviation, 6), found.method
    (0.510204, 0.109522, 'exact')
    """
    chosen, counts = choose((measure, options or {})), require_counts(table)
    sampled = Null(model_of(null), _draws(draws, 2), seed_of(rng))  # one value has no deviation
    mean, wide = (exact(chosen, counts, sampled.model) for exact in (exact_mean, exact_deviation))
    if mean is not None and wide is not None:
        return ChanceSpread(mean, wide, 0.0, "exact")
    (found,) = _moments([chosen], counts, sampled)
    return _with_formulas(found, mean, wide)


def chance_levels(chosen: Sequence[Chosen], table: Table, null: Null) -> list[ChanceLevel]:
    """Return the means of several measures; measures without a formula share the same tables."""
    by_formula = [exact_mean(s, table, null.model) for s in chosen]
    rest = [s for s, mean in zip(chosen, by_formula, strict=True) if mean is None]
    moments = iter(_moments(rest, require_counts(table), null) if rest else ())
    levels = []
    for mean in by_formula:
        found = next(moments) if mean is None else Moments(mean, 0.0, 0.0, 0.0, "exact")
        levels.append(ChanceLevel(found.mean, found.error, found.method))
    return levels


def spread_of(s: Chosen, table: Contingency, null: Null, found: Moments) -> ChanceSpread:
    """Return mean and deviation by formula if there is one, otherwise as they were found."""
    return _with_formulas(
        found, exact_mean(s, table, null.model), exact_deviation(s, table, null.model)
    )


def _with_formulas(found: Moments, mean: float | None, wide: float | None) -> ChanceSpread:
    by_mean = (found.mean, found.error) if mean is None else (mean, 0.0)
    by_width = (found.deviation, found.deviation_error) if wide is None else (wide, 0.0)
    return ChanceSpread(by_mean[0], by_width[0], by_mean[1], found.method, by_width[1])


def _moments(chosen: Sequence[Chosen], table: Contingency, null: Null) -> list[Moments]:
    """Score all tables, or random ones."""
    known = all_values(chosen, table, null)
    rest = [s for s, found in zip(chosen, known, strict=True) if found is None]
    drawn = iter(sampled_moments(rest, table, null) if rest else ())
    return [next(drawn) if found is None else moments_of_all(found) for found in known]


def _draws(draws: int | None, least: int) -> int | None:
    return None if draws is None else whole_from("draws", draws, least)
