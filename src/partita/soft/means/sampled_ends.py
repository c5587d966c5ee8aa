"""`sampled_ends`: lower and upper means by draws alone, as the literature first estimated them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ...base.arrays import Array, Floats
from ...base.checks import whole_from
from ...base.keywords import explain_keywords
from ...base.wording import number_of
from ...measures.measure import Measure
from ..two_sides.sides import Level, levels_of, read_sides
from .draws import draw_cells, drawn_values
from .focal_selections import FocalSelections
from .plan import Plan


@dataclass(frozen=True, slots=True)
class SampledEnds:
    """Means of the smallest and of the largest value that was drawn: an interval too narrow.

    Attributes
    ----------
    low, high : float
        Means over the drawn selections of focal sets.
    selections, draws : int
        How many selections were drawn, and how many pairs of hard clusterings in each.
    seed : int
        Seed of the random numbers: pass it as `rng` to repeat them.
    """

    low: float
    high: float
    selections: int
    draws: int
    seed: int

    def __str__(self) -> str:
        many = number_of(self.selections, "selection", "selections")
        drawn = number_of(self.draws, "draw", "draws")
        return (
            f"drawn from {self.low:.6g} to {self.high:.6g} ({many} of focal sets, {drawn} in each, "
            f"seed {self.seed}); draws miss rare ends"
        )


@explain_keywords
def sampled_ends(
    measure: Measure | str,
    truth: Any,
    prediction: Any,
    *,
    selections: int = 100,
    draws: int = 100,
    rng: Any = 0,
    **options: Any,
) -> SampledEnds:
    """Estimate lower and upper mean by draws within draws. The interval is too narrow.

    This is the sampling of Campagner, Ciucci and Denœux, for comparison with their results: draw a
    focal set for each object by its mass, then hard clusterings in these sets, all equally likely;
    average the smallest and the largest value of each selection (Proposition 5, nested). Two rough
    or hard sides have a single selection (Proposition 3). Extreme clusterings are rare, so draws
    miss them: `extremes` and `expectation` optimize the ends instead.

    Parameters
    ----------
    measure
        The measure, or its name.
    truth, prediction : array_like or Soft
        Hard labels or soft clusterings of the same objects.
    selections
        How many selections of focal sets to draw; if there is a single one, it is taken once.
    draws
        How many pairs of hard clusterings to draw in each selection.
    rng
        Seed of the random numbers, as for `expectation`.
    **options
        Options of the measure.

    Returns
    -------
    SampledEnds
        The two means of drawn ends.

    Raises
    ------
    InputError
        If an argument cannot be used. The message says what to write instead.
    UndefinedError
        If the measure has no value for a clustering that was drawn.

    Examples
    --------
    >>> from partita import extremes
    >>> from partita.soft import Rough, sampled_ends
    >>> truth, rough = [0, 1] * 20, Rough([{0, 1}] * 40)
    >>> found, exact = sampled_ends("rand", truth, rough), extremes("rand", truth, rough)
    >>> round(found.high, 2), exact.high.inner
    (0.59, 1.0)
    """
    whole_from("selections", selections, 1)
    whole_from("draws", draws, 1)
    plan = Plan.of(measure, options, method="sample", rng=rng, draws=None, budget=None)
    random = np.random.default_rng(plan.seed)
    levels = levels_of(read_sides(truth, prediction))
    parts = [FocalSelections.of(level) for level in levels]
    if len(parts) == 1 and not parts[0].groups.uncertain:
        selections = 1
    weights = np.array([level.weight for level in levels])
    share = random.multinomial(selections, weights / weights.sum()).tolist()
    ends = [
        _drawn_ends(part, table, plan, random, draws)
        for part, many in zip(parts, share, strict=True)
        for table in draw_cells(part.groups, random, many)
    ]
    low, high = np.mean(ends, axis=0).tolist()
    return SampledEnds(low, high, selections, draws, plan.seed)


def _drawn_ends(
    part: FocalSelections, table: Array, plan: Plan, random: np.random.Generator, draws: int
) -> tuple[float, float]:
    """The smallest and the largest value of clusterings drawn in one selection."""
    pair = Level(1.0, *part.rough_sides(table)).pair()
    tables = np.unique(np.array(list(draw_cells(pair.groups, random, draws))), axis=0)
    values: Floats = drawn_values(list(tables), plan.chosen)
    return float(values.min()), float(values.max())
