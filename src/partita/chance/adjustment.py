"""Measures compared with chance: adjusted for chance, or in standard deviations above it.

Both are measures themselves: they take labels or tables, and can be tested.
"""

from __future__ import annotations

from math import inf, isfinite, log, sqrt
from typing import TYPE_CHECKING, Any

from ..base.arithmetic import ratio
from ..base.checks import one_of
from ..base.draws import CHANCE_LEVEL
from ..base.errors import InputError
from ..base.keywords import explain_keywords
from ..measures.chosen import choose
from ..measures.measure import measure as find
from .derived_measures import best_value, derived_measure
from .levels import chance, spread
from .models import Model, model_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ..measures.chosen import Chosen
    from ..measures.measure import Measure
    from ..table.contingency import Contingency

__all__ = ["adjusted", "standardized"]

_AVERAGES: dict[str, Callable[[float, float], float]] = {
    "arithmetic": lambda a, b: (a + b) / 2,
    "geometric": lambda a, b: sqrt(a * b),
    "min": min,
    "max": max,
}


@explain_keywords
def adjusted(measure: Measure | str, null: str | Model = "permutation", **options: Any) -> Measure:
    """Adjust a measure for chance: (I - E[I]) / (best - E[I]), itself a measure.

    Random labelings score 0 on average, identical partitions 1. The mutual information has no
    fixed best value; its best is an average (option `average`) of the largest entropies that the
    model allows. These are the entropies of the group sizes if the sizes are kept, which makes
    ``adjusted("mutual_information")`` the AMI; log k for k groups; log n for any partition.

    Parameters
    ----------
    measure
        The measure, or its name.
    null
        The null model: "permutation" keeps all group sizes, "fixed_number" the numbers of
        groups, "all_partitions" nothing; "fixed_number_one_sided" and "all_partitions_one_sided"
        keep the truth. Gates and Ahn's abbreviations perm, num, all, num1 and all1 work too.
    **options
        Options of the measure.

    Returns
    -------
    Measure
        A measure with two options of its own, `draws` and `rng`, for means that have no formula.
        `partita.chance.chance` says how precise such a mean is.

    Raises
    ------
    InputError
        If the measure, the null model or an option is not known, or the measure has no best value.

    Examples
    --------
    >>> labels = [0, 0, 1, 1, 2, 2], [0, 0, 1, 2, 2, 2]
    >>> round(adjusted("rand")(*labels) - find("adjusted_rand")(*labels), 12)
    0.0
    >>> round(adjusted("rand", "num")(*labels), 3), round(adjusted("rand", "all")(*labels), 3)
    (0.502, 0.475)
    >>> round(adjusted("purity")(*labels), 3)
    0.545
    """
    kind, chosen = model_of(null), choose((measure, options))
    own, options = chosen.measure, chosen.options
    if own.name == "mutual_information":
        gain = _gain_of_information(own, kind, options)
        return _as_adjusted(gain, chosen, kind)
    best = _finite_best(own)

    def function(table: Contingency, draws: int = CHANCE_LEVEL, rng: Any = 0) -> float:
        found = chance(own, table, null=kind, draws=draws, rng=rng, options=options)
        gain, room = chosen.of(table) - found.expected, best - found.expected
        return ratio(gain if room > 0 else -gain, abs(room))

    return _as_adjusted(function, chosen, kind)


@explain_keywords
def standardized(
    measure: Measure | str, null: str | Model = "permutation", **options: Any
) -> Measure:
    """Express a measure in standard deviations above chance: (I - E[I]) / sd[I], itself a measure.

    Scores of clusterings with different numbers of clusters become comparable: 0 is the average
    of random labelings. The distribution is skewed: one in 20 may exceed 2, and one in 50 even 3;
    use `significance` for p. The sign of distances is reversed, so that larger always means more
    agreement. If chance has no spread, the value is 0.

    Under permutation, mean and deviation are exact for pair measures that are linear in N11
    (Rand, adjusted Rand, Fowlkes-Mallows, Wallace, Mirkin) and for information measures that are
    linear in I (the SMI of Romano et al. 2014); under the other models, for the Rand index and
    its relatives. For other measures they come from all tables if there are few, otherwise from
    random tables, with `draws` and `rng`.

    Parameters
    ----------
    measure
        The measure, or its name.
    null
        The null model: "permutation" keeps the sizes of all groups, "fixed_number" their numbers,
        "all_partitions" nothing; "fixed_number_one_sided" and "all_partitions_one_sided" keep the
        truth.
    **options
        Options of the measure.

    Returns
    -------
    Measure
        A measure with two options of its own, `draws` and `rng`, for moments that have no formula.

    Raises
    ------
    InputError
        If the measure, the null model or an option is not known.

    Examples
    --------
    >>> labels = [0, 0, 0, 1, 1, 1, 2, 2], [0, 0, 1, 1, 1, 1, 2, 2]
    >>> round(standardized("rand")(*labels), 3)
    2.806
    >>> round(standardized("mutual_information")(*labels), 3)
    2.644
    """
    kind, chosen = model_of(null), choose((measure, options))
    own, options = chosen.measure, chosen.options

    def function(table: Contingency, draws: int = CHANCE_LEVEL, rng: Any = 0) -> float:
        found = spread(own, table, null=kind, draws=draws, rng=rng, options=options)
        z = found.z(chosen.of(table))
        return 0.0 if z is None else chosen.sign * z + 0.0

    return _as_standardized(function, chosen, kind)


def _gain_of_information(
    own: Measure, model: Model, options: Mapping[str, Any]
) -> Callable[..., float]:
    """(I - E[I]) / (average of the largest entropies - E[I]), as Gates and Ahn (2017) define it."""
    if options:
        raise InputError("adjusted mutual_information has no unit: leave out the option base")

    def function(
        table: Contingency, average: str = "arithmetic", draws: int = CHANCE_LEVEL, rng: Any = 0
    ) -> float:
        if model.keeps_sizes:
            scaled = find("adjusted_mutual_information").function
            return scaled(table.expected_information, average=average)
        best = _largest_information(table, model, average)
        expected = chance(own, table, null=model, draws=draws, rng=rng).expected
        return ratio(table.information.mutual - expected, best - expected)

    return function


def _largest_information(table: Contingency, model: Model, average: str) -> float:
    """Return the average of the largest entropies that a model allows on each side."""
    one_of("average", average, tuple(_AVERAGES))
    observed = table.information.truth_entropy, table.information.prediction_entropy
    largest = [
        {"sizes": entropy, "number": log(groups), "nothing": log(table.n)}[kept]
        for kept, entropy, groups in zip(
            (model.classes, model.clusters), observed, table.shape, strict=True
        )
    ]
    return _AVERAGES[average](*largest)


def _finite_best(own: Measure) -> float:
    best = best_value(own)
    if not isfinite(best):
        raise InputError(
            f"{own.name} has no fixed best value, so it cannot be scaled; choose a normalized "
            "form, or standardized"
        )
    return best


def _as_adjusted(function: Any, plain: Chosen, model: Model) -> Measure:
    fixed = plain.measure.perfect is not None or model.keeps_sizes
    return derived_measure(
        adjusted,
        function,
        plain,
        model,
        reading="{} adjusted for chance: 0 is the mean over {}.",
        drawback="0 is not the lowest value: a clustering worse than chance scores below it.",
        formula="(I - E[I]) / (best - E[I])",
        bounds=(-inf, 1.0),
        perfect=1.0 if fixed else None,
    )


def _as_standardized(function: Any, plain: Chosen, model: Model) -> Measure:
    return derived_measure(
        standardized,
        function,
        plain,
        model,
        reading="{} in standard deviations above its mean over {}.",
        drawback="it grows with the number of objects, and has no fixed best value.",
        formula="(I - E[I]) / sd[I]",
        bounds=(-inf, inf),
        unit="standard deviations",
    )
