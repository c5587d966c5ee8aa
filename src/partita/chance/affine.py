"""Is a measure affine in its random parts? Then its mean follows from their means.

Under permutation the claim `margin_affine` answers this. Other models also make the margins random:
there the formula is evaluated at a dozen unrelated points. A formula of a measure that lies on a
plane at all of them is affine.
"""

from __future__ import annotations

from fractions import Fraction
from math import log
from typing import TYPE_CHECKING, Any

import numpy as np

from ..base.arithmetic import ZeroOverZero
from ..base.errors import UndefinedError
from ..statistics.information import Information
from ..statistics.pairs import PairCounts
from .pair_moments import Plane

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..measures.chosen import Chosen
    from ..table.contingency import Contingency
    from .models import Model

_TOLERANCE = 1e-11
_SHARES = [Fraction(a, b) for a, b in ((1, 3), (2, 5), (3, 7), (5, 11), (7, 13), (8, 17))]
_POINTS = [
    (_SHARES[i % 6], _SHARES[(2 * i + i // 6 + 1) % 6], _SHARES[(i * i + 3) % 6] / 2)
    for i in range(12)
]


def pair_plane(chosen: Chosen, table: Contingency, model: Model) -> Plane | None:
    """Return the slopes of a pair measure in N11, P and Q; None if it is not affine."""
    counts = table.pairs
    whole = counts.pairs
    if whole == 0:
        return None
    fixed = counts.truth_pairs / Fraction(whole) if model.classes == "sizes" else None
    fit = _Fit(chosen)
    for free, inside, outside in _POINTS:
        truth = free if fixed is None else fixed
        both, only = truth * inside, (1 - truth) * outside
        totals = whole * both, whole * truth, whole * (both + only)
        point = PairCounts.of_totals(*totals, whole, table.n)
        # a fixed truth has no slope: it belongs to the constant
        fit.add(point, (both, truth if fixed is None else 0, both + only))
        fit.expect((truth, truth if fixed is None else 0, truth))
    for joined in (0, 1):  # single objects and one cluster, for which a formula may be 0/0
        truth = _SHARES[0] if fixed is None else fixed
        both = truth * joined
        totals = whole * both, whole * truth, Fraction(whole * joined)
        point = PairCounts.of_totals(*totals, whole, table.n)
        fit.end(point, (both, truth if fixed is None else 0, joined), same=truth == joined)
    slopes = fit.slopes()
    return None if slopes is None else Plane(*(slope / float(whole) for slope in slopes))


def is_information_affine(chosen: Chosen, table: Contingency, model: Model) -> bool:
    """Whether an information measure is affine in I, H(C|K) and H(K|C) under a model."""
    n, (classes, clusters) = table.n, table.shape
    fixed = table.information.truth_entropy if model.classes == "sizes" else None
    fit = _Fit(chosen)
    for at, (free, inside, outside) in enumerate(_POINTS):
        if model.classes == "nothing":
            classes = 1 + at % n
        if model.clusters == "nothing":
            clusters = 1 + 2 * at % n
        entropy = float(free) * min(log(classes), log(n) / 2) if fixed is None else fixed
        mutual = float(inside) * min(entropy, log(clusters))
        gained = float(outside) * max(0.0, min(log(clusters) - mutual, log(n) - entropy))
        point = Information(mutual, entropy - mutual, gained, n, classes, clusters)
        fit.add(point, (mutual, entropy - mutual, gained))
        fit.expect((entropy, 0, 0))
    for groups, single in ((1, 0.0), (n, 1.0)):  # one cluster and single objects
        entropy = log(n) / 2 if fixed is None else fixed
        mutual, gained = single * entropy, single * (log(n) - entropy)
        same = entropy == mutual and gained == 0.0
        point = Information(mutual, entropy - mutual, gained, n, table.shape[0], groups)
        fit.end(point, (mutual, entropy - mutual, gained), same=same)
    return fit.slopes() is not None


class _Fit:
    """A plane through the values of a formula, if there is one."""

    def __init__(self, chosen: Chosen) -> None:
        self._chosen = chosen
        self._places: list[tuple[float, ...]] = []
        self._values: list[float | None] = []
        self._checks: list[tuple[tuple[float, ...], float | None]] = []

    def add(self, statistic: Any, place: Sequence[Fraction | float]) -> None:
        """Evaluate the formula at a place."""
        self._places.append((1.0, *map(float, place)))
        try:
            self._values.append(self._chosen.measure.function(statistic, **self._chosen.options))
        except (ZeroOverZero, UndefinedError):
            self._values.append(None)

    def expect(self, place: Sequence[Fraction | float]) -> None:
        """Add a place of identical partitions, where the plane must have the declared value."""
        if self._chosen.measure.perfect is not None:
            self._checks.append(((1.0, *map(float, place)), self._chosen.measure.perfect))

    def end(self, statistic: Any, place: Sequence[Fraction | float], *, same: bool) -> None:
        """Add a place where the formula may be 0/0, and the plane must have the declared value."""
        try:
            value = self._chosen.read(statistic, perfect=same)
        except UndefinedError:
            value = None
        self._checks.append(((1.0, *map(float, place)), value))

    def slopes(self) -> list[float] | None:
        """Return the slopes of the plane, or None if the values do not lie on one."""
        if None in self._values or any(value is None for _, value in self._checks):
            return None
        places, values = np.array(self._places), np.array(self._values, dtype=np.float64)
        found = np.linalg.lstsq(places, values)[0]
        largest = max(np.abs(values).max(), np.abs(found).max())
        errors = [places @ found - values]
        errors += [np.atleast_1d(np.array(place) @ found - value) for place, value in self._checks]
        if not np.abs(np.concatenate(errors)).max() <= _TOLERANCE * max(1.0, largest):
            return None
        return [float(slope) for slope in found[1:]]
