"""Is a measure affine in what chance makes random? Then its mean follows from their means.

Under permutation the declaration `margin_affine` says so. Other models also make the margins
random: there the formula is evaluated at a dozen unrelated points. No formula of a measure is
complicated enough to lie on a plane at all of them without being one.
"""

from __future__ import annotations

from fractions import Fraction
from math import log
from typing import TYPE_CHECKING, Any

import numpy as np

from ..arithmetic import ZeroOverZero
from ..errors import UndefinedError
from ..statistics import Information, PairCounts
from .pairs import Plane

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ..contingency import Contingency
    from ..measure import Measure
    from .models import Model

_TOLERANCE = 1e-11
_SHARES = [Fraction(a, b) for a, b in ((1, 3), (2, 5), (3, 7), (5, 11), (7, 13), (8, 17))]
_POINTS = [
    (_SHARES[i % 6], _SHARES[(2 * i + i // 6 + 1) % 6] * 2, _SHARES[(5 * i + 3) % 6] / 2)
    for i in range(12)
]


def pair_plane(
    own: Measure, options: Mapping[str, Any], table: Contingency, model: Model
) -> Plane | None:
    """Return the slopes of a pair measure in N11, P and Q; None if it is not affine."""
    counts = table.pairs
    whole = counts.pairs
    if whole == 0:
        return None
    fixed = counts.truth_pairs / Fraction(whole) if model.classes == "sizes" else None
    places, values = [], []
    for free, inside, outside in _POINTS:
        truth = free if fixed is None else fixed
        both, only = truth * min(inside, Fraction(1)), (1 - truth) * outside
        shares = (both, truth - both, only, 1 - truth - only)
        point = PairCounts(*(share * whole for share in shares), table.n)
        places.append((both, truth if fixed is None else 0, both + only))
        values.append(_value(own, options, point))
    slopes = _slopes(places, values)
    return None if slopes is None else Plane(*(slope / float(whole) for slope in slopes))


def is_information_affine(
    own: Measure, options: Mapping[str, Any], table: Contingency, model: Model
) -> bool:
    """Whether an information measure is affine in I, H(C|K) and H(K|C), given what is kept."""
    classes, clusters = table.shape
    fixed = table.information.truth_entropy if model.classes == "sizes" else None
    unit = log(min(*table.shape, table.n)) / 4
    places, values = [], []
    for at, (free, inside, outside) in enumerate(_POINTS):
        entropy = unit * float(2 * free) if fixed is None else fixed
        mutual = entropy * float(min(inside, Fraction(1)))
        left, gained = entropy - mutual, unit * float(4 * outside)
        groups = (
            classes + at if model.classes == "nothing" else classes,
            clusters + 2 * at if model.clusters == "nothing" else clusters,
        )
        point = Information(mutual, left, gained, table.n, *groups)
        places.append((mutual, left, gained))
        values.append(_value(own, options, point))
    return _slopes(places, values) is not None


def _value(own: Measure, options: Mapping[str, Any], statistic: Any) -> float | None:
    try:
        return own.function(statistic, **options)
    except (ZeroOverZero, UndefinedError):
        return None


def _slopes(
    places: Sequence[tuple[Any, ...]], values: Sequence[float | None]
) -> list[float] | None:
    if None in values:
        return None
    design = np.array([(1.0, *map(float, place)) for place in places])
    wanted = np.array(values, dtype=np.float64)
    found = np.linalg.lstsq(design, wanted)[0]
    error = np.abs(design @ found - wanted).max()
    if not error <= _TOLERANCE * max(np.abs(wanted).max(), np.abs(found).max()):
        return None
    return [float(slope) for slope in found[1:]]
