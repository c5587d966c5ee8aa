"""Element-centric similarity: how alike are the class and the cluster of each object?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..base.arithmetic import ratio
from .measure import register

if TYPE_CHECKING:
    from ..statistics.overlaps import ElementOverlaps


@register(
    symbol="ECS",
    formula="(1/n) Σ_ij n_ij² / max(a_i, b_j)",
    symmetric=True,
    n_invariant=True,
    convex_additive=True,
    perfect=1.0,
    references=("gates2019",),
    aliases=("element_sim", "element_centric", "ecs"),
)
def element_centric_similarity(e: ElementOverlaps) -> float:
    """Overlap of an object's class and cluster, relative to the larger one, averaged over objects.

    For partitions, the random walk that defines the measure has this closed form for any damping:
    an object scores n_ij / max(a_i, b_j), which `compare(...).elements()` lists.

    Beware: not corrected for chance. It is never above B-cubed precision or recall, and does not
    tell which of the two is low.

    >>> element_centric_similarity([0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 1, 2])
    0.5555555555555556
    """
    return ratio(e.similarity, e.objects)
