"""Soft clusterings: containers, conversions between them, and measures that compare them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..base.late import late

__all__ = [
    "End",
    "Evidential",
    "Expectation",
    "Extremes",
    "Fuzzy",
    "Law",
    "Possibilistic",
    "Rough",
    "SampledEnds",
    "Soft",
    "SoftTable",
    "ValueSets",
    "alpha_cuts",
    "contour",
    "credible_sets",
    "equal_shares",
    "evidential",
    "expectation",
    "extremes",
    "interval_dominance",
    "law",
    "maximal_mass",
    "maximum_membership",
    "pignistic",
    "plausibility",
    "relational",
    "sampled_ends",
    "value_sets",
    "worlds",
]

if TYPE_CHECKING:
    from . import relational
    from .ends.extremes import extremes
    from .kinds.base import Soft
    from .kinds.conversions import (
        alpha_cuts,
        contour,
        credible_sets,
        equal_shares,
        interval_dominance,
        maximal_mass,
        pignistic,
        plausibility,
    )
    from .kinds.evidential import Evidential
    from .kinds.fuzzy import Fuzzy
    from .kinds.hard_clusterings import maximum_membership, worlds
    from .kinds.masses import evidential
    from .kinds.possibilistic import Possibilistic
    from .kinds.results import End, Expectation, Extremes, Law
    from .kinds.rough import Rough
    from .laws.law import law
    from .laws.value_sets import value_sets
    from .laws.value_sets_record import ValueSets
    from .means.expectation import expectation
    from .means.sampled_ends import SampledEnds, sampled_ends
    from .sums.soft_table import SoftTable
else:
    _HOMES = {
        "kinds.base": ("Soft",),
        "kinds.evidential": ("Evidential",),
        "kinds.fuzzy": ("Fuzzy",),
        "kinds.hard_clusterings": ("maximum_membership", "worlds"),
        "kinds.masses": ("evidential",),
        "kinds.possibilistic": ("Possibilistic",),
        "kinds.rough": ("Rough",),
        "kinds.results": ("End", "Expectation", "Extremes", "Law"),
        "ends.extremes": ("extremes",),
        "laws.law": ("law",),
        "laws.value_sets": ("value_sets",),
        "laws.value_sets_record": ("ValueSets",),
        "means.expectation": ("expectation",),
        "means.sampled_ends": ("SampledEnds", "sampled_ends"),
        "sums.soft_table": ("SoftTable",),
    }
    _LATE = {name: home for home, names in _HOMES.items() for name in names}
    __getattr__ = late(  # containers need neither SciPy nor the programs for means and ends
        __name__,
        {**dict.fromkeys(__all__, "kinds.conversions"), **_LATE},
        modules=("relational",),
    )

    def __dir__() -> list[str]:
        return __all__
