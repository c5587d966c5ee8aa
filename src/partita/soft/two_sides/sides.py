"""Two clusterings of any kind in one form: levels of masses on sets.

Every kind is a mixture of evidential clusterings: hard and fuzzy ones have masses on single
clusters, a rough one has mass 1 on one set, a possibilistic one with independent objects has
consonant masses, and one with a common level is a mixture over the levels of rough ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from ...base.errors import InputError
from ...labels.alignment import check_order
from ..kinds.base import Soft, one_hot
from ..kinds.clusterings import Evidential, Fuzzy, Possibilistic, Rough
from ..kinds.conversions import alpha_cuts, equal_shares, evidential, pignistic
from ..kinds.results import LawKind
from .pair import Pair, without_unused_clusters
from .problem import check_same_objects

_LEVELS = 1000


SoftSides: TypeAlias = tuple[Soft, Soft]
"""Truth and prediction as given, hard labels written as a fuzzy clustering."""


class Level(NamedTuple):
    """One part of a mixture: its weight and the two sides at it."""

    weight: float
    truth: Soft
    prediction: Soft

    def pair(self) -> Pair:
        """The two sides as random labelings: each mass shared equally within its set."""
        return Pair(_shared(self.truth), _shared(self.prediction))

    @property
    def precise(self) -> bool:
        """Whether all masses are on single clusters, so that lower and upper means agree."""
        return all(isinstance(side, Fuzzy) for side in (self.truth, self.prediction))


def read_sides(truth: Any, prediction: Any) -> SoftSides:
    """Read two clusterings of the same objects, hard labels or soft."""
    sides = [
        _hard_or_soft(side, name) for side, name in ((truth, "truth"), (prediction, "prediction"))
    ]
    check_same_objects(*sides)
    check_order({"truth": truth, "prediction": prediction})
    return sides[0], sides[1]


def law_kind(sides: SoftSides) -> LawKind:
    """What the values of a measure are distributed by."""
    kinds = {type(side) for side in sides if not isinstance(side, _HardLabels)}
    if kinds <= {Fuzzy}:
        return "probability"
    if kinds <= {Rough}:
        return "set"
    return "possibility" if kinds <= {Rough, Possibilistic} else "belief"


def levels_of(sides: SoftSides) -> list[Level]:
    """The mixture that the two sides stand for; one part unless possibilities share a level."""
    common = [_common(side) for side in sides]
    if not any(common):
        return [Level(1.0, *(_with_masses(side) for side in sides))]
    cuts = [
        list(_cuts(side)) if shared else None for side, shared in zip(sides, common, strict=True)
    ]
    marks = sorted({level for cut in cuts if cut for level, _ in cut})
    return list(_mixture(sides, cuts, marks))


class _HardLabels(Fuzzy):
    """Hard labels written with memberships of 1."""


def _hard_or_soft(side: Any, name: str) -> Soft:
    if isinstance(side, Soft):
        return side
    grouped, names = one_hot(side, name)
    return _HardLabels._make(rows=grouped.rows, index=grouped.index, clusters=names)


def _common(side: Soft) -> bool:
    return isinstance(side, Possibilistic) and side.coupling == "comonotone"


def _with_masses(side: Soft) -> Soft:
    """Independent possibilities become consonant masses; all others stay what they are."""
    if not isinstance(side, Possibilistic):
        return side
    _check_normal(side)
    return evidential(side)


def _cuts(side: Soft) -> Iterator[tuple[float, Rough]]:
    if not isinstance(side, Possibilistic):
        raise TypeError(side)
    _check_normal(side)
    levels = len(np.unique(side.rows))
    if levels > _LEVELS:
        raise InputError(
            f"the possibilities have {levels:,} different levels, and each is a comparison of its "
            f"own; at most {_LEVELS:,} are made: round them, e.g. numpy.round(possibilities, 2)"
        )
    return alpha_cuts(side)


def _check_normal(side: Possibilistic) -> None:
    top = float(side.rows.max(axis=1).min())
    if top < 1:
        raise InputError(
            f"above the level {top} some object has no possible cluster, so the levels do not sum "
            'to 1: pass subnormal="rescale", or choose what becomes of the rest with '
            "partita.soft.evidential(..., empty=...)"
        )


def _mixture(sides: SoftSides, cuts: list[Any], marks: list[float]) -> Iterator[Level]:
    """Cut both sides at the same level; levels between two marks have the cut of the upper one."""
    fixed = [
        _with_masses(side) if cut is None else None for side, cut in zip(sides, cuts, strict=True)
    ]
    at = [0, 0]
    before = 0.0
    for mark in marks:
        parts: list[Soft] = []
        for s in (0, 1):
            chosen = fixed[s]
            if chosen is None:
                while cuts[s][at[s]][0] < mark:
                    at[s] += 1
                chosen = cuts[s][at[s]][1]
            parts.append(chosen)
        yield Level(mark - before, parts[0], parts[1])
        before = mark


def _shared(side: Soft) -> Fuzzy:
    if isinstance(side, Evidential):
        return without_unused_clusters(pignistic(side))
    if isinstance(side, Rough):
        return without_unused_clusters(equal_shares(side))
    if isinstance(side, Fuzzy):
        return without_unused_clusters(side)
    raise TypeError(side)


def masses_of(side: Soft) -> Evidential:
    """A side of a level with masses on sets."""
    found = evidential(side)
    used = found.rows.any(axis=0)
    sums = found.rows.sum(axis=1, keepdims=True)
    if used.all() and (sums == 1).all():
        return found
    # what a sum may be off, 1e-9 for each set, would grow with the number of objects
    return Evidential._make(
        rows=np.ascontiguousarray(found.rows[:, used] / sums),
        index=found.index,
        clusters=found.clusters,
        focal_sets=np.ascontiguousarray(found.focal_sets[used]),
    )
