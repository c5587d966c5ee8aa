"""Soft clusterings: containers, conversions between them, and measures that compare them."""

from __future__ import annotations

from . import relational
from .clusterings import Evidential, Fuzzy, Possibilistic, Rough, Soft
from .conversions import (
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
from .distribution.expectation import expectation
from .distribution.law import law
from .ends.bounds import extremes
from .results import End, Expectation, Extremes, Law
from .table import SoftTable

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
