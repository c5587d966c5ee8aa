"""Soft clusterings: containers, conversions between them, and measures that compare them."""

from __future__ import annotations

from . import relational
from .ends.bounds import extremes
from .kinds.clusterings import Evidential, Fuzzy, Possibilistic, Rough, Soft
from .kinds.conversions import (
    alpha_cuts,
    contour,
    equal_shares,
    evidential,
    interval_dominance,
    maximal_mass,
    maximum_membership,
    pignistic,
    plausibility,
    worlds,
)
from .kinds.results import End, Expectation, Extremes, Law
from .laws.law import law
from .means.expectation import expectation
from .sums.table import SoftTable

__all__ = [
    "End",
    "Evidential",
    "Expectation",
    "Extremes",
    "Fuzzy",
    "Law",
    "Possibilistic",
    "Rough",
    "Soft",
    "SoftTable",
    "alpha_cuts",
    "contour",
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
    "worlds",
]
