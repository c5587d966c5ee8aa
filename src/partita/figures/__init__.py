"""Figures as data: each is described once here, and drawn by `svg` and by `plots`."""

from __future__ import annotations

from ..base.late import late
from .bars import range_bar
from .class_matrix import class_matrix
from .critical import critical
from .flow import flow
from .forest import forest
from .grammar.marks import Figure
from .groups import groups
from .heatmap import heatmap
from .laws import law
from .lines import lines
from .matrix import consistency, matrix, shades
from .monitoring import monitoring
from .plan import plan
from .plane import plane
from .posterior import posterior
from .property_matrix import property_matrix
from .ranges import ranges
from .rankings import differences, leaderboard
from .references import references
from .runs import runs, variance_parts
from .score_curve import score_curve
from .tree import consistency_tree, tree
from .uniform_effect import uniform_effect

__all__ = [
    "Figure",
    "class_matrix",
    "consistency",
    "consistency_tree",
    "critical",
    "differences",
    "flow",
    "forest",
    "groups",
    "heatmap",
    "law",
    "leaderboard",
    "lines",
    "matrix",
    "monitoring",
    "plan",
    "plane",
    "posterior",
    "property_matrix",
    "range_bar",
    "ranges",
    "references",
    "runs",
    "score_curve",
    "shades",
    "tree",
    "uniform_effect",
    "variance_parts",
]

__getattr__ = late(  # for results that draw themselves; matplotlib is imported only then
    __name__, {"ComparisonPlots": "plots.plots", "draw": "plots.plots", "document": "svg.svg"}
)
