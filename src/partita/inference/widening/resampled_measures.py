"""How measures behave under resampling: smooth or not, with a limit or not, biased or not."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING

from ...base.errors import InputError
from ...chance.derived_measures import recipe_of
from ...measures.measure import measure as measure_of
from ...statistics.registry import STATISTICS

if TYPE_CHECKING:
    from ...measures.chosen import Chosen
    from ...measures.measure import Measure


def is_smooth(measure: Measure) -> bool:
    """Whether small changes of a table change the score in proportion: sums do, maxima do not."""
    return _plain(measure).smooth


def counts_cells(measure: Measure) -> bool:
    """Whether it counts the occupied cells, some of which are empty in every sample."""
    read = _plain(measure).statistic
    return any(one.counts_cells for one in STATISTICS.values() if one.attribute == read)


def has_limit(measure: Measure) -> bool:
    """Whether it has a value in a population.

    A measure that counts cells, or grows with n in another way than as a power, has none. For a
    power of n it is the value of n objects in the shares of the population.
    """
    pairs = measure.family == "pairs" and all(map(isfinite, measure.bounds))
    known = measure.degree is not None or measure.converges
    return (known or pairs) and not counts_cells(measure)


def has_bias(measure: Measure) -> bool:
    """Whether the jackknife estimates its bias: samples score higher than the population.

    For a measure without a value in the population, the interval is for the mean score of samples
    of this size, of which the score is an unbiased estimate.
    """
    recipe = recipe_of(measure)
    is_adjusted = recipe is not None and recipe.kind == "adjusted"
    return is_smooth(measure) and (has_limit(measure) or is_adjusted)


def require_population(s: Chosen) -> None:
    """Refuse measures that are not a number of the population's shares."""
    if recipe_of(s.measure) is not None or not has_limit(s.measure):
        raise InputError(
            f"{s.label} depends on the number of objects or on random tables, so it has no value "
            "in a population: use confidence_interval or difference, or another measure, such as "
            "adjusted_rand"
        )


def reads_entropies(measure: Measure) -> bool:
    """Whether rare cells weigh as much as in an entropy, so that unseen cells matter."""
    return measure.smooth and measure.family in {"information", "overlap", "records"}


def _plain(measure: Measure) -> Measure:
    """Return the measure from which a derived one is made."""
    recipe = recipe_of(measure)
    return measure if recipe is None else measure_of(recipe.name)
