"""Boundaries that a sum crosses at any time with a probability of at most 1 - confidence.

An interval for one look is estimate ± 1.96 standard errors. If someone looks often and stops when
satisfied, it must be wider: Robbins' normal mixture (1970) bounds all looks together. Applied to
the influence of each object on a score, it gives an asymptotic confidence sequence (Waudby-Smith,
Arbour, Sinha, Kennedy and Ramdas 2024). The same mixture for shares is a beta distribution around
the share in question (Howard, Ramdas, McAuliffe and Sekhon 2021), which needs no large samples.
"""

from __future__ import annotations

from math import exp, log, nextafter, sqrt
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from scipy.special import betaln

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...base.arrays import Floats

_STEPS = 60  # of solving the equation of the variance; each shrinks the error to a third or less
_MOST_EVIDENCE = 700.0  # beyond, p would be 0 in floating point
_PARTS, _ROUNDS = 32, 10  # the range with the end of an interval is cut into parts, 10 times
_BELOW_ONE = nextafter(1.0, 0.0)  # shares that round to 1 have no likelihood


class Boundary(NamedTuple):
    """How wide intervals are at each number of units (objects or groups)."""

    risk: float  # probability that it is crossed at any time
    sharpest_at: int  # units at which the interval is narrowest, compared with that of one look

    @property
    def variance(self) -> float:
        """The variance ρ² of the mixture, in units of the variance of one unit.

        The interval of n units is narrowest if u = nρ² solves u = log(1 + u) - 2 log(risk).
        """
        spread = 1.0
        for _ in range(_STEPS):
            spread = log(1 + spread) - 2 * log(self.risk)
        return spread / self.sharpest_at

    def standard_errors(self, units: int) -> float:
        """Return how many standard errors the interval extends to each side."""
        spread = units * self.variance
        return sqrt(2 * (spread + 1) / spread * (log(spread + 1) / 2 - log(self.risk)))

    def evidence(self, standard_errors: float, units: int) -> float:
        """Return the logarithm of the e-value against a point this many standard errors away."""
        spread = units * self.variance
        return standard_errors**2 * spread / (2 * (spread + 1)) - log(spread + 1) / 2

    def share(self, some: int, units: int) -> tuple[float, float]:
        """Return the interval of a share that some of the units showed.

        The mixture is Beta(q·s, (1 - q)·s) for the share q, with s such that its variance is that
        of the normal mixture.
        """
        size = max(1.0, 1 / self.variance - 1)
        return _inverted(lambda q: _log_mixture(q, some, units, (q * size, (1 - q) * size)),
                         some / units, self.risk)  # fmt: skip

    def part(self, some: int, units: int) -> tuple[float, float]:
        """Return the interval of a share, if few units decide: a mixture over all shares alike."""
        return _inverted(lambda q: _log_mixture(q, some, units, (1.0, 1.0)),
                         some / units, self.risk)  # fmt: skip


def sign_evidence(one: int, other: int) -> float:
    """Return the logarithm of the e-value against equal probabilities of two signs."""
    return float(_log_mixture(np.array(0.5), one, one + other, (1.0, 1.0)))


def probability(evidence: float) -> float:
    """Return p, valid at any time, from the logarithm of an e-value (Ville's inequality)."""
    return exp(-min(max(evidence, 0.0), _MOST_EVIDENCE))


def _log_mixture(share: Floats, some: int, units: int, beta: tuple[Any, Any]) -> Floats:
    """Return the logarithms of the likelihood ratio of a beta mixture to each share."""
    one, other = beta
    ratio = betaln(one + some, other + units - some) - betaln(one, other)
    return np.asarray(ratio - some * np.log(share) - (units - some) * np.log1p(-share))


def _inverted(
    evidence: Callable[[Floats], Floats], center: float, risk: float
) -> tuple[float, float]:
    """Return the shares around the center whose evidence is below log(1/risk)."""
    most, parts = -log(risk), np.arange(1, _PARTS) / _PARTS
    ends = []
    for extreme in (0.0, 1.0):
        inside, outside = center, extreme
        for _ in range(_ROUNDS if inside != outside else 0):
            points = np.minimum(inside + (outside - inside) * parts, _BELOW_ONE)
            within = int(np.argmin(np.append(evidence(points) < most, False)))
            every = [inside, *points.tolist(), outside]
            inside, outside = every[within], every[within + 1]
        ends.append(inside)
    return ends[0], ends[1]
