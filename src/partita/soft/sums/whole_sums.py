"""Sums of products of memberships as whole numbers of a small unit: exact in any order."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from ...base.arrays import Floats

UNIT = 1 << 56  # sums are whole numbers of 1/UNIT, so they add without rounding
Whole = NDArray[np.object_]  # Python integers


def zeros(*shape: int) -> Whole:
    """Sums of nothing."""
    found = np.empty(shape, dtype=object)
    found.fill(0)
    return found


def floats(sums: Whole) -> Floats:
    """Sums as numbers, each rounded once."""
    flat = [one / UNIT for one in sums.ravel().tolist()]
    return np.array(flat, dtype=np.float64).reshape(sums.shape)


def square_sum(sums: Whole) -> Fraction:
    """Sum of the squares, exact."""
    return Fraction(sum(one * one for one in sums.ravel().tolist()), UNIT * UNIT)


def total(sums: Whole) -> Fraction:
    """Sum of all, exact."""
    return Fraction(sum(sums.ravel().tolist()), UNIT)
