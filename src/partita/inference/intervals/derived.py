"""Measures beyond chance whose chance level is sampled: intervals with that level held fixed.

A draw of such a measure would need random tables of its own, and removing one object would show
their noise and not its influence. So the interval is made for the plain measure, and turned into
the derived one by the chance level of the sample's own group sizes.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from ...chance import chance, exact_mean, spread
from ...measures.chosen import Chosen, choose

if TYPE_CHECKING:
    from ...results import Estimate
    from ...table.contingency import Contingency


class Base(NamedTuple):
    """The plain measure of a derived one, which is (plain - level) / unit."""

    plain: Chosen
    level: float
    unit: float


def based(s: Chosen, table: Contingency) -> Base | None:
    """Return the plain measure of one whose chance level is sampled; None for all others."""
    recipe = getattr(s.measure, "recipe", None)
    if recipe is None:
        return None
    kind, name, model, options = recipe
    plain = choose((name, options))
    own = plain.measure
    sampling = {key: s.options[key] for key in ("draws", "rng") if key in s.options}
    if kind == "standardized":
        found = spread(name, table, null=model, options=options, **sampling)
        turned = found.deviation if own.better == "higher" else -found.deviation
        return Base(plain, found.expected, turned) if turned else None
    if exact_mean(plain, table, model) is not None:
        return None
    level = chance(name, table, null=model, options=options, **sampling).expected
    best = own.bounds[own.better == "higher"] if own.perfect is None else own.perfect
    return Base(plain, level, best - level) if best != level else None


def derived(found: Estimate, s: Chosen, base: Base) -> Estimate:
    """Turn the interval of the plain measure into that of the derived one."""
    value, *ends = ((x - base.level) / base.unit for x in (found.value, found.low, found.high))
    return replace(
        found,
        measure=s.measure.name,
        value=value,
        low=min(ends),
        high=max(ends),
        standard_error=found.standard_error / abs(base.unit),
        notes=(*found.notes, "chance level held fixed"),
        bias=found.bias / base.unit,
    )
