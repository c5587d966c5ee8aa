"""Hierarchies of clusters: an input class, cuts, and measures that compare two of them."""

from __future__ import annotations

from .cophenetic import cophenetic_correlation
from .curve import FowlkesMallowsCurve, fowlkes_mallows_curve
from .element_similarity import element_centric, element_scores
from .hierarchy import Hierarchy
from .levels import score_levels
from .registry import HIERARCHY_MEASURES, HierarchyMeasure
from .tree import Tree

__all__ = [
    "HIERARCHY_MEASURES",
    "FowlkesMallowsCurve",
    "Hierarchy",
    "HierarchyMeasure",
    "Tree",
    "cophenetic_correlation",
    "element_centric",
    "element_scores",
    "fowlkes_mallows_curve",
    "score_levels",
]
