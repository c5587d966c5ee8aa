"""Element-centric similarity of hierarchies: compares neighborhoods across all levels."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..base.arrays import Floats
from ..base.checks import real
from ..base.errors import InputError
from ..covers import CoverPair, ElementScores
from ..covers.element_similarity import mean_score, scores_of
from .flattening import depths
from .hierarchy import Hierarchy, same_elements
from .registry import hierarchy_measure

_STEEPEST = 500  # e^500 times any size is still a finite number


@hierarchy_measure(
    symbol="ECS_h",
    formula="(1/n) Σ_x [1 - (1/2α) Σ_y |p^A_xy - p^B_xy|], clusters weighing e^(r·level)",
    hard="element_centric_similarity",
    references=("gates2019",),
)
def element_centric(a: Any, b: Any, *, alpha: float = 0.9, r: float = 1.0) -> float:
    """Mean similarity of the neighborhoods of each element in the two hierarchies.

    Defined as for covers (see `partita.covers.element_centric`), with all clusters of all levels.
    The walk prefers some clusters: the weight of a cluster is e^(r·level), where the level rises
    from 0 (in no other cluster) to 1 (without other clusters inside) in steps of clusters. With
    r > 0 small clusters count most, with r < 0 large ones. A hierarchy of one level is compared as
    a partition.

    Beware: not corrected for chance, and it depends on r and alpha. At most 12,000 connected
    clusters can be compared: use the coarse part of large dendrograms, `Hierarchy.top`.

    >>> a = Hierarchy.from_linkage([[0, 1, 1, 2], [2, 3, 1, 2], [4, 5, 2, 4]])
    >>> b = Hierarchy.from_linkage([[0, 1, 1, 2], [4, 2, 2, 3], [5, 3, 3, 4]])
    >>> round(element_centric(a, b), 4)
    0.8925
    """
    pair, weights = _paired(a, b, r)
    return 1.0 if pair.identical else mean_score(pair, alpha, weights)


def element_scores(a: Any, b: Any, *, alpha: float = 0.9, r: float = 1.0) -> ElementScores:
    """Return the element-centric similarity of each element, see `element_centric`.

    Parameters
    ----------
    a, b : Hierarchy
        Two hierarchies of the same elements.
    alpha
        The probability that the walk takes another step.
    r
        Which levels count most: small clusters if r > 0, large ones if r < 0.

    Returns
    -------
    ElementScores
        The elements and the score of each; the measure is their mean.

    Raises
    ------
    InputError
        If an argument cannot be used. The message says what to write instead.

    Examples
    --------
    >>> a = Hierarchy.from_linkage([[0, 1, 1, 2], [2, 3, 1, 2], [4, 5, 2, 4]])
    >>> b = Hierarchy.from_linkage([[0, 1, 1, 2], [4, 2, 2, 3], [5, 3, 3, 4]])
    >>> element_scores(a, b).scores.round(3).tolist()
    [0.943, 0.943, 0.795, 0.889]
    """
    pair, weights = _paired(a, b, r)
    if pair.identical:
        return ElementScores(pair.a.elements, np.ones(pair.n))
    return scores_of(pair, alpha, weights)


def _paired(a: Any, b: Any, r: float) -> tuple[CoverPair, tuple[Floats, Floats]]:
    number = real(r)
    if number is None or abs(number) > _STEEPEST:
        raise InputError(
            f"r must be a number from -{_STEEPEST} to {_STEEPEST}; got {r!r}: at these limits a "
            "single level already decides"
        )
    one, two = same_elements(a, b)
    # A cover keeps the order of the clusters, so the weights match.
    pair = CoverPair(one.cover(), two.cover())
    return pair, (_weights(one, number), _weights(two, number))


def _weights(side: Hierarchy, r: float) -> Floats:
    level = r * depths(side.tree)
    found: Floats = np.exp(level - level.max())  # a common factor changes nothing
    return found
