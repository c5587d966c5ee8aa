"""Sums of products of memberships as integers of a small unit, exact in any order."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from ...base.arrays import Floats

UNIT = 1 << 56  # sums are integers of 1/UNIT, so they add without rounding
Integers = NDArray[np.object_]  # Python integers


def zeros(*shape: int) -> Integers:
    """Return empty sums."""
    found = np.empty(shape, dtype=object)
    found.fill(0)
    return found


def floats(sums: Integers) -> Floats:
    """Return sums as floats, each rounded once."""
    flat = [one / UNIT for one in sums.ravel().tolist()]
    return np.array(flat, dtype=np.float64).reshape(sums.shape)


def square_sum(sums: Integers) -> Fraction:
    """Return the exact sum of the squares."""
    return Fraction(sum(one * one for one in sums.ravel().tolist()), UNIT * UNIT)


def total(sums: Integers) -> Fraction:
    """Return the exact sum of all."""
    return Fraction(sum(sums.ravel().tolist()), UNIT)
