"""Two covers in a canonical order, so that no bit of a sum depends on the given order."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..base.arrays import Array, Floats
from ..labels import order
from .cover import Cover
from .pairing import CoverPair, member_lists
from .policies import Incidence, checked


@dataclass(frozen=True, slots=True)
class CanonicalPair:
    """Two covers, the weights of their clusters, and the place of each given element."""

    covers: tuple[Cover, Cover]
    weights: tuple[Floats | None, Floats | None]
    place: Array


def canonical_pair(p: CoverPair, weights: tuple[Floats | None, Floats | None]) -> CanonicalPair:
    """Sort elements by their ids, clusters by their members, and the sides by their clusters.

    Ids of several kinds have no order, so they stay as they are.
    """
    found = order(p.a.elements)
    source = np.arange(p.n) if found is None else found
    place = np.empty(p.n, dtype=np.int64)
    place[source] = np.arange(p.n)
    sides = [
        _ordered(cover.taken(source, p.a.elements[source]), own)
        for cover, own in zip((p.a, p.b), weights, strict=True)
    ]
    one, two = sorted(sides, key=lambda side: (side[0].k, *(x.tobytes() for x in _key(side))))
    return CanonicalPair((one[0], two[0]), (one[1], two[1]), place)


def _key(side: tuple[Cover, Floats | None]) -> tuple[Array, Array, Array]:
    cover, weights = side
    return cover.starts, cover.codes, np.empty(0) if weights is None else weights


def _ordered(cover: Cover, weights: Floats | None) -> tuple[Cover, Floats | None]:
    members = member_lists(cover)
    source = np.array(sorted(range(cover.k), key=members.__getitem__), dtype=np.int64)
    number = np.empty(cover.k, dtype=np.int64)
    number[source] = np.arange(cover.k)
    rows = np.repeat(np.arange(cover.n), cover.degrees)
    held = Incidence(rows, number[cover.codes], cover.elements, cover.clusters[source])
    made = Cover._make(*checked(held, empty="error", unassigned="keep"))
    return made, None if weights is None else weights[source]
