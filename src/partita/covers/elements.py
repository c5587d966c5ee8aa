"""Element-centric similarity of covers: how alike is the neighbourhood of each element?"""

from __future__ import annotations

from math import fsum
from typing import NamedTuple

import numpy as np

from ..arithmetic import real
from ..errors import InputError
from ..soft.grouping import Crossed, Floats, crossed
from .affinity import Members, Walk
from .cover import Cover
from .pairing import CoverPair
from .policies import Incidence, checked
from .records import Array, Codes
from .registry import cover_measure

_BLOCK = 1 << 18  # affinities at a time: they stay in the cache


class ElementScores(NamedTuple):
    """A score for each element."""

    elements: Array
    scores: Floats


@cover_measure(
    symbol="ECS_x",
    formula="(1/n) Σ_x [1 - (1/2α) Σ_y |p^A_xy - p^B_xy|]",
    hard="element_centric_similarity",
    references=("gates2019",),
)
def element_centric(p: CoverPair, alpha: float = 0.9) -> float:
    """Mean over the elements of how alike their neighbourhoods are in the two covers.

    The neighbourhood of an element is where a walk over shared clusters that starts there, and
    goes on with probability `alpha`, is found. On partitions alpha does not matter and the value
    is (1/n) Σ n_ij² / max(a_i, b_j). An element in no cluster is a neighbourhood of its own.

    Beware: not corrected for chance; with overlaps the value depends on alpha. Clusters that are
    connected by overlaps are solved for together, which takes time from some thousands on.

    >>> from partita import Cover
    >>> a = Cover.from_clusters([[0, 1, 2], [2, 3, 4]])
    >>> round(element_centric(a, Cover.from_clusters([[0, 1, 2], [3, 4]])), 6)
    0.6
    """
    groups, scores = _by_group(p, alpha)
    return min(fsum(scores * groups.size) / p.n, 1.0)


def element_scores(
    a: Cover, b: Cover, *, alpha: float = 0.9, align: str = "error"
) -> ElementScores:
    """Return the element-centric similarity of each element, see `element_centric`.

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
    groups, scores = _by_group(pair, alpha)
    return ElementScores(pair.a.elements, np.minimum(scores, 1.0)[groups.index])


def _by_group(p: CoverPair, alpha: float) -> tuple[Crossed, Floats]:
    """Score the elements of each group: 1 - |p - q|₁/2α is Σ min(p, q)/α off the start."""
    number = real(alpha)
    if number is None or not 0 < number < 1:
        raise InputError(f"alpha must be a number between 0 and 1, both excluded; got {alpha!r}")
    walks = [Walk(_complete(side), number) for side in (p.a, p.b)]
    groups = crossed(*(walk.cover.signatures.index for walk in walks))
    sides = [_Rows(w, of) for w, of in zip(walks, (groups.first, groups.second), strict=True)]
    # Elements of two components on either side have nothing in common.
    joint = crossed(sides[0].component, sides[1].component)
    order = np.argsort(joint.index, kind="stable")
    starts = np.concatenate(([0], np.cumsum(joint.size)))
    simple = sides[0].single & sides[1].single
    scores = groups.size / np.maximum(sides[0].size, sides[1].size)  # n_ij / max(a_i, b_j)
    sides = [side.ordered(order) for side in sides]
    for at in np.flatnonzero(~simple[order[starts[:-1]]]):
        inside = slice(int(starts[at]), int(starts[at + 1]))
        one, two = (side.members(inside) for side in sides)
        scores[order[inside]] = _common(one, two, groups.size[order[inside]]) / number
    return groups, scores


class _Rows:
    """The clusters of each group on one side."""

    def __init__(self, walk: Walk, kinds: Codes) -> None:
        self.walk, self.kinds = walk, kinds
        known = walk.cover.signatures
        degrees = np.diff(known.starts)[kinds]
        self.starts = np.concatenate(([0], np.cumsum(degrees)))
        source = np.repeat(known.starts[kinds] - self.starts[:-1], degrees)
        self.codes = known.codes[source + np.arange(self.starts[-1])]
        first = self.codes[self.starts[:-1]]
        self.component = walk.component[first]
        self.single = walk.clusters[self.component] == 1
        self.size = walk.cover.sizes[first]

    def ordered(self, order: Codes) -> _Rows:
        return _Rows(self.walk, self.kinds[order])

    def members(self, inside: slice) -> Members:
        starts = self.starts[inside.start : inside.stop + 1]
        return Members(self.walk, starts, self.codes[starts[0] : starts[-1]])


def _common(one: Members, two: Members, size: Codes) -> Floats:
    """Sum the smaller of the two affinities over all elements, for each group."""
    weight = size.astype(np.float64)
    found = np.empty(len(size))
    step = max(1, _BLOCK // len(size))
    for start in range(0, len(size), step):
        block = slice(start, start + step)
        near = one.affinity(block)
        found[block] = weight @ np.minimum(near, two.affinity(block), out=near)
    return found


def _complete(cover: Cover) -> Cover:
    """Give each element in no cluster one of its own."""
    if cover.degrees.all():
        return cover
    rows = np.repeat(np.arange(cover.n), cover.degrees)
    held = Incidence(rows, cover.codes, cover.elements, cover.clusters)
    return Cover._make(*checked(held, empty="error", unassigned="singletons"))
