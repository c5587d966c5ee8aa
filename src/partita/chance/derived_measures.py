"""Measures that are made from another measure and a null model: adjusted or standardized."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from ..measures.measure import Measure

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..measures.chosen import Chosen
    from .models import Model


class Recipe(NamedTuple):
    """How a measure was made from another."""

    kind: str  # "adjusted" or "standardized"
    name: str
    model: str
    options: dict[str, Any]


class Derived(Measure):
    """A measure made from another; no registry holds it, so a pickle repeats the call."""

    recipe: Recipe | None = None  # of those made from a null model
    call: Callable[[], Measure]

    def __reduce__(self) -> tuple[Any, Any]:
        return self.call, ()


def recipe_of(measure: Measure) -> Recipe | None:
    """Return how a measure was made from another; None if it was not."""
    return measure.recipe if isinstance(measure, Derived) else None


def best_value(measure: Measure) -> float:
    """Return the value of identical partitions, or the better end of the bounds."""
    better_end = measure.bounds[measure.better == "higher"]
    return better_end if measure.perfect is None else measure.perfect


def derived_measure(
    make: Callable[..., Measure],
    function: Any,
    plain: Chosen,
    model: Model,
    *,
    reading: str,
    drawback: str,
    **claims: Any,
) -> Measure:
    """Declare the function that `make` derives from a measure."""
    own, options, kind = plain.measure, plain.options, make.__name__
    function.__name__ = function.__qualname__ = f"{kind}_{own.name}_by_{model.name}"
    function.__doc__ = f"{reading.format(own.name, model.reading)}\n\nBeware: {drawback}"
    # a sampled mean depends on the order of the groups, so it is not symmetric
    exact = own.is_margin_affine(**options) and model.keeps_sizes
    derived = Derived(
        function,
        symbol=f"{kind} {own.symbol}",
        symmetric=exact and own.is_symmetric(**options),
        undefined=0.0,
        references=(*own.references, "gates2017"),
        **claims,
    )
    derived.recipe = Recipe(kind, own.name, model.name, dict(options))
    derived.call = partial(make, own.name, model.name, **options)
    return derived
