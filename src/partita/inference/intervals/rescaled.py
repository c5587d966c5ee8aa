"""Intervals of adjusted and standardized measures whose chance level is sampled.

Every draw of such a measure would need random tables of its own, and removing one object would show
their noise. So the interval is made for the plain measure, and scaled by the chance level of the
observed group sizes, which is held fixed.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from ...chance import chance, exact_mean, spread
from ...chance.derived_measures import best_value, recipe_of
from ...measures.chosen import Chosen, choose

if TYPE_CHECKING:
    from ...results import Estimate
    from ...table.contingency import Contingency


class Scale(NamedTuple):
    """The plain measure of a derived one, which is (plain - level) / unit."""

    plain: Chosen
    level: float
    unit: float


def sampled_scale(s: Chosen, table: Contingency) -> Scale | None:
    """Return the scale of a measure whose chance level is sampled; None for all others."""
    recipe = recipe_of(s.measure)
    if recipe is None:
        return None
    plain = choose((recipe.name, recipe.options))
    sampling: dict[str, Any] = {key: s.options[key] for key in ("draws", "rng") if key in s.options}
    asked: dict[str, Any] = {"null": recipe.model, "options": recipe.options, **sampling}
    if recipe.kind == "standardized":
        found = spread(recipe.name, table, **asked)
        unit = found.deviation * plain.sign
        return Scale(plain, found.expected, unit) if unit else None
    if exact_mean(plain, table, recipe.model) is not None:
        return None
    level, best = chance(recipe.name, table, **asked).expected, best_value(plain.measure)
    return Scale(plain, level, best - level) if best != level else None


def rescaled(found: Estimate, s: Chosen, scale: Scale) -> Estimate:
    """Turn the interval of the plain measure into the interval of the derived one."""
    value, *ends = ((x - scale.level) / scale.unit for x in (found.value, found.low, found.high))
    return replace(
        found,
        measure=s.measure.name,
        value=value,
        low=min(ends),
        high=max(ends),
        standard_error=found.standard_error / abs(scale.unit),
        notes=(*found.notes, "chance level held fixed"),
        bias=found.bias / scale.unit,
    )
