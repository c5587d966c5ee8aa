"""Two clusterings of any kind in one form: a mixture of levels with masses on sets.

Every kind is a mixture of evidential clusterings. Hard and fuzzy ones have masses on single
clusters, a rough one has mass 1 on one set per object, a possibilistic one with independent
objects has consonant masses, and one with a common level is a mixture of rough ones, its cuts.
"""

from __future__ import annotations

from math import inf
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from ...base.errors import InputError
from ...labels.alignment import check_order
from ..kinds.base import Soft, one_hot
from ..kinds.checks import check_same_objects
from ..kinds.conversions import alpha_cuts, equal_shares, pignistic
from ..kinds.couplings import refuse_norm
from ..kinds.evidential import Evidential
from ..kinds.fuzzy import Fuzzy
from ..kinds.masses import evidential
from ..kinds.possibilistic import Possibilistic
from ..kinds.results import LawKind
from ..kinds.rough import Rough
from .fuzzy_pair import FuzzyPair, without_unused_clusters

_LEVELS = 1000

SoftSides: TypeAlias = tuple[Soft, Soft]
"""Truth and prediction as given, hard labels written as a fuzzy clustering."""


LevelSide: TypeAlias = Fuzzy | Rough | Evidential


class Level(NamedTuple):
    """One part of a mixture: its weight and the two sides at it."""

    weight: float
    truth: LevelSide
    prediction: LevelSide

    def pair(self) -> FuzzyPair:
        """The two sides as random labelings: each mass is shared equally within its set."""
        return FuzzyPair(_shared(self.truth), _shared(self.prediction))

    @property
    def precise(self) -> bool:
        """Whether all masses are on single clusters, so that lower and upper means agree."""
        return all(isinstance(side, Fuzzy) for side in (self.truth, self.prediction))


class _HardLabels(Fuzzy):
    """Hard labels written with memberships of 1."""


def read_sides(truth: Any, prediction: Any) -> SoftSides:
    """Read two clusterings of the same objects, hard labels or soft."""
    sides = _hard_or_soft(truth, "truth"), _hard_or_soft(prediction, "prediction")
    check_same_objects(*sides)
    check_order({"truth": truth, "prediction": prediction})
    return sides


def _hard_or_soft(side: Any, name: str) -> Soft:
    if isinstance(side, Soft):
        return side
    grouped, names = one_hot(side, name)
    return _HardLabels._make(rows=grouped.rows, index=grouped.index, clusters=names)


def law_kind(sides: SoftSides) -> LawKind:
    """Return which kind of distribution the values of a measure have."""
    kinds = {type(side) for side in sides if not isinstance(side, _HardLabels)}
    if kinds <= {Fuzzy}:
        return "probability"
    if kinds <= {Rough}:
        return "set"
    return "possibility" if kinds <= {Rough, Possibilistic} else "belief"


def levels_of(sides: SoftSides) -> list[Level]:
    """Return the mixture that two sides stand for: one level unless possibilities share levels.

    Both sides are cut at the same levels. Between two of its own levels a side has the cut of the
    upper one.
    """
    cuts = [_cuts(side) for side in sides]
    marks = sorted({level for side in cuts for level, _ in side if level < inf}) or [1.0]
    levels = []
    before = 0.0
    for mark in marks:
        parts = (next(part for level, part in side if level >= mark) for side in cuts)
        levels.append(Level(mark - before, *parts))
        before = mark
    return levels


def _cuts(side: Soft) -> list[tuple[float, LevelSide]]:
    """The cuts of a side by ascending level; a side without levels has one cut for all of them."""
    if isinstance(side, Fuzzy | Rough | Evidential):
        return [(inf, side)]
    if not isinstance(side, Possibilistic):
        raise TypeError(side)
    check_normal_levels(side)
    refuse_norm(side)
    if side.coupling == "independent":
        return [(inf, evidential(side))]
    levels = len(np.unique(side.rows))
    if levels > _LEVELS:
        raise InputError(
            f"the possibilities have {levels:,} different levels, each a comparison of its own, "
            f"more than {_LEVELS:,}: round them, for example numpy.round(possibilities, 2)"
        )
    return list(alpha_cuts(side))


def check_normal_levels(side: Possibilistic) -> None:
    """Refuse possibilities of which some object has none of 1, so that levels do not sum to 1."""
    top = float(side.rows.max(axis=1).min())
    if top < 1:
        raise InputError(
            f"above the level {top} some object has no possible cluster, so the levels do not sum "
            'to 1: pass subnormal="rescale", or say what to do with the rest by '
            "partita.soft.evidential(..., empty=...)"
        )


def _shared(side: LevelSide) -> Fuzzy:
    if isinstance(side, Evidential):
        side = pignistic(side)
    elif isinstance(side, Rough):
        side = equal_shares(side)
    return without_unused_clusters(side)


def masses_of(side: Soft) -> Evidential:
    """Return a side of a level with masses on sets that sum to 1."""
    found = evidential(side)
    used = found.rows.any(axis=0)
    sums = found.rows.sum(axis=1, keepdims=True)
    if used.all() and (sums == 1).all():
        return found
    # a sum may be off by 1e-9 for each set, which would grow with the number of objects
    return Evidential._make(
        rows=np.ascontiguousarray(found.rows[:, used] / sums),
        index=found.index,
        clusters=found.clusters,
        focal_sets=np.ascontiguousarray(found.focal_sets[used]),
    )
