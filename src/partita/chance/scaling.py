"""Measures scaled to the range from 0 to 1 by their minimum and maximum."""

from __future__ import annotations

from functools import partial
from math import isfinite
from typing import TYPE_CHECKING, Any, TypeAlias

from ..base.arithmetic import ratio
from ..base.checks import real
from ..base.errors import InputError
from ..base.wording import show
from ..measures.chosen import choose
from .derived_measures import Derived

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..measures.measure import Measure
    from ..table.contingency import Contingency

    End: TypeAlias = float | Callable[[Contingency], float] | None

__all__ = ["scaled"]

_ROUNDING = 1e-12  # of the larger end: a value outside by less is at the end


def scaled(
    measure: Measure | str, minimum: End = None, maximum: End = None, **options: Any
) -> Measure:
    """Scale a measure to the range from 0 to 1: (S - min) / (max - min), itself a measure.

    The direction stays: a distance is still 0 for identical partitions. An end that is left out is
    the bound of the measure. Ends that depend on the group sizes make scores of data sets with
    different class sizes comparable (Wu, Xiong and Chen 2009); `adjusted` divides by the distance
    from chance instead.

    Parameters
    ----------
    measure
        The measure, or its name.
    minimum, maximum : float or callable, optional
        The ends: a number, or a function of the contingency table. No value may be outside.
    **options
        Options of the measure.

    Returns
    -------
    Measure
        A measure from 0 to 1.

    Raises
    ------
    InputError
        If an end is missing and the measure has no fixed one, or a value is outside the ends.

    Examples
    --------
    >>> import partita
    >>> def entropies(table):
    ...     return table.information.truth_entropy + table.information.prediction_entropy
    >>> vi_n = partita.scaled("variation_of_information", maximum=entropies)
    >>> labels = [0, 0, 1, 1, 2, 2], [0, 0, 1, 2, 2, 2]
    >>> round(vi_n(*labels), 4)
    0.2603
    >>> round(partita.normalized_variation_of_information(*labels), 4)
    0.2603
    """
    chosen = choose((measure, options))
    own, options = chosen.measure, chosen.options
    ends = {
        name: _end(name, given, own, bound)
        for name, given, bound in zip(
            ("minimum", "maximum"), (minimum, maximum), own.bounds, strict=True
        )
    }

    def function(table: Contingency) -> float:
        value = chosen.of(table)
        low, high = (_number(name, end, table) for name, end in ends.items())
        if low > high:
            raise InputError(f"minimum is {low} and maximum {high} here: exchange them")
        slack = _ROUNDING * max(abs(low), abs(high))
        if not low - slack <= value <= high + slack:
            raise InputError(
                f"{own.name} is {value} here, outside the ends from {low} to {high}: pass a "
                "minimum and a maximum that no table exceeds"
            )
        return ratio(min(max(value, low), high) - low, high - low)

    function.__name__ = function.__qualname__ = f"scaled_{own.name}"
    function.__doc__ = (
        f"{own.name} scaled to the range from 0 to 1.\n\n"
        "Beware: it is not corrected for chance, and is only as good as its ends."
    )
    best = own.bounds[own.better == "higher"]
    fixed = own.perfect == best and (minimum, maximum)[own.better == "higher"] is None
    derived = Derived(
        function,
        symbol=f"scaled {own.symbol}",
        formula="(S - min) / (max - min)",
        better=own.better,
        symmetric=minimum is None and maximum is None and own.is_symmetric(**options),
        perfect=float(own.better == "higher") if fixed else None,
        references=(*own.references, "wu2009"),
    )
    derived.call = partial(scaled, own.name, minimum, maximum, **options)
    return derived


def _end(name: str, given: object, own: Measure, bound: float) -> object:
    """An end, checked as far as it can be without a table."""
    if given is None and not isfinite(bound):
        raise InputError(
            f"{own.name} has no fixed {name}: pass {name}, a number or a function of the table, "
            f"such as {name}=lambda table: table.n"
        )
    end = bound if given is None else given
    if not callable(end) and _finite(end) is None:
        raise InputError(f"{name} must be a number or a function of a table; found {show(end)}")
    return end


def _number(name: str, end: Any, table: Contingency) -> float:
    found = end(table) if callable(end) else end
    number = _finite(found)
    if number is None:
        raise InputError(f"{name} must give a finite number for this table; found {show(found)}")
    return number


def _finite(value: object) -> float | None:
    number = real(value)
    return None if number is None or not isfinite(number) else number
