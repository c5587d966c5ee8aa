"""Element-centric similarity of covers: compares the neighborhoods of each element."""

from __future__ import annotations

from math import fsum
from typing import NamedTuple, TypeAlias

import numpy as np

from ..base.arrays import Array, Codes, Floats
from ..base.checks import inner_share
from ..soft.kinds.grouping import Crossed, crossed
from .affinity import Members, Walk
from .canonical import canonical_pair
from .cover import Cover
from .pairing import CoverPair
from .policies import Incidence, checked
from .registry import cover_measure

WalkWeights: TypeAlias = "tuple[Floats | None, Floats | None]"

_COLUMNS, _ROWS = 64, 1024  # affinities at a time, so that they stay in the cache


class ElementScores(NamedTuple):
    """A score for each element."""

    elements: Array  #: ids of the elements
    scores: Floats  #: score of each element


@cover_measure(
    symbol="ECS_x",
    formula="(1/n) Σ_x [1 - (1/2α) Σ_y |p^A_xy - p^B_xy|]",
    hard="element_centric_similarity",
    references=("gates2019",),
)
def element_centric(p: CoverPair, *, alpha: float = 0.9) -> float:
    """Mean similarity of the neighborhoods of each element in the two covers.

    The neighborhood of an element is the distribution of a walk over shared clusters that starts
    there and continues with probability `alpha`. On partitions alpha does not matter, and the
    value is (1/n) Σ n_ij² / max(a_i, b_j). An element in no cluster is its own neighborhood.

    Beware: not corrected for chance; with overlaps the value depends on alpha. Clusters that are
    connected by overlaps are solved together, which is slow for several thousand clusters.

    >>> from partita import Cover
    >>> a = Cover.from_clusters([[0, 1, 2], [2, 3, 4]])
    >>> round(element_centric(a, Cover.from_clusters([[0, 1, 2], [3, 4]])), 6)
    0.6
    """
    return mean_score(p, alpha)


def element_scores(
    a: Cover, b: Cover, *, alpha: float = 0.9, align: str = "error"
) -> ElementScores:
    """Return the element-centric similarity of each element, see `element_centric`.

    Parameters
    ----------
    a, b
        Two covers of the same elements.
    alpha
        The probability that the walk takes another step.
    align
        What happens to an element that only one cover has: ``"error"``, ``"inner"`` or ``"outer"``,
        as for `align`.

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
    >>> from partita import Cover
    >>> a = Cover.from_labels(["x", "x", "x", "y"])
    >>> element_scores(a, Cover.from_labels([0, 0, 1, 1])).scores.round(3).tolist()
    [0.667, 0.667, 0.333, 0.5]
    """
    pair = CoverPair(a, b, align)
    if pair.identical:
        return ElementScores(pair.a.elements, np.ones(pair.n))
    return scores_of(pair, alpha)


def mean_score(p: CoverPair, alpha: float, weights: WalkWeights = (None, None)) -> float:
    """Return the mean over the elements; `weights` of the clusters direct the walks."""
    groups, scores, _ = _by_group(p, alpha, weights)
    return min(fsum(scores * groups.size) / p.n, 1.0)


def scores_of(p: CoverPair, alpha: float, weights: WalkWeights = (None, None)) -> ElementScores:
    """Return the score of each element."""
    groups, scores, place = _by_group(p, alpha, weights)
    return ElementScores(p.a.elements, np.minimum(scores, 1.0)[groups.index][place])


def _by_group(p: CoverPair, alpha: float, weights: WalkWeights) -> tuple[Crossed, Floats, Array]:
    """Score the elements of each group: 1 - |p - q|₁/2α is Σ min(p, q)/α without the start.

    Returns the groups, with elements in the order of their ids, their scores, and the place of
    each given element.
    """
    number = inner_share("alpha", alpha, 0.9)
    sides = canonical_pair(p, weights)
    walks = [_walk(*side) for side in zip(sides.covers, (number,) * 2, sides.weights, strict=True)]
    groups = crossed(*(walk.cover.signatures.index for walk in walks))
    kinds = (groups.first, groups.second)
    firsts = [_first(walk, kind) for walk, kind in zip(walks, kinds, strict=True)]
    # Elements in different components of either side have no affinity in common.
    parts = [walk.component[first] for walk, first in zip(walks, firsts, strict=True)]
    joint = crossed(*parts)
    order = np.argsort(joint.index, kind="stable")
    starts = np.concatenate(([0], np.cumsum(joint.size)))
    sizes = [walk.cover.sizes[first] for walk, first in zip(walks, firsts, strict=True)]
    scores = groups.size / np.maximum(*sizes)  # n_ij / max(a_i, b_j), without overlaps
    several = [walk.clusters[part] > 1 for walk, part in zip(walks, parts, strict=True)]
    for at in np.flatnonzero((several[0] | several[1])[order[starts[:-1]]]):
        inside = order[starts[at] : starts[at + 1]]
        one, two = (Members(walk, kind[inside]) for walk, kind in zip(walks, kinds, strict=True))
        scores[inside] = _common(one, two, groups.size[inside]) / number
    return groups, scores, sides.place


def _first(walk: Walk, kinds: Codes) -> Codes:
    """The first cluster of each group."""
    known = walk.cover.signatures
    return known.codes[known.starts[kinds]]


def _common(one: Members, two: Members, size: Codes) -> Floats:
    """Sum the smaller of the two affinities over all elements, for each group."""
    weight = size.astype(np.float64)
    found = np.zeros(len(size))
    for start in range(0, len(size), _COLUMNS):
        block = slice(start, start + _COLUMNS)
        near, far = one.affinity(block), two.affinity(block)
        for first in range(0, len(size), _ROWS):
            rows = slice(first, first + _ROWS)
            least = near[one.kind[rows]]
            np.minimum(least, far[two.kind[rows]], out=least)
            found[block] += weight[rows] @ least
    return found


def _walk(cover: Cover, alpha: float, weights: Floats | None) -> Walk:
    """The walk on a cover, with singleton clusters for the elements in no cluster."""
    if cover.degrees.all():
        return Walk(cover, alpha, weights)
    rows = np.repeat(np.arange(cover.n), cover.degrees)
    held = Incidence(rows, cover.codes, cover.elements, cover.clusters)
    whole = Cover._make(*checked(held, empty="error", unassigned="singletons"))
    if weights is not None:
        weights = np.concatenate((weights, np.ones(whole.k - cover.k)))
    return Walk(whole, alpha, weights)
