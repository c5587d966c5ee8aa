"""Closed forms of the mean, by the name of the measure.

A closed form gives the mean of a measure for a pair of fuzzy sides without listing or drawing
worlds, or None if it does not apply. The modules `pair_means`, `information_means`,
`overlap_means` and `matching_means` add theirs to `CLOSED_FORMS`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ...measures.chosen import Chosen
from ...measures.measure import Measure
from ..kinds.results import Method
from ..two_sides.fuzzy_pair import FuzzyPair


class Mean(NamedTuple):
    """A mean, how far off it may be, and how it was found."""

    value: float
    error: float
    method: Method
    variance: float | None = None


ClosedForm = Callable[[FuzzyPair, Chosen], Mean | None]

CLOSED_FORMS: dict[str, ClosedForm] = {}


def mean_of(*measures: Measure) -> Callable[[ClosedForm], ClosedForm]:
    """Declare of which measures a closed form gives the mean."""

    def declare(form: ClosedForm) -> ClosedForm:
        CLOSED_FORMS.update({measure.name: form for measure in measures})
        return form

    return declare
