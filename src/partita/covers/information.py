"""Overlapping normalized mutual information, with each cluster as a yes/no variable."""

from __future__ import annotations

from math import fsum, sqrt

import numpy as np

from ..base.arithmetic import ratio
from ..base.checks import one_of
from .pairing import CoverPair
from .registry import cover_measure
from .residuals import residuals


@cover_measure(
    symbol="ONMI_LFK",
    formula="1 - ½ [mean_i H(A_i|B)/H(A_i) + mean_j H(B_j|A)/H(B_j)]",
    hard=None,
    references=("lancichinetti2009",),
)
def onmi_lfk(p: CoverPair) -> float:
    """Information of each cover about the clusters of the other, with equal weight per cluster.

    H(A_i|B) is the entropy of "in A_i" given "in B_j" for the best j. By the authors' condition a
    B_j counts only if the two agree more than they differ, h(both) + h(neither) > h(A_i only) +
    h(B_j only) with h(p) = -p log p; otherwise a complement would be as good as a copy. A cluster
    of all elements has no entropy: it counts as explained if the other cover has it too.

    Beware: not the normalized mutual information on partitions. Unrelated covers may score far
    above 0, and a cover that contains all possible clusters scores at least ½ against any other.

    Examples
    --------
    >>> from partita import Cover
    >>> a = Cover.from_clusters([[0, 1, 2], [2, 3, 4]])
    >>> round(onmi_lfk(a, Cover.from_clusters([[0, 1, 2], [3, 4]])), 4)
    0.7163
    """
    means = []
    for side in residuals(p):
        left = np.divide(side.left, side.entropy, out=side.unmatched, where=side.entropy > 0)
        means.append(fsum(left) / len(left))
    return 1 - (means[0] + means[1]) / 2


@cover_measure(
    symbol="ONMI",
    formula="½ [H(A) - H(A|B) + H(B) - H(B|A)] / max(H(A), H(B))",
    hard=None,
    references=("mcdaid2011",),
)
def onmi(p: CoverPair, *, average: str = "max") -> float:
    """Information that two covers have in common, as a share of the larger of their entropies.

    The normalization of McDaid, Greene and Hurley: H(A) sums the entropies of the clusters, and
    H(A|B) sums what remains of them given the best cluster of B, as in `onmi_lfk`. `average` is
    "max", "arithmetic", "geometric" or "min" of the two entropies. A cover without entropy, in
    which every cluster has all elements, scores 0 against any other.

    Beware: not the normalized mutual information on partitions, and not corrected for chance:
    covers of many small clusters score high. The averages "geometric" and "min" can exceed 1 for
    different covers; larger values are reported as 1.

    >>> from partita import Cover
    >>> a = Cover.from_clusters([[0, 1, 2], [2, 3, 4]])
    >>> onmi(a, Cover.from_clusters([[0, 1, 2], [3, 4]]))
    0.7162690338831563
    """
    one_of("average", average, ("max", "arithmetic", "geometric", "min"))
    sides = residuals(p)
    h = [fsum(side.entropy) for side in sides]
    common = fsum(fsum(side.entropy - side.left) for side in sides) / 2
    norm = {
        "max": max(h),
        "arithmetic": (h[0] + h[1]) / 2,
        "geometric": sqrt(h[0]) * sqrt(h[1]),
        "min": min(h),
    }[average]
    return min(ratio(common, norm), 1.0)
