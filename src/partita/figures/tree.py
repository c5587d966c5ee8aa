"""Trees of similarity: leaves joined at their mean similarity."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..base.short_names import short_names
from .grammar.marks import Axis, Figure, Line, Mark
from .grammar.words import decimals, round_ticks

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..base.arrays import Floats
    from ..comparison import Consistency

_ROW = 22.0  # pixels of a leaf


def consistency_tree(found: Consistency) -> Figure:
    """The measures as a tree, joined at their mean correlation."""
    return tree(
        "Measures that rank alike",
        found.measures,
        found.linkage,
        [found.measures.index(name) for name in found.order],
    )


def tree(title: str, names: Sequence[str], linkage: Floats, order: Sequence[int]) -> Figure:
    """A horizontal dendrogram: names at the left, similarity falling to the right."""
    shown = short_names(names)
    rows = {leaf: float(row) for row, leaf in enumerate(order)}
    nodes = [(rows[leaf], 1.0) for leaf in range(len(names))]
    marks: list[Mark] = []
    told = []
    for first, second, height, _ in linkage.tolist():
        (a, left), (b, right) = nodes[int(first)], nodes[int(second)]
        level = 1.0 - height
        points = ((left, a), (level, a), (level, b), (right, b))
        marks.append(Line(points, "class 0", 1.8, tip=f"joined at {decimals(level, 2)}"))
        nodes.append(((a + b) / 2, level))
        told.append(decimals(level, 2))
    low = min(0.9, 1.0 - float(linkage[:, 2].max())) - 0.03
    ticks = tuple((rows[leaf], shown[leaf]) for leaf in range(len(names)))
    return Figure(
        title,
        f"From similar to dissimilar, joined at {', '.join(told)}; order "
        + ", ".join(shown[leaf] for leaf in order)
        + ".",
        400,
        _ROW * len(names),
        Axis(1.0, low, "similarity (mean Kendall correlation)", round_ticks(low, 1.0), grid=True),
        Axis(len(names) - 0.5, -0.5, ticks=ticks, line=False, categories=True),
        tuple(marks),
    )
